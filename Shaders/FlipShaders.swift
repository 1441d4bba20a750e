/// The GLSL ES 1.00 sources of the flap and of a benchmark's floor, embedded in the program.
public enum FlipShaders {
  public static var vertex: [UInt8] { PackageResources.flap_vert }
  public static var fragment: [UInt8] { PackageResources.flap_frag }
  public static var floorVertex: [UInt8] { PackageResources.floor_vert }
  public static var floorFragment: [UInt8] { PackageResources.floor_frag }
}
