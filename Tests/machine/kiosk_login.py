"""Somebody who logs in at another terminal of the kiosk and starts the program there: logind gives the display."""

import kiosk
from kiosk import KioskTest
from picture import Picture

HELD = "--at 2026-01-01T09:59:30Z --timezone UTC"
LOGIN = """[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin alice --noclear %I linux
"""
# Runs it once, and leaves a shell.
PROFILE = f"""if [ ! -e /tmp/started ]; then
  touch /tmp/started
  flip-kms run {HELD} 2>/tmp/said
  echo "$?" >/tmp/ended
fi
"""


def terminal(number):
    """A command that switches to a terminal (VT_ACTIVATE and VT_WAITACTIVE): a small Debian has no chvt."""
    return f"timeout 60 perl -e 'open F, q(+<), q(/dev/tty0); ioctl F, 0x5606, {number}; ioctl F, 0x5607, {number}'"


class Login(KioskTest):
    def test_1_a_login_beside_the_service(self):
        self.state("active", timeout=180)
        self.assert_shows_the_time(120)
        self.run_in_guest("useradd -m -s /bin/sh alice")
        self.write(PROFILE, "~alice/.profile")
        self.run_in_guest("mkdir -p /etc/systemd/system/getty@tty2.service.d")
        self.write(LOGIN, "/etc/systemd/system/getty@tty2.service.d/login.conf")
        self.run_in_guest(f"systemctl daemon-reload; {terminal(2)}; systemctl start getty@tty2", 120)
        self.assert_held()
        self.assertIn("using the display through libseat (logind)", self.said())
        # She is in no group of the card's: logind's word is enough.
        self.assertEqual(self.run_in_guest("id -nG alice").strip(), "alice")
        self.assertEqual(self.unit("StatusText"), "another terminal has the display")

    def test_2_from_one_to_the_other_and_back(self):
        for _ in range(2):
            self.run_in_guest(terminal(1), 120)
            self.assert_shows_the_time()
            self.run_in_guest(terminal(2), 120)
            self.assert_held()

    def test_3_the_display_is_pulled_and_put_back(self):
        self.guest.plug.unplug()
        self.until(lambda: "waiting for a display" in self.said(), 30, "a word about it")
        self.guest.plug.resize(640, 480)
        self.assert_held()

    def test_4_her_keys_do_not_reach_the_shell_and_end_it(self):
        self.type("touch /tmp/typedwhile\n")
        self.guest.monitor("send-key", keys=[{"type": "qcode", "data": key} for key in ("ctrl", "c")])
        self.until(lambda: self.guest.run("cat /tmp/ended").out == "0\n", 60, "its end")
        self.type("touch /tmp/typedafter\n")
        self.until(lambda: self.guest.run("ls /tmp/typedafter").status == 0, 30, "the shell to be typed at")
        self.assertEqual(self.guest.run("ls /tmp/typedwhile").status, 2)

    def test_5_killed_it_leaves_a_console(self):
        self.run_in_guest("rm /tmp/ended")
        self.write(f"flip-kms run {HELD}; touch /tmp/ended\n", "/tmp/again")
        self.type("sh /tmp/again\n")
        self.assert_held()
        self.run_in_guest("pkill -9 -u alice -x flip-kms")
        self.until(lambda: self.guest.run("ls /tmp/ended").status == 0, 60, "its end")
        self.type("touch /tmp/typedlast\n")
        self.until(lambda: self.guest.run("ls /tmp/typedlast").status == 0, 30, "the shell to be typed at")
        self.run_in_guest(terminal(1), 120)
        self.assert_shows_the_time()

    def said(self):
        return self.guest.run("cat /tmp/said").out

    def assert_held(self):
        """Waits for the picture that the program was told to hold."""
        if "held" not in self.rendered:
            file = self.guest.share / "held.png"
            self.run_in_guest(f"flip-kms render --config /dev/null --size {kiosk.SIZE} {HELD} -o /share/held.png", 120)
            type(self).rendered["held"] = Picture.read(file)
        self.until(lambda: self.screen() == self.rendered["held"], 90, f"the picture; it said {self.said()}")
