internal import Glibc

/// The language of days' and months' names, as the C library knows it.
///
/// Two are equal when their names are.
public final class NameLocale: Hashable, @unchecked Sendable {
  // Never changed after init, and strftime_l only reads it: safe to share between threads.
  private let handle: locale_t

  /// As setlocale(3) spells it, such as `de_DE.UTF-8`.
  public let name: String

  /// The C locale: English names; always there.
  public static let c: NameLocale = {
    do { return try NameLocale(named: "C") } catch { fatalError("newlocale(3) has no C locale: \(error)") }
  }()

  /// - Throws: `BoardError` for `locale` when newlocale(3) does not know the name, as when the system has
  ///   not generated it, or when its text is not UTF-8.
  public init(named name: String) throws(BoardError) {
    let fault = BoardError(
      setting: "locale", value: name, expected: "a locale that `locale -a` lists, in UTF-8")
    guard !name.isEmpty, let handle = newlocale(1 << LC_TIME | 1 << LC_CTYPE, name, nil) else {
      var fault = fault
      if !name.isEmpty {
        fault.call = "newlocale"
        fault.code = errno
      }
      throw fault
    }
    let codeset = nl_langinfo_l(nl_item(CODESET), handle).map { String(cString: $0) } ?? ""
    guard codeset == "UTF-8" || codeset == "ANSI_X3.4-1968" else {
      freelocale(handle)
      // `de_DE` alone may mean Latin-1; the same language in UTF-8 is what was meant.
      guard !name.contains("."), let wide = newlocale(1 << LC_TIME | 1 << LC_CTYPE, name + ".UTF-8", nil)
      else { throw fault }
      self.handle = wide
      self.name = name
      return
    }
    self.handle = handle
    self.name = name
  }

  deinit { freelocale(handle) }

  public static func == (a: NameLocale, b: NameLocale) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// What strftime_l(3) makes of one conversion.
  func format(_ field: Format.Field, _ time: CivilTime, _ period: Zone.Period) -> String {
    if let number = field.plainNumber(time) { return number }
    let text = strftime(field.spec, time, period)
    // strftime's own ^ leaves letters beyond ASCII as they are: MäR.
    return field.flags.contains("^") ? text.uppercased() : text
  }

  private func strftime(_ spec: String, _ time: CivilTime, _ period: Zone.Period) -> String {
    var broken = time.brokenDown
    broken.tm_isdst = period.isDaylight ? 1 : 0
    broken.tm_gmtoff = Int(period.offset)
    return period.abbreviation.withCString { zone in
      broken.tm_zone = zone
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        let count = strftime_l(buffer.baseAddress!, buffer.count, spec, &broken, handle)
        let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: count)
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
}

extension Format.Field {
  /// The numbers that every clock shows, as strftime writes them in every locale, but without its look at
  /// /etc/localtime each time; nil for everything else.
  fileprivate func plainNumber(_ time: CivilTime) -> String? {
    guard modifier == nil, width == nil, flags.isEmpty || flags == ["-"] else { return nil }
    let number: Int64
    switch letter {
    case "H": number = time.hour
    case "I": number = (time.hour + 11) % 12 + 1
    case "M": number = time.minute
    case "S": number = time.second
    case "d": number = time.day
    case "m": number = time.month
    default: return nil
    }
    return number < 10 && flags.isEmpty ? "0\(number)" : "\(number)"
  }
}
