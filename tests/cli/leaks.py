# SPDX-License-Identifier: MIT
"""Every command gives its memory back. Needs the program built with the address sanitizer."""

import unittest

from cli import SOURCE, TESSERA, Case, build_plugin, main

with open(TESSERA, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()


@unittest.skipUnless(SANITIZED, "the program is built without the address sanitizer")
class Leaks(Case):
    def setUp(self):
        super().setUp()
        del self.env["ASAN_OPTIONS"]

    def test_a_session_with_everything(self):
        plugin = build_plugin(self.folder, "whisper", None)
        self.ok("play", "whisper", "Ann=human", "ear", "--plugin", plugin, "--seed", 1, "--record",
                "one.tsr", stdin="hint\nhistory\nwhere card\nkeep\nnonsense\nundo\nsave two.tsr\n"
                                 "load two.tsr\nrules\nmoves\nhigh\n")
        self.ok("replay", "one.tsr", "--plugin", plugin, "--step")

    def test_commands(self):
        self.ok("match", "tictactoe", "random", "mcts:nodes=50", "--games", 2, "--records", "all")
        self.ok("match", SOURCE / "games/rules/clobber.game", "random", "random", "--games", 1)
        self.ok("position", "azul", "--json")
        self.refused(2, "not a Tessera record", "play", "--resume", __file__)


if __name__ == "__main__":
    main()
