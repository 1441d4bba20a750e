"""QEMU's own control channel: JSON lines over a socket."""

import json


class Monitor:
    """Commands to a running QEMU, over a connected socket. `gone` makes the error for one that runs no more."""

    def __init__(self, connection, gone):
        self._lines = connection.makefile("rwb", buffering=0)
        self._gone = gone
        self._lines.readline()  # the greeting
        self("qmp_capabilities")

    def __call__(self, command, **arguments):
        """Runs one command and gives what it returned."""
        request = {"execute": command, "arguments": arguments}
        try:
            self._lines.write(json.dumps(request).encode() + b"\n")
            return self._answer(command)
        except ConnectionError:
            raise self._gone() from None

    def _answer(self, command):
        while True:
            line = self._lines.readline()
            if not line:
                raise self._gone()
            answer = json.loads(line)
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
