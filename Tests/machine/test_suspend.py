"""Suspended to memory and woken up: the machine's devices start anew, and the picture is there, at the present time.

Files over 9p don't come back from it. So the program runs on a copy in memory of what it needs, and what is done in
the guest is one script, which the guest's first process would run. It speaks through the kernel's messages, which
need no interrupt to come out.

An emulated kernel may come back from its sleep with flags of the processor that nobody set, and fail by that: once in
many times with two processors, mostly with one. Such a guest says nothing of the program, and another one is taken,
twice at most.
"""

import shlex
import time

from suite import GuestTest, end_guest

# A clock of hours, so that a slow guest has time.
OPTIONS = ["--config", "/dev/null", "--timezone", "UTC", "--format", "{%H}"]
# What a copy needs beside the files that the running program has mapped.
FILES = [
    *("etc/fonts", "etc/ld.so.conf", "etc/ld.so.conf.d", "lib64/ld-linux-x86-64.so.2"),
    *("usr/share/fontconfig", "usr/share/glvnd", "usr/share/zoneinfo/UTC"),
    *(f"usr/lib/x86_64-linux-gnu/dri/{name}_dri.so" for name in ("kms_swrast", "swrast")),
]
COPY = """
small=/proc/1/root/over/small
mkdir -p $small/usr/lib64 $small/proc $small/sys $small/dev $small/tmp
ln -s usr/lib $small/lib; ln -s usr/lib64 $small/lib64
cd /
{{ sed -n 's|^[^/]*/||p' /proc/{pid}/maps | grep -E '^(usr|lib|share)/'; ls -d {files} 2>/dev/null; }} | sort -u >/tmp/files
tar -chf - -T /tmp/files | tar -C $small -xf -
ldconfig -r $small
cat >/proc/1/root/over/script
"""
SCRIPT = """
say() {{ echo "<0>$1" >/dev/kmsg; }}
exec >/dev/null 2>&1
dmesg -n 7
for folder in proc sys dev; do mount --bind /$folder /over/small/$folder; done
chroot /over/small /share/flip-kms run {options} 2>/over/said &
until grep -q 'showing on' /over/said; do kill -0 $! || say "ended: $(tail -n 1 /over/said)"; sleep 1; done
date -s '2026-01-01 09:59:55'
echo mem >/sys/power/state
say "woken: $?"
while kill -0 $!; do say "alive: $(grep -c . /over/said) lines, the last: $(tail -n 1 /over/said)"; sleep 1; done
"""


class KernelFault(Exception):
    """The guest's kernel has failed: what it said."""


class Suspend(GuestTest):
    DEVICES = ["bochs-display,xres=640,yres=480,id=card"]
    MODULES = ["bochs"]
    LINE = "no_console_suspend"

    @classmethod
    def tearDownClass(cls):
        # It has no files any more.
        end_guest()

    def test_the_present_is_shown_after_waking_up(self):
        for guests_left in (2, 1, 0):
            try:
                return self.sleep_and_wake()
            except KernelFault:
                if not guests_left:
                    raise
                end_guest()
                self.setUpClass()

    def woken(self):
        if "---[ end trace" in self.guest.console():
            raise KernelFault(self.guest.console()[-2000:])
        return "woken: 0" in self.guest.console()

    def sleep_and_wake(self):
        before, after = (self.render(*OPTIONS, "--at", f"2026-01-01T{hour}:30:00Z") for hour in ("09", "10"))
        running = self.start("run", *OPTIONS)
        self.guest.until(lambda: "showing on" in running.read("err") or running.ended, 60, "the first picture")
        copy = COPY.format(pid=running.pid, files=" ".join(FILES))
        script = SCRIPT.format(options=shlex.join(OPTIONS))
        self.guest.run(f"{copy.strip()} <<'END'\n{script}\nEND", 60).check()
        said = len(running.read("err").splitlines())
        running.signal("TERM")
        running.wait().check()
        self.guest.run("date -us '2026-01-01 09:30:00'").check()
        self.guest.start("exec chroot /proc/1/root /bin/sh /over/script")
        self.guest.until(lambda: self.guest.monitor("query-status")["status"] == "suspended", 60, "its sleep")
        time.sleep(8)
        self.guest.monitor("system_wakeup")
        self.guest.until(self.woken, 30, "its waking up")
        self.assert_shows(after)
        self.guest.until(lambda: "alive: " in self.guest.console(), 10, "the program")
        # Not a word more than without a sleep: the mode needed no setting, nothing was waited for.
        self.assertIn(f"alive: {said} lines, the last: flip-kms: showing on Virtual-1", self.guest.console())
        self.assertNotEqual(before, after)
