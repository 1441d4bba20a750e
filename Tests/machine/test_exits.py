"""Every way out of the program, and what is left behind it: a console that can be used."""

import signal

from console import SILENT, ConsoleTest
from every_card import AT_REST

OPTIONS = ["--at", AT_REST, "--timezone", "UTC"]
SHOWN = "showing on Virtual-1"
# Takes the display's master away from the program, by its own file, and keeps it; as only root can.
THIEF = """
import ctypes, fcntl, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)
pid = int(sys.argv[1])
folder = f"/proc/{pid}/fd"
number = next(int(n) for n in os.listdir(folder) if os.readlink(f"{folder}/{n}").startswith("/dev/dri/card"))
card = libc.syscall(438, libc.syscall(434, pid, 0), number, 0)  # pidfd_getfd, pidfd_open
fcntl.ioctl(card, 0x641F)  # DRM_IOCTL_DROP_MASTER
os.open("/dev/dri/card0", os.O_RDWR)  # with nobody there, whoever opens it is master
print("taken", flush=True)
time.sleep(1000)
"""


class Exits(ConsoleTest):
    def test_by_every_signal(self):
        ways = {"TERM": 0, "INT": 0} | {
            name: 128 + signal.Signals[f"SIG{name}"] for name in ("QUIT", "ABRT", "SEGV", "KILL")
        }
        for name, status in ways.items():
            with self.subTest(signal=name):
                self.end_all()
                self.before = self.terminal(1)
                running = self.show()
                running.signal(name)
                self.assertEqual(running.wait().status, status)
                self.assert_usable(f"typed{name.lower()}")

    def test_by_its_own_end(self):
        for name, more, into, status in (("for", ["--for", "0.5"], "/dev/null", 0), ("full", ["--for", "0.5", "--stats"], "/dev/full", 74)):
            with self.subTest(into=into):
                self.before = self.terminal(1)
                words = " ".join(["/share/flip-kms run", *OPTIONS, *more])
                result = self.guest.run(f"exec {words} >{into}", 60)
                self.assertEqual(result.status, status, result.err)
                self.assertIn(SHOWN, result.err)
                self.assert_usable(f"typed{name}")

    def test_the_display_taken_by_another_and_not_given_back(self):
        running, thief = self.robbed()
        result = running.wait(60)
        self.assertEqual(result.status, 75, result.err)
        self.assertEqual(result.err.count("another program took the display; asking for it back"), 1)
        self._end(thief)
        self.assert_usable("typedrobbed")

    def test_the_display_taken_by_another_and_given_back(self):
        running, thief = self.robbed()
        self.says(running, "another program took the display")
        self._end(thief)
        self.guest.until(lambda: running.read("err").count(SHOWN) == 2, 60, "its return")
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        self.assert_usable("typedrestored")

    def test_signals_that_are_no_way_out(self):
        running = self.show()
        # The two by which the kernel switches consoles mean nothing from anybody else.
        for name in ("USR1", "USR2", "USR1", "HUP"):
            running.signal(name)
        self.says(running, "the configuration was read again")
        self.assertNotIn("another terminal", running.read("err"))
        self.switch(2)
        self.switch(1)
        self.guest.until(lambda: running.read("err").count(SHOWN) == 2, 60, "its return")
        self.assertEqual(self.state(), SILENT)

    def show(self, *options):
        # What runs in the background of a shell, as all does here, is born deaf to SIGQUIT.
        deaf = ["env", "--default-signal=QUIT", "/share/flip-kms", "run"]
        running = self.guest.start([*deaf, *(options or OPTIONS)])
        self.addCleanup(self._end, running)
        self.says(running, SHOWN)
        self.assertEqual(self.state(), SILENT)
        return running

    def robbed(self):
        """A clock that ticks each second, and the thief of its display."""
        running = self.show("--format", "%S", "--timezone", "UTC")
        thief = self.guest.start(["python3", "-c", THIEF, running.pid])
        self.addCleanup(self._end, thief)
        self.guest.until(lambda: "taken" in thief.read("out"), 10, f"the thief: {thief.read('err')}")
        return running, thief
