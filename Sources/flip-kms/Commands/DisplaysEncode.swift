import FlipKMS

/// Writing a described machine: the same members that are read, in the order in which people look.
extension MachineDescription {
  /// The whole report: the cards, and what would be chosen or why nothing can be.
  func report(_ result: Result<[Choice], NothingToShow>) -> JSONObject {
    let root = JSONObject()
    root.set("cards", cards.map(\.json))
    switch result {
    case .success(let choices):
      root.set("choice", choices.first?.json)
      if choices.count > 1 { root.set("choices", choices.map(\.json)) }
    case .failure(let nothing):
      let choice = JSONObject()
      choice.set("card", orNull: nothing.card)
      choice.setNull("connector")
      choice.setNull("mode")
      choice.set("why", nothing.told)
      root.set("choice", choice)
    }
    return root
  }
}

extension JSONObject {
  fileprivate func set(_ key: String, orNull text: String?) {
    if let text { set(key, text) } else { setNull(key) }
  }
}

extension Choice {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("card", card)
    object.set("connector", connector)
    object.set("mode", orNull: mode?.label)
    object.set("modeIndex", modeIndex)
    object.set("refreshHz", thousandths: mode?.milliHertz)
    object.set("crtcIndex", crtcIndex)
    object.set("crtcId", crtcID)
    object.set("planeId", planeID)
    object.set("formats", formats.map(\.description))
    object.set("why", why)
    object.set("warnings", warnings)
    return object
  }
}

extension CardDescription {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("path", path)
    object.set("byPath", byPath)
    object.set("driver", driver)
    object.set("kms", isKMS)
    object.set("capabilities", capabilities?.json)
    object.set("connectors", connectors?.map(\.json))
    object.set("crtcs", crtcs?.map(\.json))
    object.set("planes", planes?.map(\.json))
    return object
  }
}

extension CardDescription.Capabilities {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("atomic", atomic)
    object.set("universalPlanes", universalPlanes)
    object.set("dumb", dumb)
    object.set("addfb2Modifiers", addFB2Modifiers)
    object.set("asyncPageFlip", asyncPageFlip)
    object.set("syncobj", syncobj)
    object.set("preferShadow", preferShadow)
    object.set("preferredDepth", preferredDepth)
    object.set("prime", prime)
    object.set("cursor", cursor.map { [$0.width, $0.height] })
    object.set("maxSize", maxSize.map { [$0.width, $0.height] })
    return object
  }
}

extension ConnectorDescription {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("id", id)
    object.set("name", name)
    object.set("status", status?.rawValue)
    object.set("nonDesktop", isNonDesktop)
    object.set("edid", hasEDID)
    object.set("encoderIds", encoderIDs?.map { Int($0) })
    object.set("possibleCrtcs", possibleCRTCs)
    object.set("crtcId", crtcID)
    object.set("modes", modes?.map(\.json))
    return object
  }
}

extension CRTCDescription {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("id", id)
    switch state {
    case nil: break
    case .off: object.setNull("activeMode")
    case .showing(let mode):
      object.set("activeMode", mode.label)
      object.set("activeTimings", mode.json)
    }
    return object
  }
}

extension PlaneDescription {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("id", id)
    object.set("type", kind?.rawValue)
    object.set("possibleCrtcs", possibleCRTCs)
    object.set("crtcId", crtcID)
    object.set("formats", formats?.map(\.description))
    object.set("modifiers", modifiers)
    object.set("properties", properties)
    return object
  }
}

extension ModeDescription {
  fileprivate var json: JSONObject {
    let object = JSONObject()
    object.set("name", name)
    object.set("width", width)
    object.set("height", height)
    object.set("clockKHz", clockKHz)
    object.set("hsyncStart", hsyncStart)
    object.set("hsyncEnd", hsyncEnd)
    object.set("htotal", htotal)
    object.set("vsyncStart", vsyncStart)
    object.set("vsyncEnd", vsyncEnd)
    object.set("vtotal", vtotal)
    object.set("vscan", vscan)
    object.set("vrefresh", vrefresh)
    // What the source stated stays as it is; a live mode has none, and gets the rate of its timings, rounded
    // as in the schema.
    object.set("refreshHz", thousandths: statedMilliHertz ?? milliHertz.map { ($0 + 5) / 10 * 10 })
    object.set("flags", flags?.words)
    object.set("preferred", isPreferred)
    object.set("userdef", isUserDefined)
    return object
  }
}

extension ModeFlags {
  fileprivate var words: [String] {
    var rest = self
    var names = ModeFlags.names.filter { rest.remove($0.flag) != nil }.map(\.name)
    if !rest.isEmpty { names.append("0x" + String(rest.rawValue, radix: 16)) }
    return names
  }
}
