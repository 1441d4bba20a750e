import Testing

@testable import FlipKMS

@Suite("Routing")
struct RoutingTests {
  /// The least cost of giving every row a column of its own, by trying all ways.
  static func bruteForce(_ costs: [[Int]], _ row: Int = 0, taken: Set<Int> = []) -> Int? {
    guard row < costs.count else { return 0 }
    return costs[row].indices.compactMap { column in
      guard !taken.contains(column), costs[row][column] < Routing.impossible else { return nil }
      return bruteForce(costs, row + 1, taken: taken.union([column])).map { $0 + costs[row][column] }
    }.min()
  }

  @Test("The assignment is of least cost, by comparison with all of them")
  func least() {
    var dice = Dice(seed: 11)
    for _ in 0..<3000 {
      let (rows, columns) = (dice.roll(0...4), dice.roll(1...5))
      let costs = (0..<rows).map { _ in
        (0..<columns).map { _ in dice.chance(40) ? Routing.impossible : dice.roll(0...9) }
      }
      let found = Routing.assign(costs)
      #expect(
        found.map { zip(costs, $0).reduce(0) { $0 + $1.0[$1.1] } } == Self.bruteForce(costs), "\(costs)")
      if let found { #expect(Set(found).count == rows) }
    }
  }

  @Test("Where there are too few columns, the first rows are served, any way it takes")
  func order() {
    let no = Routing.impossible
    #expect(Routing.assignInOrder([[0, no], [0, no], [0, 0]]) == [0, nil, 1])
    #expect(Routing.assignInOrder([[0, 0], [0, no], [no, 0]]) == [1, 0, nil])
    #expect(Routing.assignInOrder([]) == [])
    #expect(Routing.assignInOrder([[], []]) == [nil, nil])
  }

  @Test("Where the first free CRTC for each would leave one dark, all are lit")
  func greedyFails() {
    let outputs = [
      output("HDMI-A-1", crtcs: [0, 1, 2]), output("HDMI-A-2", crtcs: [0, 1]), output("DP-1", crtcs: [0]),
    ]
    #expect(
      decide([card(crtcs: 3, outputs)], DisplayPreference(output: .all))
        == "HDMI-A-1 card0 1920x1080@60 crtc 2; HDMI-A-2 card0 1920x1080@60 crtc 1; "
        + "DP-1 card0 1920x1080@60 crtc 0")
  }

  @Test("More displays than CRTCs: the best have them, and the other is told of")
  func tooFew() {
    let outputs = [
      output("HDMI-A-1", crtcs: [0]), output("HDMI-A-2", crtcs: [0]), output("DSI-1", crtcs: [0, 1]),
    ]
    #expect(
      decide([card(crtcs: 2, outputs)], DisplayPreference(output: .all))
        == "DSI-1 card0 1920x1080@60 crtc 1 warns; HDMI-A-1 card0 1920x1080@60 crtc 0")
  }

  @Test("What is lit stays on its CRTC, and others keep off it")
  func keepsLit() {
    var two = card(
      crtcs: 2, [output("HDMI-A-1", crtcs: [0, 1], lit: 101), output("HDMI-A-2", crtcs: [0, 1], lit: 0)])
    two.crtcs?[1].state = .showing(hd60)
    #expect(decide([two]) == "HDMI-A-1 card0 1920x1080@60 crtc 1")
    #expect(
      decide([two], DisplayPreference(output: .all))
        == "HDMI-A-1 card0 1920x1080@60 crtc 1; HDMI-A-2 card0 1920x1080@60 crtc 0")
    // Alone, the second takes the idle one too.
    #expect(
      decide([two], DisplayPreference(output: .named("HDMI-A-2"))) == "HDMI-A-2 card0 1920x1080@60 crtc 0")
    // Unless what is lit stands where another must be.
    two.connectors?[1].possibleCRTCs = [1]
    #expect(
      decide([two], DisplayPreference(output: .all))
        == "HDMI-A-1 card0 1920x1080@60 crtc 0; HDMI-A-2 card0 1920x1080@60 crtc 1")
  }

  @Test("All, over two cards: each with its own CRTCs")
  func twoCards() {
    let cards = [
      card(0, "i915", byPath: "b", [output("HDMI-A-1")]), card(1, "amdgpu", byPath: "a", [output("DP-1")]),
    ]
    #expect(
      decide(cards, DisplayPreference(output: .all))
        == "DP-1 card1 1920x1080@60 crtc 0; HDMI-A-1 card0 1920x1080@60 crtc 0")
    #expect(
      decide(cards, DisplayPreference(output: .all, device: "card0")) == "HDMI-A-1 card0 1920x1080@60 crtc 0")
  }

  @Test("Several primary planes for any CRTC: each CRTC has its own, the one that is on it if any")
  func sharedPlanes() {
    var two = card(crtcs: 2, [output("HDMI-A-1", crtcs: [0]), output("DSI-1", crtcs: [1])])
    two.planes = [30, 31, 32].map {
      PlaneDescription(
        id: $0, kind: $0 == 30 ? .overlay : .primary, possibleCRTCs: [0, 1], formats: [.xrgb8888])
    }
    #expect(two.primaryPlanes() == [1, 2])
    two.planes?[2].crtcID = 100
    two.planes?[1].crtcID = 101
    #expect(two.primaryPlanes() == [2, 1])
    // A single one is named for both; which of them has it is for the choice to settle.
    two.planes = [PlaneDescription(id: 31, kind: .primary, possibleCRTCs: [0, 1])]
    #expect(two.primaryPlanes() == [0, 0])
  }

  @Test(
    "On boards: the CRTC and plane that their notes name",
    arguments: [
      ("beagle-tidss-dsi-on-second-crtc", 1, nil), ("pi4-kms-dsi-800x480", 2, 76),
      ("pi4-kms-ultrawide-3440x1440", 3, nil), ("pi5-hdmi-1080p", 2, 81),
      ("rk3399-edp-two-vops", 1, nil), ("rk3566-odroid-m1s-dsi-480x854", 1, nil),
      ("rk3588-dsi-hdmi-and-npu-card", 2, 54), ("rockchip-hdmi-on-second-crtc", 1, nil),
      ("synaptics-sl1680-hdmi-and-dsi", 1, 33), ("allwinner-sunxi-edp-planes-per-crtc", 1, 110),
      ("canaan-k230-dsi-30hz-no-xr24", 0, 32),
    ] as [(String, Int, UInt32?)])
  func boards(_ name: String, _ crtc: Int, _ plane: UInt32?) throws {
    let board = try #require(Board.all.first { $0.name == name })
    let choice = try board.machine.choose()[0]
    #expect(choice.crtcIndex == crtc)
    #expect(choice.planeID == plane)
  }
}
