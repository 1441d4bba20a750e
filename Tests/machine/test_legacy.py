"""A card whose driver knows no atomic mode setting: the calls from before, in the real kernel.

None of QEMU's cards is one; so the one question by which the program finds out is answered for the kernel.
"""

import pathlib
import re
import subprocess

from every_card import AT_REST
from suite import GuestTest

SOURCE = pathlib.Path(__file__).parent / "guest/no-atomic.c"
UNDER = ["env", "LD_PRELOAD=/share/no-atomic.so"]
TRACE = ["strace", "-D", "-f", "-e", "trace=ioctl", "-o", "/tmp/calls"]
OPTIONS = ["--timezone", "UTC"]


class Legacy(GuestTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", cls.guest.share / "no-atomic.so", SOURCE], check=True)

    def calls(self):
        """How often each request was made of the card, by its name."""
        names = re.findall(r"DRM_IOCTL_MODE_(\w+)", self.guest.run("cat /tmp/calls").check().out)
        return {name: names.count(name) for name in names}

    def test_displays_says_so(self):
        said = self.guest.run(["env", "LD_PRELOAD=/share/no-atomic.so", "/share/flip-kms", "displays"]).check().out
        self.assertRegex(said, r"(?m)^/dev/dri/card0  [\w-]+, legacy")

    def test_a_minute_comes_by_page_flips_and_the_console_comes_back(self):
        console = self.terminal(1)
        before, after = (self.render(*OPTIONS, "--at", f"2026-01-01T{time}:30Z") for time in ("09:59", "10:00"))
        self.guest.run("date -us '2026-01-01 09:59:30'").check()
        running = self.start("run", *OPTIONS, "--stats", under=[*TRACE, "-E", UNDER[1]])
        self.assert_shows(before, running)
        self.assertEqual((self.calls().get("SETCRTC"), self.calls().get("PAGE_FLIP")), (1, 1))
        self.guest.run("date -us '2026-01-01 09:59:58'").check()
        self.assert_shows(after, running)
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        self.assert_shows(console)
        calls = self.calls()
        # One that tells of the mode, and at least one of the minute.
        self.assertGreaterEqual(calls["PAGE_FLIP"], 2)
        # One for the mode, one for the console's return.
        self.assertEqual(calls["SETCRTC"], 2)
        self.assertNotIn("ATOMIC", calls)

    def test_another_terminal_and_back(self):
        other = self.terminal(2)
        self.guest.run("busybox chvt 1").check()
        picture = self.render(*OPTIONS, "--at", AT_REST)
        running = self.start("run", *OPTIONS, "--at", AT_REST, under=UNDER)
        self.assert_shows(picture, running)
        self.guest.run("timeout 30 busybox chvt 2").check()
        self.assert_shows(other, running)
        self.guest.run("timeout 30 busybox chvt 1").check()
        self.assert_shows(picture, running)
