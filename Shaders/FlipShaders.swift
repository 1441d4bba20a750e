/// The GLSL sources of a board and of a benchmark's floor, embedded in the program: ES 1.00 and, with words
/// defined in front of them, ES 3.00.
public enum FlipShaders {
  /// A vertex shader and a fragment shader.
  public struct Pair: Sendable {
    public let vertex: [UInt8]
    public let fragment: [UInt8]

    public init(vertex: [UInt8], fragment: [UInt8]) {
      (self.vertex, self.fragment) = (vertex, fragment)
    }
  }

  /// What stands.
  public static var half: Pair {
    Pair(
      vertex: PackageResources.leaf_vert + PackageResources.half_vert,
      fragment: PackageResources.paint_frag + PackageResources.half_frag)
  }
  /// What is in the air.
  public static var flap: Pair {
    Pair(
      vertex: PackageResources.leaf_vert + PackageResources.flap_vert,
      fragment: PackageResources.paint_frag + PackageResources.flap_frag)
  }
  public static var floor: Pair {
    Pair(
      vertex: PackageResources.floor_vert,
      fragment: PackageResources.paint_frag + PackageResources.floor_frag)
  }
}
