"""A virtual machine: QEMU under software emulation, a Debian kernel, and this machine's own files as root."""

import ctypes
import itertools
import os
import pathlib
import selectors
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import initramfs
from kernel import Kernel
from machines import MACHINES
from picture import Picture
from qmp import Monitor

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache/machine"
# Seconds that this machine may take where a usual one takes one. Nothing waits longer than it must.
PATIENCE = float(os.environ.get("FLIP_KMS_PATIENCE", "4"))


class Guest:
    """A running guest. Commands run as root in a copy-on-write view of this machine's files.

    `devices` are QEMU's -device values, `modules` what to load for them, as `load` has it, `line` more for the kernel's
    command line, `options` more for QEMU. What is put in the folder `share` is at /share in the guest.
    """

    # How it starts: the script in the initramfs, and the modules that are loaded before it has a root.
    ARCHITECTURE = "amd64"
    INIT = "init"
    BASE = ["virtio_pci", "9p", "9pnet_virtio", "overlay"]
    # Two processors, as fast as this machine emulates them, in its own time.
    PROCESSORS = ["-accel", "tcg,thread=multi", "-smp", "2"]
    INSMOD = ["busybox", "insmod"]

    def __init__(self, devices, modules=(), line="", options=(), memory="1G"):
        self.kernel = Kernel(CACHE, self.ARCHITECTURE)
        emulator, serial, words = MACHINES[self.ARCHITECTURE]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flip-kms-"))
        self.share = self.folder / "share"
        self.share.mkdir()
        self._numbers = itertools.count(1)
        self._answers = {}
        initramfs.build(self.folder / "initramfs", self.INIT, self.kernel.busybox, self.kernel.order(self.BASE))
        command = [
            *(*emulator, *self.PROCESSORS, "-m", memory),
            *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-vga", "none"),
            *("-kernel", self.kernel.image, "-initrd", self.folder / "initramfs"),
            *("-append", f"{words} quiet panic=-1 mitigations=off {line}"),
            *("-serial", f"file:{self.folder}/console"),
            *("-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off", *serial),
            *("-qmp", f"unix:{self.folder}/qmp,server=on,wait=off"),
            *self.root(),
            *("-fsdev", f"local,id=share,path={self.share},security_model=none"),
            *("-device", "virtio-9p-pci,fsdev=share,mount_tag=share"),
            *(word for device in devices for word in ("-device", device)),
            *options,
        ]
        self._log = open(self.folder / "qemu", "w+b")
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, preexec_fn=_die_along
        )
        try:
            self._agent = self._connect("agent")
            self.monitor = Monitor(self._connect("qmp"), self.gone)
            self._received = b""
            self._wait_for(lambda: "ready" in self._answers, 60, "the guest to start")
            self.load(*modules)
        except BaseException:
            self.close()
            raise

    def root(self):
        """QEMU's options for what the guest has its files from."""
        return [
            *("-fsdev", "local,id=root,path=/,security_model=none,readonly=on,multidevs=remap"),
            *("-device", "virtio-9p-pci,fsdev=root,mount_tag=root"),
        ]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends QEMU and removes what it left."""
        self.process.kill()
        self.process.wait()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def load(self, *modules):
        """Loads kernel modules with what they depend on: by name, and behind it the module's parameters."""
        parameters = {name: rest for name, *rest in map(str.split, modules)}
        loaded = {line.split()[0] for line in self.run("cat /proc/modules").out.splitlines()}
        for file in self.kernel.order(parameters):
            if file.stem not in loaded:
                shutil.copy(file, self.share)
                self.run(shlex.join([*self.INSMOD, f"/share/{file.name}", *parameters.get(file.stem, [])])).check()

    def run(self, command, timeout=30):
        """Runs a command, as `start` has it, and gives its result; the timeout is what a usual machine may take."""
        return self.start(command).wait(timeout)

    def start(self, command):
        """Starts a command and goes on. A list of words is run without a shell, and can be signalled."""
        return Running(self, command if isinstance(command, str) else "exec " + shlex.join(map(str, command)))

    def screenshot(self, file, device=None, head=0):
        """What a display's card scans out now, as a PNG file and as the picture in it."""
        which = {"device": device, "head": head} if device else {}
        self.monitor("screendump", filename=str(pathlib.Path(file).resolve()), format="png", **which)
        return Picture.read(file)

    def console(self):
        """What the kernel said on its serial console."""
        return (self.folder / "console").read_text(errors="replace")

    def until(self, condition, timeout, what):
        """Waits for something in the guest to come true, asking a few times a second."""
        deadline = time.monotonic() + timeout * PATIENCE
        while not (found := condition()):
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited {timeout * PATIENCE:.0f} s for {what}\n{self.console()[-2000:]}")
            time.sleep(0.2)
        return found

    def _connect(self, name):
        def connected():
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(self.folder / name))
            except OSError:
                connection.close()
                self._alive()
                return None
            return connection

        return self.until(connected, 10, f"QEMU's socket {name}")

    def gone(self):
        """The error of one that answers no more: how QEMU ended, what it said, and the kernel's last words."""
        status = self.process.wait(5)
        how = f"QEMU ended with {status}" if status >= 0 else f"QEMU was ended by signal {-status}"
        said = (self.folder / "qemu").read_text(errors="replace").strip()
        return RuntimeError(f"{how}: {said or 'without a word'}\n{self.console()[-2000:]}")

    def _alive(self):
        if self.process.poll() is not None:
            raise self.gone()

    def _wait_for(self, condition, timeout, what):
        """Reads the agent's answers until the condition holds."""
        deadline = time.monotonic() + timeout * PATIENCE
        while not condition():
            left = max(deadline - time.monotonic(), 0)
            self._agent.settimeout(min(left, 5))  # with no time left, what is there already is read all the same
            try:
                received = self._agent.recv(4096)
            except ConnectionError:
                raise self.gone() from None
            except (TimeoutError, BlockingIOError):
                self._alive()
                if left > 0:
                    continue
                raise TimeoutError(f"waited {timeout * PATIENCE:.0f} s for {what}\n{self.console()[-2000:]}") from None
            if not received:
                raise self.gone()
            *lines, self._received = (self._received + received).split(b"\n")
            for line in lines:
                number, _, status = line.decode(errors="replace").strip().partition(" ")
                self._answers[number] = status


