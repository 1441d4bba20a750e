import FlipBoard
import Glibc
import Testing

@testable import FlipFaces

@Suite struct PictureTests {
  private let folder = Folder()

  private func scaled(_ width: Int, _ height: Int, _ pixels: [UInt8], to size: Size) throws -> Bitmap {
    let path = folder.write("a.png", makePNG(width: width, height: height, pixels))
    return try Raster(contentsOf: path).scaled(to: size)
  }

  @Test func atItsOwnSizeAPictureIsUnchanged() throws {
    let pixels = (0..<256).flatMap { (value: Int) -> [UInt8] in
      [UInt8(value), UInt8(255 - value), UInt8(value / 2), 255]
    }
    #expect(try scaled(16, 16, pixels, to: Size(width: 16, height: 16)).pixels == pixels)
  }

  /// Alpha is multiplied in, in the encoding, rounded: 200 · 128 / 255 = 100.39, 40 · 128 / 255 = 20.08.
  @Test func alphaIsMultipliedIn() throws {
    let bitmap = try scaled(2, 1, [200, 40, 255, 128, 9, 9, 9, 0], to: Size(width: 2, height: 1))
    #expect(bitmap.format == .rgba)
    #expect(bitmap.pixels == [100, 20, 128, 128, 0, 0, 0, 0])
  }

  /// Half the light of white is 188 in sRGB; a third is 156.
  @Test func meansAreOfLight() throws {
    let black: [UInt8] = [0, 0, 0, 255]
    let white: [UInt8] = [255, 255, 255, 255]
    let checker = black + white + white + black
    #expect(try scaled(2, 2, checker, to: Size(width: 1, height: 1)).pixels == [188, 188, 188, 255])
    let three = try scaled(3, 1, black + white + black, to: Size(width: 2, height: 1))
    #expect(three.pixels == [156, 156, 156, 255, 156, 156, 156, 255])
    let down = try scaled(1, 3, black + white + black, to: Size(width: 1, height: 2))
    #expect(down.pixels == [156, 156, 156, 255, 156, 156, 156, 255])
  }

  /// What is clear has no colour that could bleed.
  @Test func clearPixelsGiveNoColour() throws {
    let bitmap = try scaled(2, 1, [255, 0, 0, 255, 0, 255, 0, 0], to: Size(width: 1, height: 1))
    #expect(bitmap.pixels == [128, 0, 0, 128])
  }

  @Test func anEvenColourStaysEven() throws {
    for (width, height) in [(1, 1), (7, 3), (64, 64), (100, 37)] {
      let pixels = (0..<width * height).flatMap { _ -> [UInt8] in [12, 99, 240, 255] }
      for size in [Size(width: 1, height: 1), Size(width: 13, height: 50), Size(width: 40, height: 4)] {
        let bitmap = try scaled(width, height, pixels, to: size)
        for i in stride(from: 0, to: bitmap.pixels.count, by: 4) {
          #expect(Array(bitmap.pixels[i..<i + 4]) == [12, 99, 240, 255])
        }
      }
    }
  }

  /// Scaled down, no light is lost: the mean is the picture's own.
  @Test func theMeanOfLightHolds() throws {
    var random = SplitMix(state: 3)
    let pixels = (0..<60 * 44).flatMap { _ -> [UInt8] in
      [UInt8(truncatingIfNeeded: random.next()), 0, UInt8(truncatingIfNeeded: random.next()), 255]
    }
    func light(_ pixels: [UInt8], _ channel: Int) -> Double {
      var sum = 0.0
      for i in stride(from: channel, to: pixels.count, by: 4) {
        let v = Double(pixels[i]) / 255
        sum += v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      }
      return sum / Double(pixels.count / 4)
    }
    let bitmap = try scaled(60, 44, pixels, to: Size(width: 17, height: 13))
    for channel in [0, 2] {
      #expect((light(bitmap.pixels, channel) - light(pixels, channel)).magnitude < 0.002)
    }
  }

  @Test func jpegIsReadWithinItsTolerance() throws {
    let pixels = (0..<32 * 32).flatMap { (i: Int) -> [UInt8] in
      [UInt8(i % 32 * 8), UInt8(i / 32 * 8), 128, 255]
    }
    // Named .png all the same: the bytes tell.
    let path = folder.write("b.png", makeJPEG(width: 32, height: 32, pixels))
    let bitmap = try Raster(contentsOf: path).scaled(to: Size(width: 32, height: 32))
    let worst = zip(bitmap.pixels, pixels).map { abs(Int($0) - Int($1)) }.max()!
    #expect(worst <= 4)
  }

  @Test func aPictureCutShortIsRefused() throws {
    let pixels = (0..<64).flatMap { (i: Int) -> [UInt8] in [UInt8(i), 0, 0, 255] }
    for whole in [makePNG(width: 8, height: 8, pixels), makeJPEG(width: 8, height: 8, pixels)] {
      // The last bytes are the end's mark; all before it is needed.
      for length in stride(from: 0, to: whole.count - 24, by: 7) {
        let path = folder.write("cut.png", Array(whole[..<length]))
        let error = thrown(FaceError.self) { try Raster(contentsOf: path) }
        guard case .badPicture(path, let reason)? = error, !reason.isEmpty else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }
  }

  @Test(arguments: [(16385, 1), (1, 16385), (16384, 16384), (8193, 8192), (1_000_000, 1_000_000)])
  func aHugePictureIsRefusedBeforeItIsDecoded(_ width: Int, _ height: Int) {
    let path = folder.write("huge.png", makePNG(width: width, height: height, []))
    let error = thrown(FaceError.self) { try Raster(contentsOf: path) }
    guard case .badPicture(path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func brokenPicturesDoNoHarm() throws {
    var random = SplitMix(state: 11)
    let pixels = (0..<64).flatMap { (i: Int) -> [UInt8] in [UInt8(i * 4), UInt8(i), 77, 255] }
    for whole in [makePNG(width: 8, height: 8, pixels), makeJPEG(width: 8, height: 8, pixels)] {
      for _ in 0..<300 {
        var bytes = whole
        for _ in 0..<3 {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        let path = folder.write("broken.png", bytes)
        _ = try? Raster(contentsOf: path).scaled(to: Size(width: 5, height: 5))
      }
    }
  }
}
