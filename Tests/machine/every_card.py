"""What holds for every card that can show, whatever drives it: the tests that test_cards.py runs on each."""

AT_REST = "2026-01-01T09:59:30Z"
EARLY, LATE = "2026-01-01T10:00:00.15Z", "2026-01-01T10:00:00.4Z"  # above and below the middle of a flip


class Shows:
    """What a display scans out is what `render` draws, and afterwards the console is there again."""

    def test_run_shows_the_clock_and_gives_the_console_back(self):
        console = self.terminal(1)
        self.show(AT_REST, "TERM")
        self.assert_shows(console)

    def test_run_shows_a_flap_that_falls(self):
        self.assertNotEqual(self.show(EARLY, "INT"), self.show(LATE, "TERM"))

    def show(self, instant, end):
        """Shows the clock of an instant, then ends the program by a signal; gives the picture."""
        options = ["--at", instant, "--timezone", "UTC"]
        expected = self.render(*options)
        self.assertGreater(expected.colors(), 10)
        running = self.start("run", *options)
        self.assert_shows(expected, running)
        running.signal(end)
        self.assertEqual(running.wait().status, 0)
        return expected


class Chooses:
    """What `displays` says and would take, for each kind of guest below."""

    DRIVER = ""
    CHOICE = ("/dev/dri/card0", "Virtual-1")
    MODE = "640x480@75"

    def test_displays_takes_the_display_that_can_show(self):
        choice = self.displays()["choice"]
        self.assertEqual((choice["card"], choice["connector"], choice["mode"]), (*self.CHOICE, self.MODE))

    def test_displays_names_every_card_and_connector(self):
        for card in self.displays()["cards"]:
            there = self.guest.run(f"ls -d /sys/class/drm/{card['path'][9:]}-*").out.split()
            self.assertEqual(
                sorted(path.split("-", 1)[1] for path in there), sorted(c["name"] for c in card["connectors"])
            )

    def test_displays_describes_the_same_in_words(self):
        said = self.program("displays").check().out
        card, connector = self.CHOICE
        self.assertIn(f"run would take {connector} on {card}", said)
        self.assertIn(f"{card}  {self.DRIVER}, atomic", said)

    def test_a_description_of_this_machine_gives_the_same_choice_elsewhere(self):
        self.guest.run("/share/flip-kms displays --json >/share/described.json").check()
        again = self.displays("--from", "/share/described.json")
        self.assertEqual(again["choice"], self.displays()["choice"])
