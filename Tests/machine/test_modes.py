"""Modes and turns: portrait, odd sizes, a mode that is asked for, one too slow, a picture that is turned."""

from every_card import EARLY
from suite import GuestTest

OPTIONS = ["--at", EARLY, "--timezone", "UTC"]


class Portrait(GuestTest):
    DEVICES = ["virtio-gpu-pci,xres=480,yres=800,id=card"]

    def test_the_preferred_mode(self):
        expected = self.render(*OPTIONS, size="480x800")
        self.assert_shows(expected, self.start("run", *OPTIONS))

    def test_a_mode_that_is_asked_for(self):
        expected = self.render(*OPTIONS, size="800x600")
        self.assert_shows(expected, self.start("run", *OPTIONS, "--mode", "800x600"))

    def test_turned(self):
        """Turned by the shader, so edges may be rounded otherwise; the rest is the same."""
        for degrees, size in ((90, "800x480"), (180, "480x800"), (270, "800x480")):
            expected = self.render(*OPTIONS, size=size).turned(degrees)
            running = self.start("run", *OPTIONS, "--rotate", str(degrees))
            self.guest.until(lambda: self.screen().unlike(expected, 4) < 0.005, 30, f"the picture at {degrees}")
            running.signal("TERM")
            self.assertEqual(running.wait().status, 0)


class Odd(GuestTest):
    DEVICES = ["virtio-gpu-pci,xres=853,yres=481,id=card"]

    def test_the_preferred_mode(self):
        size = self.displays()["choice"]["mode"].split("@")[0]
        expected = self.render(*OPTIONS, size=size)
        self.assert_shows(expected, self.start("run", *OPTIONS))


class Slow(GuestTest):
    """A television that would rather have 4K at 30 Hz than anything else."""

    DEVICES = ["bochs-display,vgamem=64M,xres=640,yres=480,id=card"]
    MODULES = ["drm edid_firmware=Virtual-1:edid.bin"]
    # Where the kernel itself finds what is /share to commands.
    LINE = "firmware_class.path=/machine/share"

    def test_a_mode_of_fifty_hertz_or_more_is_taken(self):
        # CEA-861's 3840x2160 at 30 Hz and 1920x1080 at 60 Hz.
        timings = [(29700, (3840, 176, 88, 296), (2160, 8, 10, 72)), (14850, (1920, 88, 44, 148), (1080, 4, 5, 36))]
        (self.guest.share / "edid.bin").write_bytes(edid(timings))
        self.guest.load("bochs")
        described = self.displays()
        modes = described["cards"][0]["connectors"][0]["modes"]
        preferred = [(mode["width"], mode["height"], mode["clockKHz"]) for mode in modes if mode.get("preferred")]
        self.assertEqual(preferred, [(3840, 2160, 297000)])
        self.assertEqual(described["choice"]["mode"], "1920x1080@60")
        self.assert_shows(self.render(*OPTIONS, size="1920x1080"), self.start("run", *OPTIONS))


def edid(timings):
    """What a display tells of itself (EDID 1.3): its timings, the first preferred, each a clock in 10 kHz, then across
    and down what is seen, the front porch, the sync, the back porch."""
    descriptors = b"".join(map(detailed, timings)) + b"\0\0\0\x10\0".ljust(18, b"\0") * (4 - len(timings))
    # Maker "FLP", digital, 52 cm by 29 cm, gamma 2.2, sRGB with its primaries; neither established nor standard timings.
    block = b"\0\xff\xff\xff\xff\xff\xff\0" + b"\x19\x90" + bytes(6) + b"\x01\x1e\x01\x03\x80\x34\x1d\x78\x06"
    block += bytes.fromhex("ee91a3544c99260f5054") + bytes(3) + b"\x01\x01" * 8 + descriptors + b"\0"
    return block + bytes([-sum(block) % 256])


def detailed(timing):
    """One detailed timing descriptor, of 18 bytes."""
    clock, (width, *across), (height, *down) = timing
    (front, sync, _), (above, pulse, _), wide, tall = across, down, sum(across), sum(down)
    return clock.to_bytes(2, "little") + bytes(
        [
            *(width & 255, wide & 255, width >> 8 << 4 | wide >> 8),
            *(height & 255, tall & 255, height >> 8 << 4 | tall >> 8),
            *(front & 255, sync & 255, (above & 15) << 4 | pulse & 15),
            (front >> 8) << 6 | (sync >> 8) << 4 | (above >> 4) << 2 | pulse >> 4,
            *(520 & 255, 290 & 255, (520 >> 8) << 4 | 290 >> 8, 0, 0, 0x1E),
        ]
    )
