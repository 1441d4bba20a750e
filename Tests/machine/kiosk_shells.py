"""The completions in the shells themselves, each on a terminal of its own: what stands on the line after a tab."""

import os
import pathlib
import pty
import select
import subprocess
import tempfile
import time
import unittest

import kiosk
from guest import PATIENCE

SHOW = "\x07"  # Ctrl+G, the key that has the shell print its line between marks
BASH = r"""bind 'set enable-bracketed-paste off'; PS1=; source {tree}/usr/share/bash-completion/completions/flip-kms
show() {{ printf '\n<%s>' "$READLINE_LINE"; }}; bind -x '"\C-g": show'; printf '<%s>' ready
"""
ZSH = r"""unset zle_bracketed_paste; setopt nobeep; PS1=; fpath=({tree}/usr/share/zsh/vendor-completions $fpath)
autoload -Uz compinit; compinit -u -D; show() {{ print -rn -- "<$BUFFER>" }}; zle -N show; bindkey '^G' show
bindkey '^U' kill-whole-line; printf '<%s>' ready
"""


class Shell:
    """An interactive shell without anybody's settings, which has read the completions."""

    def __init__(self, words, setup, folder):
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "dumb", "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
        controller, terminal = pty.openpty()
        self.process = subprocess.Popen(
            words, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, cwd=folder, start_new_session=True
        )
        os.close(terminal)
        self.terminal = controller
        os.write(controller, setup.encode())
        self.read("<ready>")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def read(self, wanted=None):
        """What stands between the last marks that it prints, once that is `wanted`, or once there are any."""
        deadline, text = time.monotonic() + 10 * PATIENCE, ""
        while (wanted or ">") not in text:
            if not select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"the shell said {text!r}")
            text += os.read(self.terminal, 4096).decode(errors="replace")
        return text[text.rindex("<") + 1 : text.rindex(">")]

    def complete(self, line):
        """The line after a tab at its end."""
        os.write(self.terminal, f"{line}\t{SHOW}".encode())
        found = self.read()
        os.write(self.terminal, b"\x15")  # Ctrl+U: away with the line
        return found


class Completions(unittest.TestCase):
    """Of a line, what every shell makes of it; a space behind it, or the = of zsh, is each shell's own."""

    WHOLE = {
        "flip-kms re": "flip-kms render",
        "flip-kms --them": "flip-kms --theme",
        "flip-kms --theme sola": "flip-kms --theme solari",
        "flip-kms --theme=sola": "flip-kms --theme=solari",
        "flip-kms --timezone Asia/Tok": "flip-kms --timezone Asia/Tokyo",
        "flip-kms --config board.c": "flip-kms --config board.conf",
        "flip-kms --images pic": "flip-kms --images pictures/",
        "flip-kms render -o cl": "flip-kms render -o clock.png",
        "flip-kms render --siz": "flip-kms render --size",
        "flip-kms displays --fro": "flip-kms displays --from",
        # run's, which is meant where no command is named.
        "flip-kms --stat": "flip-kms --stats",
        # Not this command's, so there is nothing to complete.
        "flip-kms displays --siz": "flip-kms displays --siz",
        "flip-kms check --stat": "flip-kms check --stat",
    }

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="flip-kms-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.tree = cls.folder / "tree"
        subprocess.run(["dpkg-deb", "-x", kiosk.PACKAGE, cls.tree], check=True)
        (cls.folder / "pictures").mkdir()
        for name in ("board.conf", "clock.png"):
            (cls.folder / name).touch()

    def assert_completes(self, complete):
        for line, whole in self.WHOLE.items():
            found = complete(line)
            self.assertEqual(found.rstrip(" =" if whole.endswith(("theme", "size", "from")) else " "), whole, line)

    def interactive(self, words, setup):
        shell = Shell(words, setup.format(tree=self.tree), self.folder)
        self.addCleanup(shell.close)
        return shell

    def test_bash(self):
        self.assert_completes(self.interactive(["bash", "--noprofile", "--norc", "-i"], BASH).complete)

    def test_zsh(self):
        self.assert_completes(self.interactive(["zsh", "-f", "-i"], ZSH).complete)

    def test_fish(self):
        file = self.tree / "usr/share/fish/vendor_completions.d/flip-kms.fish"

        def complete(line):
            script = f"source {file}; complete -C '{line}'"
            environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
            done = subprocess.run(
                ["fish", "-N", "-c", script], env=environment, cwd=self.folder, stdout=subprocess.PIPE, text=True, check=True
            )
            found = [row.split("\t")[0] for row in done.stdout.splitlines()]
            self.assertLessEqual(len(found), 1, line)
            return line if not found else line[: line.rindex(" ") + 1] + found[0]

        self.assert_completes(complete)
