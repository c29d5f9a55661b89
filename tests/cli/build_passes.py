# SPDX-License-Identifier: MIT
"""Every game of the shelf as machine code with each rewrite off: perft must stay the same.

A compiler runs for every game and rewrite, so this takes minutes."""

import os
import shutil
import unittest

from cli import SOURCE, Case, main

COMPILER = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
MOST_NODES = 300_000
# Boards whose size is an option are small here.
OPTIONS = {"go": ["--option", "size=5"], "gomoku": ["--option", "size=9"], "hex": ["--option", "size=5"]}


@unittest.skipUnless(COMPILER, "needs a C compiler")
class Passes(Case):
    def counts(self, game, depth, *more):
        return self.ok("perft", game, depth, *OPTIONS.get(game.stem, []), *more).out

    def depth_of(self, game):
        """The deepest count that is not too large, and the counts up to it."""
        depth, text = 1, self.counts(game, 1, "--compiled", "never")
        while depth < 8:
            more = self.counts(game, depth + 1, "--compiled", "never")
            nodes = [int(line.split()[1]) for line in more.splitlines()]
            if not nodes[-1] or nodes[-1] * nodes[-1] // max(nodes[-2], 1) > 50 * MOST_NODES:
                break
            depth, text = depth + 1, more
            if nodes[-1] > MOST_NODES:
                break
        return depth, text

    def test_every_game_without_each(self):
        passes = [line.split()[0] for line in self.ok("check", "--passes").out.splitlines()]
        self.assertGreater(len(passes), 15)
        for game in sorted((SOURCE / "games/rules").glob("*.game")):
            depth, counts = self.depth_of(game)
            print(game.stem, depth, flush=True)
            for off in [[]] + [["--no-pass", name] for name in passes]:
                with self.subTest(game=game.stem, depth=depth, off=off):
                    self.assertEqual(self.counts(game, depth, "--compiled", "always", *off), counts)


if __name__ == "__main__":
    main()
