"""Hardware that fails: the kernel refuses commits by every errno, and never tells of a flip.

The driver is the real one; a module of ours has a function of the kernel's fail, so many times.
"""

from suite import GuestTest

# A clock of hours, so that a slow guest has time.
OPTIONS = ["--config", "/dev/null", "--timezone", "UTC", "--format", "{%H}"]
BEFORE, AFTER = "2026-01-01T09:30:00Z", "2026-01-01T10:30:00Z"
# What every flip goes through, what every request of a program does, and what tells that a flip is done.
FLIP, REQUEST, DONE = "drm_atomic_nonblocking_commit", "drm_mode_atomic_ioctl", "drm_crtc_send_vblank_event"
SHOWING = "flip-kms: showing on Virtual-1 on /dev/dri/card0 at 640x480@75.00"
SET_AGAIN = "flip-kms: Virtual-1: {}; setting the mode again"
LOST = SET_AGAIN.format("a page flip was never reported")
EBUSY, EINVAL, EIO, ENOSPC = 16, 22, 5, 28


class Refusals(GuestTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pictures = None

    def setUp(self):
        if not self.pictures:
            type(self).pictures = [self.render(*OPTIONS, "--at", instant) for instant in (BEFORE, AFTER)]
        self.addCleanup(self.guest.run, "busybox rmmod refuse")

    def test_a_kernel_that_is_busy_has_the_frame_a_little_later(self):
        self.assertEqual(self.turn(FLIP, EBUSY, times=3), [])

    def test_a_request_that_does_not_fit_any_more_has_the_mode_set_again(self):
        said = "atomic commit: Invalid argument (EINVAL)"
        self.assertEqual(self.turn(FLIP, EINVAL), [SET_AGAIN.format(said)])

    def test_so_has_one_that_there_is_no_room_for(self):
        said = "atomic commit: No space left on device (ENOSPC)"
        self.assertEqual(self.turn(FLIP, ENOSPC), [SET_AGAIN.format(said)])

    def test_a_card_that_fails_is_looked_for_anew(self):
        said = self.turn(FLIP, EIO)
        failed = "flip-kms: /dev/dri/card0: atomic commit: Input/output error (EIO); looking for it anew"
        self.assertEqual(said[0], failed)
        self.assertEqual(said[-1], SHOWING)

    def test_a_flip_that_is_never_reported_has_the_mode_set_again(self):
        self.assertEqual(self.turn(DONE, 0), [LOST])

    def test_flips_that_are_never_reported_end_it(self):
        running = self.show()
        self.fail_at(DONE, 0, times=2)
        self.guest.run("date -us '2026-01-01 09:59:59'").check()
        result = running.wait(60)
        self.assertEqual(result.status, 69)
        ends = "flip-kms: Virtual-1: page flips are not reported; starting anew may help"
        self.assertEqual(lines(result.err)[-2:], [LOST, ends])

    def test_at_the_start_another_kind_of_buffer_is_tried(self):
        self.fail_at(REQUEST, EINVAL, times=1, by="flip-kms")
        running = self.show()
        said = (
            "flip-kms: Virtual-1: commit refused, atomic test: Invalid argument (EINVAL): "
            "XR24 without modifiers at 640x480@75.00; next: linear"
        )
        self.assertIn(said, lines(running.read("err")))
        self.assertIn("flip-kms: Virtual-1: buffers are XR24, linear", lines(running.read("err")))

    def test_a_kernel_that_takes_nothing_has_no_display_for_us(self):
        self.fail_at(REQUEST, EINVAL, times=1000, by="flip-kms")
        result = self.start("run", *OPTIONS).wait(60)
        self.assertEqual(result.status, 69)
        ends = (
            "flip-kms: Virtual-1: nothing that was tried can be shown; at last, "
            "atomic test: Invalid argument (EINVAL)"
        )
        self.assertEqual(lines(result.err)[-1], ends)

    def show(self):
        """The clock, half an hour before its next change."""
        self.guest.run("date -us '2026-01-01 09:30:00'").check()
        running = self.start("run", *OPTIONS)
        self.assert_shows(self.pictures[0], running)
        self.guest.until(lambda: SHOWING in running.read("err"), 30, "the flip's event")
        return running

    def turn(self, function, error, times=1):
        """What the program says, line by line, when the kernel fails at the turn of an hour, which is seen all the
        same."""
        running = self.show()
        before = len(lines(running.read("err")))
        self.fail_at(function, error, times)
        self.guest.run("date -us '2026-01-01 09:59:59'").check()
        self.guest.until(lambda: self.count(function) == times, 30, "the failures")
        self.assert_shows(self.pictures[1], running, timeout=60)
        running.signal("TERM")
        self.assertEqual(running.wait(60).status, 0)
        return lines(running.read("err"))[before:]

    def fail_at(self, function, error, times, by=""):
        self.guest.run("dmesg -C").check()
        self.guest.load(f"refuse function={function} error={error} times={times}" + (f" by={by}" if by else ""))

    def count(self, function):
        """How often the kernel has failed; of a module that is loaded first it says more."""
        return self.guest.run("dmesg").check().out.count(f"refuse: {function}\n")


def lines(said):
    """What the program itself said, and not Mesa's loader."""
    return [line for line in said.splitlines() if line.startswith("flip-kms: ")]
