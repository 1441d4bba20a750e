import FlipBoard
import Testing

/// Themes, drums, locales and the limits of the motion's settings.
@Suite struct SettingsTests {
  @Test("Every theme is there by name, distinct, and can be read")
  func themes() throws {
    func luminance(_ color: Color) -> Double {
      // Near enough to sRGB's curve for a ratio.
      func linear(_ value: UInt8) -> Double {
        let x = Double(value) / 255
        return x * x * (0.8 + 0.2 * x)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    for name in ["dark", "light", "solari", "twemco", "e-ink", "high-contrast"] {
      #expect(Look.themes.contains { $0.name == name })
    }
    #expect(Set(Look.themes.map(\.look)).count == Look.themes.count)
    #expect(try Look.theme(named: "dark") == .dark)
    for theme in Look.themes {
      #expect(try Look.theme(named: theme.name) == theme.look)
      let (a, b) = (luminance(theme.look.card), luminance(theme.look.ink))
      #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) > 7, "\(theme.name)")
      #expect(theme.look.card != theme.look.background)
    }
    #expect(refusal { try Look.theme(named: "solary") }?.nearest == "solari")
  }

  @Test("A drum has each face once, in its order")
  func drum() {
    #expect(Drum("ABCA B").faces.map(\.text) == ["A", "B", "C", ""])
    #expect(Drum.standard.faces.first == .blank)
    #expect(Drum.standard.faces.count == 1 + 26 + 10 + 19)
  }

  @Test("Lengths of motion out of their range are refused by name")
  func limits() {
    func setting(_ change: (inout BoardConfiguration) -> Void) -> String? {
      do {
        _ = try makeBoard(Size(width: 100, height: 100), change)
        return nil
      } catch { return (error as? BoardError)?.setting }
    }
    #expect(setting { $0.duration = .zero } == "duration")
    #expect(setting { $0.duration = Length(seconds: 4000) } == "duration")
    #expect(setting { $0.cadence = .zero } == "cadence")
    #expect(setting { $0.cadence = Length(seconds: 0.001) } == "cadence")
    #expect(setting { $0.stagger = Length(nanoseconds: -1) } == "stagger")
    #expect(
      setting {
        $0.rows = 0; $0.show = .text
      } == "rows")
    #expect(
      setting {
        $0.rows = 1000; $0.columns = 1000; $0.show = .text
      } == "columns")
    #expect(setting { $0.cadence = Length(seconds: 0.01) } == nil)
  }

  @Test("A locale that is not there is refused by name")
  func locale() {
    let error = refusal { try NameLocale(named: "tlh_QO.UTF-8") }
    #expect(error?.setting == "locale")
    #expect(throws: BoardError.self) { try NameLocale(named: "") }
    #expect(NameLocale.c.name == "C")
  }
}
