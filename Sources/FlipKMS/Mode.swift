import CEGL

/// A mode with all its timings, as the kernel takes it.
struct Mode: Equatable {
  let info: drmModeModeInfo

  init(_ info: drmModeModeInfo) { self.info = info }

  var width: Int { Int(info.hdisplay) }
  var height: Int { Int(info.vdisplay) }
  var name: String { text(of: info.name) }

  /// Whether both make the same signal; names, and which of them is preferred, don't matter.
  static func == (a: Mode, b: Mode) -> Bool {
    let (a, b) = (a.info, b.info)
    return a.clock == b.clock && a.flags == b.flags
      && a.hdisplay == b.hdisplay && a.hsync_start == b.hsync_start && a.hsync_end == b.hsync_end
      && a.htotal == b.htotal && a.hskew == b.hskew
      && a.vdisplay == b.vdisplay && a.vsync_start == b.vsync_start && a.vsync_end == b.vsync_end
      && a.vtotal == b.vtotal && a.vscan == b.vscan
  }
}
