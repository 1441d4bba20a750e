"""The package as a file: what Debian's own tools say of it, and what is in the program."""

import pathlib
import subprocess
import tempfile
import unittest

import kiosk

UNIT = "usr/lib/systemd/system/flip-kms.service"
PAGES = {
    "usr/share/man/man1/flip-kms.1.gz": "man",
    "usr/share/man/man5/flip-kms.conf.5.gz": "conf-man",
    "usr/share/bash-completion/completions/flip-kms": "bash",
    "usr/share/zsh/vendor-completions/_flip-kms": "zsh",
    "usr/share/fish/vendor_completions.d/flip-kms.fish": "fish",
}


def said(*command):
    """What a command wrote to standard output and error, and how it ended."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout, done.returncode


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="flip-kms-")
        cls.addClassCleanup(folder.cleanup)
        cls.tree = pathlib.Path(folder.name)
        subprocess.run(["dpkg-deb", "-x", kiosk.PACKAGE, cls.tree], check=True)
        cls.program = cls.tree / "usr/bin/flip-kms"

    def field(self, name):
        return said("dpkg-deb", "-f", kiosk.PACKAGE, name)[0].strip()

    def test_lintian_finds_no_fault(self):
        self.assertEqual(said("lintian", "--allow-root", "--fail-on", "error,warning", kiosk.PACKAGE), ("", 0))

    def test_manual_pages_are_sound(self):
        for file in PAGES:
            if "/man/" in file:
                self.assertEqual(said("mandoc", "-T", "lint", "-W", "warning", self.tree / file), ("", 0))

    def test_the_unit_is_sound_and_as_closed_as_it_can_be(self):
        text = (self.tree / UNIT).read_text().replace("/usr/bin/flip-kms", str(self.program))
        unit = self.tree / "flip-kms.service"
        unit.write_text(text)
        others = [self.tree / UNIT.replace("flip-kms", f"flip-kms-{name}") for name in ("again", "prompt")]
        out, status = said("systemd-analyze", "verify", "--man=no", unit, *others)
        # Debian 12's systemd doesn't know it yet, and needs it not.
        out = "".join(line for line in out.splitlines() if "RestartMode" not in line)
        self.assertEqual((out, status), ("", 0))
        out, status = said("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit)
        self.assertEqual(status, 0, out)

    def test_the_program_needs_no_swift_and_looks_nowhere_else_for_libraries(self):
        out, _ = said("readelf", "-d", self.program)
        self.assertNotIn("libswift", out)
        self.assertNotIn("RPATH", out)
        self.assertNotIn("RUNPATH", out)

    def test_the_program_is_for_its_machine(self):
        machine = {"amd64": "Advanced Micro Devices X86-64", "arm64": "AArch64"}[self.field("Architecture")]
        self.assertRegex(said("readelf", "-h", self.program)[0], rf"Machine: +{machine}\n")

    def test_no_memory_of_the_program_is_written_and_run(self):
        segments = [line for line in said("readelf", "-lW", self.program)[0].splitlines() if " LOAD " in line]
        self.assertTrue(segments)
        for segment in segments:
            self.assertNotIn("RWE", segment)
            # A kernel of 16 KiB pages, as a Raspberry Pi 5 has, refuses less.
            if self.field("Architecture") == "arm64":
                self.assertGreaterEqual(int(segment.split()[-1], 16), 0x4000)

    def test_pages_are_the_programs_own(self):
        if self.field("Architecture") != said("dpkg", "--print-architecture")[0].strip():
            return  # as long as they are there, they came from it
        for file, page in PAGES.items():
            reader = "zcat" if file.endswith(".gz") else "cat"
            self.assertEqual(said(reader, self.tree / file), said(self.program, "--print", page), file)

    def test_its_version_is_the_programs(self):
        source = pathlib.Path(__file__).parents[2] / "Sources/flip-kms/Version.swift"
        self.assertIn(f'let programVersion = "{self.field("Version")}"', source.read_text())

    def test_it_depends_on_what_it_needs(self):
        depends = self.field("Depends")
        for name in ("libegl1", "libgbm1", "libdrm2", "libgl1-mesa-dri", "fonts-roboto-unhinted", "tzdata"):
            self.assertRegex(depends, rf"(^|, ){name}\b")
        self.assertEqual(said("dpkg-deb", "--ctrl-tarfile", kiosk.PACKAGE)[1], 0)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "-e", kiosk.PACKAGE, folder], check=True)
            self.assertEqual((pathlib.Path(folder) / "conffiles").read_text(), "/etc/flip-kms.conf\n")

    def test_its_configuration_is_one_and_changes_nothing(self):
        with tempfile.NamedTemporaryFile() as empty:
            if self.field("Architecture") == said("dpkg", "--print-architecture")[0].strip():
                shipped = said(self.program, "check", "--config", self.tree / "etc/flip-kms.conf")
                none = said(self.program, "check", "--config", empty.name)
                self.assertEqual(shipped[1], 0, shipped[0])
                self.assertEqual(shipped[0].replace(str(self.tree / "etc/flip-kms.conf"), empty.name), none[0])
