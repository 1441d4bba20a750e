import FlipBoard
import FlipFaces
import FlipGL
import FlipKMS
import Testing

@testable import flip_kms

/// Faults of OpenGL ES and EGL, and what is told of each.
private let faultsOfGL: [(GLError, String)] = [
  (
    .gl(call: "glTexImage2D", code: 0x0505),
    "the GPU's memory does not suffice; a smaller picture or fewer modules need less (glTexImage2D)"
  ),
  (
    .egl(call: "eglCreateContext", code: 0x3003),
    "the GPU's memory does not suffice; a smaller picture or fewer modules need less (eglCreateContext)"
  ),
  (
    .gl(call: "glReadPixels", code: 0x0507),
    "the GPU was reset, and what was drawn with it is lost (glReadPixels)"
  ),
  (
    .egl(call: "eglSwapBuffers", code: 0x300E),
    "the GPU was reset, and what was drawn with it is lost (eglSwapBuffers)"
  ),
  (
    .gl(call: "glDrawArrays", code: 0x0502),
    "the driver of OpenGL ES failed: glDrawArrays gave GL_INVALID_OPERATION"
  ),
  (
    .gl(call: "glCheckFramebufferStatus", code: 0x8CDD),
    "the driver of OpenGL ES failed: glCheckFramebufferStatus gave GL_FRAMEBUFFER_UNSUPPORTED"
  ),
  (.gl(call: "glX", code: 0x1234), "the driver of OpenGL ES failed: glX gave 0x1234"),
]

/// Faults of the rooms below, as the program tells them.
@Suite struct FailureTests {
  /// The numbers are those of the registries of OpenGL ES 3.2 and EGL 1.5.
  @Test(arguments: faultsOfGL)
  func ofGL(error: GLError, line: String) {
    #expect(Failure(error) == Failure(.unavailable, line))
  }

  @Test func ofFaces() {
    #expect(Failure(GLError.face(.missingFont("a.ttf"))) == Failure(.missing, "no font file at 'a.ttf'"))
    #expect(Failure(FaceError.missingFont("Foo")) == Failure(.missing, "no font named 'Foo' is installed"))
    #expect(
      Failure(FaceError.noFolder(path: "p", reason: "it is a file"))
        == Failure(.data, "no folder of pictures at 'p': it is a file"))
  }

  /// Nobody gave the display's size: what is told is the setting that asks for so much.
  @Test func aBoardThatADisplayHasNoRoomFor() throws {
    let hd = Size(width: 1920, height: 1080)
    for (options, key) in [(["--columns", "1000"], "columns"), (["--rows", "1000"], "rows")] {
      let arguments = ["--config", "/dev/null", "--show", "text", "--text", "A"] + options
      let programme = try Programme(try Invocation(arguments), isService: false)
      #expect(
        throws: Failure(
          .usage, "--\(key) '1000': expected fewer modules, as no display of 1920x1080 has room for so many")
      ) { try programme.board(for: hd) }
      _ = try programme.board(for: Size(width: 16384, height: 16384))
    }
  }

  /// Names of connectors and cards are known only where they are looked for.
  @Test(
    arguments: [
      ("hdmi-a-1", "; did you mean 'HDMI-A-1'?"), ("HDMI-1", "; did you mean 'HDMI-A-1'?"),
      ("edp-1", "; did you mean 'eDP-1'?"), ("VGA-7", ""),
    ] as [(String, String)])
  func theNearestConnector(name: String, suggestion: String) {
    let nothing = NothingToShow(.unknownOutput(name, have: ["HDMI-A-1", "eDP-1"]))
    #expect(
      Failure(nothing)
        == Failure(.unavailable, "there is no output \(name); there are HDMI-A-1, eDP-1" + suggestion))
  }

  @Test func theNearestCard() {
    let nothing = NothingToShow(.unknownDevice("/dev/dri/crad0", have: ["/dev/dri/card0"]))
    #expect(
      nothing.told
        == "there is no card /dev/dri/crad0; there is /dev/dri/card0; did you mean '/dev/dri/card0'?")
    #expect(NothingToShow(.nothingConnected).told == "no display is connected")
  }
}
