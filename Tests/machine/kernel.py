"""Debian 13's kernel and its modules, for amd64 or arm64, unpacked into a folder and never installed."""

import lzma
import pathlib
import re
import shutil
import subprocess
import tempfile
import zlib

import modules
from apt import SUITE, Apt

# What a guest may load; what these depend on is found in the modules themselves.
MODULES = [
    *("virtio_pci", "9p", "9pnet_virtio", "overlay", "evdev", "uinput", "virtio_input"),
    *("virtio_gpu", "bochs", "qxl", "cirrus", "vgem"),
    *("virtio_blk", "ext4", "crc32c_generic"),
]


class Kernel:
    """An unpacked kernel: `image` for QEMU's -kernel, `busybox`, which runs on it without anything else, and
    `order(names)`, the modules to load."""

    def __init__(self, cache, architecture="amd64"):
        sources = (__file__, modules.__file__, *modules.OURS)
        what = zlib.crc32(b"".join(pathlib.Path(file).read_bytes() for file in sources))
        self.architecture = architecture
        self.folder = pathlib.Path(cache).resolve() / f"kernel-{SUITE}-{architecture}-{what:08x}"
        self.image = self.folder / "vmlinuz"
        self.busybox = self.folder / "busybox"
        if not self.image.exists():
            self._fetch()

    def order(self, names):
        """The files of these modules, each after those it depends on. What is built in has no file."""
        files = []
        for name in names:
            file = self.folder / f"{name.replace('-', '_')}.ko"
            if file.exists():
                files += self.order(_needs(file.read_bytes()))
                files.append(file)
        return list(dict.fromkeys(files))

    def _fetch(self):
        # Another run may do the same at this moment; the first to be done stays.
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        part = pathlib.Path(tempfile.mkdtemp(prefix=f"{self.folder.name}.", dir=self.folder.parent))
        apt = Apt(part / "apt", self.architecture)
        image = apt.depends(f"linux-image-{self.architecture}", r"linux-image-[\w.+-]+")
        for package in apt.download(image, "busybox-static"):
            subprocess.run(["dpkg", "-x", package, part / "unpacked"], check=True)

        packed = {_name(path): path for path in part.glob("unpacked/**/*.ko*")}
        wanted = list(MODULES)
        if self.architecture == "amd64":
            # What is built goes with this very kernel, so all is fetched together.
            built = modules.build(apt, image.removeprefix("linux-image-"), part / "built")
            packed |= {_name(path): path for path in built}
            wanted += map(_name, built)
        for name in wanted:  # grows while it is walked through
            if name in packed:
                data = packed.pop(name).read_bytes()
                data = lzma.decompress(data) if data.startswith(b"\xfd7zXZ") else data
                (part / f"{name}.ko").write_bytes(data)
                wanted += _needs(data)
        next(part.glob("unpacked/boot/vmlinuz-*")).rename(part / "vmlinuz")
        next(part.glob("unpacked/**/bin/busybox")).rename(part / "busybox")
        for done in ("unpacked", "built", "apt"):
            shutil.rmtree(part / done, ignore_errors=True)
        try:
            part.rename(self.folder)
        except OSError:
            shutil.rmtree(part)


def _name(path):
    return path.name.partition(".")[0].replace("-", "_")


def _needs(module):
    """The modules that one says, in its own .modinfo, it depends on."""
    found = re.search(rb"\0depends=([^\0]*)\0", module)
    return [name.replace("-", "_") for name in found[1].decode().split(",") if name] if found else []
