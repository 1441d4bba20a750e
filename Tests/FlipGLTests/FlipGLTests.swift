import Testing
@testable import FlipGL
