"""The two machines that are emulated."""

# Of each architecture: the emulator, what the agent speaks through, and the kernel's command line.
MACHINES = {
    "amd64": (
        # With random numbers of its own from the start: a kernel that has enough of them only later rewrites its code
        # then, which a second processor that is emulated at that moment may stumble over.
        ["qemu-system-x86_64", "-cpu", "Nehalem,+rdrand"],
        ["-serial", "chardev:agent"],
        # On a host with much to do the kernel finds the timer's interrupt late, and goes no further.
        "console=ttyS0 agent=ttyS1 no_timer_check",
    ),
    "arm64": (
        ["qemu-system-aarch64", "-M", "virt", "-cpu", "max,pauth-impdef=on"],
        ["-device", "pci-serial,chardev=agent"],
        "console=ttyAMA0 agent=ttyS0",
    ),
}
