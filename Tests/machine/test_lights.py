"""A panel's light: darker, off, and back again whatever becomes of the program."""

from console import ConsoleTest
from test_permission import CARD, RENDER

# A clock of hours, so that a slow guest has time.
OPTIONS = ["--config", "/dev/null", "--timezone", "UTC", "--format", "{%H}"]
LIGHT = "/sys/class/backlight/panel"
# What the module starts with, and 30% of it.
FULL, DIM = 120, 36
HOURS = {"dim": "10:00-11:00 30%", "off": "10:00-11:00"}


class Lights(ConsoleTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.picture = None

    def setUp(self):
        super().setUp()
        self.guest.load("light")
        self.addCleanup(self.guest.run, "busybox rmmod light")
        if not self.picture:
            type(self).picture = self.render(*OPTIONS, "--at", "2026-01-01T10:30:00Z")

    def test_hours_by_the_light(self):
        for window, level in (("dim", DIM), ("off", 0)):
            with self.subTest(window):
                running = self.show(window)
                self.assert_level(FULL)
                self.set_clock("10:00:30")
                self.assert_level(level)
                if window == "dim":
                    # The light gets darker, so that the picture doesn't.
                    self.assert_shows(self.picture, running)
                self.set_clock("11:00:30")
                self.assert_level(FULL)
                running.signal("TERM")
                self.assertEqual(running.wait().status, 0)
                self.assert_level(FULL)

    def test_a_light_that_somebody_sets_is_what_comes_back(self):
        running = self.show("dim")
        self.guest.run(f"echo 100 >{LIGHT}/brightness").check()
        self.set_clock("10:00:30")
        self.assert_level(30)
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        self.assert_level(100)

    def test_however_it_ends_the_light_comes_back(self):
        for window, level in (("dim", DIM), ("off", 0)):
            for name in ("TERM", "INT", "SEGV", "ABRT", "KILL"):
                with self.subTest(window=window, signal=name):
                    running = self.show(window)
                    self.set_clock("10:00:30")
                    self.assert_level(level)
                    running.signal(name)
                    running.wait()
                    self.assert_level(FULL)

    def test_another_terminal_has_light(self):
        other = self.terminal(2)
        self.switch(1)
        running = self.show("off")
        self.set_clock("10:00:30")
        self.assert_level(0)
        self.switch(2)
        self.assert_level(FULL)
        self.assert_shows(other, running)
        self.switch(1)
        self.assert_level(0)
        self.guest.until(lambda: self.screen() != other, 10, "the dark")

    def test_a_light_that_may_not_be_set(self):
        for group, node in (("video", CARD), ("render", RENDER)):
            self.guest.run(f"getent group {group} || groupadd -r {group}; chgrp {group} {node}; chmod 660 {node}").check()
            self.addCleanup(self.guest.run, f"chgrp root {node}; chmod 600 {node}")
        self.guest.run("id erin || useradd -m -g users -G video,render erin").check()
        running = self.show("dim", "/usr/bin/setpriv --reuid=erin --regid=users --init-groups --reset-env".split())
        self.set_clock("10:00:30")
        self.assert_darker(running)
        self.assertIn(
            f"flip-kms: {LIGHT}/brightness: no permission: it is not open to a group; udev gives it to video or render: "
            "does udev run?; the picture gets darker instead\n",
            running.read("err"),
        )
        self.guest.run(f"chgrp video {LIGHT}/brightness; chmod g+w {LIGHT}/brightness").check()
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        # As our rule for udev has it.
        running = self.show("dim", "/usr/bin/setpriv --reuid=erin --regid=users --init-groups --reset-env".split())
        self.set_clock("10:00:30")
        self.assert_level(DIM)
        self.assert_shows(self.picture, running)

    def test_a_light_that_does_not_obey(self):
        running = self.show("dim")
        self.guest.run("echo 1 >/sys/module/light/parameters/refuses").check()
        self.set_clock("10:00:30")
        self.assert_darker(running)
        self.assertIn(f"flip-kms: {LIGHT} does not obey; the picture gets darker instead\n", running.read("err"))

    def show(self, window, under=()):
        """A clock at half past nine, with hours from ten to eleven."""
        self.set_clock("09:30:30")
        running = self.start("run", *OPTIONS, f"--{window}", HOURS[window], under=under)
        self.says(running, "showing on Virtual-1")
        return running

    def set_clock(self, time):
        self.guest.run(f"date -us '2026-01-01 {time}'").check()

    def assert_level(self, level):
        def present():
            return int(self.guest.run(f"cat {LIGHT}/actual_brightness").check().out)

        try:
            self.guest.until(lambda: present() == level, 20, "the light")
        except TimeoutError:
            self.fail(f"the light stands at {present()}, not at {level}")

    def assert_darker(self, running):
        """Each value of the picture is 30% of what it was."""
        darker = bytes(round(value * 0.3) for value in self.picture.pixels)

        def is_dim():
            seen = self.screen().pixels
            return all(abs(a - b) <= 2 for a, b in zip(seen, darker))

        self.guest.until(is_dim, 30, f"the dimmed picture; it said {running.read('err')}")
