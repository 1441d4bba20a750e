import Testing
@testable import FlipFaces
