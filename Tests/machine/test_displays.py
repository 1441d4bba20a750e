"""`displays` on real kernels: every virtual card, two at once, none, and nothing plugged in."""

from suite import GuestTest


class Chooses:
    """What `displays` says and would take, for each kind of guest below."""

    DRIVER = ""
    CHOICE = ("/dev/dri/card0", "Virtual-1")
    MODE = "640x480@75"

    def test_displays_takes_the_display_that_can_show(self):
        choice = self.displays()["choice"]
        self.assertEqual((choice["card"], choice["connector"], choice["mode"]), (*self.CHOICE, self.MODE))

    def test_displays_names_every_card_and_connector(self):
        for card in self.displays()["cards"]:
            there = self.guest.run(f"ls -d /sys/class/drm/{card['path'][9:]}-*").out.split()
            self.assertEqual(
                sorted(path.split("-", 1)[1] for path in there), sorted(c["name"] for c in card["connectors"])
            )

    def test_displays_describes_the_same_in_words(self):
        said = self.program("displays").check().out
        card, connector = self.CHOICE
        self.assertIn(f"run would take {connector} on {card}", said)
        self.assertIn(f"{card}  {self.DRIVER}, atomic", said)

    def test_a_description_of_this_machine_gives_the_same_choice_elsewhere(self):
        self.guest.run("/share/flip-kms displays --json >/share/described.json").check()
        again = self.displays("--from", "/share/described.json")
        self.assertEqual(again["choice"], self.displays()["choice"])


class Virtio(Chooses, GuestTest):
    DRIVER = "virtio_gpu"


class Bochs(Chooses, GuestTest):
    DEVICES = ["bochs-display,xres=640,yres=480,id=card"]
    MODULES = ["bochs"]
    DRIVER = "bochs-drm"


class Qxl(Chooses, GuestTest):
    DEVICES = ["qxl,id=card"]
    MODULES = ["qxl"]
    DRIVER = "qxl"
    MODE = "1024x768@60"


class Cirrus(Chooses, GuestTest):
    DEVICES = ["cirrus-vga,id=card"]
    MODULES = ["cirrus"]
    DRIVER = "cirrus"
    CHOICE = ("/dev/dri/card0", "VGA-1")
    MODE = "1024x768@60"

    def test_displays_warns_that_there_is_no_edid(self):
        self.assertIn("VGA-1 has no EDID", self.displays()["choice"]["warnings"][0])


class NothingOnTheFirstCard(Chooses, GuestTest):
    DEVICES = ["virtio-gpu-pci,id=first", "bochs-display,xres=640,yres=480,id=card"]
    MODULES = ["virtio_gpu", "bochs"]
    LINE = "video=Virtual-1:d"
    DRIVER = "bochs-drm"
    CHOICE = ("/dev/dri/card1", "Virtual-2")


class NoKmsOnTheFirstCard(Chooses, GuestTest):
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
