"""A disk with Debian 13 as a person installs it: systemd, a login prompt, and a package of ours.

Made by mmdebstrap from the mirror that this machine's own apt uses, as root or as anybody who may have a
user namespace. What the package depends on is there before it, so that it installs without a network; that
part is kept, by what it was made of.

For a processor that this machine does not have, no package's scripts can run here: there everything is only
unpacked, and the first start makes of it what it can.
"""

import os
import pathlib
import subprocess
import zlib

from apt import SUITE, mirror

# What a small system without a desktop has. systemd's own choice of services stays as Debian has it.
SYSTEM = ["systemd-sysv", "dbus", "udev", "kmod", "libpam-systemd", "login", "procps", "less"]
BYTES = "1600M"
# What is always there, and so is named by nobody.
ESSENTIAL = ["base-files", "base-passwd", "bash", "coreutils", "dash", "diffutils", "dpkg", "findutils", "grep"]
ESSENTIAL += ["init-system-helpers", "libc-bin", "mount", "perl-base", "sed", "tar", "util-linux"]
NOTE = pathlib.Path(__file__).resolve().parents[2] / "scripts/dpkg-status"


def image(cache, package, name="debian", more=(), hooks=()):
    """The file of a disk on which this package is installed, ready to be started.

    With `more` packages, and what shell commands make of its folder $1, it goes by another name.
    """
    return _disk(
        cache,
        package,
        _base(cache, package, name=name, more=more),
        *hooks,
        f'cp {package} "$1/tmp/flip-kms.deb"',
        'chroot "$1" dpkg -i /tmp/flip-kms.deb',
        'rm "$1/tmp/flip-kms.deb"',
        # As if it had been started before: nothing to be done once, and nothing to be asked.
        ': >"$1/etc/machine-id" && touch "$1/etc/.updated" "$1/var/.updated"',
    )


def unpacked_image(cache, package, architecture):
    """The file of a disk on which this package and what it depends on were unpacked, ready for its first start."""
    return _disk(
        cache,
        package,
        _base(cache, package, architecture, architecture),
        # What dpkg would know, had it installed all this.
        f'{NOTE} "$1" "$1"/var/cache/apt/archives/*.deb && rm "$1"/var/cache/apt/archives/*.deb',
        f'dpkg-deb -x {package} "$1"',
        'systemd-sysusers --root="$1" && systemctl --root="$1" enable flip-kms',
        # No questions at the first start.
        ': >"$1/etc/machine-id" && echo kiosk >"$1/etc/hostname"',
    )


def _disk(cache, package, base, *hooks):
    """A disk of what a base holds, and of what shell commands make of the folder $1 that it lies in."""
    made_of = repr((base.name, hooks)).encode() + pathlib.Path(package).read_bytes()
    key = zlib.crc32(made_of + pathlib.Path(__file__).read_bytes())
    disk = base.with_name(f"{base.stem}-{key:08x}.img")
    if not disk.exists():
        for old in base.parent.glob(f"{base.stem}-*.img"):
            old.unlink()
        part = disk.with_suffix(".part")
        _mmdebstrap(
            *("--variant=custom", "--skip=update,cleanup,chroot/policy-rc.d,chroot/start-stop-daemon", "--format=null"),
            f"--setup-hook=tar-in {base} /",
            *(f"--customize-hook={hook}" for hook in hooks),
            # Inside mmdebstrap, which may be where this user is root; seen from aside, so that what is mounted
            # in it stays away (where nothing may be mounted, nothing is). No journal: the disk is thrown away.
            '--customize-hook=mkdir -p "$1/share" "$1.plain"',
            '--customize-hook=mount --bind "$1" "$1.plain" || { rmdir "$1.plain" && ln -s "$1" "$1.plain"; }',
            f'--customize-hook=mke2fs -q -F -t ext4 -O ^has_journal -d "$1.plain/" {part} {BYTES}',
            '--customize-hook=if [ -L "$1.plain" ]; then rm "$1.plain"; else umount "$1.plain" && rmdir "$1.plain"; fi',
            *(SUITE, "/dev/null"),
        )
        part.rename(disk)
    return disk


def dependencies(package):
    """The names of what a package file depends on, the first where there is a choice."""
    shown = subprocess.run(["dpkg-deb", "-f", package, "Depends"], stdout=subprocess.PIPE, text=True, check=True)
    return [entry.split("|")[0].split()[0] for entry in shown.stdout.strip().split(",")]


def _base(cache, package, foreign=None, name="debian", more=()):
    """An archive of the system without the package; for a foreign architecture, of its packages' files alone."""
    include = sorted({*SYSTEM, *more, *dependencies(package), *(ESSENTIAL if foreign else [])})
    installed = [
        *("--variant=minbase", "--dpkgopt=force-unsafe-io"),
        # Anybody may log in as root at the prompt, without a password; nothing else is changed.
        '--customize-hook=chroot "$1" passwd -d root',
        '--customize-hook=echo kiosk >"$1/etc/hostname"',
    ]
    unpacked = ["--variant=extract", f"--architectures={foreign}", "--skip=essential/unlink,cleanup/apt/cache"]
    arguments = [
        *(unpacked if foreign else installed),
        f"--include={','.join(include)}",
        '--aptopt=Acquire::Languages "none"',
        SUITE,
    ]
    name = f"{name}-{SUITE}"
    base = pathlib.Path(cache).resolve() / f"{name}-{zlib.crc32(repr(arguments).encode()):08x}.tar"
    if not base.exists():
        base.parent.mkdir(parents=True, exist_ok=True)
        for old in base.parent.glob(f"{name}-*"):
            old.unlink()
        part = base.with_suffix(".part.tar")
        _mmdebstrap(*arguments, part, mirror())
        part.rename(base)
    return base


def _mmdebstrap(*arguments):
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["mmdebstrap", *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise RuntimeError(f"mmdebstrap could not make the system:\n{done.stdout[-4000:]}")
