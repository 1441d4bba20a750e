import FlipBoard
import Glibc
import Testing

@testable import flip_kms

/// The table of settings as a whole.
@Suite struct SettingsTests {
  /// product.md's keys, section by section and in its order.
  @Test func theTableIsTheContract() {
    let keys: [(Section, String)] = [
      (.content, "show format until since text rows columns align timezone locale drum images"),
      (.motion, "travel duration cadence motion stagger"),
      (.look, "theme font card ink background shading perspective vanishing-point margin gap radius arrange"),
      (.display, "output device mode rotate inset off dim drift exit"),
      (.feed, "feed mqtt"),
    ]
    for (section, names) in keys {
      let table = Setting.all.filter { $0.section == section }.map(\.key)
      #expect(table == names.split(separator: " ").map(String.init))
    }
    let settings = Settings()
    #expect(settings.motion.duration == 0.5)
    #expect(settings.finishedLook == Look.dark)
    #expect(settings.effectiveTravel == .direct)
  }

  /// Some good values of each setting; an option, a key of a file, and what `check` prints all mean the
  /// same, and one setting leaves the others alone.
  @Test func everyWayToGiveAValueMeansTheSame() throws {
    for setting in Setting.all {
      for value in SettingsTests.samples(setting.key) {
        var alone = Settings()
        #expect(setting.assign(value, &alone), "\(setting.key) = \(value)")
        let section = "[\(setting.section.rawValue)]\n"
        let file = ConfigurationFile(
          path: "c", bytes: Array("\(section)\(setting.key) = \(iniValue(value))\n".utf8))
        let fromFile = try Resolution.resolve(file: file, options: [])
        let fromOption = try Resolution.resolve(
          file: nil, options: [.init(key: setting.key, text: value)])
        #expect(fromFile.settings == alone)
        #expect(fromOption.settings == alone)
        for (resolution, note) in [(fromFile, "file"), (fromOption, "option")] {
          let printed = ConfigurationFile(
            path: "d", bytes: Array(CheckCommand.text(of: resolution).utf8))
          let again = try Resolution.resolve(file: printed, options: [])
          #expect(again.settings == alone, "\(setting.key) = \(value) from \(note)")
        }
        for other in Setting.all where other.key != setting.key && !SettingsTests.follow.contains(other.key) {
          #expect(other.value(alone) == other.value(Settings()))
        }
      }
    }
  }

  /// Settings whose default follows from another.
  private static let follow: Set = [
    "format", "travel", "cadence", "card", "ink", "background", "shading", "margin", "gap", "radius",
  ]

  private static func samples(_ key: String) -> [String] {
    switch key {
    case "show": ["clock", "countup", "text"]
    case "format": ["{%H}:{%M}", "%-H", "  %H  ", "\"%H\"", "%a = %d; # %m"]
    case "until", "since": ["90m", "1h30m", "2026-12-31T23:59:59.75", "2026-12-31T23:59:59+05:30"]
    case "text": ["", "A\\nB", " x ", "\"", "\"\"", "日本 é 😀", "a\u{0009}b".filter { $0 != "\t" }]
    case "rows", "columns": ["1", "100"]
    case "timezone": ["UTC", "Asia/Kolkata", "America/Argentina/Buenos_Aires"]
    case "locale": ["C", "C.UTF-8"]
    case "drum": [" ABC", "0123456789", "ABC "]
    case "images": ["/usr/share/pictures", "a folder"]
    case "duration": ["0.02", "0.3", "60"]
    case "cadence": ["0.005", "0.25"]
    case "stagger": ["0", "0.05", "10"]
    case "font": ["Inter:bold", "/usr/share/fonts/a b.ttf"]
    case "card", "ink", "background": ["#fff", "#1a2b3c", "#00000080"]
    case "perspective": ["0", "1", "2.5", "100"]
    case "margin", "gap", "radius": ["0", "12.5"]
    case "output": ["auto", "all", "HDMI-A-1", "eDP-1"]
    case "device": ["/dev/dri/card1", "/dev/dri/by-path/platform-gpu-card"]
    case "mode":
      [
        "preferred", "1920x1080", "1920x1080@59.94",
        "148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync",
      ]
    case "inset", "drift": ["0", "17"]
    case "off": ["", "22:00-06:30", "Mon-Fri 23:00-07:00, Sat Sun 01:00-09:00"]
    case "dim": ["", "22:00-06:30 30%", "Mon 20:00-21:00 5%, 00:00-24:00 100%"]
    case "feed": ["-", "/run/flip-kms/feed"]
    case "mqtt": ["mqtt://host/a/b", "mqtts://user@broker.example:1234/+/x/#", "mqtt://[::1]/t"]
    default: Setting.named(key)!.choices
    }
  }

