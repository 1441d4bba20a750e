import FlipKMS

/// Reading a described machine: `{"cards": […]}`, every other member optional. Members that are not known
/// are passed over, since descriptions carry notes; wrong types and numbers out of range are refused.
extension MachineDescription {
  init(json node: JSONNode) throws(Failure) {
    let cards = try node.member("cards", "an array of cards")
    self.init()
    for card in try cards.elements(atMost: 64) { self.cards.append(try CardDescription(json: card)) }
  }
}

private let ids = 0...Int(UInt32.max)
private let places = 0...31

extension CardDescription {
  fileprivate init(json node: JSONNode) throws(Failure) {
    self.init(path: try node.member("path", "the path of a card").string())
    byPath = try node["byPath"]?.string()
    driver = try node["driver"]?.string()
    isKMS = try node["kms"]?.bool()
    if let node = node["capabilities"] { capabilities = try Capabilities(json: node) }
    connectors = try list(node["connectors"], atMost: 256, ConnectorDescription.init(json:))
    crtcs = try list(node["crtcs"], atMost: 32, CRTCDescription.init(json:))
    planes = try list(node["planes"], atMost: 256, PlaneDescription.init(json:))
  }
}

extension CardDescription.Capabilities {
  fileprivate init(json node: JSONNode) throws(Failure) {
    let node = try node.object()
    self.init()
    atomic = try node["atomic"]?.bool()
    universalPlanes = try node["universalPlanes"]?.bool()
    dumb = try node["dumb"]?.bool()
    addFB2Modifiers = try node["addfb2Modifiers"]?.bool()
    asyncPageFlip = try node["asyncPageFlip"]?.bool()
    syncobj = try node["syncobj"]?.bool()
    preferShadow = try node["preferShadow"]?.bool()
    preferredDepth = try node["preferredDepth"]?.whole(0...64)
    prime = try node["prime"]?.whole(0...3)
    cursor = try extent(node["cursor"])
    maxSize = try extent(node["maxSize"])
  }
}

extension ConnectorDescription {
  fileprivate init(json node: JSONNode) throws(Failure) {
    self.init(name: try node.member("name", "a connector's name").string(atMost: 256))
    id = try node["id"].map { n throws(Failure) in UInt32(try n.whole(ids)) }
    if let node = node["status"] {
      guard let known = Status(rawValue: try node.string()) else {
        throw node.expected("connected, disconnected or unknown")
      }
      status = known
    }
    isNonDesktop = try node["nonDesktop"]?.bool()
    hasEDID = try node["edid"]?.bool()
    encoderIDs = try list(node["encoderIds"], atMost: 64) { n throws(Failure) in
      UInt32(try n.whole(ids))
    }
    possibleCRTCs = try list(node["possibleCrtcs"], atMost: 32) { n throws(Failure) in
      try n.whole(places)
    }
    crtcID = try node["crtcId"].map { n throws(Failure) in UInt32(try n.whole(ids)) }
    modes = try list(node["modes"], atMost: 4096, ModeDescription.init(json:))
  }
}

extension CRTCDescription {
  fileprivate init(json node: JSONNode) throws(Failure) {
    let node = try node.object()
    self.init()
    id = try node["id"].map { n throws(Failure) in UInt32(try n.whole(ids)) }
    // The schema has the mode's label alone; ours adds the timings, which tell 59.94 from 60.
    if let timings = node["activeTimings"] {
      state = .showing(try ModeDescription(json: timings))
    } else if let active = node["activeMode"] {
      guard !active.isNull else {
        state = .off
        return
      }
      guard
        case .size(let width, let height, let rate, let isInterlaced)? = try? ModePreference(active.string())
      else { throw active.expected("a mode such as 1920x1080@60, or null") }
      var mode = ModeDescription(width: width, height: height, vrefresh: rate.map { $0.milliHertz / 1000 })
      mode.flags = isInterlaced ? .interlace : nil
      state = .showing(mode)
    }
  }
}

extension PlaneDescription {
  fileprivate init(json node: JSONNode) throws(Failure) {
    let node = try node.object()
    self.init()
    id = try node["id"].map { n throws(Failure) in UInt32(try n.whole(ids)) }
    if let node = node["type"] {
      guard let known = Kind(rawValue: try node.string()) else {
        throw node.expected("primary, overlay or cursor")
      }
      kind = known
    }
    possibleCRTCs = try list(node["possibleCrtcs"], atMost: 32) { n throws(Failure) in
      try n.whole(places)
    }
    crtcID = try node["crtcId"].map { n throws(Failure) in UInt32(try n.whole(ids)) }
    formats = try list(node["formats"], atMost: 1024) { n throws(Failure) in
      guard let format = FourCC(try n.string()) else { throw n.expected("a format such as XR24") }
      return format
    }
    modifiers = try list(node["modifiers"], atMost: 4096) { n throws(Failure) in try n.string() }
    properties = try list(node["properties"], atMost: 1024) { n throws(Failure) in try n.string() }
  }
}

extension ModeDescription {
  fileprivate init(json node: JSONNode) throws(Failure) {
    let sides = 0...65_535
    let width = try node.member("width", "a mode's width in pixels").whole(1...65_535)
    let height = try node.member("height", "a mode's height in pixels").whole(1...65_535)
    self.init(width: width, height: height)
    clockKHz = try node["clockKHz"]?.whole(ids)
    hsyncStart = try node["hsyncStart"]?.whole(sides)
    hsyncEnd = try node["hsyncEnd"]?.whole(sides)
    htotal = try node["htotal"]?.whole(sides)
    vsyncStart = try node["vsyncStart"]?.whole(sides)
    vsyncEnd = try node["vsyncEnd"]?.whole(sides)
    vtotal = try node["vtotal"]?.whole(sides)
    vscan = try node["vscan"]?.whole(sides)
    vrefresh = try node["vrefresh"]?.whole(sides)
    statedMilliHertz = try node["refreshHz"]?.thousandths(upTo: 65_535)
    if let node = node["flags"] {
      flags = []
      for flag in try node.elements(atMost: 64) { flags?.insert(try ModeFlags(json: flag)) }
    }
    isPreferred = try node["preferred"]?.bool()
    isUserDefined = try node["userdef"]?.bool()
    name = try node["name"]?.string(atMost: 256)
  }
}

extension ModeFlags {
  /// A flag by its short name, or bits that have none as `0x…`.
  fileprivate init(json node: JSONNode) throws(Failure) {
    let text = try node.string(atMost: 32)
    if let known = ModeFlags.names.first(where: { $0.name == text }) {
      self = known.flag
    } else if text.hasPrefix("0x"), let bits = UInt32(text.dropFirst(2), radix: 16) {
      self = ModeFlags(rawValue: bits)
    } else {
      throw node.expected("one of " + ModeFlags.names.map(\.name).joined(separator: ", "))
    }
  }
}

/// The elements of an array, each read; nil where there is no array.
private func list<Element>(
  _ node: JSONNode?, atMost limit: Int, _ read: (JSONNode) throws(Failure) -> Element
) throws(Failure) -> [Element]? {
  guard let node else { return nil }
  var values: [Element] = []
  for element in try node.elements(atMost: limit) { values.append(try read(element)) }
  return values
}

private func extent(_ node: JSONNode?) throws(Failure) -> CardDescription.Extent? {
  guard let node else { return nil }
  let sides = try node.elements(atMost: 2)
  guard sides.count == 2 else { throw node.expected("a width and a height") }
  return CardDescription.Extent(
    width: try sides[0].whole(0...1_000_000), height: try sides[1].whole(0...1_000_000))
}
