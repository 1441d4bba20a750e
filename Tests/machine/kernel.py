"""Debian 13's kernel and its modules, unpacked into a folder and never installed.

The package comes through apt from the mirror that this machine's own apt uses, on Debian 12 too. apt gets
lists and a cache of its own for that, beside the unpacked kernel, so that the machine's stay as they are.
"""

import lzma
import pathlib
import re
import shutil
import subprocess
import zlib

SUITE = "trixie"
PACKAGE = "linux-image-amd64"
# What a guest may load; what these depend on is found in the modules themselves.
MODULES = [
    *("virtio_pci", "9p", "9pnet_virtio", "overlay", "evdev", "uinput", "virtio_input"),
    *("virtio_gpu", "bochs", "qxl", "cirrus", "vkms", "vgem"),
    *("virtio_blk", "ext4", "crc32c_generic"),
]


class Kernel:
    """An unpacked kernel: `image` for QEMU's -kernel, and `order(names)`, the modules to load."""

    def __init__(self, cache):
        what = zlib.crc32(pathlib.Path(__file__).read_bytes())
        self.folder = pathlib.Path(cache).resolve() / f"kernel-{SUITE}-{what:08x}"
        self.image = self.folder / "vmlinuz"
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
        part = self.folder.with_name(self.folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        package = _Apt(part / "apt").download(PACKAGE, r"linux-image-[\w.+-]+")
        subprocess.run(["dpkg", "-x", package, part / "unpacked"], check=True)

        packed = {_name(path): path for path in part.glob("unpacked/**/*.ko*")}
        wanted = list(MODULES)
        for name in wanted:  # grows while it is walked through
            if name in packed:
                data = packed.pop(name).read_bytes()
                data = lzma.decompress(data) if data.startswith(b"\xfd7zXZ") else data
                (part / f"{name}.ko").write_bytes(data)
                wanted += _needs(data)
        next(part.glob("unpacked/boot/vmlinuz-*")).rename(part / "vmlinuz")
        shutil.rmtree(part / "unpacked")
        shutil.rmtree(part / "apt")
        shutil.rmtree(self.folder, ignore_errors=True)
        part.rename(self.folder)


class _Apt:
    """apt with lists and a cache in a folder of its own, for one suite of the machine's own mirror."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("lists/partial", "cache/archives/partial"):
            (folder / name).mkdir(parents=True)
        (folder / "status").touch()
        (folder / "sources.list").write_text(f"deb {mirror()} {SUITE} main\n")
        self.options = [
            *("-o", f"Dir::Etc::SourceList={folder}/sources.list", "-o", "Dir::Etc::SourceParts=-"),
            *("-o", f"Dir::State={folder}", "-o", f"Dir::State::Lists={folder}/lists"),
            *("-o", f"Dir::State::Status={folder}/status", "-o", f"Dir::Cache={folder}/cache"),
            *("-o", "APT::Sandbox::User=root", "-o", "APT::Update::Error-Mode=any"),
        ]
        self._run("apt-get", "-qq", "update")

    def download(self, package, wanted):
        """The file of the package that this one depends on and whose name is like `wanted`."""
        shown = self._run("apt-cache", "show", package)
        real = re.search(rf"^Depends:.*?({wanted})", shown, re.M)[1]
        self._run("apt-get", "-qq", "download", real)
        return next(self.folder.glob(f"{real}_*.deb"))

    def _run(self, command, *arguments):
        done = subprocess.run(
            [command, *self.options, *arguments], cwd=self.folder, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout


def mirror():
    """The address that the machine's own apt has Debian from, whatever Debian this is."""
    shown = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages"],
        **{"stdout": subprocess.PIPE, "text": True, "check": True},
    ).stdout
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)', pathlib.Path("/etc/os-release").read_text(), re.M))
    for line in shown.splitlines():
        suite, address = line.split(" ", 1)
        if suite in (release.get("VERSION_CODENAME"), "stable", "oldstable"):
            return address
    raise RuntimeError("apt has no source of Debian's main suite to take the kernel from")


def _name(path):
    return path.name.partition(".")[0].replace("-", "_")


def _needs(module):
    """The modules that one says, in its own .modinfo, it depends on."""
    found = re.search(rb"\0depends=([^\0]*)\0", module)
    return [name.replace("-", "_") for name in found[1].decode().split(",") if name] if found else []
