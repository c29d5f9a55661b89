#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The twelve rule texts of docs/texts: for each, a game that was written from it is graded as the game it should be.

Where the game is in C, the work is a rules file (the folder `written`, or the shelf); where it is a rules file, the
work is a second program. Mistakes that are easily made are planted, too, and have to be found.

    texts.py [--games N]     as many of second programs, which are slow, and 200 times as many of rules files
"""
import os
import re
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOOL = ROOT / "tools/grade-texts"
GAMES = "1"

RULES = {name: HERE / f"written/{name}.game" for name in ("daisy", "lazuli", "lilac", "saffron", "tangerine")}
RULES["peridot"] = ROOT / "games/rules/tictactoe.game"
PROGRAMS = {"amethyst": "amethyst", "obsidian": "obsidian", "orchid": "orchid", "quartz": "reversi", "topaz": "topaz",
            "violet": "amazons"}

# text: what is written instead of what, and what has to be found
PLANTED = {
    "lilac": ("  remove here when (beside = 2 or above = 2)\n", "", "first difference"),
    "tangerine": ("V facing north", "V facing south", "moves that are missing: "),
    "saffron": ("lose when here", "win when here", "wins; here the game is over, "),
    "lazuli": ("to empty capturing it", "to empty", "moves that should not be: "),
    "daisy": ("slide forward to enemy if crowned", "slide forward to enemy", "moves that should not be: "),
    "peridot": ("win when line 3 of mine", "win when line 3 of mine and turns < 9", "here the game is over, "),
}

REFERENCES = {"lilac": "ardri", "tangerine": "domineering", "saffron": "tron", "lazuli": "pegs", "daisy": "unashogi",
              "peridot": "tictactoe"}


def run(folder, *more):
    return subprocess.run([sys.executable, TOOL, folder, *more], capture_output=True, text=True)


class Texts(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def right(self, names, *more):
        out = run(self.folder, *more)
        self.assertEqual(out.returncode, 0, out.stdout + out.stderr)
        self.assertIn(f"{len(names)} of 12 right, 0 wrong, {12 - len(names)} missing", out.stdout)
        for name in names:
            self.assertRegex(out.stdout, rf"(?m)^{name} +right: \d+ sequences")

    def test_every_text_has_a_work(self):
        texts = {p.stem for p in (ROOT / "docs/texts").glob("*.md")} - {"README"}
        self.assertEqual(texts, {*RULES, *PROGRAMS})
        table = re.findall(r"(?m)^\| \[(\w+)\]\(texts/(\w+)\.md\) \|", (ROOT / "docs/grading.md").read_text())
        self.assertEqual({a.lower() for a, _ in table}, texts)
        self.assertEqual({b for _, b in table}, texts)

    def test_rules_files(self):
        quick = {*RULES} - {"daisy"}
        for name in quick:
            (self.folder / f"{name}.game").write_text(RULES[name].read_text())
        self.right(quick, "--games", str(200 * int(GAMES)))

    def test_a_rules_file_with_very_many_moves(self):
        (self.folder / "daisy.game").write_text(RULES["daisy"].read_text())
        self.right({"daisy"}, "--games", GAMES, "--depth", "1")

    def test_programs(self):
        for name, game in PROGRAMS.items():
            path = self.folder / name
            path.write_text(f"#!/bin/sh\nexec {sys.executable} {HERE}/second/speak.py {game}\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        self.right(PROGRAMS, "--games", GAMES, "--depth", "1")

    def test_mistakes_are_found(self):
        for name, (written, instead, found) in PLANTED.items():
            text = RULES[name].read_text()
            self.assertIn(written, text)
            file = self.folder / f"{name}.game"
            file.write_text(text.replace(written, instead))
            out = subprocess.run([os.environ["TESSERA"], "grade", file, "--as", REFERENCES[name], "--depth", "1"],
                                 capture_output=True, text=True)
            self.assertEqual(out.returncode, 2, (name, out.stdout, out.stderr))
            self.assertIn(found, out.stdout, name)
            self.assertIn(" is not yet ", out.stdout, name)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--games"]:
        GAMES = sys.argv[2]
        del sys.argv[1:3]
    unittest.main(verbosity=1)