  /// docs/settings.md holds the table that the program prints: `flip-kms --print settings-table`.
  @Test func theDocumentsHaveTheTable() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let document = String(decoding: readAll(open("/\(root)/docs/settings.md", O_RDONLY)), as: UTF8.self)
    #expect(document.contains(Documentation.settingsTable))
  }

  /// Bounds on what is read are no secret: each is in the table of docs/settings.md.
  @Test func theDocumentsHaveTheBounds() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let document = String(decoding: readAll(open("/\(root)/docs/settings.md", O_RDONLY)), as: UTF8.self)
    let rows = [
      "| the configuration | \(ConfigurationFile.largest >> 20) MiB; a line \(IniDocument.longestLine) bytes |",
      "| a line of a feed | \(LineSplitter.longestLine >> 10) KiB, ",
      "| a feed's file for `render` | \(FeedScript.largest >> 20) MiB |",
      "| the path of `feed` for `run` | \(SocketAddress.lengths.upperBound) bytes; \(SocketFeed.mostClients) programs",
      "from \(RenderPlan.sides.lowerBound) to \(RenderPlan.sides.upperBound) pixels a side",
      "| JSON for `--from` and `--compare` | \(DisplaysFile.maxBytes >> 20) MiB, ",
    ]
    for row in rows { #expect(document.contains(row), "\(row)") }
  }

  @Test func checkAsJSONHasAStableForm() throws {
    let run = try ProgramRun(["check", "--config", "/dev/null", "--json", "--theme", "light"])
    #expect(run.code == 0)
    #expect(run.lines == [])
    #expect(
      run.output.hasPrefix(
        #"{"configuration":"/dev/null","settings":[{"section":"content","key":"show","value":"clock","origin":"default"},"#
      ))
    #expect(run.output.contains(#"{"section":"content","key":"until","value":null,"origin":"default"}"#))
    #expect(run.output.contains(#"{"section":"look","key":"theme","value":"light","origin":"option"}"#))
    #expect(run.output.hasSuffix("]}\n"))
  }

  /// What the package ships is made from the table: every setting, option and exit code is in it.
  @Test func thePagesTellEverySetting() throws {
    let manual = try Documentation.page("man")
    let configuration = try Documentation.page("conf-man")
    for setting in Setting.all {
      let name = Roff.escaped(setting.key)
      #expect(manual.contains("\\fB\\-\\-\(name)\\fR"))
      #expect(configuration.contains("\\fB\(name)\\fR"))
      #expect(try Documentation.page("bash").contains("--\(setting.key)"))
      #expect(try Documentation.page("zsh").contains("--\(setting.key)="))
      #expect(try Documentation.page("fish").contains(" -l \(setting.key) "))
      #expect(try Documentation.page("settings-table").contains("| `\(setting.key)` |"))
    }
    for code in ExitCode.allCases { #expect(manual.contains("\\fB\(code.rawValue)\\fR")) }
    for theme in Look.themes { #expect(configuration.contains(Roff.escaped(theme.name))) }
    #expect(!Help.page(for: nil).contains("--print"))
  }
}
