import FlipBoard
import FlipFaces
import FlipGL
import FlipKMS

/// GL on the buffers of one screen: draws what changed, and knows what changed in the frames before.
final class Canvas {
  private let window: WindowSurface
  private let renderer: Renderer
  private let orientation: Orientation
  private var history = DamageHistory(rectangles: Damage.limit)
  // In a frame these are used again, and allocate nothing.
  private var stale: [Clip] = []
  private var rects: [Rect] = []
  private var turned: [Rect] = []
  /// What differs from the frame before, in few rectangles: in pixels of the buffer; empty is all of it.
  private(set) var clips: [Clip] = []
  private var outline: Outline
  /// The same exactly, in pixels of the scene.
  private var changes: [Clip] = []

  /// - Parameters:
  ///   - context: of the surface's format.
  ///   - surface: it must outlive this.
  init(
    _ context: Context, _ surface: Surface, look: Look, faces: any FaceSource, orientation: Orientation
  ) throws(GLError) {
    window = try WindowSurface(
      context, gbmSurface: surface.pointer, size: Size(width: surface.width, height: surface.height))
    renderer = try Renderer(context, look: look, faces: faces)
    self.orientation = orientation
    outline = Outline(display: orientation.logicalSize(of: window.size))
    // Of four frames, which no driver's queue exceeds.
    stale.reserveCapacity(4 * Damage.limit)
    rects.reserveCapacity(4 * Damage.limit)
    turned.reserveCapacity(Outline.limit)
    clips.reserveCapacity(Outline.limit)
    changes.reserveCapacity(Damage.limit)
  }

  /// Draws and swaps: then the surface's front buffer can be locked.
  ///
  /// - Parameters:
  ///   - isWhole: draws all of it, whatever changed.
  ///   - brightness: 0 to 1, of everything.
  /// - Returns: a sync file that is signalled when the picture is drawn, -1 for none; the caller closes it.
  func draw(_ playback: Playback, isWhole: Bool, brightness: Double) throws(GLError) -> Int32 {
    changes.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    turned.removeAll(keepingCapacity: true)
    if isWhole {
      let size = playback.scene.size
      changes.append(Clip(x1: 0, y1: 0, x2: Int32(size.width), y2: Int32(size.height)))
    } else {
      outline.clear()
      for rect in playback.damage {
        changes.append(Clip(rect))
        outline.add(rect)
      }
      for rect in outline.rects {
        let place = orientation.place(rect, on: window.size)
        turned.append(place)
        clips.append(Clip(place))
      }
    }
    let age = isWhole ? 0 : try window.bufferAge()
    let isPartial = history.collect(age: age, damage: changes, into: &stale)
    rects.removeAll(keepingCapacity: true)
    for clip in stale { rects.append(Rect(clip)) }
    try renderer.draw(
      playback.scene, on: window, changed: isWhole ? nil : playback.changed, turning: playback.isTurning,
      damage: isPartial ? rects : nil,
      orientation: orientation, brightness: brightness)
    let fence = window.nativeFence()
    try window.swap(damage: isWhole ? nil : turned)
    history.swapped(changes)
    return fence
  }

  /// While nothing is to be drawn for long: what the next flip, which begins with that scene, would have to
  /// wait for.
  func prepare(_ next: Scene?) throws(GLError) { try renderer.prepare(next, on: window) }

  /// Nothing of what is in the buffers can be trusted any more.
  func forgetHistory() { history.forget() }
}

extension Clip {
  init(_ rect: Rect) {
    self.init(
      x1: Int32(rect.x), y1: Int32(rect.y), x2: Int32(rect.x + rect.width), y2: Int32(rect.y + rect.height))
  }
}

extension Rect {
  init(_ clip: Clip) {
    self.init(
      x: Int(clip.x1), y: Int(clip.y1), width: Int(clip.x2 - clip.x1), height: Int(clip.y2 - clip.y1))
  }
}
