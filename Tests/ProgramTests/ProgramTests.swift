import Testing
@testable import flip_kms
