/// The flags of a mode, with the kernel's bits (drm_mode.h), so that a raw value passes both ways.
public struct ModeFlags: OptionSet, Hashable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let positiveHSync = ModeFlags(rawValue: 1 << 0)
  public static let negativeHSync = ModeFlags(rawValue: 1 << 1)
  public static let positiveVSync = ModeFlags(rawValue: 1 << 2)
  public static let negativeVSync = ModeFlags(rawValue: 1 << 3)
  public static let interlace = ModeFlags(rawValue: 1 << 4)
  public static let doubleScan = ModeFlags(rawValue: 1 << 5)
  public static let compositeSync = ModeFlags(rawValue: 1 << 6)
  public static let positiveCSync = ModeFlags(rawValue: 1 << 7)
  public static let negativeCSync = ModeFlags(rawValue: 1 << 8)

  /// Each bit's short name, as the tools for DRM print it.
  public static let names: [(name: String, flag: ModeFlags)] = [
    ("phsync", .positiveHSync), ("nhsync", .negativeHSync), ("pvsync", .positiveVSync),
    ("nvsync", .negativeVSync), ("interlace", .interlace), ("dblscan", .doubleScan),
    ("csync", .compositeSync), ("pcsync", .positiveCSync), ("ncsync", .negativeCSync),
    ("hskew", ModeFlags(rawValue: 1 << 9)), ("bcast", ModeFlags(rawValue: 1 << 10)),
    ("pixmux", ModeFlags(rawValue: 1 << 11)), ("dblclk", ModeFlags(rawValue: 1 << 12)),
    ("clkdiv2", ModeFlags(rawValue: 1 << 13)),
  ]
}

/// One mode of a connector: a size, and the timings that make its rate.
public struct ModeDescription: Hashable, Sendable {
  /// Visible pixels.
  public var width: Int
  /// Visible lines, of both fields where it is interlaced.
  public var height: Int
  /// Pixel clock.
  public var clockKHz: Int?
  public var hsyncStart: Int?
  public var hsyncEnd: Int?
  public var htotal: Int?
  public var vsyncStart: Int?
  public var vsyncEnd: Int?
  public var vtotal: Int?
  /// How often each line is scanned; 0 and 1 both mean once.
  public var vscan: Int?
  /// The kernel's rounded rate in Hz: of fields where it is interlaced.
  public var vrefresh: Int?
  /// The rate that the source prints, in mHz; used where the timings are not given.
  public var statedMilliHertz: Int?
  public var flags: ModeFlags?
  public var isPreferred: Bool?
  /// Set by the user on the kernel's command line, or by its firmware.
  public var isUserDefined: Bool?
  /// The kernel's name of it; nil where it is only the size.
  public var name: String?

  public init(
    width: Int, height: Int, clockKHz: Int? = nil, htotal: Int? = nil, vtotal: Int? = nil,
    vrefresh: Int? = nil, flags: ModeFlags? = nil, isPreferred: Bool? = nil, name: String? = nil
  ) {
    self.width = width
    self.height = height
    self.clockKHz = clockKHz
    self.htotal = htotal
    self.vtotal = vtotal
    self.vrefresh = vrefresh
    self.flags = flags
    self.isPreferred = isPreferred
    self.name = name
  }
}

extension ModeDescription {
  /// Whether only every other line is sent at a time; not given counts as no.
  public var isInterlaced: Bool { flags?.contains(.interlace) ?? false }

  /// Frames a second in thousandths, fields where it is interlaced, rounded to the nearest; nil where the
  /// source gives no rate at all.
  ///
  /// clock·10⁶ / (htotal·vtotal), twice that when interlaced, half when lines are doubled, and divided by
  /// vscan: drm_mode_vrefresh of the kernel, in mHz. Without timings it is the rate that the source states.
  public var milliHertz: Int? {
    guard let (clocks, pixels) = cycle else { return statedMilliHertz ?? vrefresh.map { $0 * 1000 } }
    return divideRounded(clocks * 1_000_000, pixels)
  }

  /// Nanoseconds from one vblank to the next (of fields where it is interlaced), rounded, straight from the
  /// timings where they are given, so that it stays true over minutes; nil where no rate is known.
  public var periodNanoseconds: Int? {
    if let (clocks, pixels) = cycle { return divideRounded(pixels * 1_000_000, clocks) }
    guard let rate = milliHertz, rate > 0 else { return nil }
    return divideRounded(1_000_000_000_000, rate)
  }

  /// Clocks in a millisecond, and clocks that one vertical cycle takes; nil without whole, sane timings.
  private var cycle: (clocks: Int, pixels: Int)? {
    let limit = 1 << 32
    guard let clockKHz, let htotal, let vtotal, (1...limit).contains(clockKHz), (1...0xffff).contains(htotal),
      (1...0xffff).contains(vtotal)
    else { return nil }
    let flags = flags ?? []
    var pixels = htotal * vtotal * (flags.contains(.doubleScan) ? 2 : 1)
    if let vscan, (2...64).contains(vscan) { pixels *= vscan }
    return (clockKHz * (flags.contains(.interlace) ? 2 : 1), pixels)
  }

  /// The rate under which a mode counts as slow. Modes sold as 50 Hz compute to a little less.
  public static let slowMilliHertz = 49_500

  /// Whether it is known to be slow: 4K at 30 Hz, film at 24. A rate that is not given is not slow.
  public var isSlow: Bool { milliHertz.map { $0 < Self.slowMilliHertz } ?? false }

  /// Whether the rate that it states is that of no display: small panels on SPI come to 0.05 Hz, as their
  /// drivers fill in a clock of no meaning. Such a one is paced as if it stated nothing (`FrameClock`).
  public var isRateAbsurd: Bool {
    periodNanoseconds.map { !FrameClock.periods.contains($0) } ?? (milliHertz == 0)
  }

  /// Neither slow nor interlaced.
  public var isSmooth: Bool { !isInterlaced && !isSlow }

  var area: Int { width * height }

  /// How far the rate is from 60 Hz, in mHz; a rate that is not given is the farthest.
  var distanceFrom60: Int { milliHertz.map { abs($0 - 60_000) } ?? .max }

  /// `1920x1080@60`, `1920x1080i@50`, `160x128` where no rate is known: the rounded rate, as boards are
  /// described.
  public var label: String {
    let size = "\(width)x\(height)\(isInterlaced ? "i" : "")"
    guard let rate = vrefresh ?? milliHertz.map({ ($0 + 500) / 1000 }) else { return size }
    return "\(size)@\(rate)"
  }

  /// `1920x1080@59.94`: the rate with two decimals, which `mode` takes back.
  public var preciseLabel: String {
    let size = "\(width)x\(height)\(isInterlaced ? "i" : "")"
    return milliHertz.map { "\(size)@\(hertz($0))" } ?? size
  }
}

/// The quotient of two positive numbers, rounded half up.
private func divideRounded(_ top: Int, _ bottom: Int) -> Int {
  top / bottom + (top % bottom >= bottom - bottom / 2 ? 1 : 0)
}

/// Thousandths of a hertz as hertz with two decimals, rounded.
func hertz(_ milliHertz: Int) -> String {
  let hundredths = (milliHertz + 5) / 10
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}
