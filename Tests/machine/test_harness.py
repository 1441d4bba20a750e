"""The machine itself: what all other tests lean on."""

import pathlib
import unittest

from guest import Guest
from picture import Picture
from suite import GuestTest


class Guests(GuestTest):
    def test_a_command_gives_its_status_and_what_it_wrote(self):
        result = self.guest.run("echo out; echo err >&2; exit 3")
        self.assertEqual((result.status, result.out, result.err), (3, "out\n", "err\n"))

    def test_what_a_guest_writes_does_not_come_back(self):
        self.guest.run("echo x >/etc/flip-kms-was-here").check()
        self.assertFalse(pathlib.Path("/etc/flip-kms-was-here").exists())

    def test_a_signal_reaches_a_command(self):
        sleeping = self.guest.start(["sleep", "1000"])
        sleeping.signal("TERM")
        self.assertEqual(sleeping.wait().status, 128 + 15)

    def test_the_screen_is_what_the_console_shows(self):
        text = self.terminal(2)
        self.assertEqual((text.width, text.height), (640, 480))
        self.assertNotEqual(text, self.terminal(3))


class Gone(unittest.TestCase):
    """A guest that is no more: what is told of it."""

    def test_at_its_start(self):
        with self.assertRaisesRegex(RuntimeError, "QEMU ended with 1: .*'no-such-card' is not a valid device model"):
            Guest(["no-such-card"])

    def test_later(self):
        with Guest([]) as guest:
            guest.process.kill()
            for ask in (lambda: guest.run("true"), lambda: guest.monitor("query-status")):
                with self.assertRaisesRegex(RuntimeError, "^QEMU was ended by signal 9: without a word"):
                    ask()


class Pictures(unittest.TestCase):
    def test_a_picture_differs_by_one_pixel(self):
        one, other = Picture(2, 1, b"abcdef"), Picture(2, 1, b"abcdeg")
        self.assertEqual(one.difference(one), "")
        self.assertIn("1 pixels differ by up to 1; the first at 1,0", one.difference(other))

    def test_a_picture_is_turned_clockwise(self):
        upright = Picture(3, 2, b"aaabbbcccdddeeefff")
        self.assertEqual(upright.turned(90), Picture(2, 3, b"dddaaaeeebbbfffccc"))
        self.assertEqual(upright.turned(180), Picture(3, 2, b"fffeeedddcccbbbaaa"))
        self.assertEqual(upright.turned(270), upright.turned(180).turned(90))
