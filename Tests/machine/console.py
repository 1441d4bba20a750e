"""A console with a shell on it, as a person has it: typed at, looked at, and asked for its state."""

import pathlib

from suite import GuestTest

KEYS = {" ": "spc", "/": "slash", "\n": "ret", "-": "minus", ".": "dot", "\\": "backslash"}
# What nobody has touched: keys reach the terminal, the kernel draws its text, and switches by itself.
USABLE = "unicode text auto"
# What it is while the picture is shown and nobody sits at it.
SILENT = "off graphics process"
STATE = pathlib.Path(__file__).with_name("guest") / "console-state"


class ConsoleTest(GuestTest):
    """Tests on a guest with a shell on its first console. `before` is what that shows at the start."""

    def setUp(self):
        self.end_all()
        self.guest.run("rm -f /tmp/typed*")
        self.roots = self.shell()
        self.before = self.terminal(1)

    def end_all(self):
        """Ends what a test before may have left, and has the kernel reset a console whose owner is gone."""
        for name in ("flip-kms", "seatd"):
            # Orphans that have died stay in the list: nobody asks after them here.
            alive = f"busybox ps -o stat,comm | grep -q '^[^Z].* {name}$'"
            self.guest.run(f"busybox killall -q -9 {name}; while {alive}; do busybox sleep 0.1; done").check()
        self.switch(2)
        self.switch(1)

    def shell(self, user="root", group="root"):
        """Somebody's shell on the first console, once it has asked for a command."""
        empty = self.terminal(1)
        self.guest.run(f"chown {user} /dev/tty1").check()
        self.addCleanup(self.guest.run, "chown root /dev/tty1")
        # By its path: busybox would run a setpriv of its own.
        words = f"/usr/bin/setpriv --reuid={user} --regid={group} --init-groups --reset-env busybox sh"
        shell = self.guest.start(f"exec busybox setsid -c {words} </dev/tty1 >/dev/tty1 2>&1")
        self.addCleanup(self._end, shell)
        self.guest.until(lambda: self.screen() != empty, 20, "the shell")
        return shell

    def state(self, number=1):
        """How a console stands: its keyboard, its drawing, its switching."""
        return self.guest.run(f"python3 - /dev/tty{number} <<'END'\n{STATE.read_text()}\nEND").check().out.strip()

    def type(self, text):
        """Types on the guest's keyboard, as a person would."""
        for character in text:
            self.press(KEYS.get(character, character))

    def press(self, *keys):
        """Keys pressed together."""
        self.guest.monitor("send-key", keys=[{"type": "qcode", "data": key} for key in keys])

    def reaches_the_shell(self, name, within=10):
        """Whether a command typed now is carried out by the shell on the console, within so many seconds."""
        self.type(f"\ntouch /tmp/{name}\n")
        try:
            self.guest.until(lambda: self.guest.run(f"ls /tmp/{name}").status == 0, within, name)
        except TimeoutError:
            return False
        return True

    def switch(self, number):
        """Brings a console to the front, as Ctrl+Alt+Fn does; it takes no longer than a program may hold it up."""
        self.guest.run(f"timeout 30 busybox chvt {number}").check()

    def says(self, running, words, timeout=60):
        """Waits until a program has said something."""

        def said():
            if running.ended and words not in running.read("err"):
                self.fail(f"it ended with {running.wait().status}: {running.read('err')}")
            return words in running.read("err")

        self.guest.until(said, timeout, f"'{words}'; it said {running.read('err')}")

    def assert_usable(self, name, state=USABLE):
        """A console as it was before: its text, its keys, and others to switch to."""
        self.guest.until(lambda: self.state() != SILENT, 10, "the console's return")
        self.assertEqual(self.state(), state)
        self.assert_shows(self.before)
        for number in (2, 1):
            self.switch(number)
        self.assertTrue(self.reaches_the_shell(name), "the keys reach the shell")
