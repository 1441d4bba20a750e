"""What the tests share: a guest for each class, the program in it, and pictures held against each other."""

import json
import shutil
import struct
import unittest
import zlib

from guest import CACHE, Guest
from picture import Picture

PROGRAM = None  # the file under test; the runner sets it
FAILED = CACHE / "failed"  # pictures of failed tests
_kept = {}  # the guest that runs, and its kind


class GuestTest(unittest.TestCase):
    """Tests of one kind of guest, which starts once for the class, or stays from a class of the same kind."""

    MACHINE = Guest
    DEVICES = ["virtio-gpu-pci,xres=640,yres=480,id=card"]
    MODULES = ["virtio_gpu"]
    LINE = ""
    OPTIONS = []
    SIZE = "640x480"

    @classmethod
    def kind(cls):
        """What the guest is made of; the runner brings classes of one kind together."""
        return repr((cls.MACHINE.__name__, cls.DEVICES, cls.MODULES, cls.LINE, cls.OPTIONS))

    @classmethod
    def setUpClass(cls):
        if _kept.get("kind") != cls.kind():
            end_guest()
            _kept["guest"] = cls.MACHINE(cls.DEVICES, cls.MODULES, cls.LINE, cls.OPTIONS)
            _kept["kind"] = cls.kind()
            shutil.copy(PROGRAM, _kept["guest"].share / "flip-kms")
        cls.guest = _kept["guest"]

    def start(self, *arguments, under=()):
        """Starts the program with these arguments, `under` a command of these words; killed when the test ends."""
        running = self.guest.start([*under, "/share/flip-kms", *arguments])
        self.addCleanup(self._end, running)
        return running

    def program(self, *arguments, timeout=30):
        """The program's result, where it ends by itself."""
        return self.guest.start(["/share/flip-kms", *arguments]).wait(timeout)

    def render(self, *options, size=None):
        """The picture that `render` draws in the guest, with the guest's own driver."""
        file = self.guest.share / "rendered.png"
        file.unlink(missing_ok=True)
        self.program("render", "--size", size or self.SIZE, *options, "-o", "/share/rendered.png", timeout=60).check()
        return Picture.read(file)

    def screen(self, device="card", head=0):
        """What a display shows now."""
        return self.guest.screenshot(self.guest.folder / "screen.png", device, head)

    def assert_shows(self, expected, running=None, device="card", head=0, timeout=30):
        """Waits until a display shows a picture, to the last pixel."""
        seen = []

        def shown():
            seen[:] = [self.screen(device, head)]
            if running and running.ended:
                self.fail(f"it ended with {running.wait().status}: {running.read('err')}")
            return seen[0] == expected

        try:
            self.guest.until(shown, timeout, "the picture")
        except TimeoutError:
            name = f"{self.id()}-{device}-{head}"
            kept = keep(expected, f"{name}-expected.png"), keep(seen[0], f"{name}-seen.png")
            said = running.read("err") if running else ""
            self.fail(f"{seen[0].difference(expected)}; see {kept[0]} and {kept[1]}\n{said}")

    def displays(self, *options):
        """What `displays --json` tells, as values."""
        return json.loads(self.program("displays", "--json", *options).check().out)

    def terminal(self, number):
        """Clears a text console and writes a line on it, without a blinking cursor; gives its picture."""
        self.guest.run(rf"printf '\033c\033[?25lterminal {number}\n' >/dev/tty{number}").check()
        self.guest.run(f"busybox chvt {number}").check()
        self.guest.until(lambda: self.screen().colors() > 1, 10, "the console's text")
        return self.screen()

    def _end(self, running):
        if not running.ended:
            running.signal("KILL")
            running.wait()


def end_guest():
    """Ends the guest that runs."""
    if _kept:
        _kept.pop("kind")
        _kept.pop("guest").close()


def keep(picture, name):
    """Writes a picture as PNG where a person finds it after a failure."""
    FAILED.mkdir(parents=True, exist_ok=True)
    stride = picture.width * 3
    rows = b"".join(b"\0" + picture.pixels[at : at + stride] for at in range(0, len(picture.pixels), stride))
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    ]
    with open(FAILED / name, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in chunks:
            out.write(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
    return FAILED / name
