import FlipBoard

extension Setting {
  /// The section `motion`.
  static let motion: [Setting] = [
    Setting(
      .motion, "travel", at: \.motion.travel, as: .word, else: { $0.effectiveTravel },
      fallback: "direct; of text drum", "one flap to the new face, or every face on the way passes"),
    Setting(
      .motion, "duration", at: \.motion.duration, as: .number("SECONDS", 0.02...60), fallback: "0.5",
      "how long one flap takes from rest to rest"),
    Setting(
      .motion, "cadence", at: \.motion.cadence, as: .number("SECONDS", 0.005...60),
      else: { $0.motion.duration }, fallback: "duration",
      "from one flap's start to the next one's on the same module; at least a 256th of duration"),
    Setting(
      .motion, "motion", at: \.motion.motion, as: .word, fallback: "fall",
      "constant speed, or gravity and a small bounce"),
    Setting(
      .motion, "stagger", at: \.motion.stagger, as: .number("SECONDS", 0...10), fallback: "0",
      "by how much each column starts after the one before"),
  ]
}

extension Settings {
  /// The travel that was given, or the one that goes with what is shown.
  var effectiveTravel: Travel { motion.travel ?? (content.show == .text ? .drum : .direct) }
}
