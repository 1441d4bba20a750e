"""A small initramfs: busybox, the guest's init, and the modules that it stands on."""

import pathlib
import stat

HERE = pathlib.Path(__file__).resolve().parent


def build(file, init, busybox, modules):
    """Writes the archive. `init` is a script in guest; `modules` are files that it loads, in this order."""
    with open(file, "wb") as out:
        archive = _Cpio(out)
        for name in ("bin", "dev", "proc", "sys", "modules", "lower", "over", "machine"):
            archive.add(name, stat.S_IFDIR | 0o755)
        archive.add("dev/console", stat.S_IFCHR | 0o600, device=(5, 1))
        archive.add("bin/busybox", stat.S_IFREG | 0o755, busybox.read_bytes())
        archive.add("init", stat.S_IFREG | 0o755, (HERE / "guest" / init).read_bytes())
        for module in modules:
            archive.add(f"modules/{module.name}", stat.S_IFREG | 0o644, module.read_bytes())
        order = "".join(f"{module.name}\n" for module in modules)
        archive.add("modules/order", stat.S_IFREG | 0o644, order.encode())
        archive.add("TRAILER!!!", 0)


class _Cpio:
    """The "newc" form that the kernel unpacks: a header of hexadecimal fields, the name, the data."""

    def __init__(self, out):
        self.out = out
        self.inode = 0

    def add(self, name, mode, data=b"", device=(0, 0)):
        self.inode += 1
        fields = [self.inode, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name) + 1, 0]
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        for part in (header + name.encode() + b"\0", data):
            self.out.write(part + b"\0" * (-len(part) % 4))
