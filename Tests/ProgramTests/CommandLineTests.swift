import Testing

@testable import flip_kms

private let themes = "dark, light, solari, twemco, e-ink, high-contrast, amber, midnight, railway or rose"

/// Command lines, and the line that each gets; nil where it is a right one. (Swift 6.0 cannot check this
/// within the macro.)
private let wrongLines: [([String], String?)] = [
  (["--timezne", "UTC"], "unknown option '--timezne'; did you mean '--timezone'?"),
  (["check", "--fromat=x"], "unknown option '--fromat'; did you mean '--format'?"),
  (["check", "--xyzzy"], "unknown option '--xyzzy'"),
  (["check", "-x"], "unknown option '-x'"),
  (["check", "-timezone"], "unknown option '-t'; did you mean '--timezone'?"),
  (["check", "--"], nil),
  (["check", "--", "--json"], "unexpected argument '--json'"),
  (["rendr"], "unknown command 'rendr'; did you mean 'render'?"),
  ([""], "unknown command ''"),
  (["check", "run"], "unexpected argument 'run'"),
  (["check", "--stats"], "check has no option --stats"),
  (["check", "--size", "1x1"], "check has no option --size"),
  (["check", "--json=1"], "option --json takes no value"),
  (["check", "--theme"], "option --theme needs a value"),
  (["render", "-o"], "option -o needs a value"),
  (["render"], "render needs --size WxH"),
  (["render", "--size", "64x64"], "render needs --at INSTANT"),
  (["render", "--size", "64x64", "--at", "2026-01-01T00:00:00Z"], "render needs -o FILE"),
  (
    ["check", "--theme", "drak"],
    "--theme 'drak': expected \(themes); did you mean 'dark'?"
  ),
  (["check", "--theme="], "--theme '': expected \(themes)"),
  (["check", "--duration", "nan"], "--duration 'nan': expected a number from 0.02 to 60"),
  (["check", "--duration", "0x1"], "--duration '0x1': expected a number from 0.02 to 60"),
  (["check", "--duration", "1e0"], "--duration '1e0': expected a number from 0.02 to 60"),
  (["check", "--duration", "-1"], "--duration '-1': expected a number from 0.02 to 60"),
  (["check", "--duration", " 1"], "--duration ' 1': expected a number from 0.02 to 60"),
  (["check", "--card", "#12"], "--card '#12': expected a colour such as #fff, #1a2b3c or #1a2b3cff"),
  (["check", "--card", "red"], "--card 'red': expected a colour such as #fff, #1a2b3c or #1a2b3cff"),
  (["check", "--rotate", "45"], "--rotate '45': expected 0, 90, 180 or 270"),
  (
    ["check", "--timezone", "Mars/Olympus"],
    "--timezone 'Mars/Olympus': expected the name of a zone such as Europe/Berlin"
  ),
  (
    ["check", "--timezone", "Asia/Tokio"],
    "--timezone 'Asia/Tokio': expected the name of a zone such as Europe/Berlin; did you mean 'Asia/Tokyo'?"
  ),
  (
    ["check", "--timezone", "../../etc/passwd"],
    "--timezone '../../etc/passwd': expected the name of a zone such as Europe/Berlin"
  ),
  (["check", "--format", "{%H"], "--format '{%H': expected a } for each {"),
  (
    ["check", "--until", "soon"],
    "--until 'soon': expected an instant such as 2026-12-31T23:59:59Z or a length such as 1h30m"
  ),
  (
    ["check", "--until", "2500-01-01"],
    "--until '2500-01-01': expected an instant from 1677-09-21T00:12:44Z to 2262-04-11T23:47:16Z"
  ),
  (
    ["check", "--since", "1066-10-14"],
    "--since '1066-10-14': expected an instant from 1677-09-21T00:12:44Z to 2262-04-11T23:47:16Z"
  ),
  (
    ["check", "--off", "25:00-06:00"],
    "--off '25:00-06:00': expected windows such as 22:00-06:30 or Mon-Fri 23:00-07:00, split by commas"
  ),
  (
    ["check", "--dim", "22:00-06:30"],
    "--dim '22:00-06:30': expected windows with a brightness such as 22:00-06:30 30%, split by commas"
  ),
  (
    ["check", "--mqtt", "tcp://a/b"],
    "--mqtt 'tcp://a/b': expected mqtt://[user@]host[:port]/topic or mqtts://…"
  ),
  (["check", "--output", "HDMI"], "--output 'HDMI': expected auto, all or a connector such as HDMI-A-1"),
  (
    ["--print", "nothing"], "no page 'nothing', expected man, conf-man, bash, zsh, fish or settings-table"
  ),
  (["check", "--text", "\u{1B}[31m"], "--text '\\u{1b}[31m': expected no control characters"),
  (["check", "--font", "a\u{9B}31m"], "--font 'a\\u{9b}31m': expected no control characters"),
  (["check", "--device", "\u{7F}"], "--device '\\u{7f}': expected no control characters"),
  (
    ["check", "--drum", String(repeating: "é", count: 2049)],
    "--drum '\(String(repeating: "é", count: 60))…': expected at most 4096 bytes"
  ),
  (
    ["check", "--mqtt", "mqtt://user:secret@host/topic"],
    "--mqtt 'mqtt://user:…@host/topic': expected no password in it, but in $FLIP_KMS_MQTT_PASSWORD or a credential mqtt-password"
  ),
  (
    ["check", "--feed", "mqtt://user:secret@host/topic"],
    "--feed 'mqtt://user:…@host/topic': expected - or a path; a broker is given as mqtt"
  ),
  (["check", "mqtts://user:secret@host/topic"], "unexpected argument 'mqtts://user:…@host/topic'"),
  (["mqtts://user:secret@host/topic"], "unknown command 'mqtts://user:…@host/topic'"),
  (
    ["check", "--until", "2026-12-31T23:59:60Z"],
    "--until '2026-12-31T23:59:60Z': expected seconds up to 59, as the system's clock counts no leap seconds"
  ),
  (["check", "--drum", "AAA"], "--drum 'AAA': expected two different faces or more, such as \" ABC123\""),
  (["check", "--drum", " "], "--drum ' ': expected two different faces or more, such as \" ABC123\""),
  (
    ["check", "--duration", "60", "--cadence", "0.0050"],
    "--cadence '0.005': expected at least 0.234375 seconds, a 256th of duration"
  ),
  (
    ["check", "--show", "text", "--rows", "200", "--columns", "300"],
    "--columns '300': expected at most 81 columns with 200 rows, as a board has at most 16384 modules"
  ),
  (
    ["check", "--show", "text", "--rows", "1000", "--text", "SEVENTEEN LETTERS"],
    "--rows '1000': expected at most 963 rows with 17 columns, as a board has at most 16384 modules"
  ),
  (
    ["check", "--show", "countdown", "--until", "90000d"],
    "--until '90000d': expected a length within the clock's reach, 1677-09-21T00:12:44Z to 2262-04-11T23:47:16Z"
  ),
  (
    ["check", "--mqtt", "mqtt://a/\u{9B}b"],
    "--mqtt 'mqtt://a/\\u{9b}b': expected mqtt://[user@]host[:port]/topic or mqtts://…"
  ),
]

