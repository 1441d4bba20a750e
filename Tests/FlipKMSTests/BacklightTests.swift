import Glibc
import Testing

@testable import FlipKMS

/// Lights as the kernel's folder describes them: a file each for the kind, the steps and the present one.
@Suite("Backlight")
struct BacklightTests {
  /// A folder of lights, gone with the test.
  final class Lights {
    let root: String

    init(_ lights: [(name: String, kind: String, maximum: String, present: String)]) {
      var template = Array("/tmp/flip-kms-lights-XXXXXX".utf8CString)
      mkdtemp(&template)
      root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      for light in lights {
        mkdir("\(root)/\(light.name)", 0o755)
        for (file, text) in [
          ("type", light.kind), ("max_brightness", light.maximum), ("brightness", light.present),
        ] {
          let fd = open("\(root)/\(light.name)/\(file)", O_WRONLY | O_CREAT, 0o644)
          write(fd, text + "\n", text.utf8.count + 1)
          close(fd)
        }
      }
    }

    func present(_ name: String) -> String? {
      readFile("\(root)/\(name)/brightness").map { String($0.prefix { $0 != "\n" }) }
    }

    deinit {
      for name in directory(root) {
        for file in ["type", "max_brightness", "brightness"] { unlink("\(root)/\(name)/\(file)") }
        rmdir("\(root)/\(name)")
      }
      rmdir(root)
    }
  }

  @Test("Firmware's light before the platform's before the raw one; one without steps is none")
  func kinds() throws {
    let lights = Lights([
      ("a_raw", "raw", "255", "100"), ("b_platform", "platform", "10", "5"),
      ("c_firmware", "firmware", "0", "0"),
    ])
    let found = try Backlight.find(card: "/dev/dri/card0", connector: "eDP-1", root: lights.root)
    #expect(found?.path == "\(lights.root)/b_platform")
    #expect(found?.maximum == 10)
    #expect(found?.original == 5)
  }

  @Test("Only a built-in panel has one", arguments: ["HDMI-A-1", "DP-1", "Virtual-1", "eDPx", ""])
  func sockets(connector: String) throws {
    let lights = Lights([("panel", "raw", "255", "100")])
    let found = try Backlight.find(card: "/dev/dri/card0", connector: connector, root: lights.root)
    #expect(found == nil)
    for panel in ["eDP-1", "LVDS-1", "DSI-2", "DPI-1", "SPI-1"] {
      let found = try Backlight.find(card: "/dev/dri/card0", connector: panel, root: lights.root)
      #expect(found != nil)
    }
  }

  @Test("A connector's own light is its, and nobody else's")
  func owners() throws {
    let lights = Lights([("a", "firmware", "9", "9"), ("b", "raw", "7", "7"), ("c", "raw", "5", "5")])
    symlink("../../card0-eDP-1", "\(lights.root)/b/device")
    symlink("../../card10-HDMI-A-1", "\(lights.root)/c/device")
    symlink("../../../0000:00:02.0", "\(lights.root)/a/device")
    defer { for name in ["a", "b", "c"] { unlink("\(lights.root)/\(name)/device") } }
    func maximum(_ card: String, _ connector: String) throws -> Int? {
      try Backlight.find(card: "/dev/dri/\(card)", connector: connector, root: lights.root)?.maximum
    }
    #expect(try maximum("card0", "eDP-1") == 7)
    #expect(try maximum("card0", "eDP-2") == 9)
    #expect(try maximum("card1", "eDP-1") == 9)
    #expect(try maximum("card10", "HDMI-A-1") == 5)
    #expect(try maximum("card1", "HDMI-A-1") == nil)
    #expect(try maximum("card0", "HDMI-A-1") == nil)
  }

  @Test("No folder is no light")
  func none() throws {
    let found = try Backlight.find(card: "/dev/dri/card0", connector: "DSI-1", root: "/nonexistent")
    #expect(found == nil)
  }

  @Test("Brightness is of what it stood at; only nothing is dark; afterwards it stands as before")
  func steps() throws {
    let lights = Lights([("panel", "raw", "255", "200")])
    let found = try Backlight.find(card: "/dev/dri/card0", connector: "DSI-1", root: lights.root)
    let light = try #require(found)
    for (brightness, step) in [(0.3, "60"), (1, "200"), (0.001, "1"), (0, "0"), (-1, "0"), (2, "200")] {
      // The kernel's file takes each number as a whole; a plain one keeps what a shorter one leaves.
      truncate("\(light.path)/brightness", 0)
      #expect(light.set(brightness))
      #expect(lights.present("panel") == step)
    }
    // While it isn't dimmed it isn't touched.
    truncate("\(light.path)/brightness", 0)
    #expect(light.set(1))
    #expect(lights.present("panel") == "")
  }
}
