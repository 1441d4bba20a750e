import Testing

@testable import flip_kms

/// Lines of a feed, from bytes to messages.
@Suite struct FeedLineTests {
  private func pieces(_ bytes: [UInt8], cutAt cuts: [Int]) -> [LineSplitter.Piece] {
    var splitter = LineSplitter()
    var pieces: [LineSplitter.Piece] = []
    var start = 0
    for end in cuts + [bytes.count] where end >= start {
      Array(bytes[start..<end]).withUnsafeBytes { splitter.take($0) { pieces.append($0) } }
      #expect(splitter.waiting <= LineSplitter.longestLine + 1)
      start = end
    }
    splitter.end { pieces.append($0) }
    return pieces
  }

  @Test func linesOfEveryLength() {
    let longest = LineSplitter.longestLine
    for (count, isTooLong) in [
      (0, false), (1, false), (longest, false), (longest + 1, true), (longest * 3, true),
    ] {
      for end in [[0x0A], [0x0D, 0x0A]] as [[UInt8]] {
        let line = [UInt8](repeating: 0x61, count: count)
        let stream = line + end + [0x62] + end
        let expected: [LineSplitter.Piece] = [isTooLong ? .tooLong : .line(line), .line([0x62])]
        for cuts in [[], [count], [count + 1], [1, 2, 3].filter { $0 < stream.count }] {
          #expect(pieces(stream, cutAt: cuts) == expected, "\(count) bytes, cut at \(cuts)")
        }
      }
    }
    #expect(pieces(Array("a\nb".utf8), cutAt: []) == [.line([0x61]), .line([0x62])])
    #expect(pieces([], cutAt: []) == [])
  }

