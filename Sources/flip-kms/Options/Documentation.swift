/// The pages that the build makes out of the table of settings: `flip-kms --print PAGE`. No part of the
/// help, as it is for the Makefile and the package alone.
enum Documentation {
  static let pages = ["man", "conf-man", "bash", "zsh", "fish", "settings-table"]

  static func page(_ name: String) throws(Failure) -> String {
    throw Failure(.usage, "no page \(name.quoted), expected \(alternatives(pages))")
  }
}
