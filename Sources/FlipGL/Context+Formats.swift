import CEGL

extension Context {
  /// A format that can be drawn to, with the modifiers that it can be drawn with.
  public struct Format: Hashable, Sendable {
    /// DRM_FORMAT_*.
    public var fourcc: UInt32
    /// DRM_FORMAT_MOD_*; none where the driver names none.
    public var modifiers: [UInt64]
  }

  /// What EGL can draw to, of EGL_EXT_image_dma_buf_import_modifiers; what is for external textures only
  /// is left out. Empty without that extension.
  public var renderableFormats: [Format] {
    guard features.modifiers else { return [] }
    let count = flip_egl_formats(display.handle, nil, 0)
    var formats = [EGLint](repeating: 0, count: Int(count))
    let filled = flip_egl_formats(display.handle, &formats, count)
    return formats[..<Int(min(count, filled))].compactMap { format in
      let count = flip_egl_modifiers(display.handle, format, nil, nil, 0)
      if count == 0 { return Format(fourcc: UInt32(bitPattern: format), modifiers: []) }
      var modifiers = [EGLuint64KHR](repeating: 0, count: Int(count))
      var external = [EGLBoolean](repeating: 0, count: Int(count))
      let filled = Int(min(count, flip_egl_modifiers(display.handle, format, &modifiers, &external, count)))
      let drawable = (0..<filled).filter { external[$0] == 0 }.map { UInt64(modifiers[$0]) }
      return drawable.isEmpty ? nil : Format(fourcc: UInt32(bitPattern: format), modifiers: drawable)
    }
  }
}
