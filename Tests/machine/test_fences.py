"""A GPU that draws by itself, with fences: virgl hands GL on to this machine's, under an X server without a screen."""

import json
import os
import re
import subprocess

from suite import GuestTest, end_guest

OPTIONS = ["--config", "/dev/null", "--timezone", "UTC", "--format", "%S"]
TRACING = "/sys/kernel/tracing"
# A request, a sync file that the kernel is handed in it (the property IN_FENCE_FD), and how the request ended.
PROBES = ["p:request drm_mode_atomic_ioctl", "p:fence sync_file_get_fence", "r:answer drm_mode_atomic_ioctl error=$retval:s32"]


class Fences(GuestTest):
    DEVICES = ["virtio-gpu-gl-pci,xres=640,yres=480,id=card"]
    OPTIONS = ["-display", "sdl,gl=on"]

    @classmethod
    def setUpClass(cls):
        end, other = os.pipe()
        command = ["Xvfb", "-displayfd", str(other), "-nolisten", "tcp"]
        cls.server = subprocess.Popen(command, pass_fds=[other], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.server.wait)
        cls.addClassCleanup(cls.server.kill)
        os.close(other)
        with os.fdopen(end) as told:
            os.environ["DISPLAY"] = ":" + told.readline().strip()
        cls.addClassCleanup(os.environ.pop, "DISPLAY")
        # With the server goes what it shows.
        cls.addClassCleanup(end_guest)
        super().setUpClass()

    def test_every_frame_goes_to_the_kernel_with_its_fence(self):
        self.guest.run(f"mountpoint -q {TRACING} || mount -t tracefs trace {TRACING}").check()
        for probe in PROBES:
            self.guest.run(f"echo '{probe}' >>{TRACING}/kprobe_events").check()
        self.guest.run(f"echo 1 >{TRACING}/events/kprobes/enable").check()
        result = self.program("run", *OPTIONS, "--for", "10", "--stats").check()
        self.assertIn("drawing with virgl", result.err)
        trace = self.guest.run(f"cat {TRACING}/trace").check().out
        steps = re.findall(r"flip-kms-\d+ .*: (request|fence|answer): .*?(?:error=(-?\d+))?\n", trace)
        # What each request came with, in order.
        requests = "".join(name[0] for name, _ in steps).split("r")[1:]
        self.assertEqual({error for name, error in steps if name == "answer"}, {"0"})
        # The first only asks, and the last gives the console's picture back; between them each is a frame of ours.
        self.assertEqual((requests[0], requests[-1]), ("a", "a"))
        self.assertEqual(set(requests[1:-1]), {"fa"})
        # One may have been on its way when it was told to end.
        self.assertIn(len(requests) - 2 - json.loads(result.out)["frames"], (0, 1))
