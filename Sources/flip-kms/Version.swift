/// The program's version, as `--version` and the package give it.
let programVersion = "0.1.0"