/// The command line, in the process that people start.
@Suite struct CommandLineTests {
  /// Every wrong command line gives one line and code 64.
  @Test(arguments: wrongLines)
  func wrong(arguments: [String], line: String?) throws {
    let run = try ProgramRun(arguments)
    #expect(run.code == (line == nil ? 0 : 64))
    #expect(run.lines == (line.map { ["flip-kms: \($0)"] } ?? []))
    if line != nil { #expect(run.output == "") }
  }

  @Test func theJournalGetsPriorities() throws {
    let arguments = ["check", "--config", "/dev/null", "--text", "x"]
    let note = "text has no effect, as show is clock"
    let run = try ProgramRun(arguments, environment: ["JOURNAL_STREAM": "stderr"])
    #expect(run.lines == ["<4>flip-kms: \(note)"])
    let fault = try ProgramRun(["rnu"], environment: ["JOURNAL_STREAM": "stderr"])
    #expect(fault.lines == ["<3>flip-kms: unknown command 'rnu'; did you mean 'run'?"])
    // Standard error is another stream than the one that the variable names.
    #expect(try ProgramRun(arguments, environment: ["JOURNAL_STREAM": "1:2"]).lines == ["flip-kms: \(note)"])
  }

  @Test func everyBadValueIsTold() throws {
    let run = try ProgramRun(["check", "--card", "1", "--ink", "2", "--background", "3"])
    #expect(run.code == 64)
    #expect(run.lines.count == 3)
  }

  @Test func anArgumentOfOtherBytesIsRefused() throws {
    let run = try RunningProgram([Array("check".utf8), [0x2D, 0x2D, 0x66, 0xFF]]).wait()
    #expect(run.code == 64)
    #expect(run.lines == ["flip-kms: argument 2 is not UTF-8: '--f\u{FFFD}'"])
    #expect(String(validating: [0x61, 0xFF]) == nil)
    #expect(String(validating: [0xED, 0xA0, 0x80]) == nil)
    #expect(String(validating: Array("aé漢😀".utf8)) == "aé漢😀")
  }

  @Test func formsOfOneOption() throws {
    for arguments in [["--size=64x48", "-oa.png"], ["--size", "64x48", "-o", "a.png"]] {
      let invocation = try Invocation(["render", "--at=2026-01-01T00:00:00Z"] + arguments)
      #expect(invocation["size"] == "64x48")
      #expect(invocation["output-file"] == "a.png")
    }
    // The last one counts, options may stand before the command, and a value may look like an option.
    let invocation = try Invocation(["--text=a=b", "check", "--json", "--text", "--font", "--json"])
    #expect(invocation.command == .check)
    #expect(invocation.settings.map(\.text) == ["a=b", "--font"])
    #expect(try Invocation([]).command == .run)
    #expect(try Invocation(["--timezone", "UTC"]).command == .run)
    #expect(try Invocation(["--", "check"]).command == .check)
  }

  @Test func helpAndVersion() throws {
    for arguments in [["--help"], ["-h"]] + Command.allCases.map({ [$0.rawValue, "--help"] }) {
      let run = try ProgramRun(arguments)
      #expect(run.code == 0)
      #expect(run.lines == [])
      for setting in Setting.all { #expect(run.output.contains("--\(setting.key) ")) }
      // A synopsis may be longer; the lists are not.
      let long = run.output.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("Usage: ") }
      #expect(long == [])
    }
    let version = try ProgramRun(["--version"])
    #expect(version.output == "flip-kms \(programVersion)\n")
    #expect(version.code == 0)
  }

  /// What is closed at the start stays so, and no file that is opened takes its place.
  @Test func closedAtTheStart() throws {
    let folder = Folder()
    let output = try ProgramRun(["check", "--config", "/dev/null"], shell: "exec >&-")
    #expect(output.code == 74)
    #expect(output.lines == ["flip-kms: cannot write to standard output: Bad file descriptor"])
    let input = try ProgramRun(
      ["run", "--config", "/dev/null", "--show", "text", "--feed", "-"], shell: "exec <&-")
    #expect(input.code == 66)
    #expect(input.lines == ["flip-kms: feed: standard input is closed"])
    let all = try ProgramRun(
      [
        "render", "--config", "/dev/null", "--size", "64x64", "--at", "2026-01-01", "-o",
        folder.file("x.jsonl"),
      ],
      shell: "exec <&- >&- 2>&-")
    #expect(all.code == 0)
    #expect(folder.names == ["x.jsonl"])
    #expect(String(decoding: folder.bytes("x.jsonl"), as: UTF8.self).hasPrefix("{\"at\":"))
  }

  @Test func descriptionsOfMachines() throws {
    for (path, input, code, line) in [
      (
        "/no/such/folder", "", 66,
        "--from: no file '/no/such/folder', expected a machine as displays --json prints it"
      ),
      ("", "", 66, "--from: no file '', expected a machine as displays --json prints it"),
      ("/", "", 65, "--from: cannot read '/': Is a directory"),
      ("-", "", 65, "standard input:1:0: expected the JSON of `displays --json`, found nothing"),
      ("-", "[]", 65, "standard input: the whole text: expected an object, found an array of 0"),
    ] as [(String, String, Int32, String)] {
      let run = try ProgramRun(
        ["displays", "--config", "/dev/null", "--from", path], input: Array(input.utf8))
      #expect(run.code == code)
      #expect(run.lines == ["flip-kms: \(line)"])
      #expect(run.output == "")
    }
  }

  @Test func aFullStandardOutputIsAFault() throws {
    let run = try ProgramRun(["--help"], device: "/dev/full")
    #expect(run.code == 74)
    #expect(run.lines == ["flip-kms: cannot write to standard output: No space left on device"])
  }
}