  /// As some editors begin a file, and as such files are put one after the other.
  @Test func aByteOrderMarkIsNoText() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try FeedMessage(line: mark + Array("HELLO".utf8)) == FeedMessage(rows: ["HELLO"]))
    #expect(
      try FeedMessage(line: mark + Array(#"{"at":1,"text":"A"}"#.utf8)) == FeedMessage(rows: ["A"], at: 1))
    #expect(try FeedMessage(line: mark) == FeedMessage(rows: [""]))
    #expect(throws: FeedLineFault.notUTF8) { try FeedMessage(line: mark + [0xFF]) }
  }

  /// However the stream is cut, the same lines come out.
  @Test func cutsDoNotMatter() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes: [UInt8] = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        [0x0A, 0x0D, 0x61, 0x62, 0xC3].randomElement(using: &random)!
      }
      let cuts = (0..<5).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      #expect(pieces(bytes, cutAt: cuts) == pieces(bytes, cutAt: []), "\(bytes) cut at \(cuts)")
    }
  }

  @Test(
    arguments: [
      ("HELLO", ["HELLO"], nil),
      ("", [""], nil),
      ("A\\nB\\n", ["A", "B", ""], nil),
      ("A\\\\nB", ["A\\", "B"], nil),
      ("\\", ["\\"], nil),
      (" {\"text\":\"x\"}", [" {\"text\":\"x\"}"], nil),
      ("é 漢 😀", ["é 漢 😀"], nil),
      (#"{"text":"A\nB"}"#, ["A", "B"], nil),
      (#"{"text":""}"#, [""], nil),
      (#"{"rows":["A","B"]}"#, ["A", "B"], nil),
      (#"{"rows":[]}"#, [], nil),
      (#"{"rows":["A\nB","C"], "at":1.5, "by":{"x":[1]}}"#, ["A", "B", "C"], 1.5),
      (#"{"at":0,"text":"\u00e9\ud83d\ude00"} "#, ["é😀"], 0),
    ] as [(String, [String], Double?)])
  func message(line: String, rows: [String], at: Double?) throws {
    #expect(try FeedMessage(line: Array(line.utf8)) == FeedMessage(rows: rows, at: at))
  }

  @Test(
    arguments: [
      (#"{"text":1}"#, "expected \"text\" to be a string"),
      (#"{"text":"a","rows":[]}"#, "expected either \"text\" or \"rows\""),
      (#"{"at":1}"#, "expected either \"text\" or \"rows\""),
      (#"{"rows":"a"}"#, "expected \"rows\" to be a list of at most 1000 strings"),
      (#"{"rows":["a",1]}"#, "expected \"rows\" to be a list of strings"),
      (#"{"text":"a","at":-1}"#, "expected \"at\" to be a number of seconds from 0 on"),
      (#"{"text":"a","at":"1"}"#, "expected \"at\" to be a number of seconds from 0 on"),
      (#"{"text":"a","at":1e300}"#, "expected \"at\" to be a number of seconds from 0 on"),
    ] as [(String, String)])
  func refused(line: String, why: String) {
    #expect(fault(Array(line.utf8))?.text == why)
  }

  private func fault(_ line: [UInt8]) -> FeedLineFault? {
    do throws(FeedLineFault) {
      _ = try FeedMessage(line: line)
      return nil
    } catch {
      return error
    }
  }

  @Test func brokenJSONAndBytes() {
    let broken = [
      "{", "{}x", #"{"text":"a""#, #"{"text":"a"}{"#, #"{"text":"a\u0000"}"#, #"{"text":"\ud800"}"#,
      #"{"text":"a","text":"b"}"#, "{\"text\":\"" + String(repeating: "[", count: 10), "{'text':'a'}",
      #"{"a":"# + String(repeating: "[", count: 5000),
    ]
    for line in broken {
      guard case .badJSON = fault(Array(line.utf8)) else {
        Issue.record("\(line) gives \(String(describing: fault(Array(line.utf8))))")
        continue
      }
    }
    // What is no text, wherever it stands; in JSON it is refused as well.
    for bytes in [[0], [0, 0x61], [0x61, 0, 0x62], [0x61, 0], [0xEF, 0xBB, 0xBF, 0]] as [[UInt8]] {
      #expect(fault(bytes) == .holdsZero)
    }
    #expect(FeedLineFault.holdsZero.text == "the line holds a zero byte")
    #expect(fault([0xFF]) == .notUTF8)
    #expect(fault([0x61, 0xC3]) == .notUTF8)
    #expect(fault(Array("{\"text\":\"".utf8) + [0xFF] + Array("\"}".utf8)) == .notUTF8)
    // CESU surrogates, overlong forms and what is beyond Unicode.
    for bytes in [[0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
      #expect(fault(bytes) == .notUTF8)
    }
  }

  /// Nothing of the library that reads it, in whatever it refuses.
  @Test(
    arguments: [
      (#"{"text":"a\u0000"}"#, "a string in it holds a zero character"),
      (#"{"text":"a""#, "it ends too early"),
      (#"{"text":"a"}{"#, "more stands behind its end"),
      (#"{"at":99999999999999999999,"text":"a"}"#, "a number in it is too large"),
      (#"{"at":1e999,"text":"a"}"#, "a number in it is too large"),
    ] as [(String, String)])
  func whatIsWrongWithJSON(line: String, why: String) {
    #expect(fault(Array(line.utf8))?.text == "the line is not JSON: \(why)")
    #expect(
      fault(Array((#"{"a":"# + String(repeating: "[", count: 5000)).utf8))?.text
        == "the line is not JSON: it is nested too deep")
  }

  @Test func theLastMessageOfATurnWins() {
    var news = FeedNews()
    for line in ["A", "{", "B", "{"] { news.take(.line(Array(line.utf8)), from: "feed") }
    #expect(news.message == FeedMessage(rows: ["B"]))
    #expect(news.warnings.count == 2)
    for _ in 0..<1000 { news.take(.tooLong, from: "feed") }
    #expect(news.warnings.count == 3)
    #expect(news.warnings.last == "feed: the line is longer than 65536 bytes")
  }

  @Test func warningsAreLimited() {
    var limit = WarningLimit()
    // Five at once, then one in ten seconds, whatever comes: in a day of floods 5 + 8640.
    var lines: [String] = []
    for step in 0..<86_400 {
      for _ in 0..<10 {
        if let line = limit.line("w", now: Int64(step) * 1_000_000_000) { lines.append(line) }
      }
    }
    #expect(lines.count == 5 + 8639)
    #expect(Array(lines[..<5]) == ["w", "w", "w", "w", "w"])
    #expect(lines[5] == "w (and 95 warnings before it that were left out)")
    #expect(lines[6] == "w (and 99 warnings before it that were left out)")
  }
}
