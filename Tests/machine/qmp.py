"""QEMU's own control channel: JSON lines over a socket."""

import json


class Monitor:
    """Commands to a running QEMU, over a connected socket."""

    def __init__(self, connection):
        self._lines = connection.makefile("rwb", buffering=0)
        self._lines.readline()  # the greeting
        self("qmp_capabilities")

    def __call__(self, command, **arguments):
        """Runs one command and gives what it returned."""
        request = {"execute": command, "arguments": arguments}
        self._lines.write(json.dumps(request).encode() + b"\n")
        while True:
            line = self._lines.readline()
            if not line:
                raise RuntimeError(f"QEMU went away during {command}")
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
