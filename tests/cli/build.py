# SPDX-License-Identifier: MIT
"""Compiled rules: build, the cache, --compiled, modules as plugins."""

import os
import re
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli import HANG, SOURCE, Case, main

GAME = """game "Twig"
players Left, Right
board grid 4x4
piece Leaf
turn: place Leaf on empty
win when line 3 of mine
stuck: draw
"""

# A king that must not be left in check, and repetition: what chess has, on fewer cells.
SIEGE = """game "Siege"
players White, Black
board grid 5x5
piece King: step any
piece Rook: slide orthogonal
piece Man:
  step forward to empty
  step forward + sideways to enemy
setup
  r . k . r
  m m . m m
  . . . . .
  M M . M M
  R . K . R
def check = my King on attacked
turn: move then require not check
stuck: lose when check otherwise draw
draw when repeated 3
"""

# Compiles a text once, for all tests. The object's path and the text's are the last two words.
HURRIED = """#!/bin/sh
for word; do object=$text; text=$word; done
made={made}/$(sha256sum <"$text" | cut -c1-64)
if [ ! -e "$made" ]; then
    {compiler} "$@" -O0 || exit
    cp -- "$object" "$made.$$" && mv "$made.$$" "$made"
fi
exec cp -- "$made" "$object"
"""

