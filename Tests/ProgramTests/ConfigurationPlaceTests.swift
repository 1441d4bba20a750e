import Glibc
import Testing

@testable import flip_kms

/// Where the configuration is looked for, and what is no file to read it from.
@Suite struct ConfigurationPlaceTests {
  @Test func whereTheFileIs() throws {
    let folder = Folder()
    defer { rmdir(folder.file("d")) }
    mkdir(folder.file("d"), 0o700)
    let path = folder.file("flip-kms.conf")
    func write(_ bytes: [UInt8]) {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    write(Array("[content]\nrows = 7\n".utf8))
    let found = try ProgramRun(["check"], environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(found.output.hasPrefix("# configuration: \(path)\n"))
    #expect(found.output.contains("# \(path):2:\nrows = 7\n"))

    let named = try ProgramRun(["check", "--config", "/no/such/folder/c"])
    #expect(named.code == 66)
    #expect(named.lines == ["flip-kms: --config: no file '/no/such/folder/c', expected a configuration"])
    let isFolder = try ProgramRun(["check", "--config", folder.file("d")])
    #expect(isFolder.code == 78)
    #expect(
      isFolder.lines == [
        "flip-kms: --config: '\(folder.file("d"))' is a folder, expected a configuration"
      ])
    write([UInt8](repeating: 0x0A, count: ConfigurationFile.largest + 1))
    let large = try ProgramRun(["check", "--config", path])
    #expect(large.code == 78)
    #expect(large.lines == ["flip-kms: --config: '\(path)' is larger than 1048576 bytes"])
    write(Array("[content]\nrow = 7\n".utf8))
    let faulty = try ProgramRun(["check", "--config", path])
    #expect(faulty.code == 78)
    #expect(faulty.output == "")
    #expect(
      faulty.lines == [
        "flip-kms: \(path):2: unknown key 'row' in [content], expected a key of this section; "
          + "did you mean 'rows'?"
      ])
    let none = try ProgramRun(["check", "--config", "/dev/null"])
    #expect(none.code == 0)
  }
}
