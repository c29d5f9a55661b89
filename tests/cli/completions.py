#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The completions, in the real shells: what is typed, Tab, and what stands there then.

In bash and zsh the word is typed on a terminal; `tessera` is a function there that says how it was
called, unless a completion calls it. fish is asked for its candidates. A shell that is not installed is skipped.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from cli import HANG, SOURCE, TESSERA, Case

# What is typed behind "tessera ", and what it becomes: the only thing that fits.
TYPED = [
    ("tourn", "tournament"),
    ("tournament --ki", "tournament --kind"),
    ("tournament --kind sw", "tournament --kind swiss"),
    ("tournament connect4 mcts alphab", "tournament connect4 mcts alphabeta"),
    ("train rever", "train reversi"),
    ("train connect4 c4 --symm", "train connect4 c4 --symmetries"),
    ("train --symmetries fo", "train --symmetries found"),
    ("match connect4 mcts:ex", "match connect4 mcts:explore="),
    ("match connect4 mcts:nodes=5,ex", "match connect4 mcts:nodes=5,explore="),
    ("play connect4 Anna=hu", "play connect4 Anna=human"),
    ("play connect4 Anna=mcts:rol", "play connect4 Anna=mcts:rollout="),
    ("play --seed 3 rever", "play --seed 3 reversi"),
    ("think chess --agent alphab", "think chess --agent alphabeta"),
    ("help tourn", "help tournament"),
    ("list ag", "list agents"),
    ("check my", "check mygame.game"),
    ("play my", "play mygame.game"),
    ("replay rec", "replay record.tsr"),
]
SHELL = """
tessera() {
    if [ -t 1 ]; then printf '<<%s>>\\n' "$*"; else command "$TESSERA" "$@"; fi
}
PS1='ready> '
"""


class Terminal:
    """An interactive shell on a terminal of its own."""

    def __init__(self, command, folder, env):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, env)
        self.heard = ""

    def say(self, text):
        os.write(self.fd, text.encode())

    def hear(self, pattern):
        """Waits for the pattern, and forgets what came up to its end."""
        while not (found := re.search(pattern, self.heard)):
            ready, _, _ = select.select([self.fd], [], [], HANG)
            assert ready, f"nothing like {pattern} came: {self.heard[-500:]!r}"
            self.heard += os.read(self.fd, 65536).decode(errors="replace")
        self.heard = self.heard[found.end():]
        return found

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


class Completions(Case):
    def setUp(self):
        super().setUp()
        for name in ("mygame.game", "record.tsr", "other.txt"):
            (self.folder / name).write_text("")
        self.env.update(TESSERA=TESSERA, TERM="dumb", HISTFILE="", HOME=str(self.folder))

    def typed(self, command, start):
        shell = Terminal(command, self.folder, self.env)
        self.addCleanup(shell.close)
        shell.say(SHELL + start + "\necho be''gin\n")
        shell.hear(r"\nbegin[^\n]*\n(.|\n)*ready> ")
        for word, wanted in TYPED:
            with self.subTest(word=word):
                shell.say(f"tessera {word}\t\n")
                self.assertEqual(shell.hear(r"<<(.*?)>>")[1].strip(), wanted)
                shell.hear("ready> ")

    def test_they_are_what_is_made_from_help(self):
        made = subprocess.run([sys.executable, SOURCE / "tools/completions", TESSERA, "--check"],
                              capture_output=True, text=True, env=self.env)
        self.assertEqual((made.returncode, made.stderr), (0, ""))

    def test_every_option_of_every_command_is_known(self):
        texts = {name: (SOURCE / "packaging" / name).read_text()
                 for name in ("tessera.bash", "_tessera", "tessera.fish")}
        for one in self.ok("help", "--json").objects():
            for option in one["options"]:
                for name, text in texts.items():
                    self.assertRegex(text, rf"(--|-l ){option['name']}\b", name)

    @unittest.skipUnless(shutil.which("bash"), "bash is not installed")
    def test_bash(self):
        self.typed(["bash", "--norc", "--noprofile", "-i"], f"source {SOURCE}/packaging/tessera.bash")

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed (tools/setup test installs it)")
    def test_zsh(self):
        self.typed(["zsh", "-f", "-i"], f"unsetopt prompt_cr prompt_sp zle_bracketed_paste 2>/dev/null\n"
                   f"fpath=({SOURCE}/packaging $fpath)\nautoload -U compinit && compinit -u -D")

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed (tools/setup test installs it)")
    def test_fish(self):
        bin = self.folder / "bin"
        bin.mkdir()
        (bin / "tessera").symlink_to(Path(TESSERA).resolve())
        asks = "\n".join(f"complete -C 'tessera {word}'; echo ==" for word, _ in TYPED)
        done = subprocess.run(["fish", "--no-config", "-c", f"source {SOURCE}/packaging/tessera.fish\n{asks}"],
                              capture_output=True, text=True, cwd=self.folder, timeout=HANG,
                              env={**self.env, "PATH": f"{bin}:{self.env['PATH']}"})
        said = done.stdout.split("==\n")
        for (word, wanted), lines in zip(TYPED, said):
            with self.subTest(word=word):
                found = [line.split("\t")[0] for line in lines.splitlines()]
                self.assertEqual(found, [wanted.split()[-1]], done.stderr)


if __name__ == "__main__":
    unittest.main()
