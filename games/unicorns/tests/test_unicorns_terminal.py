#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole game of Unicorns in the terminal, kept as `game.golden`.

Played with both expansions, from its record as `tessera replay` tells it: every move and what
followed. After a change that is meant, `TSR_UPDATE=1` writes it anew: read the diff.

The text alone must explain the game. Every change of what somebody's unicorns count is told with a number and
its cause, a card that entered, left or changed stables in the same breath; the numbers add up from
move to move, and the winner has what it takes.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "support"))

from waiting import HANG  # noqa: E402

TESSERA = os.environ.get("TESSERA", "tessera")
NAMES = ["Anna", "Ben", "Cleo"]
CHANGE = re.compile(r"(\w+) counts (\d+) unicorns?, (\d+) (more|fewer)")
CAUSES = re.compile(r" (enters the stable of|moves from|goes to the discard pile|goes back to the hand|"
                    r"goes to the nursery|is shuffled into the deck|goes on top of the deck)")


def run(*arguments):
    done = subprocess.run([TESSERA, *map(str, arguments)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def game():
    """The story of one game, from its record alone."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "game.tsr")
        seats = [f"{name}=unicorns-rules" for name in NAMES]
        run("play", "unicorns", *seats, "--seed", 11, "--option", "set=all", "--record", record,
            "--quiet")
        return run("replay", record)


class Terminal(unittest.TestCase):
    maxDiff = 4000

    def test_whole_game(self):
        golden = HERE / "game.golden"
        told = game()
        if os.environ.get("TSR_UPDATE"):
            golden.write_text(told)
        self.assertEqual(told, golden.read_text())

    def test_every_change_is_explained(self):
        lines = (HERE / "game.golden").read_text().splitlines()
        count = dict.fromkeys(NAMES, 1)  # a baby unicorn each
        changes = 0
        for i, line in enumerate(lines):
            for name, now, by, which in CHANGE.findall(line):
                before = count[name]
                count[name] = int(now)
                self.assertEqual(before + int(by) * (1 if which == "more" else -1), int(now), line)
                story = "\n".join(lines[max(0, i - 30):i + 1])
                self.assertRegex(story, CAUSES)
                changes += 1
        self.assertGreater(changes, 5)
        winner = re.search(r"(\w+) has won", "\n".join(lines))
        self.assertTrue(winner, "nobody has won")
        self.assertEqual(count[winner.group(1)], max(count.values()))


if __name__ == "__main__":
    unittest.main()
