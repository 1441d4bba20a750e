"""Kernel modules that Debian lacks, built for that very kernel: its virtual card vkms, from its own source, and
ours, by which the kernel's side of a display fails or has more.

What builds it comes from Debian 13 as well, as programs that want its C library: they run with that one, so
that the machine may be a Debian 12. Only the compiler is the machine's own.
"""

import os
import pathlib
import re
import shutil
import subprocess

SOURCE = "drivers/gpu/drm/vkms"
OURS = [pathlib.Path(__file__).resolve().parent / f"guest/{name}.c" for name in ("bad_link", "light", "refuse")]
# What the build calls, and the program for this machine behind each that looks for it.
TOOLS = {
    "scripts/basic/fixdep": "scripts/basic/fixdep",
    "scripts/mod/modpost": "scripts/mod/modpost.real-lsb-64",
    "tools/objtool/objtool": "tools/objtool/objtool.real-x86",
}
LIBRARIES = ["libc6", "libelf1t64", "zlib1g", "libzstd1"]
# Not of this kernel's making: Debian's own compiler, and type information out of its own program.
SETTINGS = ["CC=gcc", "CROSS_COMPILE=", "CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=", "CONFIG_DEBUG_INFO_BTF_MODULES="]


def build(apt, release, folder):
    """The modules' files. `release` is the kernel's, such as 6.12.90-amd64; `folder` is to be made."""
    headers = f"linux-headers-{release}"
    tools = apt.depends(headers, r"linux-kbuild-[\w.+-]+")
    common = apt.depends(headers, r"linux-headers-[\w.+-]+-common")
    source = f"linux-source-{re.match(r'[0-9]+[.][0-9]+', release)[0]}"
    folder.mkdir()
    for file in apt.download(headers, common, tools, *LIBRARIES):
        subprocess.run(["dpkg", "-x", file, folder], check=True)
    vkms = _unpack(*apt.download(source), folder)
    ours = [_ours(file, folder / file.stem) for file in OURS]
    _wrap(folder / "usr/lib" / tools, folder / "usr/lib/x86_64-linux-gnu")
    (folder / "usr/src" / headers / "Makefile").write_text(f"include {folder}/usr/src/{common}/Makefile\n")
    return [_make(folder / "usr/src" / headers, module) for module in (vkms, *ours)]


def _ours(file, folder):
    """A folder to build one of our modules in."""
    folder.mkdir()
    shutil.copy(file, folder)
    (folder / "Kbuild").write_text(f"obj-m := {file.stem}.o\n")
    return folder


def _make(headers, module):
    """The module's file, out of the folder of its source."""
    command = ["make", "-C", headers, f"M={module}", f"-j{os.cpu_count()}", *SETTINGS, "CONFIG_DRM_VKMS=m", "modules"]
    made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        raise RuntimeError(f"{module.name} could not be built:\n{made.stdout[-4000:]}")
    return module / f"{module.name}.ko"


def _unpack(package, folder):
    """The module's source, out of the archive in the source's package."""
    command = (
        f"dpkg --fsys-tarfile {package} | tar -xO --wildcards '*.tar.xz' | xz -dcT0"
        f" | tar -xC {folder} --wildcards '*/{SOURCE}'"
    )
    subprocess.run(["sh", "-c", command], check=True)
    return next(folder.glob(f"*/{SOURCE}"))


def _wrap(tools, libraries):
    """Puts scripts in the place of programs, which run them with their own C library."""
    for name, real in TOOLS.items():
        program = tools / f"{real}.program"
        (tools / real).rename(program)
        command = f"{libraries}/ld-linux-x86-64.so.2 --library-path {libraries} {program}"
        (tools / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (tools / name).chmod(0o755)
