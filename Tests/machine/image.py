"""A disk with Debian 13 as a person installs it: systemd, a login prompt, and a package of ours.

Made by mmdebstrap from the mirror that this machine's own apt uses, as root or as anybody who may have a
user namespace. What the package depends on is there before it, so that it installs without a network; that
part is kept, by what it was made of.
"""

import os
import pathlib
import subprocess
import zlib

from apt import SUITE, mirror

# What a small system without a desktop has. systemd's own choice of services stays as Debian has it.
SYSTEM = ["systemd-sysv", "dbus", "udev", "kmod", "libpam-systemd", "login", "procps", "less"]
BYTES = "1600M"


def image(cache, package):
    """The file of a disk on which this package is installed, ready to be started."""
    cache = pathlib.Path(cache).resolve()
    base = _base(cache, dependencies(package))
    key = zlib.crc32(base.name.encode() + pathlib.Path(package).read_bytes() + pathlib.Path(__file__).read_bytes())
    disk = cache / f"disk-{key:08x}.img"
    if not disk.exists():
        for old in cache.glob("disk-*.img"):
            old.unlink()
        part = disk.with_suffix(".part")
        _mmdebstrap(
            *("--variant=custom", "--skip=update,cleanup,chroot/policy-rc.d,chroot/start-stop-daemon", "--format=null"),
            f"--setup-hook=tar-in {base} /",
            f'--customize-hook=cp {package} "$1/tmp/flip-kms.deb"',
            '--customize-hook=chroot "$1" dpkg -i /tmp/flip-kms.deb',
            '--customize-hook=rm "$1/tmp/flip-kms.deb"',
            # As if it had been started before: nothing to be done once, and nothing to be asked.
            '--customize-hook=: >"$1/etc/machine-id" && touch "$1/etc/.updated" "$1/var/.updated"',
            # Inside mmdebstrap, which may be where this user is root; seen from aside, so that what is mounted
            # in it stays away. No journal: the disk is thrown away.
            '--customize-hook=mkdir "$1.plain" && mount --bind "$1" "$1.plain"',
            f'--customize-hook=mke2fs -q -F -t ext4 -O ^has_journal -d "$1.plain" {part} {BYTES}',
            '--customize-hook=umount "$1.plain" && rmdir "$1.plain"',
            *(SUITE, "/dev/null"),
        )
        part.rename(disk)
    return disk


def dependencies(package):
    """The names of what a package file depends on, the first where there is a choice."""
    shown = subprocess.run(["dpkg-deb", "-f", package, "Depends"], stdout=subprocess.PIPE, text=True, check=True)
    return [entry.split("|")[0].split()[0] for entry in shown.stdout.strip().split(",")]


def _base(cache, names):
    """An archive of the system without the package."""
    include = sorted({*SYSTEM, *names})
    key = zlib.crc32(repr((include, SUITE)).encode())
    base = cache / f"debian-{SUITE}-{key:08x}.tar"
    if not base.exists():
        cache.mkdir(parents=True, exist_ok=True)
        part = base.with_suffix(".part.tar")
        _mmdebstrap(
            *("--variant=minbase", "--dpkgopt=force-unsafe-io"),
            f"--include={','.join(include)}",
            '--aptopt=Acquire::Languages "none"',
            # Anybody may log in as root at the prompt, without a password; nothing else is changed.
            '--customize-hook=chroot "$1" passwd -d root',
            '--customize-hook=mkdir "$1/share" && echo kiosk >"$1/etc/hostname"',
            *(SUITE, part, mirror()),
        )
        part.rename(base)
    return base


def _mmdebstrap(*arguments):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["mmdebstrap", "--quiet", *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise RuntimeError(f"mmdebstrap could not make the system:\n{done.stdout[-4000:]}")
