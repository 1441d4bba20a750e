import FlipBoard
@testable import FlipGL
import FlipShaders
import Testing

extension GL {
  @Suite struct Contexts {
    @Test func versionsAreAsAsked() throws {
      let two = try Context.offscreen(version: .two)
      #expect(two.version == .two)
      let three = try Context.offscreen()
      #expect(three.version == .three)
      #expect(three.platform == "surfaceless")
      #expect(!three.renderer.isEmpty && three.versionString.contains("OpenGL ES"))
      #expect(three.textureLimit >= 2048)
      #expect(try Context.offscreen(textureLimit: 256).textureLimit == 256)
    }

    @Test func contextsLiveSideBySide() throws {
      let size = Size(width: 30, height: 30)
      let scene = Scene.one(size, Rect(x: 5, y: 5, width: 20, height: 20))
      let first = try Bench(size, look: .flat)
      let before = try first.draw(scene)
      do {
        let second = try Bench(size, look: .flat, version: .two)
        #expect(try second.draw(scene) == before)
        #expect(try first.draw(scene) == before)
      }
      #expect(try first.draw(scene) == before)
    }

    @Test func twoRenderersShareAContext() throws {
      let size = Size(width: 30, height: 30)
      let first = try Bench(size, look: .flat)
      var red = Look.flat
      red.card = Color(red: 9, green: 8, blue: 7)
      let second = try Renderer(first.context, look: red, faces: Patterns.plain)
      let scene = Scene.one(size, Rect(x: 5, y: 5, width: 20, height: 20))
      let before = try first.draw(scene)
      try second.draw(scene, on: first.target)
      #expect(Picture(size: size, pixels: try first.target.readPixels())[15, 15] == [9, 8, 7, 255])
      #expect(try first.draw(scene) == before)
    }

    @Test func tooLargeIsSaid() throws {
      let context = try Context.offscreen()
      #expect(throws: GLError.tooLarge(what: "a picture", asked: 1 << 20, limit: context.targetLimit)) {
        try OffscreenTarget(context, size: Size(width: 1 << 20, height: 10))
      }
    }

    @Test func aBadShaderSaysWhy() throws {
      let context = try Context.offscreen()
      #expect(throws: GLError.self) {
        try Program(
          context, FlipShaders.Pair(vertex: Array("void main() {".utf8), fragment: []), attributes: [],
          defines: [])
      }
    }

    @Test func formatsHaveSiblings() {
      #expect(Context.sibling(0x3432_5258) == 0x3432_5241)
      #expect(Context.sibling(0x3432_4241) == 0x3432_4258)
      #expect(Context.sibling(0x3631_4752) == nil)
      #expect(Context.fourccName(0x3432_5258) == "XR24")
    }

    @Test func formatsAreListed() throws {
      let context = try Context.offscreen()
      guard context.features.modifiers else {
        #expect(context.renderableFormats.isEmpty)
        return
      }
      #expect(context.renderableFormats.allSatisfy { $0.fourcc != 0 })
    }
  }
}
