"""vkms: a card in memory with true vblanks, planes, a writeback connector and checksums of what it shows.

Its guest's time is counted in instructions, and stands still for everything else: a frame takes as long on a
busy machine as on an idle one, and an hour of rest passes at once. So what is said of time here is exact.
"""

import json
import pathlib
import re
import shutil
import zlib

from every_card import AT_REST, EARLY
from guest import ExactGuest
from suite import GuestTest

# 160 by 120 pixels, 200 by 125 with what surrounds them: 60 frames a second at 1.5 MHz.
MODE = "{megahertz} 160 168 176 200 120 121 122 125"
MEGAHERTZ, DOTS = 1.5, 200 * 125
# A clock of minutes, whose flaps fall for half a second: by the eleventh minute every face has been shown.
CLOCK, FALL, FACES = ["--format", "%H:%M", "--duration", "0.5"], 0.5, 11 * 60
CLUTTER = pathlib.Path(__file__).parent / "guest/clutter.py"
OPTIONS = ["--config", "/dev/null", "--timezone", "UTC"]
DEBUG = "/sys/kernel/debug/dri/0"
TRACING = "/sys/kernel/tracing"
# Writes down every vblank that is told of, and every system call of some threads, of ten minutes in which all four
# digits fall at once.
TRACE = """
cd {tracing}
date -us '2026-01-01 09:57:30'; sleep 5
echo 16384 >buffer_size_kb; echo mono >trace_clock; echo >trace
echo '{ours}' >events/raw_syscalls/sys_enter/filter
echo 1 >events/raw_syscalls/sys_enter/enable; echo 1 >events/drm/enable
sleep {seconds}
echo 0 >events/raw_syscalls/sys_enter/enable; echo 0 >events/drm/enable
cat trace
"""
# Reads all of the files that a process has mapped. They come from this machine, and a guest that waits for a page
# has its clock leap, by as much as 11 ms: then a frame would be late that isn't.
READ = "sed -n 's|^[^/]*/|/|p' /proc/{pid}/maps | grep -E '^/(usr|lib|share)/' | sort -u | xargs cat >/dev/null"
# Stops a process over the turn of a minute, and writes down the flips that come when it goes on. What is called is
# there by then.
STOP = """
cd {tracing}
date >/dev/null; sleep 0; cat trace >/dev/null
date -us '2026-01-01 10:00:50'; sleep 5
kill -STOP {pid}; sleep 20
echo >trace; echo 1 >events/drm/drm_vblank_event_delivered/enable
kill -CONT {pid}; sleep 5
echo 0 >events/drm/drm_vblank_event_delivered/enable
cat trace
"""
# What the wall clock is ahead of the one that the kernel counts with.
CLOCKS = "python3 -c 'import time; print(time.time() - time.monotonic())'"


