"""Buffers by the format modifiers that card and GL share: Debian 13's software driver takes them, Debian 12's does not."""

from kiosk import SIZE, KioskTest
from picture import Picture

OPTIONS = ["--config", "/dev/null", "--timezone", "UTC", "--at", "2026-01-01T10:00:00.15Z"]


class Modifiers(KioskTest):
    OPTIONS = ["-device", "bochs-display,xres=640,yres=480,id=second"]

    def test_a_buffer_is_made_by_modifiers_and_shown(self):
        self.state("active", timeout=180)
        self.run_in_guest("systemctl stop flip-kms")
        self.guest.load("bochs")
        self.run_in_guest("flip-kms render --size " + SIZE + f" {' '.join(OPTIONS)} -o /share/rendered.png", 120)
        expected = Picture.read(self.guest.share / "rendered.png")
        running = self.guest.start(["flip-kms", "run", "--device", "/dev/dri/card1", *OPTIONS])
        self.addCleanup(running.signal, "TERM")
        shot = self.guest.folder / "second.png"
        self.until(lambda: self.guest.screenshot(shot, "second") == expected, 60, "the picture on the second card")
        # The plane's list has one, LINEAR.
        self.assertIn("flip-kms: Virtual-2: buffers are XR24, one of 1 modifiers\n", running.read("err"))
