import Testing
@testable import FlipKMS
