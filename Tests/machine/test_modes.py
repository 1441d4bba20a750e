"""Modes and turns: portrait, odd sizes, a mode that is asked for, a picture that is turned."""

from every_card import EARLY
from suite import GuestTest

OPTIONS = ["--at", EARLY, "--timezone", "UTC"]


class Portrait(GuestTest):
    DEVICES = ["virtio-gpu-pci,xres=480,yres=800,id=card"]

    def test_the_preferred_mode(self):
        expected = self.render(*OPTIONS, size="480x800")
        self.assert_shows(expected, self.start("run", *OPTIONS))

    def test_a_mode_that_is_asked_for(self):
        expected = self.render(*OPTIONS, size="800x600")
        self.assert_shows(expected, self.start("run", *OPTIONS, "--mode", "800x600"))

    def test_turned(self):
        """Turned by the shader, so edges may be rounded otherwise; the rest is the same."""
        for degrees, size in ((90, "800x480"), (180, "480x800"), (270, "800x480")):
            expected = self.render(*OPTIONS, size=size).turned(degrees)
            running = self.start("run", *OPTIONS, "--rotate", str(degrees))
            self.guest.until(lambda: self.screen().unlike(expected, 4) < 0.005, 30, f"the picture at {degrees}")
            running.signal("TERM")
            self.assertEqual(running.wait().status, 0)


class Odd(GuestTest):
    DEVICES = ["virtio-gpu-pci,xres=853,yres=481,id=card"]

    def test_the_preferred_mode(self):
        size = self.displays()["choice"]["mode"].split("@")[0]
        expected = self.render(*OPTIONS, size=size)
        self.assert_shows(expected, self.start("run", *OPTIONS))
