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
  func kinds() {
    let lights = Lights([
      ("a_raw", "raw", "255", "100"), ("b_platform", "platform", "10", "5"),
      ("c_firmware", "firmware", "0", "0"),
    ])
    let found = Backlight.find(connector: "eDP-1", root: lights.root)
    #expect(found?.path == "\(lights.root)/b_platform")
    #expect(found?.maximum == 10)
    #expect(found?.original == 5)
  }

  @Test("Only a built-in panel has one", arguments: ["HDMI-A-1", "DP-1", "Virtual-1", "eDPx", ""])
  func sockets(connector: String) {
    let lights = Lights([("panel", "raw", "255", "100")])
    #expect(Backlight.find(connector: connector, root: lights.root) == nil)
    for panel in ["eDP-1", "LVDS-1", "DSI-2", "DPI-1"] {
      #expect(Backlight.find(connector: panel, root: lights.root) != nil)
    }
  }

  @Test("No folder is no light")
  func none() { #expect(Backlight.find(connector: "DSI-1", root: "/nonexistent") == nil) }

  @Test("Brightness is of what it stood at; only nothing is dark; afterwards it stands as before")
  func steps() throws {
    let lights = Lights([("panel", "raw", "255", "200")])
    let light = try #require(Backlight.find(connector: "DSI-1", root: lights.root))
    for (brightness, step) in [(0.3, "60"), (1, "200"), (0.001, "1"), (0, "0"), (-1, "0"), (2, "255")] {
      // The kernel's file takes each number as a whole; a plain one keeps what a shorter one leaves.
      truncate("\(light.path)/brightness", 0)
      #expect(light.set(brightness))
      #expect(lights.present("panel") == step)
    }
    truncate("\(light.path)/brightness", 0)
    light.restore()
    #expect(lights.present("panel") == "200")
  }
}
