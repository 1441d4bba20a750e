import FlipBoard

extension Setting {
  /// The section `content`.
  static let content: [Setting] = [
    Setting(
      .content, "show", at: \.content.show, as: .word, fallback: "clock", "what the board shows"),
    Setting(
      .content, "format", at: \.content.format, as: .filled("FORMAT", "a format such as {%H}:{%M}"),
      else: { $0.content.effectiveFormat }, fallback: "{%H}:{%M}; of a counter %D:%H:%M:%S",
      "what to print, as strftime(3); braces put what is inside on one wide flap; "
        + "of a counter %D %H %M %S count what is left or gone"),
    Setting(
      .content, "until", at: \.content.until, as: ValueForm<String>.moment.orEmpty(), fallback: "",
      "when the countdown ends: an instant, or a length counted from the start"),
    Setting(
      .content, "since", at: \.content.since, as: ValueForm<String>.moment.orEmpty(), fallback: "",
      "when the countup began: an instant, or a length counted from the start"),
    Setting(
      .content, "text", at: \.content.text,
      as: ValueForm<String>.text("TEXT", "a text of at most 4096 bytes").optional(),
      fallback: "", "the rows of the board, split by \\n"),
    Setting(
      .content, "rows", at: \.content.rows, as: ValueForm<Int>.whole("N", 1...1024).orEmpty(),
      fallback: "as the text needs", "rows of the board of text"),
    Setting(
      .content, "columns", at: \.content.columns, as: ValueForm<Int>.whole("N", 1...1024).orEmpty(),
      fallback: "as the text needs", "columns of the board of text"),
    Setting(
      .content, "align", at: \.content.align, as: .word, fallback: "left",
      "where a row of text stands on the board"),
    Setting(
      .content, "timezone", at: \.content.timezone,
      as: ValueForm<String>.zone.orEmpty(),
      fallback: "the system's", "the clock's zone, by its IANA name"),
    Setting(
      .content, "locale", at: \.content.locale,
      as: ValueForm<String>.locale.orEmpty(),
      fallback: "the environment's", "the language of the names of days and months"),
    Setting(
      .content, "drum", at: \.content.drum,
      as: ValueForm<String>.drum.orEmpty(),
      fallback: "blank, A-Z, 0-9, punctuation",
      "the faces of a board's drum, in their order; one that comes again counts once"),
    Setting(
      .content, "images", at: \.content.images,
      as: ValueForm<String>.filled("FOLDER", "a folder", completion: .folder).orEmpty(), fallback: "",
      "folder of pictures that stand for faces: 7.png, colon.png, AM.jpg"),
  ]
}

extension Settings.Content {
  /// The format that was given, or the one that goes with what is shown.
  var effectiveFormat: String { format ?? BoardConfiguration.defaultFormat(show) }
}
