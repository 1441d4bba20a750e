/// Medians of an earlier benchmark, to compare with.
struct BenchComparison: Equatable, Sendable {
  /// One board at one size.
  struct Case: Equatable, Sendable {
    var name: String
    var width: Int
    var height: Int
    /// By the stages' names.
    var times: [String: Distribution]
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
  }
}

extension BenchComparison {
  /// A line for each board that both have: the new medians in parts of the old.
  func lines(with results: [BenchResult]) -> [String] {
    var lines = [BenchReport.row("new / old", BenchResult.Stage.allCases.map(\.rawValue))]
    for result in results {
      guard
        let old = cases.first(where: {
          $0.name == result.name && $0.width == result.size.width && $0.height == result.size.height
        })
      else { continue }
      let ratios = BenchResult.Stage.allCases.map { stage -> String in
        guard let time = old.times[stage.rawValue], result.stages.contains(stage),
          let ratio = Ratio(result.distribution(stage), over: time)
        else { return "-" }
        return decimals(ratio.value, 2) + "±" + decimals(ratio.error, 2)
      }
      lines.append(BenchReport.row("\(result.name), \(result.size.width)x\(result.size.height)", ratios))
    }
    if lines.count == 1 { lines.append("nothing that both have: name and size have to be the same") }
    return lines
  }
}
