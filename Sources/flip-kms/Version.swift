/// The program's version, as `--version` and the package give it.
let programVersion = "0.1.0"

/// The day of this version, in nanoseconds since 1970: a system's clock before it is plainly not set.
let programDate: Int64 = 1_795_996_800_000_000_000  // 2026-11-30
