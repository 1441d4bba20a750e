import CEGL

/// How long a GPU was busy with what was drawn between two calls, by its own clock
/// (GL_EXT_disjoint_timer_query).
public final class TimerQuery {
  private let context: Context
  private let functions: flip_timer
  private var name: GLuint = 0

  /// nil where the driver has no such clock.
  public init?(_ context: Context) {
    var functions = flip_timer()
    guard context.features.timerQuery, flip_timer_load(&functions) != 0 else { return nil }
    self.context = context
    self.functions = functions
    functions.generate(1, &name)
  }

  deinit {
    context.whileCurrent { functions.remove(1, &name) }
  }

  /// What is drawn from here on counts.
  public func begin() { functions.begin(GLenum(GL_TIME_ELAPSED_EXT), name) }

  /// What was drawn up to here counted.
  public func end() { functions.end(GLenum(GL_TIME_ELAPSED_EXT)) }

  /// Nanoseconds from `begin` to `end`; waits until they are known. nil where the GPU's clock jumped in
  /// between, such as with a change of its pace (GL_GPU_DISJOINT_EXT).
  public func nanoseconds() -> Int? {
    var time: GLuint64 = 0
    functions.result(name, GLenum(GL_QUERY_RESULT_EXT), &time)
    var jumped: GLint = 0
    glGetIntegerv(GLenum(GL_GPU_DISJOINT_EXT), &jumped)
    return jumped == 0 ? Int(clamping: time) : nil
  }
}
