# SPDX-License-Identifier: MIT
"""Rules for GPUs: what is printed, what clang makes of it, and what is said where something is missing."""

import os
import re
import shutil
import unittest

from cli import Case, main

GAME = """game "Twig"
players Left, Right
board grid 4x4
piece Leaf
turn: place Leaf on empty
win when line 3 of mine
stuck: draw
"""

DICE = """game "Luck"
players Left, Right
board grid 4x4
piece Leaf
turn:
  roll die in 1..2
  place Leaf on empty
stuck: draw
"""

NAMES = ("clang-21", "clang-20", "clang-19", "clang", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14")
CLANG = next((path for path in map(shutil.which, NAMES) if path), None)
HAS_DRIVER = os.path.exists("/dev/nvidiactl")


class Gpu(Case):
    def setUp(self):
        super().setUp()
        self.game = self.folder / "twig.game"
        self.game.write_text(GAME)
        self.env["XDG_CACHE_HOME"] = str(self.folder / "cache")

    def test_printed(self):
        text = self.ok("build", "--gpu", "--emit-c", self.game).out
        for word in ("#define ACTIONS        16\n", "void tessera_batch(", "lanes_native LANES_TABLE"):
            self.assertIn(word, text)
        plain = self.ok("build", "--emit-c", self.game).out
        self.assertNotIn("LANES_TABLE", plain)

    @unittest.skipUnless(CLANG, "needs clang")
    def test_built(self):
        first = self.ok("build", "--gpu", self.game).out
        path = re.search(r"twig: (\S+\.ptx), ", first)[1]
        again = self.ok("build", "--gpu", self.game).out
        self.assertIn(f"{path} (was there)", again)
        self.ok("build", "--gpu", self.game, "-o", f"{self.folder}/")
        (kept,) = self.folder.glob("*.ptx")
        entries = re.findall(r"\.visible \.entry (\w+)\(", kept.read_text())
        names = ("batch", "games", "perft")
        self.assertEqual(sorted(entries), sorted(f"tessera_{name}" for name in names))
        # The call comes with the launch, and steps of small games get few registers.
        self.assertRegex(kept.read_text(), r"\.entry tessera_batch\(\s*\.param \.align 8 \.b8 tessera_batch_param_0\[")
        self.assertIn(".minnctapersm 4", kept.read_text())
        # With that folder no clang is asked for.
        self.env["TESSERA_PTX"] = str(self.folder)
        self.env["TESSERA_CLANG"] = "no-such-clang"
        self.assertIn(str(kept), self.ok("build", "--gpu", self.game).out)

    def test_what_is_missing(self):
        self.env["TESSERA_CLANG"] = "no-such-clang"
        self.refused(2, "there is no 'no-such-clang'", "build", "--gpu", self.game)
        self.refused(2, "not written in the rules language", "build", "--gpu", "azul")
        wrong = self.folder / "luck.game"
        wrong.write_text(DICE)
        self.refused(2, "dice", "build", "--gpu", wrong)

    def test_code_that_is_too_large(self):
        """Compiled once more, to be smaller, as often as that can be; then refused."""
        calls, clang = self.folder / "calls", self.folder / "clang"
        clang.write_text(f"""#!/bin/sh
echo "$*" >> {calls}
for out; do :; done
echo ".visible .func tessera_batch(\n)\n{{" > "$out"
case "$*" in *" $SMALL "*) ;; *) head -c 9000000 /dev/zero | tr '\\0' ' ' >> "$out" ;; esac
echo "\nret;\n}}" >> "$out"
""")
        clang.chmod(0o755)
        self.env["TESSERA_CLANG"] = str(clang)
        for small, count in (("-S", 1), ("-O2", 2), ("-Os", 3)):
            calls.write_text("")
            self.env["SMALL"] = small
            self.env["XDG_CACHE_HOME"] = str(self.folder / f"cache{small}")
            self.ok("build", "--gpu", self.game)
            self.assertEqual(len(calls.read_text().splitlines()), count)
        self.env["SMALL"] = "never"
        self.env["XDG_CACHE_HOME"] = str(self.folder / "cache-never")
        self.refused(2, "too large for a GPU: 8.6 MB of code in one kernel", "build", "--gpu", self.game)
        self.refused(2, "too large for a GPU: 8.6 MB of code in one kernel", "build", "--gpu", self.game)
        self.assertEqual(len(calls.read_text().splitlines()), count + 3)  # what was made is kept

    @unittest.skipIf(HAS_DRIVER, "there is a driver")
    def test_no_driver(self):
        for command in (("bench", "--gpu", "connect4"), ("perft", "--gpu", "connect4", "3")):
            self.refused(2, "there is no NVIDIA driver on this machine", *command)
        # The spec of such a player is right: it is the player that cannot be started.
        players = ("mcts:device=gpu,nodes=9", "random")
        for command in (("match", "connect4", *players), ("tournament", "connect4", *players, "--games", "2"),
                        ("think", "connect4", "--agent", players[0]), ("uci", "connect4", "--agent", players[0])):
            self.refused(4, "there is no NVIDIA driver on this machine", *command)
        self.refused(1, "not 'tpu'", "match", "connect4", "mcts:device=tpu", "random")


main()
