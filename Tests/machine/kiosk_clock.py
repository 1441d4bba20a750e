"""The first start of a machine whose clock nobody has set, without a configuration, before its display is plugged in."""

import re

from kiosk import KioskTest


class UnsetClock(KioskTest):
    OPTIONS = ["-rtc", "base=2001-02-03T04:05:06"]
    PLUGGED = False

    def test_the_time_is_shown_and_the_doubt_is_told(self):
        self.state("active", timeout=180)
        # A fast guest may have shown something before the display was pulled.
        doubt = re.compile("waiting for a display: .*; the system's clock is not set")
        self.until(lambda: doubt.match(self.unit("StatusText")), 60, "the word that it waits, and doubts its clock")
        self.run_in_guest("rm /etc/flip-kms.conf; systemctl restart flip-kms", 120)
        self.state("active")
        self.guest.plug.resize(640, 480)
        self.assert_shows_the_time(120)
        self.assertRegex(self.unit("StatusText"), "^showing on Virtual-1 .*; the system's clock is not set")
        self.run_in_guest("date -s 2031-02-03T04:05:06Z")
        self.assert_shows_the_time()
        self.until(lambda: "clock is not set" not in self.unit("StatusText"), 20, "the word to go")
