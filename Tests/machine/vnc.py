"""A hand that plugs displays in and out: a VNC client that does nothing but say how large its window is.

QEMU passes that size on to the virtual graphics card as if a display of it had been plugged in; a size of
nothing unplugs it (RFC 6143; the message SetDesktopSize is RFB's extension 251).
"""

import socket
import struct

EXTENDED_DESKTOP_SIZE = -308


class Plug:
    """One head of the card, over its VNC socket."""

    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(path))
        version = self._read(12)
        self._send(version)
        kinds = self._read(self._read(1)[0])
        if 1 not in kinds:
            raise RuntimeError("QEMU wants a password")
        self._send(b"\1")  # no password
        self._read(4)
        self._send(b"\1")  # others may be connected
        *_, name = struct.unpack(">HH16sI", self._read(24))
        self._read(name)
        self._send(struct.pack(">BxHi", 2, 1, EXTENDED_DESKTOP_SIZE))

    def resize(self, width, height):
        """Plugs in a display of this size."""
        screen = struct.pack(">IHHHHI", 0, 0, 0, width, height, 0)
        self._send(struct.pack(">BxHHBx", 251, width, height, 1) + screen)

    def unplug(self):
        """Pulls the display's cable out."""
        self.resize(0, 0)

    def close(self):
        self.connection.close()

    def _send(self, data):
        self.connection.sendall(data)

    def _read(self, count):
        data = b""
        while len(data) < count:
            received = self.connection.recv(count - len(data))
            if not received:
                raise RuntimeError("QEMU closed its VNC socket")
            data += received
        return data
