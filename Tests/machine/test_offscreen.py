"""Drawing to files on a machine with a display: that stays free for whoever shows on it."""

from every_card import AT_REST
from suite import GuestTest

OPTIONS = ["--at", AT_REST, "--timezone", "UTC"]


class Draws(GuestTest):
    """virtio-gpu without 3D: Mesa draws by the processor, and takes its memory from the card all the same."""

    def test_a_display_is_shown_on_beside_a_program_that_draws_to_files(self):
        picture = self.render(*OPTIONS)
        other = self.terminal(2)
        self.guest.run("busybox chvt 1").check()
        # Whoever opens a card that nobody holds becomes its master: at the start, and while another terminal has it.
        self.draw("before")
        running = self.start("run", *OPTIONS)
        self.assert_shows(picture, running)
        self.guest.run("timeout 30 busybox chvt 2").check()
        self.assert_shows(other, running)
        self.draw("away")
        self.guest.run("timeout 30 busybox chvt 1").check()
        self.assert_shows(picture, running)
        self.assertNotIn("held", running.read("err"))
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)

    def draw(self, name):
        """A program in the middle of drawing a series, which stands still there until the test ends."""
        file = self.guest.share / f"{name}-00001.png"
        file.unlink(missing_ok=True)
        series = ["--for", "3600", "--fps", "30", "-o", f"/share/{name}-%05d.png"]
        drawing = self.start("render", "--size", self.SIZE, *OPTIONS, *series)
        self.guest.until(lambda: file.exists() or drawing.ended, 60, "the first picture")
        drawing.signal("STOP")
