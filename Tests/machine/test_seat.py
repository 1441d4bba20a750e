"""Through a seat daemon: seatd gives an unprivileged user the display, and all holds that holds without it."""

from console import SILENT, USABLE, ConsoleTest
from every_card import AT_REST

OPTIONS = ["--at", AT_REST, "--timezone", "UTC"]
SHOWN = "showing on Virtual-1"
# What seatd leaves of a console that it silenced: it stays the one who is asked before a switch.
GIVEN_BACK = USABLE.replace("auto", "process")
CONNECTOR = "/sys/class/drm/card0-Virtual-1"
HOLDER = "import os, time; os.open('/dev/dri/card0', os.O_RDWR); print('held', flush=True); time.sleep(1000)"


class Seat(ConsoleTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Alice may ask seatd and nothing else: the card is root's.
        cls.guest.run("getent group seat || groupadd -r seat; id alice || useradd -m -g users -G seat alice").check()
        cls.picture = None

    def setUp(self):
        super().setUp()
        if not self.picture:
            type(self).picture = self.render(*OPTIONS)
        self.seatd = self.start_seatd()

    def test_shown_and_gone_again(self):
        running = self.show()
        self.assertIn("using the display through libseat (seatd)", running.read("err"))
        self.assertEqual(self.state(), SILENT)
        self.assertFalse(self.reaches_the_shell("typedwhile", within=1.5))
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        self.assert_given_back("typedafter")
        self.assertEqual(self.guest.run("ls /tmp/typedwhile").status, 2)

    def test_killed_it_leaves_a_console(self):
        for name, status in (("KILL", 137), ("ABRT", 134)):
            with self.subTest(signal=name):
                self.end_all()
                self.start_seatd()
                self.before = self.terminal(1)
                running = self.show()
                running.signal(name)
                self.assertEqual(running.wait().status, status)
                self.assert_given_back(f"typed{name.lower()}")

    def test_another_terminal_and_back(self):
        other = self.terminal(2)
        self.switch(1)
        running = self.show()
        for _ in range(2):
            self.switch(2)
            self.assert_shows(other, running)
            self.switch(1)
            self.assert_shows(self.picture, running)

    def test_a_display_that_goes_and_comes_back(self):
        running = self.show()
        self.addCleanup(self.guest.run, f"echo on >{CONNECTOR}/status")
        self.plug("off")
        self.says(running, "waiting for a display")
        self.plug("on")
        self.assert_shows(self.picture, running)

    def test_none_at_the_start(self):
        self.addCleanup(self.guest.run, f"echo on >{CONNECTOR}/status")
        self.plug("off")
        running = self.start_as_alice()
        self.says(running, "waiting for a display")
        self.plug("on")
        self.assert_shows(self.picture, running)

    def test_a_daemon_that_dies_takes_the_program_along(self):
        for name, state in (("KILL", USABLE), ("TERM", GIVEN_BACK)):
            with self.subTest(signal=name):
                self.end_all()
                self.before = self.terminal(1)
                seatd = self.start_seatd()
                # As root: who else may give a console back that seatd has left silent?
                running = self.start("run", *OPTIONS)
                self.says(running, SHOWN)
                self.assertIn("(seatd)", running.read("err"))
                seatd.signal(name)
                result = running.wait()
                self.assertEqual(result.status, 69)
                self.assertEqual(
                    result.err.splitlines()[-1],
                    "flip-kms: seatd, which gave us the display, has gone; start again when it is back",
                )
                self.assert_usable(f"typed{name.lower()}", state)

    def test_a_display_that_another_holds(self):
        holder = self.guest.start(["python3", "-c", HOLDER])
        self.addCleanup(self._end, holder)
        self.guest.until(lambda: holder.read("out"), 10, "the holder")
        result = self.start_as_alice().wait(60)
        self.assertEqual(result.status, 75, result.err)
        # The holder is root's: alice may not see who it is.
        self.assertEqual(
            result.err.splitlines(),
            [
                "flip-kms: /dev/dri/card0 is held by another program; trying again",
                "flip-kms: /dev/dri/card0 is held by another program",
            ],
        )
        self._end(holder)
        self.assert_given_back("typedheld")

    def test_a_person_at_the_console_keeps_their_keys(self):
        other = self.terminal(2)
        self.switch(1)
        self._end(self.roots)
        self.shell("alice", "users")
        command = " ".join(["exec /share/flip-kms run", *OPTIONS, "2>/tmp/said"])
        self.guest.run(f"echo '{command}' >/tmp/show; rm -f /tmp/said").check()
        self.type("sh /tmp/show\n")
        self.assert_shows(self.picture)
        self.assertIn("(seatd)", self.guest.run("cat /tmp/said").out)
        self.type("touch /tmp/typedwhile\n")
        self.press("ctrl", "alt", "f2")
        self.assert_shows(other)
        self.press("ctrl", "alt", "f1")
        self.assert_shows(self.picture)
        self.press("ctrl", "c")
        self.guest.until(lambda: self.guest.run("busybox pidof flip-kms").status != 0, 30, "the program's end")
        self.guest.until(lambda: self.state() == GIVEN_BACK, 10, "the console's return")
        self.assertEqual(self.guest.run("ls /tmp/typedwhile").status, 2)

    def start_seatd(self):
        """The daemon, with its door open to the group seat."""
        self.guest.run("rm -f /run/seatd.sock").check()
        seatd = self.guest.start(["seatd", "-g", "seat"])
        self.addCleanup(self._end, seatd)
        self.guest.until(lambda: " seat " in self.guest.run("ls -l /run/seatd.sock").out, 10, "seatd's socket")
        return seatd

    def start_as_alice(self):
        words = "setpriv --reuid=alice --regid=users --init-groups --reset-env /share/flip-kms run".split()
        running = self.guest.start([*words, *OPTIONS])
        self.addCleanup(self._end, running)
        return running

    def show(self):
        running = self.start_as_alice()
        self.assert_shows(self.picture, running)
        return running

    def plug(self, state):
        """Plugs the display in or out, as far as the kernel knows, which then tells."""
        self.guest.run(f"echo {state} >{CONNECTOR}/status; echo change >/sys/class/drm/card0/uevent").check()

    def assert_given_back(self, name):
        self.assert_usable(name, GIVEN_BACK)
