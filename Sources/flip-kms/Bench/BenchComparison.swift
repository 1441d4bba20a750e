/// Medians of an earlier benchmark, to compare with.
struct BenchComparison: Equatable, Sendable {
  /// One board at one size.
  struct Case: Equatable, Sendable {
    var name: String
    var width: Int
    var height: Int
    var modules: Int
    /// By the stages' names.
    var times: [String: Distribution]
    /// What it took of processors' time in parts of the floor's, where that was measured: other work on the
    /// machine moves it less than times.
    var floor: Ratio?

    /// What has to be the same.
    var title: String { BenchComparison.title(name, width, height, modules) }
  }

  /// The file's name.
  var path: String
  var cases: [Case]
  /// What the driver called itself; nil where it isn't told.
  var renderer: String?
  /// The settings that were given, by their keys; nil where they aren't told.
  var settings: [String: String]?

  /// `clock, 1920x1080, 2 modules`
  static func title(_ name: String, _ width: Int, _ height: Int, _ modules: Int) -> String {
    "\(name), \(width)x\(height), \(counted(modules, "module"))"
  }
}

extension BenchComparison {
  /// Finds out before anything is measured whether there is anything to compare.
  ///
  /// - Throws: 65 where none of the boards was measured then.
  func check(against boards: [BenchCase]) throws(Failure) {
    let titles = boards.map { bench in
      BenchComparison.title(
        bench.name, bench.board.size.width, bench.board.size.height,
        bench.board.scene(at: bench.start).modules.count)
    }
    if cases.contains(where: { titles.contains($0.title) }) { return }
    func words(_ titles: [String]) -> String {
      titles.isEmpty ? "no board" : titles.count == 1 ? titles[0].quoted : "\(titles.count) others"
    }
    throw Failure(
      .data,
      "\(DisplaysFile.name(of: path)): no board that is measured now: expected \(words(titles)), "
        + "found \(words(cases.map(\.title)))")
  }

  /// A line for each board that both have: the new medians in parts of the old. Then one for each thing else
  /// that makes a difference.
  func lines(with report: BenchReport) -> [String] {
    let stages = BenchResult.Stage.allCases.filter { stage in
      report.results.contains { $0.stages.contains(stage) }
        && cases.contains { $0.times[stage.rawValue] != nil }
    }
    var table = BenchTable()
    table.row("new / old", stages.map(\.rawValue) + ["cpu/floor"])
    var missing = 0
    for result in report.results {
      let (width, height) = (result.size.width, result.size.height)
      let title = BenchComparison.title(result.name, width, height, result.modules)
      guard let old = cases.first(where: { $0.title == title }) else {
        missing += 1
        continue
      }
      func words(_ ratio: Ratio?) -> String {
        ratio.map { decimals($0.value, 2) + "±" + decimals($0.error, 2) } ?? "-"
      }
      let ratios = stages.map { stage -> String in
        guard let time = old.times[stage.rawValue], result.stages.contains(stage) else { return "-" }
        return words(Ratio(result.distribution(stage), over: time))
      }
      let floor = result.ratio(.cpu, over: \.floor).flatMap { new in old.floor.flatMap { new / $0 } }
      table.row("\(result.name), \(width)x\(height)", ratios + [words(floor)])
    }
    var lines = table.lines
    if missing > 0 { lines.append("not measured then: \(missing) of \(report.results.count) boards") }
    if let renderer, renderer != report.driver.renderer {
      lines.append("another driver then: \(renderer.printable)")
    }
    return lines + differences(from: report.settings)
  }

  /// Settings that were others then.
  private func differences(from now: [Invocation.Given]) -> [String] {
    guard let settings else { return [] }
    let now = Dictionary(now.map { ($0.key, $0.text) }, uniquingKeysWith: { $1 })
    return Setting.all.map(\.key).filter { settings[$0] != now[$0] }.map { key in
      func words(_ text: String?) -> String { text.map { $0.quoted.printable } ?? "not given" }
      return "another \(key) then: \(words(settings[key])), now \(words(now[key]))"
    }
  }
}
