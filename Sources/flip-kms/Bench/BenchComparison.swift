/// Medians of an earlier benchmark, to compare with.
struct BenchComparison: Equatable, Sendable {
  /// One board at one size.
  struct Case: Equatable, Sendable {
    var name: String
    var width: Int
    var height: Int
    /// By the stages' names.
    var times: [String: Distribution]
    /// What it took of processors' time in parts of the floor's, where that was measured: other work on the
    /// machine moves it less than times.
    var floor: Ratio?
  }

  var cases: [Case]

  /// Reads what `bench --json` printed.
  ///
  /// - Throws: 66 where the file is missing, 65 where it is no such thing.
  init(path: String) throws(Failure) {
    let bytes = try DisplaysFile.bytes(of: path)
    self = try DisplaysFile.parse(bytes, name: path, source: "bench --json") { root throws(Failure) in
      try BenchComparison(json: root)
    }
  }

  private init(json root: JSONNode) throws(Failure) {
    let root = try root.object()
    guard let schema = root["schema"], let list = root["cases"] else {
      throw root.expected("what bench --json prints")
    }
    _ = try schema.whole(BenchReport.schema...BenchReport.schema)
    cases = []
    for node in try list.elements(atMost: 1000) { cases.append(try Case(json: node)) }
  }
}

extension BenchComparison.Case {
  fileprivate init(json node: JSONNode) throws(Failure) {
    let node = try node.object()
    guard let name = node["name"], let width = node["width"], let height = node["height"],
      let times = node["times"]
    else { throw node.expected("a case with name, width, height and times") }
    self.name = try name.string()
    self.width = try width.whole(1...16384)
    self.height = try height.whole(1...16384)
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

extension BenchComparison {
  /// A line for each board that both have: the new medians in parts of the old.
  func lines(with results: [BenchResult]) -> [String] {
    var lines = [BenchReport.row("new / old", BenchResult.Stage.allCases.map(\.rawValue) + ["cpu/floor"])]
    for result in results {
      guard
        let old = cases.first(where: {
          $0.name == result.name && $0.width == result.size.width && $0.height == result.size.height
        })
      else { continue }
      func words(_ ratio: Ratio?) -> String {
        ratio.map { decimals($0.value, 2) + "±" + decimals($0.error, 2) } ?? "-"
      }
      let ratios = BenchResult.Stage.allCases.map { stage -> String in
        guard let time = old.times[stage.rawValue], result.stages.contains(stage) else { return "-" }
        return words(Ratio(result.distribution(stage), over: time))
      }
      let floor = result.ratio(.cpu, over: \.floor).flatMap { new in old.floor.flatMap { new / $0 } }
      lines.append(
        BenchReport.row(
          "\(result.name), \(result.size.width)x\(result.size.height)", ratios + [words(floor)]))
    }
    if lines.count == 1 { lines.append("nothing that both have: name and size have to be the same") }
    return lines
  }
}