COMPILER = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@unittest.skipUnless(COMPILER, "needs a C compiler")
class Build(Case):
    @classmethod
    def setUpClass(cls):
        """Most tests are about what is built and where it is kept, so a compiler in a hurry will do."""
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        hurried = Path(made.name) / "hurried-cc"
        hurried.write_text(HURRIED.format(compiler=COMPILER, made=made.name))
        hurried.chmod(0o755)
        cls.hurried = str(hurried)

    def setUp(self):
        super().setUp()
        self.game = self.folder / "twig.game"
        self.game.write_text(GAME)
        self.cache = self.folder / "cache/tessera"
        self.thorough(False)

    def thorough(self, is_so=True):
        """As users do it: with all that the compiler can do."""
        self.env["CC"] = COMPILER if is_so else self.hurried

    def build(self, *more):
        return self.ok("build", self.game, "--json", *more).objects()[0]

    def perft(self, *more, **with_env):
        return self.ok("perft", self.game, 4, *more, **with_env).out

    def test_what_every_player_does_is_printed_once(self):
        """Hearts, whose rules are lowered for four players and 52 cards: 38,000 lines without sharing, before cards told
        of the hands they came from, which is 2,400 lines more: what leading and following tell differs."""
        text = self.ok("build", "--emit-c", "hearts").out
        self.assertLess(text.count("\n"), 22400)
        copies = re.findall(r"^#define (turn_\d+) (turn_\d+)$", text, re.M)
        self.assertGreater(len(copies), 3)
        for copy, printed in copies:
            self.assertIn(f"int {printed}(", text)
            self.assertNotIn(f"int {copy}(", text)

    def test_the_second_time_it_is_there(self):
        first, second = self.build(), self.build()
        self.assertEqual((first["cached"], second["cached"]), (0, 1))
        self.assertEqual(first["path"], second["path"])
        self.assertTrue(first["path"].startswith(str(self.cache)))
        self.assertEqual(sorted(p.suffix for p in self.cache.iterdir()), [".so", ".sum"])
        self.assertEqual(stat.S_IMODE(self.cache.stat().st_mode), 0o700)

    def test_other_rules_are_another_entry(self):
        first = self.build()
        self.game.write_text(GAME.replace("line 3", "line 4"))
        self.assertNotEqual(first["path"], self.build()["path"])

    def test_options_are_part_of_it(self):
        paths = {self.ok("build", "hex", "--option", f"size={n}", "--json").objects()[0]["path"]
                 for n in (4, 5)}
        self.assertEqual(len(paths), 2)

    def test_a_damaged_entry_is_made_again(self):
        path = Path(self.build()["path"])
        whole = path.read_bytes()
        for damage in (b"", whole[:-1] + bytes([whole[-1] ^ 1])):
            path.write_bytes(damage)
            self.assertEqual(self.build()["cached"], 0)
            self.assertEqual(self.build()["cached"], 1)
        path.with_suffix(".sum").unlink()
        self.assertEqual(self.build()["cached"], 0)

    def test_an_open_cache_is_not_trusted(self):
        self.build()
        os.chmod(self.cache, 0o777)
        self.assertEqual(self.build()["path"], "")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_an_unwritable_cache(self):
        self.cache.mkdir(parents=True)
        os.chmod(self.cache, 0o500)
        self.assertEqual(self.build()["path"], "")
        self.assertEqual(self.perft("--compiled=always"), self.perft("--compiled=never"))

    def test_a_cache_that_is_a_file(self):
        (self.folder / "cache").write_text("in the way")
        self.assertEqual(self.build()["path"], "")
        self.assertEqual(self.perft("--compiled=always"), self.perft("--compiled=never"))

    def test_no_compiler(self):
        nothing = {"PATH": str(self.folder), "CC": ""}
        self.refused(2, "there is no C compiler", "build", self.game, env=nothing)
        self.refused(2, ["--compiled=always", "no C compiler"], "perft", self.game, 2,
                     "--compiled=always", env=nothing)
        self.assertEqual(self.perft("--compiled=auto", env=nothing), self.perft())
        self.refused(2, "'/no/such/cc' ($CC)", "build", self.game, env={"CC": "/no/such/cc"})

    def test_a_compiler_that_fails(self):
        bad = self.folder / "badcc"
        bad.write_text("#!/bin/sh\necho 'x.c:1: error: I am tired' >&2\nexit 1\n")
        bad.chmod(0o755)
        self.refused(2, ["badcc failed", "error: I am tired"], "build", self.game,
                     env={"CC": str(bad)})
        self.assertEqual(list(self.cache.iterdir()), [])
        liar = self.folder / "liarcc"  # says yes and makes nothing
        liar.write_text("#!/bin/sh\nexit 0\n")
        liar.chmod(0o755)
        self.assertEqual(self.run_program("build", self.game, env={"CC": str(liar)}).code, 2)

    @unittest.skipIf(os.environ.get("TSR_SANITIZED"), "modules are not sanitized: once is enough")
    def test_rewrites_change_nothing(self):
        siege = self.folder / "siege.game"
        siege.write_text(SIEGE)
        count = self.ok("perft", siege, 4, "--compiled", "never").out
        for off in ([], ["shields", "perft"]):  # each of them for every game: build_passes.py
            without = [word for name in off for word in ("--no-pass", name)]
            for made in ([], ["--made"]) if not off else ([],):
                self.assertEqual(
                    self.ok("perft", siege, 4, "--compiled", "always", *without, *made).out, count)

    def test_jumps_are_the_same_without_the_rewrite(self):
        jumps = SOURCE / "tests/unit/forms/jump_choice.game"
        count = self.ok("perft", jumps, 4, "--compiled", "never").out
        for off in ([], ["--no-pass", "hops"]):
            self.assertEqual(self.ok("perft", jumps, 4, "--compiled", "always", *off).out, count)

    def test_filling_games_are_played_out(self):
        self.game.write_text(GAME.replace("4x4", "7x6").replace("line 3", "line 4"))
        for off in ([], ["--no-pass", "fill"]):
            figures = self.ok("bench", self.game, "--quick", "--seconds", "0.02", "--json",
                              "--compiled", "always", *off).objects()
            self.assertTrue(any(f.get("by") == "compiled" for f in figures))

    def test_emit_c(self):
        out = self.ok("build", "--emit-c", self.game).out
        self.assertIn("//     win when line 3 of mine", out)
        self.assertIn("place Leaf on empty", out)
        self.ok("build", "--emit-c", self.game, "-o", "twig.c")
        self.assertEqual((self.folder / "twig.c").read_text(), out)

    def test_a_module_is_a_plugin(self):
        self.thorough()
        self.ok("build", self.game, "-o", "twig.so")
        out = self.ok("perft", "twig", 4, "--plugin", "./twig.so").out
        self.assertEqual(out, self.perft("--compiled=never"))
        self.assertIn("twig", self.ok("list", "--plugin", "twig.so").out)
        self.thorough(False)
        self.ok("build", SOURCE / "games/rules/connect4.game", "--output=four.so")
        self.assertEqual(self.ok("perft", "connect4", 4, "--plugin", "four.so").out,
                         self.ok("perft", "connect4", 4, "--compiled=never").out)

    def test_parents_travel_with_a_module(self):
        # Neither what a comment says nor how the title is spaced leads astray.
        (self.folder / "oldtwig.game").write_text(GAME.replace('game "Twig"', 'game   "Old Twig"'))
        (self.folder / "newtwig.game").write_text(
            '# not game "Old Twig"\ngame "New Twig" from "Old Twig"\n')
        self.game.write_text('game "Twig" from "New Twig"\nwin when line 4 of mine\n')
        self.ok("build", self.game, "-o", "twig.so")
        count = self.perft("--compiled=never")
        for name in ("oldtwig", "newtwig", "twig"):
            (self.folder / f"{name}.game").unlink()
        self.assertEqual(self.ok("perft", "twig", 4, "--plugin", "./twig.so").out, count)

    def test_odd_places_for_a_module(self):
        self.ok("build", self.game, "-o", "-twig.so")  # not a flag of the compiler
        self.ok("perft", "twig", 2, "--plugin", "./-twig.so")
        (self.folder / "there").mkdir()
        for place in ("missing/twig.so", "there"):
            answer = self.refused(2, f"{place} cannot be written: ", "build", self.game, "-o", place)
            self.assertNotIn(".c", answer.err)  # nobody asked for that file
        self.assertEqual(sorted(p.name for p in self.folder.glob("*there*")), ["there"])

    def test_special_files_are_not_replaced(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.refused(2, "pipe cannot be written: it is not a regular file", "build", self.game, "-o", "pipe")
        (self.folder / "link").symlink_to("pipe")
        self.refused(2, "link cannot be written: it is not a regular file", "build", self.game, "-o", "link")
        self.assertTrue(pipe.is_fifo())
        self.assertTrue((self.folder / "link").is_symlink())
        (self.folder / "plain").write_text("")
        (self.folder / "to_plain").symlink_to("plain")  # as /dev/stdout is where output goes to a file
        self.refused(2, "to_plain cannot be written: it is not", "build", self.game, "-o", "to_plain")
        self.assertTrue((self.folder / "to_plain").is_symlink())
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)  # C is written in place
        self.ok("build", "--emit-c", self.game, "-o", "pipe")
        self.assertIn(b"Made by `tessera build`", reader.communicate(timeout=HANG)[0])
        self.assertTrue(pipe.is_fifo())

    def test_auto_finds_what_was_built(self):
        before = self.perft()
        self.build()
        self.assertEqual(self.perft("--compiled=auto"), before)
        self.assertEqual(self.perft("--compiled=always"), before)
        self.assertEqual(len(list(self.cache.glob("*.so"))), 1)

    def test_games_that_are_not_rules(self):
        self.refused(2, "not written in the rules language", "build", "azul")
        self.ok("match", "tron", "random", "random", "--games", 2, "--compiled=always")


if __name__ == "__main__":
    main()
