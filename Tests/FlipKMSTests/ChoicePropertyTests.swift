import FlipKMS
import Testing

/// What holds for every machine, over many that could be.
@Suite("What every choice has in common")
struct ChoicePropertyTests {
  static let machines: [MachineDescription] = {
    var dice = Dice(seed: 2026)
    return (0..<400).map { _ in MachineDescription(&dice) }
  }()

  static func choose(_ machine: MachineDescription, _ wish: DisplayPreference = DisplayPreference())
    -> [Choice]
  {
    (try? machine.choose(wish)) ?? []
  }

  static func connector(_ choice: Choice, in machine: MachineDescription) -> ConnectorDescription? {
    machine.cards[choice.cardIndex].connectors?[choice.connectorIndex]
  }

  @Test("A usable output with a listed mode, a CRTC that it reaches, and a plane and formats that are there")
  func sound() throws {
    for machine in Self.machines {
      for wish in [DisplayPreference(), DisplayPreference(output: .all)] {
        for choice in Self.choose(machine, wish) {
          let card = machine.cards[choice.cardIndex]
          let connector = try #require(Self.connector(choice, in: machine))
          #expect(card.path == choice.card && card.isKMS == true && connector.name == choice.connector)
          #expect(connector.isUsable)
          let index = try #require(choice.modeIndex)
          #expect(connector.modes?[index] == choice.mode)
          let crtc = try #require(choice.crtcIndex)
          #expect(connector.possibleCRTCs?.contains(crtc) == true && card.crtcs?[crtc].id == choice.crtcID)
          if let plane = choice.planeIndex {
            #expect(card.planes?[plane].possibleCRTCs == [crtc])
            #expect(!choice.formats.isEmpty)
            #expect(choice.formats.allSatisfy { card.planes?[plane].formats?.contains($0) == true })
          }
          #expect(!choice.why.isEmpty && !choice.why.contains("\n"))
        }
      }
    }
  }

