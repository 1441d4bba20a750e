"""Debian's packages of one suite, whatever Debian this machine has: fetched as files, never installed.

They come from the mirror that this machine's own apt uses. apt gets lists and a cache of its own for that, in
a folder, so that the machine's stay as they are.
"""

import pathlib
import re
import subprocess

SUITE = "trixie"


class Apt:
    """apt with lists and a cache in a folder of its own, for one architecture."""

    def __init__(self, folder, architecture="amd64"):
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
            *("-o", f"APT::Architecture={architecture}", "-o", f"APT::Architectures::={architecture}"),
        ]
        self._run("apt-get", "-qq", "update")

    def depends(self, package, wanted):
        """The name of the package that this one depends on and whose name is like `wanted`."""
        shown = self._run("apt-cache", "show", package)
        return re.search(rf"^Depends:.*?({wanted})", shown, re.M)[1]

    def download(self, *packages):
        """The files of these packages."""
        self._run("apt-get", "-qq", "download", *packages)
        return [next(self.folder.glob(f"{package}_*.deb")) for package in packages]

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
