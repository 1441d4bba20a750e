"""The console behind the picture: its keys, its terminals, and what is left of it after a crash."""

from console import ConsoleTest
from every_card import AT_REST

OPTIONS = ["--at", AT_REST, "--timezone", "UTC"]
HOLDER = "import os, time; os.open('/dev/dri/card0', os.O_RDWR); time.sleep(1000)"


class Console(ConsoleTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.picture = None

    def setUp(self):
        if not self.picture:
            type(self).picture = self.render(*OPTIONS)
        super().setUp()

    def show(self):
        running = self.start("run", *OPTIONS)
        self.assert_shows(self.picture, running)
        return running

    def test_keys_stay_away_from_the_shell_while_shown(self):
        self.assertTrue(self.reaches_the_shell("typedbefore"))
        running = self.show()
        self.assertFalse(self.reaches_the_shell("typedwhile", within=1.5))
        running.signal("TERM")
        self.assertEqual(running.wait().status, 0)
        self.assertTrue(self.reaches_the_shell("typedafter"))
        self.assertEqual(self.guest.run("ls /tmp/typedwhile").status, 2)

    def test_a_person_at_the_console_ends_it_with_their_keys(self):
        # A terminal that nobody has opened can't be switched to.
        other = self.terminal(2)
        self.guest.run("busybox chvt 1").check()
        command = " ".join(["exec /share/flip-kms run", *OPTIONS, "2>/tmp/said"])
        self.guest.run(f"echo '{command}' >/tmp/show").check()
        self.type("sh /tmp/show\n")
        self.assert_shows(self.picture)
        self.type("touch /tmp/typedwhile\n")
        self.press("ctrl", "alt", "f2")
        self.assert_shows(other)
        self.press("ctrl", "alt", "f1")
        self.assert_shows(self.picture)
        self.press("ctrl", "c")
        self.guest.until(lambda: self.guest.run("busybox pidof flip-kms").status != 0, 30, "the program's end")
        self.assertTrue(self.reaches_the_shell("typedafterkeys"))
        self.assertEqual(self.guest.run("ls /tmp/typedwhile").status, 2)
        # What a shell leaves alone while it edits a line.
        settings = self.guest.run("busybox stty -a -F /dev/tty1").out
        self.assertIn(" ixon", settings)
        self.assertIn("susp = ^Z", settings)

    def test_the_console_can_be_used_after_a_kill(self):
        running = self.show()
        running.signal("KILL")
        running.wait()
        self.assertTrue(self.reaches_the_shell("typedafterkill"))
        self.guest.until(lambda: self.screen() != self.picture, 10, "the console to be drawn")

    def test_another_terminal_and_back(self):
        other = self.terminal(2)
        self.guest.run("busybox chvt 1").check()
        running = self.show()
        self.guest.run("timeout 30 busybox chvt 2").check()
        self.assert_shows(other, running)
        self.guest.run("timeout 30 busybox chvt 1").check()
        self.assert_shows(self.picture, running)

    def test_a_display_that_another_holds(self):
        holder = self.guest.start(["python3", "-c", HOLDER])
        self.addCleanup(self._end, holder)
        self.guest.until(lambda: "card0" in self.guest.run(f"ls -l /proc/{holder.pid}/fd").out, 10, "the holder")
        result = self.program("run", timeout=60)
        self.assertEqual(result.status, 75)
        self.assertIn("python3", result.err)

    def test_a_display_that_becomes_free(self):
        holder = self.guest.start(["python3", "-c", HOLDER])
        self.guest.until(lambda: "card0" in self.guest.run(f"ls -l /proc/{holder.pid}/fd").out, 10, "the holder")
        running = self.start("run", *OPTIONS)
        holder.signal("KILL")
        self.assert_shows(self.picture, running)
