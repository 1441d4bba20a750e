import Testing
@testable import FlipBoard
