"""The first start of a machine whose clock nobody has set: a Raspberry Pi without a network."""

from kiosk import KioskTest


class UnsetClock(KioskTest):
    OPTIONS = ["-rtc", "base=2001-02-03T04:05:06"]

    def test_the_time_is_shown_and_the_doubt_is_told(self):
        self.state("active", timeout=180)
        self.assert_shows_the_time(120)
        self.until(lambda: "clock is not set" in self.unit("StatusText"), 20, "a word about it")
        self.run_in_guest("date -s 2031-02-03T04:05:06Z")
        self.assert_shows_the_time()
        self.until(lambda: "clock is not set" not in self.unit("StatusText"), 20, "the word to go")
