// swift-tools-version: 6.0
import PackageDescription

// Data flows one way: content → board → scene → renderer → output. A room
// names here what it may see, and the compiler holds it to that.

/// Every Swift target keeps imports private to the file that needs them, so that C types stay out of
/// public signatures, and says so where it means otherwise.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A family of C libraries under one name.
func family(_ name: String, pkgConfig: String, apt: [String]) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt(apt)])
}

let package = Package(
  name: "flip-kms",
  products: [.executable(name: "flip-kms", targets: ["flip-kms"])],
  targets: [
    family(
      "CEGL", pkgConfig: "egl glesv2 gbm libdrm",
      apt: ["libegl1-mesa-dev", "libgles2-mesa-dev", "libgbm-dev", "libdrm-dev"]),
    family(
      "CText", pkgConfig: "freetype2 fontconfig",
      apt: ["libfreetype-dev", "libharfbuzz-dev", "libfontconfig-dev"]),
    family(
      "CPicture", pkgConfig: "libpng libturbojpeg libwebp libwebpmux",
      apt: ["libpng-dev", "libturbojpeg0-dev", "libwebp-dev"]),
    family("CSeat", pkgConfig: "libseat libudev", apt: ["libseat-dev", "libudev-dev"]),
    family("CData", pkgConfig: "inih jansson", apt: ["libinih-dev", "libjansson-dev"]),
    family(
      "CService", pkgConfig: "libsystemd libmosquitto", apt: ["libsystemd-dev", "libmosquitto-dev"]),
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),

    .target(
      name: "FlipShaders", path: "Shaders",
      resources: [
        .embedInCode("leaf.vert"), .embedInCode("half.vert"), .embedInCode("flap.vert"),
        .embedInCode("paint.frag"), .embedInCode("half.frag"), .embedInCode("flap.frag"),
        .embedInCode("floor.vert"), .embedInCode("floor.frag"),
      ], swiftSettings: strict),
    // Counts heap allocations, in benchmarks and tests.
    .target(name: "CHeap"),
    .target(name: "FlipBoard", swiftSettings: strict),
    .target(name: "FlipFaces", dependencies: ["FlipBoard", "CText", "CPicture"], swiftSettings: strict),
    .target(
      name: "FlipGL", dependencies: ["FlipBoard", "FlipFaces", "FlipShaders", "CEGL"],
      swiftSettings: strict),
    .target(name: "FlipKMS", dependencies: ["CEGL", "CLinux", "CSeat"], swiftSettings: strict),
    .executableTarget(
      name: "flip-kms",
      dependencies: [
        "FlipBoard", "FlipFaces", "FlipGL", "FlipKMS", "CLinux", "CPicture", "CData", "CService", "CHeap",
      ],
      swiftSettings: strict),

    .testTarget(name: "FlipBoardTests", dependencies: ["FlipBoard"], swiftSettings: strict),
    .testTarget(
      name: "FlipFacesTests", dependencies: ["FlipFaces", "FlipBoard", "CPicture"], swiftSettings: strict),
    .testTarget(
      name: "FlipGLTests", dependencies: ["FlipGL", "FlipShaders", "FlipFaces", "FlipBoard", "CHeap"],
      swiftSettings: strict),
    .testTarget(
      name: "FlipKMSTests", dependencies: ["FlipKMS", "flip-kms", "CData", "CEGL"], exclude: ["boards"],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramTests", dependencies: ["flip-kms", "FlipBoard", "FlipKMS", "CPicture"],
      swiftSettings: strict),
  ]
)
