"""Guests with two outputs on one card, which a hand outside plugs in and out."""

import tempfile

from suite import GuestTest
from vnc import Plug

_sockets = tempfile.TemporaryDirectory(prefix="flip-kms-")
_files = [f"{_sockets.name}/{head}" for head in (0, 1)]
_hands = {}  # the guest that has them, and its two


class PlugTest(GuestTest):
    """Tests that start with 640x480 on the first output, and nothing on the second."""

    DEVICES = ["virtio-gpu-pci,xres=640,yres=480,max_outputs=2,id=card"]
    OPTIONS = [word for head, file in enumerate(_files) for word in ("-vnc", f"unix:{file},display=card,head={head}")]

    def setUp(self):
        if _hands.get("guest") is not self.guest:
            _hands.update(guest=self.guest, plugs=[Plug(file) for file in _files])
        self.plug(0, 640, 480)
        self.plug(1, 0, 0)

    def plug(self, head, width, height):
        """Plugs a display of this size in, or out where it is 0x0; waits until the kernel knows."""
        _hands["plugs"][head].resize(width, height)
        status, mode = ("connected", f"{width}x{height}") if width else ("disconnected", "")
        at = f"/sys/class/drm/card0-Virtual-{head + 1}"
        probe = f"echo detect >{at}/status; cat {at}/status; head -1 {at}/modes"
        self.guest.until(lambda: self.guest.run(probe).out.split() == f"{status} {mode}".split(), 10, mode or status)