class ExactGuest(Guest):
    """A guest whose clocks count its own instructions, two nanoseconds each, and skip what it idles away.

    How busy this machine is makes no difference in it, an hour of rest passes at once, and so does what it
    waits for from here: a first read of a file may take it minutes by its own clock, and no time by ours.
    """

    PROCESSORS = ["-accel", "tcg,thread=single", "-smp", "1", "-icount", "shift=1,sleep=off"]


class Running:
    """A command that was started in a guest."""

    def __init__(self, guest, script):
        self.guest = guest
        self.number = str(next(guest._numbers))
        self.script = script
        (guest.share / f"{self.number}.sh").write_text(f"echo $$ >/share/{self.number}.pid\n{script}\n")
        try:
            guest._agent.sendall(f"{self.number}\n".encode())
        except ConnectionError:
            raise guest.gone() from None

    @property
    def ended(self):
        try:
            self.guest._wait_for(lambda: self.number in self.guest._answers, 0, "")
        except TimeoutError:
            return False
        return True

    def read(self, ending):
        """What it has written so far to standard output ("out") or error ("err")."""
        file = self.guest.share / f"{self.number}.{ending}"
        return file.read_text(errors="replace") if file.exists() else ""

    @property
    def pid(self):
        """Its number in the guest."""
        return self.guest.until(lambda: self.read("pid").strip(), 10, f"the start of {self.script}")

    def signal(self, name):
        """Sends a signal, by its name without SIG, to a command that was started as a list of words."""
        self.guest.run(f"kill -{name} {self.pid}").check()

    def wait(self, timeout=30):
        """Its result, once it has ended."""
        what = f"this to end: {self.script}"
        self.guest._wait_for(lambda: self.number in self.guest._answers, timeout, what)
        return Result(self.script, int(self.guest._answers[self.number]), self.read("out"), self.read("err"))


class Result:
    """How a command ended: `status`, and what it wrote, `out` and `err`."""

    def __init__(self, script, status, out, err):
        self.script, self.status, self.out, self.err = script, status, out, err

    def check(self):
        """Itself, where the command ended with 0."""
        if self.status != 0:
            raise AssertionError(f"{self.script}\nended with {self.status}\n{self.out}{self.err}")
        return self


def _die_along():
    """In the new process: end when the one that started it does, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
