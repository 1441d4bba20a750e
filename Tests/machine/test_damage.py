"""What the kernel is told of a frame's damage, as the driver has it: cirrus copies nothing else to its display."""

import json
import re

from suite import GuestTest

OPTIONS = ["--config", "/dev/null", "--timezone", "UTC", "--format", "%H:%M", "--duration", "2"]
# Each rectangle that a driver is given to bring up to date; the last of a commit is none (Linux 6.9).
PROBE = (
    "r:damage drm_atomic_helper_damage_iter_next there=$retval:u8"
    " x1=+0($arg2):s32 y1=+4($arg2):s32 x2=+8($arg2):s32 y2=+12($arg2):s32"
)
TRACING = "/sys/kernel/tracing"


class Damage(GuestTest):
    DEVICES = ["cirrus-vga,id=card"]
    MODULES = ["cirrus"]
    SIZE = "640x480"

    def test_a_modeset_is_whole_and_a_flip_is_what_moves(self):
        # From 10:00 to 10:01 one card of four falls.
        minute = "2026-01-01T10:01:"
        series = ["--size", self.SIZE, "--at", f"{minute}00Z", "--for", "2", "--fps", "60", "-o", "/share/fall.jsonl"]
        self.program("render", *OPTIONS, *series).check()
        frames = [json.loads(line) for line in (self.guest.share / "fall.jsonl").read_text().splitlines()]
        reach = around([corners(each) for frame in frames[1:] for each in frame["damage"]])
        card = corners(frames[0]["modules"][3])
        before, after = (self.render(*OPTIONS, "--at", at) for at in ("2026-01-01T10:00:30Z", f"{minute}30Z"))
        self.guest.run(f"mountpoint -q {TRACING} || mount -t tracefs trace {TRACING}").check()
        self.guest.run(f"echo '{PROBE}' >{TRACING}/kprobe_events; date -us '2026-01-01 10:00:30'").check()
        self.addCleanup(self.guest.run, f"echo 0 >{TRACING}/events/kprobes/enable; echo >{TRACING}/kprobe_events")
        self.guest.run(f"echo 1 >{TRACING}/events/kprobes/enable").check()
        running = self.start("run", *OPTIONS, "--mode", self.SIZE)
        self.assert_shows(before, running)
        self.guest.run("date -us '2026-01-01 10:00:59'").check()
        self.assert_shows(after, running)
        # The first commit is made by the program itself, those after it for it by the kernel.
        trace = self.guest.run(f"cat {TRACING}/trace").check().out
        ours = [line for line in trace.splitlines(True) if "flip-kms-" in line]
        self.assertEqual(clips("".join(ours))[-1], (0, 0, 640, 480))
        seen = clips(trace.rpartition(ours[-1])[2])
        self.assertGreaterEqual(len(seen), 1)
        # A flip's clips are the card and what its flap covers beyond it.
        for clip in seen:
            self.assertEqual(around([clip, reach]), reach)
        self.assertEqual(around([*seen, card]), around(seen))


def clips(trace):
    """The rectangles in a trace, as left, top, right and bottom."""
    found = re.findall(r"there=1 x1=(-?\d+) y1=(-?\d+) x2=(-?\d+) y2=(-?\d+)", trace)
    return [tuple(map(int, each)) for each in found]


def corners(rectangle):
    x, y = rectangle["x"], rectangle["y"]
    return (x, y, x + rectangle["width"], y + rectangle["height"])


def around(rectangles):
    """The least rectangle around all of these."""
    lefts, tops, rights, bottoms = zip(*rectangles)
    return (min(lefts), min(tops), max(rights), max(bottoms))
