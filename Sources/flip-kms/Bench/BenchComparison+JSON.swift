extension BenchComparison {
  /// Reads what `bench --json` printed.
  ///
  /// - Throws: 66 where the file is missing, 77 where it may not be read, 65 where it is no such thing.
  init(path: String) throws(Failure) {
    let bytes = try DisplaysFile.bytes(of: path, option: "--compare", what: "what bench --json prints")
    self = try DisplaysFile.parse(bytes, name: path, source: "bench --json") { root throws(Failure) in
      try BenchComparison(json: root, path: path)
    }
  }

  private init(json root: JSONNode, path: String) throws(Failure) {
    self.path = path
    let schema = try root.member("schema", "\(BenchReport.schema), as bench --json prints it")
    let list = try root.member("cases", "an array of cases, as bench --json prints it")
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
    name = try node.member("name", "the case's name").string()
    width = try node.member("width", "the board's width in pixels").whole(1...16384)
    height = try node.member("height", "the board's height in pixels").whole(1...16384)
    modules = try node.member("modules", "how many modules there are").whole(0...1 << 30)
    let times = try node.member("times", "an object of times").object()
    self.times = [:]
    for stage in BenchResult.Stage.allCases {
      guard let node = times[stage.rawValue] else { continue }
      let median = try node.member("median", "a number")
      let error = try node.member("error", "a number")
      var distribution = Distribution()
      distribution.median = Double(try median.thousandths(upTo: 1_000_000_000)) / 1000
      distribution.error = Double(try error.thousandths(upTo: 1_000_000_000)) / 1000
      self.times[stage.rawValue] = distribution
    }
    guard let measured = node["floor"], !measured.isNull else { return }
    let ratio = try measured.member("ratio", "an object of ratios").member("cpu", "a ratio or null")
    if ratio.isNull { return }
    let value = try ratio.member("value", "a number")
    let error = try ratio.member("error", "a number")
    floor = Ratio(
      value: Double(try value.thousandths(upTo: 1_000_000)) / 1000,
      error: Double(try error.thousandths(upTo: 1_000_000)) / 1000)
  }
}
