extension BenchComparison {
  /// Reads what `bench --json` printed.
  ///
  /// - Throws: 66 where the file is missing, 77 where it may not be read, 65 where it is no such thing.
  init(path: String) throws(Failure) {
    let bytes = try DisplaysFile.bytes(of: path, what: "a benchmark")
    self = try DisplaysFile.parse(bytes, name: path, source: "bench --json") { root throws(Failure) in
      try BenchComparison(json: root, path: path)
    }
  }

  private init(json root: JSONNode, path: String) throws(Failure) {
    self.path = path
    let root = try root.object()
    guard let schema = root["schema"], let list = root["cases"] else {
      throw root.expected("what bench --json prints")
    }
    let number = try schema.whole(0...Int.max)
    guard number == BenchReport.schema else {
      throw schema.expected("\(BenchReport.schema), as this program prints it")
    }
    renderer = try root["driver"]?.object()["renderer"]?.string()
    if let given = try root["settings"]?.object() {
      settings = [:]
      for setting in Setting.all { settings?[setting.key] = try given[setting.key]?.string(atMost: 1 << 20) }
    }
    cases = []
    for node in try list.elements(atMost: 1000) { cases.append(try Case(json: node)) }
  }
}

extension BenchComparison.Case {
  fileprivate init(json node: JSONNode) throws(Failure) {
    let node = try node.object()
    guard let name = node["name"], let width = node["width"], let height = node["height"],
      let modules = node["modules"], let times = node["times"]
    else { throw node.expected("a case with name, width, height, modules and times") }
    self.name = try name.string()
    self.width = try width.whole(1...16384)
    self.height = try height.whole(1...16384)
    self.modules = try modules.whole(0...1 << 30)
    self.times = [:]
    for stage in BenchResult.Stage.allCases {
      guard let node = try times.object()[stage.rawValue] else { continue }
      guard let median = try node.object()["median"], let error = node["error"] else {
        throw node.expected("median and error")
      }
      var distribution = Distribution()
      distribution.median = Double(try median.thousandths(upTo: 1_000_000_000)) / 1000
      distribution.error = Double(try error.thousandths(upTo: 1_000_000_000)) / 1000
      self.times[stage.rawValue] = distribution
    }
    guard let measured = node["floor"], !measured.isNull else { return }
    guard let ratio = try measured.object()["ratio"]?.object()["cpu"] else {
      throw measured.expected("ratio with cpu")
    }
    if ratio.isNull { return }
    guard let value = try ratio.object()["value"], let error = ratio["error"] else {
      throw ratio.expected("value and error")
    }
    floor = Ratio(
      value: Double(try value.thousandths(upTo: 1_000_000)) / 1000,
      error: Double(try error.thousandths(upTo: 1_000_000)) / 1000)
  }
}
