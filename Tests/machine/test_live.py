"""Changes while it runs: of settings, zone, clock, hours and displays; and nothing is dark in between."""

import re
import time

from every_card import AT_REST, LATE
from plug import PlugTest
from suite import keep

CONFIG = "/tmp/live.conf"
HELD = ["--at", AT_REST, "--timezone", "UTC"]
READ = "flip-kms: the configuration was read again"
KEPT = "flip-kms: the configuration was not taken over; the settings stay as they were"
# One wide card that changes once an hour, so that a slow guest has time to look.
HOURS = "[content]\nformat = {%y}:{%H}\n"


class Live(PlugTest):
    def setUp(self):
        super().setUp()
        # The kernel tells of every commit; and whether displays are lit.
        self.guest.run("mountpoint -q /sys/kernel/debug || mount -t debugfs none /sys/kernel/debug").check()
        self.guest.run("echo 0x10 >/sys/module/drm/parameters/debug").check()
        self.addCleanup(self.guest.run, "echo 0 >/sys/module/drm/parameters/debug")

    def test_a_reload_changes_the_picture_and_nothing_is_dark(self):
        running = self.show("", HELD)
        for more, options, size, turned in (
            ("[look]\ntheme = light\n", ["--theme", "light"], "640x480", 0),
            ("[display]\nrotate = 180\n", [], "640x480", 180),
            ("[display]\ninset = 40\n", ["--inset", "40"], "640x480", 0),
            ("", [], "640x480", 0),
        ):
            with self.subTest(more):
                before = self.screen()
                after = self.render(*HELD, *options, size=size).turned(turned)
                self.reload(running, more)
                # Turned by the shader, edges may be rounded otherwise.
                self.watch(before, lambda seen: seen.unlike(after, 4) < 0.005)
                self.assertEqual(self.steps(), [])

    def test_a_reload_changes_mode_and_output(self):
        self.plug(1, 800, 600)
        running = self.show("[display]\noutput = Virtual-1\n", HELD)
        large = self.render(*HELD, size="800x600")
        self.reload(running, "[display]\noutput = Virtual-1\nmode = 800x600\n")
        self.assert_shows(large, running)
        # Off and on in one and the same commit: no picture was drawn, no commit was tried, while it was dark.
        self.assertEqual(self.steps(), ["off", "on"])
        self.reload(running, "[display]\noutput = Virtual-2\n")
        self.assert_shows(large, running, head=1)
        self.assertEqual(self.lit(), [False, True])

    def test_a_faulty_file_changes_nothing(self):
        running = self.show("", HELD)
        before = self.screen()
        for more, fault in (
            ("[look]\nthem = light\n", f"{CONFIG}:2: unknown key 'them' in [look], expected a key of this section; did you mean 'theme'?"),
            ("[look]\ntheme = light\n[display]\nmode = 640\n", f"{CONFIG}:4: mode = '640', expected preferred, current, WxH, WxH@Hz or a modeline"),
            ("[look]\ntheme = light\n[display]\noutput = HDMI-A-9\n", "there is no output HDMI-A-9; there are Virtual-1, Virtual-2"),
            ("[look]\ntheme = light\n[display]\ndevice = /dev/dri/card7\n", "there is no card /dev/dri/card7; there is /dev/dri/card0; did you mean '/dev/dri/card0'?"),
            ("[look]\ntheme = light\n[content]\nimages = /nowhere\n", f"{CONFIG}:4: no folder of pictures at '/nowhere'"),
        ):
            with self.subTest(more):
                said = running.read("err")
                self.write(more)
                running.signal("HUP")
                self.guest.until(lambda: running.read("err").count(KEPT) > said.count(KEPT), 30, "the fault")
                self.assertEqual(running.read("err")[len(said) :].splitlines(), [f"flip-kms: {fault}", KEPT])
                self.assertEqual(self.screen(), before)
        self.reload(running, "[look]\ntheme = light\n")
        self.assert_shows(self.render(*HELD, "--theme", "light"), running)

    def test_a_character_that_no_font_has_is_told_once(self):
        ugaritic = "[content]\nformat = {%H}\U00010380{%M}\n"
        told = "flip-kms: no font has '\U00010380' (U+10380); it is left blank"
        running = self.show(ugaritic, HELD)
        self.guest.until(lambda: told in running.read("err"), 10, told)
        # Once for each font that was opened; where nothing was taken over, there is nothing new to tell.
        self.write(ugaritic + "[look]\nthem = light\n")
        running.signal("HUP")
        self.guest.until(lambda: KEPT in running.read("err"), 30, "the fault")
        self.assertEqual(running.read("err").count(told), 1)
        self.reload(running, ugaritic + "[look]\ntheme = light\n")
        self.guest.until(lambda: running.read("err").count(told) == 2, 10, told)

    def test_the_zone_and_the_clock(self):
        self.addCleanup(self.guest.run, "rm -f /etc/localtime; ln -s /usr/share/zoneinfo/Etc/UTC /etc/localtime")
        self.guest.run("ln -sf /usr/share/zoneinfo/Etc/UTC /etc/localtime").check()
        self.set_clock("2026-03-01T10:05:00Z")
        running = self.show(HOURS)
        self.assert_shows_hour("2026-03-01T10:30:00", running)
        for change, local in (
            ("ln -sf /usr/share/zoneinfo/Asia/Kathmandu /etc/localtime", "2026-03-01T15:55:00"),  # 5:45 ahead
            ("rm /etc/localtime; cp /usr/share/zoneinfo/Asia/Tokyo /etc/localtime", "2026-03-01T19:05:00"),
            ("cat /usr/share/zoneinfo/America/Lima >/etc/localtime", "2026-03-01T05:05:00"),
            ("date -s 2026-03-01T11:05:00Z", "2026-03-01T06:05:00"),
            ("date -s 2026-03-01T10:05:00Z", "2026-03-01T05:05:00"),
            ("date -s 2031-07-01T12:05:00Z", "2031-07-01T07:05:00"),
            ("date -s 2026-03-01T10:05:00Z", "2026-03-01T05:05:00"),
        ):
            with self.subTest(change):
                self.guest.run(change).check()
                self.assert_shows_hour(local, running)

    def test_hours_of_darkness(self):
        zone = ["--timezone", "UTC"]
        self.set_clock("2026-03-01T21:05:00Z")
        running = self.show(HOURS + "[display]\noff = 22:00-06:00\ndim = 20:00-21:00 30%\n", zone)
        self.assert_shows_hour("2026-03-01T21:30:00", running)
        self.set_clock("2026-03-01T23:05:00Z")
        self.guest.until(lambda: self.lit() == [False, False], 30, "the dark")
        self.assertEqual(running.read("err").count("the display is off by its schedule"), 1)
        self.set_clock("2026-03-02T07:05:00Z")
        self.assert_shows_hour("2026-03-02T07:30:00", running)
        self.assertEqual(self.lit(), [True, False])
        self.set_clock("2026-03-02T20:05:00Z")
        bright = self.render(*zone, "--config", CONFIG, "--at", "2026-03-02T20:30:00Z")
        # There is no backlight here, so that the picture itself is darker: each value is 30% of what it was.
        darker = bytes(round(value * 0.3) for value in bright.pixels)

        def is_dim():
            seen = self.screen()
            return all(abs(a - b) <= 2 for a, b in zip(seen.pixels, darker))

        self.guest.until(is_dim, 30, "the dim picture")
        # A reload in the dark leaves it dark, and takes the window away when told to.
        self.set_clock("2026-03-02T23:05:00Z")
        self.guest.until(lambda: self.lit() == [False, False], 30, "the dark")
        self.reload(running, HOURS + "[display]\noff = 22:00-06:00\n")
        self.assertEqual(self.lit(), [False, False])
        self.reload(running, HOURS)
        self.assert_shows_hour("2026-03-02T23:30:00", running)

    def test_the_same_picture_on_all_while_one_goes_and_comes(self):
        self.plug(1, 800, 600)
        small, large = self.render(*HELD), self.render(*HELD, size="800x600")
        running = self.start("run", *HELD, "--output", "all")
        self.assert_shows(large, running, head=1)
        for head, picture, other in ((1, large, small), (0, small, large)):
            self.plug(head, 0, 0)
            self.says_gone(running, head)
            self.assert_shows(other, running, head=1 - head)
            self.plug(head, picture.width, picture.height)
            self.assert_shows(picture, running, head=head)
            self.assert_shows(other, running, head=1 - head)

    def test_nothing_runs_while_another_terminal_is_in_front(self):
        other = self.terminal(2)
        self.guest.run("busybox chvt 1").check()
        running = self.show("[content]\nformat = %S\n", ["--timezone", "UTC"])
        self.guest.run("timeout 30 busybox chvt 2").check()
        self.assert_shows(other, running)
        switches = f"grep ctxt /proc/{running.pid}/status"
        before = self.guest.run(switches).out
        self.guest.run("sleep 3").check()
        self.assertEqual(self.guest.run(switches).out, before)

    def test_a_picture_that_wanders_is_where_render_has_it(self):
        options = ["--at", LATE, "--timezone", "UTC", "--drift", "40"]
        expected = self.render(*options)
        self.assertNotEqual(expected, self.render("--at", LATE, "--timezone", "UTC"))
        self.assert_shows(expected, self.start("run", *options))

    def show(self, more, options=()):
        """The program with a configuration, once it has said that it shows."""
        self.write(more)
        running = self.start("run", "--config", CONFIG, *options)
        self.guest.until(lambda: "showing on" in running.read("err") or running.ended, 60, "it to show")
        self.assertFalse(running.ended, running.read("err"))
        return running

    def write(self, text):
        self.guest.run(f"cat >{CONFIG} <<'END'\n{text}END").check()

    def reload(self, running, text):
        """Another configuration, taken over without a word against it."""
        said = running.read("err")
        self.write(text)
        self.guest.run("dmesg -C").check()
        running.signal("HUP")
        self.guest.until(lambda: running.read("err").count(READ) > said.count(READ), 30, "the reload")
        self.assertEqual(running.read("err").count(KEPT), said.count(KEPT))

    def watch(self, before, is_after):
        """Looks at the display as often as can be until it has changed: nothing else may be seen on the way."""
        deadline = time.monotonic() + 120
        while not is_after(seen := self.screen()):
            if seen != before:
                self.fail(f"neither as before nor as after: {keep(before, 'before.png')}, {keep(seen, 'seen.png')}")
            self.assertLess(time.monotonic(), deadline, "the change")

    def steps(self):
        """What the kernel has done to CRTCs since the last reload: off, on; and commits in the dark."""
        words = {"disabling [CRTC": "off", "enabling [CRTC": "on", "checking ": "commit"}
        found = re.findall(r"disabling \[CRTC|enabling \[CRTC|checking ", self.guest.run("dmesg").out)
        steps = []
        for step in (words[word] for word in found):
            if step != "commit" or steps and steps[-1] == "off":
                steps.append(step)
        return steps

    def lit(self):
        """Whether each of the two displays is lit."""
        state = self.guest.run("cat /sys/kernel/debug/dri/0/state").check().out
        return [found == "1" for found in re.findall(r"\n\s+active=(\d)", state)]

    def set_clock(self, instant):
        """Sets the guest's clock; the test's end sets it right again."""
        self.addCleanup(lambda: self.guest.run(f"date -s @{int(time.time())}"))
        self.guest.run(f"date -s {instant}").check()

    def assert_shows_hour(self, local, running):
        """The picture of an hour, by the time that clocks on the wall have then."""
        expected = self.render("--config", CONFIG, "--timezone", "UTC", "--at", local)
        self.assert_shows(expected, running)

    def says_gone(self, running, head):
        words = f"Virtual-{head + 1} is gone or has changed"
        self.guest.until(lambda: words in running.read("err"), 30, words)
