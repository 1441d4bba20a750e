import FlipKMS

extension MachineDescription {
  /// A machine that could be: up to four cards of unlike drivers, each with its hardware's path, outputs of
  /// every type and status, and modes of every kind.
  init(_ dice: inout Dice) {
    let drivers = ["i915", "amdgpu", "vc4", "rockchip", "simpledrm", "udl", "panel-mipi-dbi", "virtio_gpu"]
    self.init()
    for number in 0..<dice.roll(1...4) {
      guard dice.chance(85) else {
        cards.append(
          CardDescription(
            path: "/dev/dri/card\(number)", byPath: "/dev/dri/by-path/render-\(number)-card", driver: "v3d",
            isKMS: false))
        continue
      }
      let crtcs = dice.roll(1...4)
      var made = card(
        number, dice.pick(drivers), byPath: "/dev/dri/by-path/platform-\(dice.roll(0...9))\(number)-card",
        crtcs: crtcs, (0..<dice.roll(0...5)).map { _ in .init(&dice, crtcs: crtcs) })
      // Names are numbered by type, as the kernel does it.
      var numbers: [String: Int] = [:]
      for index in made.connectors?.indices ?? 0..<0 {
        let type = made.connectors?[index].name ?? ""
        numbers[type, default: 0] += 1
        made.connectors?[index].name = "\(type)-\(numbers[type] ?? 0)"
      }
      if dice.chance(30) {
        made.planes?[dice.roll(0...crtcs - 1)].formats = [dice.chance(50) ? .rgb565 : FourCC("NV12")!]
      }
      for index in 0..<crtcs where dice.chance(30) {
        let reaching = (made.connectors ?? []).indices.filter {
          let connector = made.connectors?[$0]
          return connector?.possibleCRTCs?.contains(index) == true && connector?.crtcID == 0
            && connector?.modes?.isEmpty == false
        }
        guard !reaching.isEmpty else { continue }
        let lit = dice.pick(reaching)
        made.connectors?[lit].crtcID = made.crtcs?[index].id
        if let modes = made.connectors?[lit].modes { made.crtcs?[index].state = .showing(dice.pick(modes)) }
      }
      cards.append(made)
    }
  }
}

extension ConnectorDescription {
  fileprivate init(_ dice: inout Dice, crtcs: Int) {
    let types = ["HDMI-A", "DP", "eDP", "DSI", "VGA", "Writeback", "Composite", "DPI", "Virtual"]
    let sizes = [(3840, 2160), (2560, 1440), (1920, 1080), (1280, 720), (1024, 768), (640, 480), (480, 800)]
    let rates = [23_976, 25_000, 30_000, 49_499, 49_500, 50_000, 59_940, 60_000, 75_000, 144_000]
    let status: Status = dice.chance(60) ? .connected : dice.chance(50) ? .unknown : .disconnected
    var modes: [ModeDescription] = []
    for _ in 0..<(dice.chance(10) ? 0 : dice.roll(1...12)) {
      let (width, height) = dice.pick(sizes)
      modes.append(
        mode(width, height, dice.pick(rates), preferred: dice.chance(15), i: dice.chance(20)))
    }
    self.init(
      name: dice.pick(types), status: status, isNonDesktop: dice.chance(5), hasEDID: dice.chance(80),
      possibleCRTCs: (0..<crtcs).filter { _ in dice.chance(60) }, crtcID: 0,
      modes: status == .disconnected ? [] : modes)
  }

  /// Whether people could look at it, by its own description.
  var isUsable: Bool {
    status != .disconnected && isNonDesktop != true && !isWriteback && modes?.isEmpty == false
      && possibleCRTCs?.isEmpty == false
  }
}
