"""A guest that starts from a disk with the package on it, as a kiosk does from power-on, and what to ask of it."""

import re
import subprocess
import tempfile
import unittest

from guest import CACHE, Guest
from image import image, unpacked_image
from picture import Picture
from suite import keep
from vnc import Plug

PACKAGE = None  # the file under test; the runner sets it
SIZE = "640x480"
# What no kiosk test looks at, and what takes its time under emulation.
MASKED = ["serial-getty@ttyS0.service", "apt-daily.timer", "apt-daily-upgrade.timer", "e2scrub_reap.service"]


class Kiosk(Guest):
    """The guest: its own disk, which forgets what was written to it, and one display that can be pulled."""

    INIT = "init-system"
    INSMOD = ["insmod"]
    LINE = ""
    BASE = ["virtio_pci", "9p", "9pnet_virtio", "virtio_blk", "crc32c_generic", "ext4", "virtio_gpu", "evdev"]

    def __init__(self, options=(), plugged=True):
        self.disk = self.make_disk()
        self._sockets = tempfile.TemporaryDirectory(prefix="flip-kms-")
        plug = f"{self._sockets.name}/plug"
        width, height = SIZE.split("x")
        super().__init__(
            [f"virtio-gpu-pci,xres={width},yres={height},id=card"],
            line=" ".join(["systemd.show_status=0", *(f"systemd.mask={unit}" for unit in MASKED), self.LINE]),
            options=["-vnc", f"unix:{plug},display=card,head=0", *options],
        )
        self.plug = Plug(plug)
        self.plug.resize(int(width), int(height))
        if not plugged:
            self.plug.unplug()

    def make_disk(self):
        return image(CACHE, PACKAGE)

    def root(self):
        return ["-drive", f"file={self.disk},format=raw,if=virtio,snapshot=on"]

    def close(self):
        super().close()
        self._sockets.cleanup()


class ForeignKiosk(Kiosk):
    """The same with another processor, from its very first start."""

    ARCHITECTURE = "arm64"

    def make_disk(self):
        return unpacked_image(CACHE, PACKAGE, self.ARCHITECTURE)


class KioskTest(unittest.TestCase):
    """Tests that go on in one guest, each from where the one before left it, in the order of their names."""

    KIND = Kiosk
    OPTIONS = []
    PLUGGED = True

    @classmethod
    def setUpClass(cls):
        cls.guest = cls.KIND(cls.OPTIONS, cls.PLUGGED)
        cls.addClassCleanup(cls.guest.close)
        cls.rendered = {}

    def run_in_guest(self, command, timeout=60):
        """What a command that has to succeed wrote."""
        return self.guest.run(command, timeout).check().out

    def unit(self, name, unit="flip-kms"):
        """A property of a unit, as systemd tells it."""
        return self.run_in_guest(f"systemctl show --value -p {name} {unit}").strip()

    def journal(self, priority):
        """What the service has said since the start with this priority."""
        return self.run_in_guest(f"journalctl -b -u flip-kms -p {priority}..{priority} -o cat --no-pager")

    def until(self, condition, timeout, what):
        try:
            return self.guest.until(condition, timeout, what)
        except TimeoutError as error:
            self.fail(f"{error}\n{self.guest.run('systemctl status --no-pager flip-kms getty@tty1').out}\n"
                      f"{self.guest.run('journalctl -b --no-pager -n 60').out}")

    def state(self, wanted, unit="flip-kms", timeout=60):
        """Waits until a unit is active, inactive, failed. A systemd that is busy starting may not answer yet."""
        ask = f"systemctl show --value -p ActiveState {unit}"
        self.until(lambda: self.guest.run(ask, 60).out.strip() == wanted, timeout, f"{unit} to be {wanted}")

    def screen(self):
        return self.guest.screenshot(self.guest.folder / "screen.png", "card")

    def expected(self, minute):
        """The picture at rest in a minute of the guest's local time, as the guest's own driver draws it."""
        settings = self.guest.run("cat /etc/flip-kms.conf /etc/flip-kms.test; readlink /etc/localtime").out
        key = (minute, settings)
        if key not in self.rendered:
            file = self.guest.share / "rendered.png"
            file.unlink(missing_ok=True)
            config = "$([ -e /etc/flip-kms.test ] && echo --config /etc/flip-kms.test)"
            self.run_in_guest(
                f"flip-kms render {config} --size {SIZE} --at {minute}:30 -o /share/rendered.png", 120
            )
            self.rendered[key] = Picture.read(file)
        return self.rendered[key]

    def assert_shows_the_time(self, timeout=60):
        """Waits until the display shows the minute that the guest's clock is in, to the last pixel."""
        seen = {}

        def shown():
            minute = self.run_in_guest("date +%Y-%m-%dT%H:%M").strip()
            seen["expected"] = self.expected(minute)
            minute = self.run_in_guest("date +%Y-%m-%dT%H:%M").strip()
            seen["expected"] = self.expected(minute)
            seen["seen"] = self.screen()
            return seen["seen"] == seen["expected"]

        try:
            self.guest.until(shown, timeout, "the time on the display")
        except TimeoutError:
            files = [keep(picture, f"{self.id()}-{name}.png") for name, picture in seen.items()]
            journal = self.guest.run("journalctl -b --no-pager -n 60").out
            self.fail(f"{seen['seen'].difference(seen['expected'])}; see {files}\n{journal}")

    def write(self, text, path="/etc/flip-kms.conf"):
        """Writes a file in the guest."""
        (self.guest.share / "written").write_text(text)
        self.run_in_guest(f"cp /share/written {path}")

    def type(self, text):
        """Types on the guest's keyboard."""
        names = {" ": "spc", "/": "slash", "\n": "ret", "-": "minus", ".": "dot"}
        for character in text:
            keys = [{"type": "qcode", "data": names.get(character, character)}]
            self.guest.monitor("send-key", keys=keys)

    def log_in(self):
        """Waits for a login prompt on the terminal of the display, and logs in at it."""
        self.state("active", "getty@tty1")
        self.until(lambda: self.run_in_guest("cat /sys/class/tty/tty0/active").strip() == "tty1", 20, "tty1 in front")
        self.until(lambda: "agetty" in self.run_in_guest("ps -t tty1 -o comm= || true"), 30, "the prompt")
        before = self.screen()
        self.type("root\n")
        self.until(lambda: re.search(r"\b(ba)?sh\b", self.run_in_guest("ps -t tty1 -o comm= || true")), 60, "a login")
        self.until(lambda: self.screen() != before, 20, "the login on the screen")

    def assert_login_prompt(self):
        """A login prompt on the terminal of the display, at which somebody can log in."""
        self.log_in()
        self.type("exit\n")
        self.until(lambda: "agetty" in self.run_in_guest("ps -t tty1 -o comm= || true"), 60, "the prompt again")


def newer(package, version, folder):
    """The same package under another version, as an update brings it."""
    tree = folder / "newer"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", control.read_text(), flags=re.M))
    with open(tree / "etc/flip-kms.conf", "a") as conf:
        conf.write("# A newer version's default.\n")
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Znone", "-b", tree, folder / "newer.deb"], check=True, stdout=subprocess.PIPE
    )
