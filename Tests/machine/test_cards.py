"""Every virtual card, two at once, none, and nothing plugged in."""

from every_card import Chooses, Shows
from suite import GuestTest


class Virtio(Shows, Chooses, GuestTest):
    DRIVER = "virtio_gpu"


class Bochs(Shows, Chooses, GuestTest):
    DEVICES = ["bochs-display,xres=640,yres=480,id=card"]
    MODULES = ["bochs"]
    DRIVER = "bochs-drm"


class Qxl(Shows, Chooses, GuestTest):
    DEVICES = ["qxl,id=card"]
    MODULES = ["qxl"]
    SIZE = "1024x768"
    DRIVER = "qxl"
    MODE = "1024x768@60"


class Cirrus(Shows, Chooses, GuestTest):
    DEVICES = ["cirrus-vga,id=card"]
    MODULES = ["cirrus"]
    SIZE = "1024x768"
    DRIVER = "cirrus"
    CHOICE = ("/dev/dri/card0", "VGA-1")
    MODE = "1024x768@60"

    def test_displays_warns_that_there_is_no_edid(self):
        self.assertIn("VGA-1 has no EDID", self.displays()["choice"]["warnings"][0])


class NothingOnTheFirstCard(Shows, Chooses, GuestTest):
    DEVICES = ["virtio-gpu-pci,id=first", "bochs-display,xres=640,yres=480,id=card"]
    MODULES = ["virtio_gpu", "bochs"]
    LINE = "video=Virtual-1:d"
    DRIVER = "bochs-drm"
    CHOICE = ("/dev/dri/card1", "Virtual-2")


class NoKmsOnTheFirstCard(Shows, Chooses, GuestTest):
    """vgem is a card without KMS, as v3d is on a Raspberry Pi."""

    MODULES = ["vgem", "virtio_gpu"]
    DRIVER = "virtio_gpu"
    CHOICE = ("/dev/dri/card1", "Virtual-1")

    def test_displays_names_every_card_and_connector(self):
        cards = self.displays()["cards"]
        self.assertEqual([(card["driver"], card["kms"]) for card in cards], [("vgem", False), ("virtio_gpu", True)])


class NothingPluggedIn(GuestTest):
    LINE = "video=Virtual-1:d"

    def test_displays_lists_what_is_there_and_takes_none(self):
        result = self.program("displays")
        self.assertIn("Virtual-1  disconnected", result.out)
        self.assertEqual(result.status, 69)


class NoCard(GuestTest):
    DEVICES = []
    MODULES = []

    def test_displays_ends_with_69_and_says_why(self):
        result = self.program("displays")
        self.assertEqual(result.status, 69)
        self.assertEqual(result.err, "flip-kms: there is no display card (/dev/dri/card*)\n")

    def test_run_ends_with_69(self):
        self.assertEqual(self.program("run").status, 69)