  @Test("Never interlaced or slow while the output has a mode that is neither; and if so, a warning")
  func smooth() throws {
    for machine in Self.machines {
      for choice in Self.choose(machine, DisplayPreference(output: .all)) {
        let modes = try #require(Self.connector(choice, in: machine)?.modes)
        let mode = try #require(choice.mode)
        let isSmooth = !mode.isInterlaced && (mode.milliHertz ?? 0) >= 49_500
        let hasSmooth = modes.contains { !$0.isInterlaced && ($0.milliHertz ?? 0) >= 49_500 }
        #expect(isSmooth == hasSmooth)
        if !isSmooth { #expect(!choice.warnings.isEmpty) }
      }
    }
  }

  @Test("Something is shown wherever something is usable; connected before unknown; and else a reason")
  func complete() {
    for machine in Self.machines {
      let usable = machine.cards.filter { $0.isKMS == true }.flatMap { $0.connectors ?? [] }.filter(
        \.isUsable)
      let choice = Self.choose(machine).first
      #expect((choice != nil) == !usable.isEmpty)
      if usable.contains(where: { $0.status == .connected }), let choice {
        #expect(Self.connector(choice, in: machine)?.status == .connected)
      }
      #expect(Self.choose(machine, DisplayPreference(output: .all)).isEmpty == usable.isEmpty)
    }
  }

  @Test("The numbers and the order of the cards have no say")
  func renumbered() throws {
    var dice = Dice(seed: 5)
    for machine in Self.machines {
      var other = machine
      for index in other.cards.indices.reversed() { other.cards.swapAt(index, dice.roll(0...index)) }
      for (index, number) in other.cards.indices.shuffled(&dice).enumerated() {
        other.cards[index].path = "/dev/dri/card\(number)"
      }
      for wish in [DisplayPreference(), DisplayPreference(output: .all)] {
        let (a, b) = (Self.choose(machine, wish), Self.choose(other, wish))
        #expect(a.count == b.count)
        for (one, two) in zip(a, b) {
          #expect(machine.cards[one.cardIndex].byPath == other.cards[two.cardIndex].byPath)
          #expect(one.connectorIndex == two.connectorIndex && one.crtcIndex == two.crtcIndex)
          #expect(one.modeIndex == two.modeIndex && one.planeIndex == two.planeIndex)
          #expect(one.warnings == two.warnings)
        }
      }
    }
  }

  @Test("All gives each output a CRTC of its own, to as many as there are for, the first choice among them")
  func all() {
    for machine in Self.machines {
      let all = Self.choose(machine, DisplayPreference(output: .all))
      var taken: Set<[Int]> = []
      for choice in all { #expect(taken.insert([choice.cardIndex, choice.crtcIndex ?? -1]).inserted) }
      #expect(Set(all.map { [$0.cardIndex, $0.connectorIndex] }).count == all.count)
      let first = Self.choose(machine).first
      #expect(first?.connector == all.first?.connector && first?.cardIndex == all.first?.cardIndex)
      let status = first.flatMap { Self.connector($0, in: machine)?.status }
      for (index, card) in machine.cards.enumerated() where card.isKMS == true {
        let masks = (card.connectors ?? []).filter { $0.isUsable && $0.status == status }
          .map { $0.possibleCRTCs ?? [] }
        #expect(all.count { $0.cardIndex == index } == Self.largestMatching(masks[...], free: [0, 1, 2, 3]))
      }
    }
  }

  /// How many of the masks can have a bit of their own, by trying all ways.
  static func largestMatching(_ masks: ArraySlice<[Int]>, free: Set<Int>) -> Int {
    guard let mask = masks.first else { return 0 }
    let without = largestMatching(masks.dropFirst(), free: free)
    return mask.filter(free.contains).reduce(without) { best, bit in
      max(best, 1 + largestMatching(masks.dropFirst(), free: free.subtracting([bit])))
    }
  }

  @Test("Once it is lit, it is chosen again: the same output, CRTC and mode")
  func stable() {
    for machine in Self.machines {
      for wish in [DisplayPreference(), DisplayPreference(output: .all)] {
        let before = Self.choose(machine, wish)
        var lit = machine
        for choice in before {
          let (card, crtc) = (choice.cardIndex, choice.crtcIndex ?? 0)
          for index in lit.cards[card].connectors?.indices ?? 0..<0
          where lit.cards[card].connectors?[index].crtcID == choice.crtcID {
            lit.cards[card].connectors?[index].crtcID = 0
          }
          lit.cards[card].connectors?[choice.connectorIndex].crtcID = choice.crtcID
          if let mode = choice.mode { lit.cards[card].crtcs?[crtc].state = .showing(mode) }
        }
        let after = Self.choose(lit, wish)
        #expect(before.map(line) == after.map(line))
      }
    }
  }

  @Test("Asked for by name, size and rate, each listed mode of each usable output is had")
  func asked() throws {
    for machine in Self.machines.prefix(150) {
      for (index, card) in machine.cards.enumerated() where card.isKMS == true {
        for connector in card.connectors ?? [] where connector.isUsable {
          for mode in connector.modes ?? [] {
            let wish = DisplayPreference(
              output: .named(connector.name), device: card.path, mode: try ModePreference(mode.preciseLabel))
            let choice = try #require(Self.choose(machine, wish).first)
            #expect(choice.cardIndex == index && choice.connector == connector.name)
            #expect(choice.mode?.width == mode.width && choice.mode?.height == mode.height)
            #expect(choice.mode?.isInterlaced == mode.isInterlaced || !mode.isInterlaced)
            #expect(abs((choice.mode?.milliHertz ?? 0) - (mode.milliHertz ?? 0)) <= 10)
          }
        }
      }
    }
  }
}

extension Collection where Index == Int {
  /// In an order by the dice.
  fileprivate func shuffled(_ dice: inout Dice) -> [Element] {
    var elements = Array(self)
    for index in elements.indices.reversed() { elements.swapAt(index, dice.roll(0...index)) }
    return elements
  }
}
