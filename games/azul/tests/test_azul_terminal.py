#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Azul in the terminal: whole games by typed commands.

From scripts on a pipe, compared with golden transcripts; the record of such a
game as log, replay and save; and one game on a terminal, key by key. After a
change that is meant, `TSR_UPDATE=1` writes the transcripts anew: read the diff.

The games were first played when records had format 1, and begin as such records: so
the transcripts also show that old games go on with the draws they would have had.
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
TWO = ["Anna=human", "Ben=human", "--seed", "7"]
THREE = ["Anna=human", "Ben=human", "Cleo=human", "--seed", "11",
         "--option", "mode=advanced", "--option", "starter=first", "--quiet"]


def script(name):
    return (HERE / f"{name}.script").read_text()


def run(arguments, typed="", code=0):
    """The transcript: what the program says, to both of its streams, in order."""
    done = subprocess.run([TESSERA, *arguments], input=typed, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=HANG)
    assert done.returncode == code, f"{arguments} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def begin(path, *arguments):
    """A record of format 1 that ends where the game begins; what resumes it."""
    run(["play", "azul", *arguments, "--record", str(path)], "quit\n")
    text = Path(path).read_text()
    header = text[:text.index("begin\n") + 6]
    Path(path).write_text(header.replace("tessera\t2\n", "tessera\t1\n"))
    return ["play", "--resume", str(path)]


class Pipe(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "game.tsr")

    def tearDown(self):
        self.folder.cleanup()

    def golden(self, name, transcript):
        path = HERE / f"{name}.golden"
        if os.environ.get("TSR_UPDATE"):
            path.write_text(transcript)
        self.assertEqual(transcript, path.read_text())

    def test_basic(self):
        self.golden("basic", run(begin(self.file, *TWO), script("basic")))

    def test_advanced(self):
        self.golden("advanced", run([*begin(self.file, *THREE), "--quiet"],
                                    script("advanced")))

    def test_board_view(self):
        """The other picture, from the scene, has every tile as a letter."""
        picture = run([*begin(self.file, *TWO), "--view", "board", "--glyphs", "ascii"],
                      "H1 4 1\n")
        self.assertIn("display 2: B Kx2 W", picture)
        self.assertIn("tiles in the bag 80", picture)
        self.assertNotIn("Hold1", picture)

    def test_bots_and_people_mixed(self):
        said = run(["play", "azul", "Anna=human", "azul-greedy", "random", "azul-greedy", "--seed",
                    "3", "--no-record", "--option", "starter=first"], "H1 9 9\nmoves H1\nquit\n")
        self.assertIn("there is no type 9", said)
        self.assertIn("Hold9", said)


class Record(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "game.tsr")

    def tearDown(self):
        self.folder.cleanup()

    def lines(self):
        return [line.split("\t") for line in Path(self.file).read_text().splitlines()]

    def test_every_attempt_is_logged(self):
        run(begin(self.file, *TWO), script("basic"))
        attempts = [f for f in self.lines() if f[1:3] == ["p1", "Anna"]]
        said = {(f[3], f[4], f[6]) for f in attempts}
        self.assertIn(("fail", "C 1 2", "the centre is empty"), said)
        self.assertIn(("fail", "H9 1 1", "there is no display 9: this game has 5"), said)
        self.assertIn(("fail", "hello", "that is not a move of this game"), said)
        self.assertIn(("fail", "H5 3 1", "line 1 is full"), said)
        self.assertIn(("ok", "H1 4 1", "Anna takes 1 black from display 1 to line 1"), said)

    def test_places_are_logged(self):
        run(begin(self.file, *THREE), script("advanced"))
        said = [f[6] for f in self.lines() if len(f) == 7 and f[3] == "ok"]
        self.assertTrue(any(re.fullmatch(r"Cleo places \w+ from line \d in column \d", s)
                            for s in said))
        self.assertIn("there is no column 6: columns are 1 to 5", [f[-1] for f in self.lines()])

    def test_replay_and_resume(self):
        whole = run(begin(self.file, *TWO), script("basic"))
        run(["replay", "--quiet", self.file])
        # Cut the record in the middle of a line, as a crash would, and go on.
        text = Path(self.file).read_text()
        kept = [line for line in text.splitlines(keepends=True)]
        moves = [i for i, line in enumerate(kept) if re.match(r"\d+\tp", line)]
        at = moves[len(moves) // 2]
        Path(self.file).write_text("".join(kept[:at]) + kept[at][:9])
        rest = [f.split("\t")[4] for f in kept[at:] if re.match(r"\d+\tp\d\t[^\t]*\tok", f)]
        end = run(["play", "--resume", self.file], "\n".join(rest) + "\n")
        result = whole[whole.index("Game over after"):]
        self.assertEqual(end[end.index("Game over after"):], result)


class Terminal(unittest.TestCase):
    """The program on a terminal of 40 lines, driven as by a person."""

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

    def test_whole_game(self):
        home = tempfile.TemporaryDirectory()
        command = begin(os.path.join(home.name, "game.tsr"), *TWO)
        pid, screen = pty.fork()
        if pid == 0:
            os.environ.update(TERM="xterm", HOME=home.name, XDG_DATA_HOME=home.name)
            os.execvp(TESSERA, [TESSERA, *command])
        ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        seen = self.read_until_prompt(screen)
        self.assertIn(b"center| Hold1| Hold2", seen)
        for line in script("basic").splitlines():
            if line.startswith(("moves", "scores")):
                continue  # a long answer has pages of its own
            os.write(screen, line.encode() + b"\r")
            seen = self.read_until_prompt(screen)
        self.assertIn(b"Ben wins", seen)
        os.write(screen, b"\r")
        self.read_until_end(screen)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
        os.close(screen)
        home.cleanup()

    def read_until_end(self, screen):
        try:
            while os.read(screen, 65536):
                pass
        except OSError:
            pass


if __name__ == "__main__":
    unittest.main()
