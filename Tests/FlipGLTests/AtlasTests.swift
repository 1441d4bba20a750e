import FlipBoard
import FlipFaces
@testable import FlipGL
import Testing

extension GL {
  /// The same picture whatever the driver's limits.
  @Suite struct AtlasLimits {
    static let size = Size(width: 420, height: 180)

    static func scene(_ size: Size) -> Scene {
      var scene = Scene.one(size, Rect(x: 6, y: 8, width: 300, height: 160), upper: "a", lower: "b")
      scene.modules[0].flaps = 0..<1
      scene.modules.append(
        .init(
          frame: Rect(x: 316, y: 20, width: 90, height: 130), upper: Face("c"), lower: Face("d"), flaps: 1..<2
        ))
      scene.flaps = [
        .init(front: Face("e"), back: Face("f"), angle: 35),
        .init(front: Face("g"), back: Face("h"), angle: 140),
      ]
      return scene
    }

    @Test(arguments: [64, 256, 2048], [Context.Version.two, .three])
    func picturesDontDependOnLimits(limit: Int, version: Context.Version) throws {
      let look = SameToTheBit.look(.module, shading: true)
      let free = try Bench(Self.size, look: look, faces: AgainstRays.faces)
      let bound = try Bench(
        Self.size, look: look, faces: AgainstRays.faces, version: version, textureLimit: limit)
      #expect(bound.context.textureLimit == limit)
      let truth = try free.draw(Self.scene(Self.size))
      let picture = try bound.draw(Self.scene(Self.size))
      // Between texels, sampling is rounded by where a cell lies in its page.
      var (worst, sum) = (0, 0)
      for (a, b) in zip(truth.pixels, picture.pixels) {
        worst = max(worst, abs(Int(a) - Int(b)))
        sum += abs(Int(a) - Int(b))
      }
      #expect(worst <= 24 && sum < truth.pixels.count / 50, "worst \(worst), sum \(sum)")
      #expect(bound.renderer.largestPage <= limit)
      if limit == 64 { #expect(bound.renderer.statistics.pages > 10) }
    }

    @Test func facesAreMadeOnceAndKept() throws {
      let faces = AgainstRays.faces
      let bench = try Bench(Self.size, look: .flat, faces: faces)
      _ = try bench.draw(Self.scene(Self.size))
      let made = faces.made
      #expect(made == 6, "two halves and the seen side of each flap")
      for _ in 0..<3 { _ = try bench.draw(Self.scene(Self.size)) }
      #expect(faces.made == made)
      #expect(bench.renderer.statistics.texelBytes == 0)
    }

    /// A hundred faces pass through a budget of a few: memory stays bounded, pictures stay right.
    @Test func whatNoOneShowsIsLetGo() throws {
      let size = Size(width: 64, height: 80)
      let faces = Patterns.coverage { text, _, _, _ in Int(text)! * 2 }
      var look = SameToTheBit.look(.module, shading: false)
      look.card = Color(red: 0, green: 0, blue: 0)
      let bench = try Bench(size, look: look, faces: faces, budget: 100_000)
      var shades: Set<Int> = []
      for face in 0..<100 {
        let text = String(face)
        let picture = try bench.draw(
          .one(size, Rect(x: 2, y: 2, width: 60, height: 76), upper: text, lower: text))
        shades.insert(picture[30, 20][0])
        #expect(picture[30, 20] == picture[30, 60])
        #expect(bench.renderer.statistics.textureBytes < 104_200)
      }
      #expect(shades.count > 80)
      #expect(faces.made == 100)
    }

    /// Pictures with colours and alpha of their own, as faces.
    @Test(arguments: [Context.Version.two, .three])
    func coloursAreShown(version: Context.Version) throws {
      let size = Size(width: 40, height: 40)
      let faces = Patterns { face, size in
        let pixel: [UInt8] = face.text == "half" ? [64, 0, 0, 128] : [10, 200, 30, 255]
        return Bitmap(
          size: size, format: .rgba, pixels: (0..<size.area).flatMap { _ in pixel })
      }
      var look = Look.flat
      look.card = Color(red: 0, green: 0, blue: 255)
      let bench = try Bench(size, look: look, faces: faces, version: version)
      let picture = try bench.draw(
        .one(size, Rect(x: 4, y: 4, width: 32, height: 32), upper: "full", lower: "half"))
      #expect(picture[20, 10] == [10, 200, 30, 255])
      #expect(picture[20, 30] == [64, 0, 127, 255])
      let flap = Scene.Flap(front: Face("half"), back: Face("full"), angle: 20)
      let flipping = try bench.draw(
        .one(size, Rect(x: 4, y: 4, width: 32, height: 32), upper: "full", lower: "full", flaps: [flap]))
      #expect(flipping[20, 15] == [64, 0, 127, 255])
    }
  }
}
