/// The GLSL ES 1.00 sources of the flap, embedded in the program.
public enum FlipShaders {
  public static var vertex: [UInt8] { PackageResources.flap_vert }
  public static var fragment: [UInt8] { PackageResources.flap_frag }
}
