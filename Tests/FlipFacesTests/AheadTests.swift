import FlipBoard
import Glibc
import Testing

@testable import FlipFaces

@Suite struct AheadTests {
  private let folder = Folder()

  /// Two modules, one of which flips, and a separator.
  private func scene(_ size: Size, _ faces: [String]) -> Scene {
    func frame(_ column: Int) -> Rect {
      Rect(x: column * size.width, y: 0, width: size.width, height: size.height)
    }
    return Scene(
      at: Instant(nanoseconds: 0), size: Size(width: size.width * 3, height: size.height), text: "",
      modules: [
        Scene.Module(frame: frame(0), upper: Face(faces[1]), lower: Face(faces[0]), flaps: 0..<1),
        Scene.Module(frame: frame(1), upper: Face(faces[2]), lower: Face(faces[2]), flaps: 1..<1),
      ],
      flaps: [Scene.Flap(front: Face(faces[0]), back: Face(faces[1]), angle: 30)],
      separators: [Scene.Separator(frame: frame(2), face: Face(faces[3]))])
  }

  @Test func everyFaceThatIsSeenIsOrderedOnce() {
    let size = Size(width: 40, height: 64)
    let orders = scene(size, ["1", "2", "1", "1"]).faceOrders
    #expect(
      orders == [
        FaceOrder(face: Face("2"), size: size, isSeparator: false),
        FaceOrder(face: Face("1"), size: size, isSeparator: false),
        FaceOrder(face: Face("1"), size: size, isSeparator: true),
      ])
  }

  static let texts = [
    ["1", "2", "3", ":"], ["", "Á", "W", "h"], ["10", "AM", "月", "·"], ["😀", "a\u{10380}", "g", ":"],
  ]

  @Test(arguments: texts, [Size(width: 40, height: 64), Size(width: 301, height: 500)])
  func aFaceMadeAheadIsTheOneMadeWhenAskedFor(_ texts: [String], _ size: Size) throws {
    let (ahead, plain) = (try FaceStore(), try FaceStore())
    ahead.makeAhead(scene(size, texts))
    // Another that nobody foresaw comes in between.
    for text in [texts[0], "7", texts[1], texts[2]] {
      #expect(try ahead.card(Face(text), size: size) == plain.card(Face(text), size: size))
      #expect(try ahead.separator(Face(text), size: size) == plain.separator(Face(text), size: size))
    }
    #expect(try ahead.separator(Face(texts[3]), size: size) == plain.separator(Face(texts[3]), size: size))
    #expect(Set(ahead.warnings) == Set(plain.warnings))
    #expect(ahead.warnings.count == Set(ahead.warnings).count)
  }

  @Test func whatWasMadeAheadIsNotMadeAgain() throws {
    let size = Size(width: 4, height: 6)
    folder.write("1.png", makePNG(width: 1, height: 1, [9, 9, 9, 255]))
    let store = try FaceStore(images: folder.path)
    store.makeAhead(scene(size, ["1", "1", "1", ""]))
    #expect(store.warnings == [])
    unlink(folder.path + "/1.png")
    #expect(try store.card(Face("1"), size: size)?.pixels[0] == 9)
    // Nobody kept it.
    #expect(throws: FaceError.self) { try store.card(Face("1"), size: size) }
  }

  @Test func aPictureAtFaultIsToldToWhoeverAsksForIt() throws {
    let path = folder.write("1.png", [1, 2, 3])
    let store = try FaceStore(images: folder.path)
    let size = Size(width: 40, height: 64)
    store.makeAhead(scene(size, ["1", "2", "3", ":"]))
    #expect(try store.card(Face("2"), size: size) == FaceStore().card(Face("2"), size: size))
    let fault = thrown(FaceError.self) { try store.card(Face("1"), size: size) }
    guard case .badPicture(path, _) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }

  /// 3000 pixels square are 9 MB: the second reaches the bound of 16.
  @Test func soManyBytesAreMadeAheadAndNoMore() throws {
    let size = Size(width: 3000, height: 3000)
    let orders = ["1", "2", "3", "4"].map { FaceOrder(face: Face($0), size: size, isSeparator: false) }
    let maker = try FaceMaker(
      font: FaceStore.defaultFont, images: nil, ink: Color(red: 255, green: 255, blue: 255))
    #expect(Set(maker.makeAll(orders).keys) == Set(orders[..<2]))
  }

  @Test func aStoreMayGoWhileItsFacesAreMade() throws {
    for _ in 0..<20 {
      let store = try FaceStore()
      store.makeAhead(scene(Size(width: 500, height: 800), ["1", "2", "3", ":"]))
    }
  }

  @Test func itsThreadTakesNoSignalsAndItsMakerAsManyAsBefore() throws {
    @Sendable func blocked() -> [Int32] {
      var set = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &set)
      return [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2].map { sigismember(&set, $0) }
    }
    // Threads of a test may have signals blocked already.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let worker = Worker { blocked() }
    #expect(blocked() == [0, 0, 0, 0, 0])
    #expect(try #require(worker).join() == [1, 1, 1, 1, 1])
  }
}
