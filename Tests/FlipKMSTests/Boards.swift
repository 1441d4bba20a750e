import CData
import FlipKMS
import Glibc
import Testing

@testable import flip_kms

/// A board of boards/: a machine that somebody reported, and the choice that is right for it.
struct Board: Sendable, CustomTestStringConvertible {
  var name: String
  var machine: MachineDescription
  var card: String?
  var connector: String?
  var mode: String?
  var modeIndex: Int?
  var warns: Bool
  /// The rules alone do not settle it, or another answer is as good.
  var isOpen: Bool

  var testDescription: String { name }

  static let folder = String(#filePath.prefix { $0 != "\0" }.dropLast("Boards.swift".count)) + "boards"

  /// Every file of the folder, in the order of their names.
  static let all: [Board] = names.map { name in
    do {
      let bytes = try DisplaysFile.bytes(of: "\(folder)/\(name)")
      return try DisplaysFile.parse(bytes, name: name) { node throws(Failure) in
        try Board(name, node)
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// The files as they are.
  static let texts: [[UInt8]] = names.map { name in
    do { return try DisplaysFile.bytes(of: "\(folder)/\(name)") } catch { fatalError("\(error)") }
  }

  private static var names: [String] {
    guard let directory = opendir(folder) else { fatalError("no folder \(folder)") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json") { names.append(name) }
    }
    return names.sorted()
  }

  private init(_ name: String, _ node: JSONNode) throws(Failure) {
    self.name = String(name.dropLast(".json".count))
    machine = try MachineDescription(json: node)
    guard let expect = node["expect"] else { throw node.expected("expect") }
    func text(_ key: String) throws(Failure) -> String? {
      guard let node = expect[key], !node.isNull else { return nil }
      return try node.string()
    }
    card = try text("card")
    connector = try text("connector")
    mode = try text("mode")
    modeIndex = try expect["modeIndex"]?.whole(0...4096)
    warns = try expect["warn"]?.bool() ?? false
    isOpen = expect["ruleGap"] != nil || expect["alsoAcceptable"] != nil
  }
}