class Vkms(GuestTest):
    MACHINE = ExactGuest
    DEVICES = []
    MODULES = ["vkms enable_overlay=1"]
    SIZE = "160x120"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.guest.run("mountpoint -q /sys/kernel/tracing || mount -t tracefs trace /sys/kernel/tracing").check()
        cls.guest.run("mountpoint -q /sys/kernel/debug || mount -t debugfs debug /sys/kernel/debug").check()

        shutil.copy(CLUTTER, cls.guest.share)

    def show(self, *options, megahertz=MEGAHERTZ):
        running = self.start("run", *OPTIONS, "--mode", MODE.format(megahertz=megahertz), *options)
        self.guest.until(lambda: "showing on" in running.read("err") or running.ended, 60, "the first picture")
        return running

    def checksum(self):
        """The kernel's checksum of what the display shows."""
        read = f"echo auto >{DEBUG}/crtc-0/crc/control; dd bs=64 count=1 if={DEBUG}/crtc-0/crc/data"
        return int(self.guest.run(read).check().out.split()[1], 16)

    def waits(self, running):
        """How often it has waited for a page of a file (proc_pid_stat(5), majflt)."""
        return int(self.guest.run(f"cat /proc/{running.pid}/stat").check().out.rpartition(")")[2].split()[9])

    def test_the_writeback_connector_is_passed_over(self):
        self.assertIn("card0-Writeback-1", self.guest.run("ls /sys/class/drm").out.split())
        machine = self.displays()
        self.assertEqual([connector["name"] for connector in machine["cards"][0]["connectors"]], ["Virtual-1"])
        self.assertEqual(machine["choice"]["connector"], "Virtual-1")

    def test_the_picture_is_what_render_draws(self):
        for instant in (AT_REST, EARLY):
            expected = checksum(self.render(*OPTIONS, "--at", instant))
            running = self.show("--at", instant)
            self.assertEqual(self.checksum(), expected)
            running.signal("TERM")
            self.assertEqual(running.wait().status, 0)

    def test_what_another_program_left_on_the_display_is_cleared(self):
        other = self.guest.start(["python3", "/share/clutter.py"])
        self.addCleanup(self._end, other)
        self.guest.until(lambda: other.read("out") or other.ended, 30, "the other's picture")
        self.assertEqual((other.read("out"), other.read("err")), ("shown\n", ""))
        before = self.guest.run(f"cat {DEBUG}/state").out
        self.assertEqual((before.count("crtc=crtc-0"), before.count("rotation=4")), (4, 1))
        expected = checksum(self.render(*OPTIONS, "--at", AT_REST))
        self.show("--at", AT_REST)
        after = self.guest.run(f"cat {DEBUG}/state").out
        # One plane and the connector.
        self.assertEqual((after.count("crtc=crtc-0"), after.count("rotation=4")), (2, 0))
        self.assertEqual(self.checksum(), expected)

    def test_a_flap_falls_at_every_vblank_and_between_two_minutes_there_is_no_system_call(self):
        running = self.show(*CLOCK, "--stats")
        calls = self.watch(running, 1 / 60)
        running.signal("TERM")
        figures = json.loads(running.wait().check().out)
        self.assertEqual(figures["presentedMinusTargetUs"]["median"], 0)
        self.assertGreater(len(calls), 1000)
        self.assertEqual([call for call in calls if not -0.2 < call < FALL + 0.2], [])

    def test_so_it_falls_at_every_other_rate(self):
        for megahertz in (1.25, 1.4985, 3.6):  # 50, 59.94 and 144 frames a second
            with self.subTest(megahertz):
                running = self.show(*CLOCK, megahertz=megahertz)
                self.watch(running, DOTS / megahertz / 1e6)
                running.signal("TERM")
                self.assertEqual(running.wait().status, 0)

    def watch(self, running, period):
        """Holds ten minutes of flaps against the vblanks, so many seconds apart; gives when system calls were made, in
        seconds from the nearest minute."""
        threads = self.guest.run(f"ls /proc/{running.pid}/task").check().out.split()
        self.guest.run(f"sleep {FACES}; {READ.format(pid=running.pid)}").check()
        waits = self.waits(running)
        ours = " || ".join(f"common_pid == {thread}" for thread in threads)
        trace = self.guest.run(TRACE.format(tracing=TRACING, ours=ours, seconds=600)).check().out
        offset = float(self.guest.run(CLOCKS).check().out)
        waits = self.waits(running) - waits
        # The first and the last may be cut off.
        ticks = falls(trace, offset)[1:-1]
        self.assertGreaterEqual(len(ticks), 7)
        self.assertEqual([tick for tick in ticks if not is_smooth(*tick, period)], [], f"waited for pages: {waits}")
        return [second(float(time) + offset) for time in re.findall(r"([0-9.]+): sys_enter:", trace)]

    def test_a_process_that_was_stopped_shows_the_present_in_one_flip(self):
        expected = checksum(self.render(*OPTIONS, *CLOCK, "--at", "2026-01-01T10:01:30Z"))
        running = self.show(*CLOCK)
        # Until all that a flip needs is made and read.
        self.guest.run(f"sleep {FACES}; {READ.format(pid=running.pid)}").check()
        trace = self.guest.run(STOP.format(tracing=TRACING, pid=running.pid)).check().out
        self.assertEqual(trace.count("vblank_event_delivered"), 1)
        self.assertEqual(self.checksum(), expected)


def second(instant):
    """How far an instant of the wall clock is from the nearest minute, in seconds."""
    return (instant + 30) % 60 - 30


def is_smooth(numbers, first, last, period):
    """Whether flips came at every vblank from the nearest to the minute to the first at which the flaps lie."""
    every = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return every and abs(first) < period / 2 + 1e-4 and abs(last - FALL - period / 2) < period / 2 + 1e-4


def falls(trace, offset):
    """Of each minute in a trace of the kernel's vblanks: the numbers of those at which a flip came up, and the
    seconds from the minute to the first and the last of them. `offset` is what the wall clock is ahead."""
    times = dict(re.findall(r"vblank_event: crtc=0, seq=(\d+), time=(\d+)", trace))
    found = []
    for number in re.findall(r"vblank_event_delivered: file=0*[1-9a-f]\w*, crtc=0, seq=(\d+)", trace):
        if not found or int(number) > found[-1][-1] + 600:
            found.append([])
        found[-1].append(int(number))

    def at(number):
        return second(int(times[str(number)]) / 1e9 + offset)

    return [(numbers, at(numbers[0]), at(numbers[-1])) for numbers in found]


def checksum(picture):
    """vkms's checksum of a picture: crc32_le of its pixels as 16 bits each of alpha, red, green, blue."""
    wide = bytearray(picture.width * picture.height * 8)
    wide[0::8] = wide[1::8] = b"\xff" * (picture.width * picture.height)
    for channel in range(3):
        wide[2 + 2 * channel :: 8] = wide[3 + 2 * channel :: 8] = picture.pixels[channel::3]
    return zlib.crc32(wide, 0xFFFFFFFF) ^ 0xFFFFFFFF
