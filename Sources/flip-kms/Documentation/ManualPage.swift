/// The manual pages.
enum ManualPage {
  /// flip-kms(1).
  static var program: String {
    var page = Roff("flip-kms", section: 1)
    page.heading("NAME")
    page.words("flip-kms - a split-flap clock or board on a display, without a desktop")
    page.heading("SYNOPSIS")
    for command in Command.allCases { page.paragraph(Help.synopsis(of: command)) }
    page.paragraph("flip-kms --help | --version")
    page.heading("DESCRIPTION")
    page.words(
      "flip-kms draws a split-flap display: a clock, a countdown, a countup or a board of text. It draws "
        + "with OpenGL ES straight to a display through the kernel's mode setting (KMS), or offscreen to "
        + "files.")
    page.paragraph(
      "The picture is a function of time: render with --at draws what run shows at that instant.")
    page.heading("COMMANDS")
    for command in Command.allCases {
      page.subheading(command.rawValue)
      page.words(capitalized(command.meaning) + ".")
      for option in command.options where !["config", "help"].contains(option.name) {
        page.entry(option.spelling, option.placeholder, capitalized(option.meaning) + ".")
      }
    }
    page.heading("OPTIONS")
    for name in ["config", "help", "version"] {
      let option = CommandOption.named(name)!
      page.entry(option.spelling, option.placeholder, capitalized(option.meaning) + ".")
    }
    page.paragraph(
      "Options may stand before and behind the command. --KEY VALUE and --KEY=VALUE are the same, -- ends "
        + "the options, and of an option given twice the last one counts.")
    page.heading("SETTINGS")
    page.words("Each is a key of the configuration too; flip-kms.conf(5) says more of each.")
    for section in Section.allCases {
      page.subheading(section.rawValue)
      for setting in Setting.all where setting.section == section {
        page.entry("--" + setting.key, setting.placeholder, capitalized(setting.meaning) + ".")
      }
    }
    files(&page)
    feeds(&page)
    surroundings(&page)
    page.heading("SEE ALSO")
    page.words("flip-kms.conf(5), strftime(3), fc-match(1), systemd.service(5)")
    return page.text
  }

  private static func files(_ page: inout Roff) {
    page.heading("FILES OF RENDER")
    page.words(
      "The ending of the name of -o is the format: .png for one picture, or for many where the name holds %d, "
        + "%5d or %05d, once, for the frame's number from 0 on (in the name of a PNG %% is a percent sign, and any "
        + "other % a fault); .webp for an animation without loss, at most 16383 pixels a side; .y4m for video, "
        + "which - puts on standard output; .jsonl for the scene as data.")
    page.paragraph(
      "A file appears under its name when it is whole. One that was there keeps its owner and its permissions; "
        + "where it may not be written, it is refused. Through a symbolic link the file that it points to is "
        + "written, or made.")
  }

  private static func feeds(_ page: inout Roff) {
    page.heading("FEEDS")
    page.words(
      "A feed is lines of UTF-8, each the whole new text of the board. In a plain line \\n splits rows. A "
        + "line that starts with { is JSON, with the text or its rows; in a file for render also with the "
        + "seconds after --at:")
    page.example([
      "GATE 12\\nBOARDING", "{\"text\":\"GATE 12\\nBOARDING\"}",
      "{\"rows\":[\"GATE 12\",\"BOARDING\"],\"at\":2.5}",
    ])
    page.paragraph(
      "The last message wins. A line over 64 KiB, a zero byte in it, bad UTF-8 or bad JSON is refused with a "
        + "warning, and the board stays as it was. A file for render of which no line is a message, or one over 64 "
        + "MiB, ends the program.")
    page.paragraph(
      "The socket of --feed can be written to by the program's user and group, as in: echo HELLO | socat - "
        + "UNIX-CONNECT:PATH. A socket that was left behind is replaced; where a program still listens at it, run "
        + "ends with 75 at once. Its path has at most 107 bytes. From an MQTT broker the payload of each message is a line."
    )
  }

  private static func surroundings(_ page: inout Roff) {
    page.heading("SIGNALS")
    page.entry("SIGTERM, SIGINT", nil, "End, with the console as it was.")
    page.entry(
      "SIGHUP", nil,
      "Read the configuration again. A faulty one leaves the running settings as they are; one that came through a "
        + "pipe stays what it was.")
    page.heading("EXIT STATUS")
    for code in ExitCode.allCases { page.entry(String(code.rawValue), nil, code.meaning) }
    page.heading("ENVIRONMENT")
    page.entry("XDG_CONFIG_HOME", nil, "Folder of the user's flip-kms.conf.")
    page.entry("TZ, LC_ALL, LC_TIME, LANG", nil, "Zone and locale where the settings name none.")
    page.entry(
      "CREDENTIALS_DIRECTORY", nil,
      "Its file mqtt-password is the password of the broker's user, as systemd's LoadCredential= puts it "
        + "there.")
    page.entry("FLIP_KMS_MQTT_PASSWORD", nil, "The same, where there is no such file.")
    page.entry(
      "SSL_CERT_FILE, SSL_CERT_DIR", nil,
      "The authorities to trust with mqtts, instead of the system's.")
    page.heading("FILES")
    page.entry("/etc/flip-kms.conf", nil, "The configuration, where there is no other.")
    page.heading("EXAMPLES")
    page.example([
      "flip-kms --timezone Asia/Tokyo --theme solari",
      "flip-kms render --size 1920x1080 --at 2026-01-01T09:59:59.75Z -o clock.png",
      "flip-kms render --size 640x360 --at 2026-01-01T09:59:59Z --for 2 --fps 30 -o - |",
      "    ffmpeg -i - clock.mp4",
    ])
  }

  /// flip-kms.conf(5).
  static var configuration: String {
    var page = Roff("flip-kms.conf", section: 5)
    page.heading("NAME")
    page.words("flip-kms.conf - configuration of flip-kms(1)")
    page.heading("SYNOPSIS")
    page.words("$XDG_CONFIG_HOME/flip-kms.conf")
    page.paragraph("/etc/flip-kms.conf")
    page.heading("DESCRIPTION")
    page.words(
      "The file named by --config is read, else the first of these that is there. It has sections in "
        + "brackets, and in them a key with its value a line. A line that starts with # or ; is a comment; "
        + "there is none behind a value. A : does for the first =. A value in double quotes keeps the spaces at its "
        + "ends; one that begins with a quote ends with one. An empty value of a setting that may be unset unsets it. The file is UTF-8."
    )
    page.paragraph(
      "An unknown section or key, a key given twice and a bad value are faults, told with their line; the "
        + "program then does not start, or goes on with the settings it has. flip-kms check tells them all. "
        + "Options of the command line win over the file.")
    for section in Section.allCases {
      page.heading("[\(section.rawValue)]")
      page.words(capitalized(section.title) + ".")
      for setting in Setting.all where setting.section == section {
        let fallback = setting.fallback.isEmpty ? "" : " Default: \(setting.fallback)."
        page.entry(
          setting.key, "= " + setting.placeholder,
          "\(capitalized(setting.meaning)). \(capitalized(setting.expected)).\(fallback)")
      }
    }
    page.heading("EXAMPLE")
    page.example([
      "[content]", "timezone = Europe/Berlin", "format = {%H}:{%M}", "", "[look]", "theme = solari", "",
      "[display]", "rotate = 90", "off = Mon-Fri 23:00-06:30, Sat-Sun 00:30-08:00",
    ])
    page.heading("SEE ALSO")
    page.words("flip-kms(1)")
    return page.text
  }
}
