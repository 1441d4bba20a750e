"""Displays that come and go: two outputs of one card, plugged in and out while the program runs."""

import re

from every_card import AT_REST
from plug import PlugTest
from suite import GuestTest

OPTIONS = ["--at", AT_REST, "--timezone", "UTC"]


class Plugs(PlugTest):
    def test_a_display_that_is_plugged_in_later(self):
        self.plug(0, 0, 0)
        expected = self.render(*OPTIONS)
        running = self.start("run", *OPTIONS)
        self.guest.until(lambda: running.read("err"), 20, "a word about it")
        self.plug(0, 640, 480)
        self.assert_shows(expected, running)

    def test_a_display_that_goes_and_comes_back(self):
        expected = self.render(*OPTIONS)
        running = self.start("run", *OPTIONS)
        self.assert_shows(expected, running)
        self.plug(0, 0, 0)
        self.assertFalse(running.ended)
        self.plug(0, 640, 480)
        self.assert_shows(expected, running)

    def test_a_display_comes_back_turned_as_it_was_and_at_the_present_time(self):
        hours = ["--timezone", "UTC", "--config", "/dev/null", "--format", "{%H}", "--rotate", "180"]
        shown = [self.render(*hours, "--at", f"2026-01-01T{hour}:30:00Z").turned(180) for hour in ("09", "10")]
        self.guest.run("date -us '2026-01-01 09:30:00'").check()
        running = self.start("run", *hours)

        def shows(expected):
            # Turned by the shader, edges may be rounded otherwise.
            return self.guest.until(lambda: self.screen().unlike(expected, 4) < 0.005, 30, "the picture")

        shows(shown[0])
        self.plug(0, 0, 0)
        self.guest.until(lambda: "waiting for a display" in running.read("err"), 30, "a word about it")
        self.guest.run("date -us '2026-01-01 10:30:00'").check()
        self.plug(0, 640, 480)
        shows(shown[1])

    def test_a_display_of_another_size_in_its_place(self):
        running = self.start("run", *OPTIONS)
        self.assert_shows(self.render(*OPTIONS), running)
        self.plug(0, 0, 0)
        self.plug(0, 800, 600)
        self.assert_shows(self.render(*OPTIONS, size="800x600"), running)

    def test_the_same_picture_on_all(self):
        self.plug(1, 800, 600)
        running = self.start("run", *OPTIONS, "--output", "all")
        self.assert_shows(self.render(*OPTIONS), running, head=0)
        self.assert_shows(self.render(*OPTIONS, size="800x600"), running, head=1)

    def test_a_display_without_room_for_the_board_stays_dark(self):
        board = [*OPTIONS, "--show", "text", "--text", "A", "--rows", "60"]
        expected = self.render(*board)
        running = self.start("run", *board, "--output", "all")
        self.assert_shows(expected, running)
        self.plug(1, 320, 240)
        self.guest.until(lambda: "Virtual-2 stays dark: " in running.read("err"), 20, "a word about it")
        self.assertFalse(running.ended)
        self.assert_shows(expected, running)

    def test_the_output_that_is_asked_for(self):
        self.plug(1, 800, 600)
        running = self.start("run", *OPTIONS, "--output", "Virtual-2")
        self.assert_shows(self.render(*OPTIONS, size="800x600"), running, head=1)


class Unplugged(GuestTest):
    """The card itself goes, as one on a cable does, and its driver comes back later; and a cable that fails."""

    DRIVER = "/sys/bus/virtio/drivers/virtio_gpu"

    def bind(self, name):
        self.guest.run(f"[ -e {self.DRIVER}/{name} ] || echo {name} >{self.DRIVER}/bind").check()

    def test_a_card_that_goes_and_comes_back(self):
        expected = self.render(*OPTIONS)
        running = self.start("run", *OPTIONS, "--device", "/dev/dri/card0", "--output", "Virtual-1")
        self.assert_shows(expected, running)
        (name,) = self.guest.run(f"cd {self.DRIVER}; echo virtio[0-9]*").check().out.split()
        self.addCleanup(self.bind, name)
        self.guest.run(f"echo {name} >{self.DRIVER}/unbind").check()
        self.guest.until(lambda: "waiting for a display" in running.read("err") or running.ended, 20, "a word about it")
        self.assertFalse(running.ended)
        # Nothing of it stays open, or it could not come back by its own name.
        self.assertNotIn("/dev/dri/", self.guest.run(f"ls -l /proc/{running.pid}/fd").check().out)
        self.bind(name)
        self.assert_shows(expected, running)
        self.assertEqual(running.read("err").count("waiting for a display"), 1)
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)

    def test_a_link_that_turns_bad_gets_its_mode_set_again(self):
        expected = self.render(*OPTIONS)
        running = self.start("run", *OPTIONS)
        self.assert_shows(expected, running)
        self.assertEqual(self.spoil(), "good")
        self.guest.until(lambda: self.spoil() == "good", 20, "the link to be good again")
        self.assert_shows(expected, running)

    def spoil(self):
        """Makes the display's link bad, as a failing cable does; says how it was before."""
        self.guest.run("busybox rmmod bad_link")
        self.guest.load("bad_link")
        return re.findall(r"bad_link: Virtual-1 was (\w+)", self.guest.run("dmesg").check().out)[-1]
