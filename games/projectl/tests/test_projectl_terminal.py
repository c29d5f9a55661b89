#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Project L in the terminal: a whole game by typed commands, and what goes wrong.

`game.script` has all moves of a game of two; `game.golden` is how it ends. After a
change that is meant, `TSR_UPDATE=1` writes it anew: read the diff. The game was first played
when records had format 1, and begins as such a record: old games go on with their own draws.
"""

import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
from fcntl import ioctl
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "support"))

from waiting import HANG, wait_until  # noqa: E402

TESSERA = os.environ.get("TESSERA", "tessera")
GAME = ["play", "projectl", "Anna=human", "Ben=human", "--seed", "17827584815388034219",
        "--option", "first=seat1"]


def run(arguments, typed="", code=0):
    """What the program says, to both of its streams, in order."""
    done = subprocess.run([TESSERA, *arguments], input=typed, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=HANG)
    assert done.returncode == code, f"{arguments} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def begin(folder):
    """A record of format 1 that ends where the game begins; what resumes it."""
    path = Path(folder, "game.tsr")
    path.unlink(missing_ok=True)
    run([*GAME, "--record", str(path)], "quit\n")
    text = path.read_text()
    path.write_text(text[:text.index("begin\n") + 6].replace("tessera\t2\n", "tessera\t1\n"))
    return ["play", "--resume", str(path)]


class Pipe(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def play(self, typed, *flags):
        return run([*begin(self.folder.name), *flags], typed)

    def test_whole_game(self):
        said = self.play((HERE / "game.script").read_text(), "--glyphs", "unicode")
        end = said[said.rindex("Round "):]
        path = HERE / "game.golden"
        if os.environ.get("TSR_UPDATE"):
            path.write_text(end)
        self.assertEqual(end, path.read_text())
        self.assertIn("Anna begins a master action", said)
        self.assertRegex(said, r"Ben places \w+ into B#\d+, which is then complete\n   Ben completes B#\d+: \+\d\n")

    def test_reasons(self):
        said = self.play("take W9\nplace I2 1 a1\nupgrade I2 T\nsing\nquit\n")
        self.assertIn("'take W9': that names no puzzle: a row has places 1 to 4", said)
        self.assertIn("'place I2 1 a1': you have no puzzle 1", said)
        self.assertIn("I2 can become a piece of level 3 at most; T is of level 4", said)
        self.assertIn("'sing': that is not a move of this game", said)

    def test_a_half_done_action_is_taken_back(self):
        said = self.play("recycle B\nput 2\nundo\nundo\nbasic\nquit\n")
        self.assertIn("Anna, which black puzzle goes under the deck next?", said)
        self.assertIn("Anna has 2 actions left", said)

    def test_a_whole_action_in_one_line(self):
        said = self.play("recycle B 1 2\nrecycle B 3 1 4 2\nquit\n")
        self.assertIn("'recycle B 1 2': the black row has 4 puzzles, and 2 were named", said)
        self.assertIn("Anna has 2 actions left", said)
        said = self.play("take W1\nmaster I2 7 a1, I1 1 a1\nmaster I2 1 b4 r90\nquit\n")
        self.assertIn("you have no puzzle 7", said)
        self.assertIn("Anna has 1 action left", said)

    def test_generic_picture(self):
        said = self.play("take W1\nquit\n", "--view", "board", "--glyphs", "ascii")
        self.assertIn("white row", said)
        self.assertIn("reserve", said)
        self.assertIn("a b c d e", said)

    def test_puzzle_files(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("I W 1\nR 1 T\nP #####\nP #.##\n")
            file.flush()
            said = run(["play", "projectl", "random", "random", "--option",
                        f"puzzles={file.name}", "--no-record"], code=2)
            self.assertIn(f"{file.name}:4", said)
            self.assertIn("a P line has 5 cells, this one has 4", said)


class Terminal(unittest.TestCase):
    def test_colours(self):
        """Pieces are blocks in their colours, and still have their names."""
        home = tempfile.TemporaryDirectory()
        command = begin(home.name)
        pid, screen = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm-256color", HOME=home.name, XDG_DATA_HOME=home.name)
            os.environ.pop("NO_COLOR", None)
            os.execvp(TESSERA, [TESSERA, *command])
        ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        seen = b""
        for line in ["", *(HERE / "game.script").read_text().splitlines()[:30]]:
            os.write(screen, line.encode() + b"\r" if line else b"")
            seen += self.read_until_prompt(screen)
        self.assertRegex(seen, rb"\x1b\[0;7;38;5;\d+mI2")
        os.write(screen, b"quit\r")
        try:
            while os.read(screen, 65536):
                pass
        except OSError:
            pass
        os.waitpid(pid, 0)
        os.close(screen)
        home.cleanup()

    def read_until_prompt(self, screen):
        prompt = re.compile(rb"> (\x1b\[[0-9;?]*[A-Za-z])*$")
        seen = b""

        def is_asked():
            nonlocal seen
            if select.select([screen], [], [], 0.2)[0]:
                try:
                    more = os.read(screen, 65536)
                except OSError:
                    more = b""
                seen += more
                return not more or prompt.search(seen)
            return False

        wait_until(is_asked)
        return seen


if __name__ == "__main__":
    unittest.main()
