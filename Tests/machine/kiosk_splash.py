"""A kiosk with a boot splash: the clock comes in its place, and neither is in the other's way."""

import time

import kiosk
from guest import CACHE, PATIENCE
from image import image
from kiosk import SIZE, Kiosk, KioskTest
from picture import Picture
from suite import keep

COLOR = bytes((32, 96, 64))  # of the splash, and of nothing else on the display
THEME = """[Plymouth Theme]
Name=Test
ModuleName=two-step
[two-step]
ImageDir=/usr/share/plymouth/themes/spinner
HorizontalAlignment=.5
VerticalAlignment=.7
BackgroundStartColor=0x206040
BackgroundEndColor=0x206040
Transition=none
"""
HELD = "--at 2026-01-01T10:00:00Z"
# Without the network too, as docs/kiosk.md has it.
CLOSED = "RestrictAddressFamilies=\nRestrictAddressFamilies=AF_UNIX AF_NETLINK\n"
HELD_UNIT = f"[Service]\nExecStart=\nExecStart=/usr/bin/flip-kms run {HELD}\n{CLOSED}"
# How the terminal stands, by ioctl_console(2) and ioctl_vt(2): its keyboard (4 is off), its drawing (1 is graphics)
# and its switching (1 is asked of a process).
STATE = r"""perl -e 'open T, q(+<), q(/dev/tty1) or die;
print join q( ), map { my $state = pack q(x8); ioctl T, $_, $state or die; unpack q(C), $state } 0x4B44, 0x4B3B, 0x5601'"""
THEMES, UNITS = "usr/share/plymouth/themes/test", "etc/systemd/system/flip-kms.service.d"


class SplashKiosk(Kiosk):
    """The same guest with Plymouth, a theme that is known by its colour, and a clock that stands still."""

    # The kernel writes to a serial console here, on which Plymouth would show words and no picture.
    LINE = "splash plymouth.ignore-serial-consoles"

    def make_disk(self):
        hooks = [
            f'mkdir -p "$1/{THEMES}" "$1/{UNITS}"',
            f"printf %s '{THEME}' >\"$1/{THEMES}/test.plymouth\"",
            f"printf %s '{HELD_UNIT}' >\"$1/{UNITS}/test.conf\"",
            "printf '[Daemon]\\nTheme=test\\nShowDelay=0\\n' >\"$1/etc/plymouth/plymouthd.conf\"",
        ]
        return image(CACHE, kiosk.PACKAGE, "splash", ["plymouth", "plymouth-themes"], hooks)


class Splash(KioskTest):
    KIND = SplashKiosk

    def test_1_from_the_splash_to_the_clock_nothing_else_is_seen(self):
        self.watch("the splash", lambda pixels: pixels.startswith(COLOR))
        after = self.watch("another picture", lambda pixels: not pixels.startswith(COLOR))
        self.assertTrue(after == self.held().pixels, f"see {keep(Picture(*self.size(), after), self.id() + '.png')}")
        self.state("active", timeout=180)
        self.assertTrue(self.look() == after)

    def test_2_the_splash_left_its_terminal_to_the_clock(self):
        self.until(lambda: self.guest.run("pgrep plymouthd").status == 1, 30, "the end of the splash")
        self.assertEqual(self.run_in_guest(STATE), "4 1 1")

    def test_3_a_display_is_noticed_without_the_network(self):
        self.guest.plug.unplug()
        self.until(lambda: "waiting" in self.unit("StatusText"), 30, "a word about it")
        self.guest.plug.resize(*self.size())
        held = self.held().pixels
        self.until(lambda: self.look() == held, 60, "the picture")

    def test_4_stopped_it_gives_the_login_prompt_back(self):
        self.run_in_guest("systemctl stop flip-kms")
        self.assert_login_prompt()

    def test_5_where_the_clock_cannot_start_the_splash_goes_too(self):
        self.run_in_guest("systemctl stop getty@tty1 && systemctl restart plymouth-start", 120)
        self.watch("the splash", lambda pixels: pixels.startswith(COLOR))
        self.write("[look]\nthem = light\n")
        self.assertEqual(self.guest.run("systemctl start flip-kms", 240).status, 1)
        self.state("failed")
        self.watch("another picture", lambda pixels: not pixels.startswith(COLOR))
        self.assert_login_prompt()
        self.assertEqual(self.guest.run("pgrep plymouthd").status, 1)

    def test_6_from_the_splash_to_the_clock_again_and_at_the_end_to_a_splash_and_off(self):
        self.run_in_guest("systemctl stop getty@tty1 && systemctl restart plymouth-start", 120)
        self.watch("the splash", lambda pixels: pixels.startswith(COLOR))
        self.write("")
        self.run_in_guest("systemctl start flip-kms", 240)
        self.assertTrue(self.look() == self.held().pixels)
        self.guest.start("systemctl poweroff")
        self.watch("the splash", lambda pixels: pixels.startswith(COLOR))
        self.assertEqual(self.guest.process.wait(60 * PATIENCE), 0)

    def size(self):
        return tuple(map(int, SIZE.split("x")))

    def held(self):
        """The picture that the clock stands still on."""
        self.run_in_guest(f"flip-kms render {HELD} --size {SIZE} -o /share/held.png", 240)
        return Picture.read(self.guest.share / "held.png")

    def look(self):
        """What the display shows, quicker than by PNG."""
        file = self.guest.folder / "screen.ppm"
        self.guest.monitor("screendump", filename=str(file), device="card")
        width, height = self.size()
        return file.read_bytes()[-width * height * 3 :]

    def watch(self, what, condition):
        """Looks at the display all along until it shows something, and gives that."""
        deadline = time.monotonic() + 120 * PATIENCE
        while not condition(pixels := self.look()):
            self.assertLess(time.monotonic(), deadline, f"no sign of {what}")
        return pixels
