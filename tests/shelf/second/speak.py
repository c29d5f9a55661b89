#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""speak.py GAME: a second program as a program that can be graded (docs/grading.md)."""
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from second import GAMES as SECOND  # noqa: E402
from second.others import WholeAmazons  # noqa: E402

GAMES = {**SECOND, "amazons": WholeAmazons}


class Play:
    """A game from its start, with the positions that have been on the board."""

    def __init__(self, start):
        self.game, self.seen, self.ply = start(), Counter(), 0
        self.note()

    def note(self):
        self.seen[self.game.key()] += 1

    def play(self, text):
        self.game = self.game.moves()[text]
        self.ply += 1
        self.note()

    def winner(self):
        g, won = self.game, self.game.winner()
        stops = g.repeat and self.seen[g.key()] >= g.repeat or g.limit == self.ply
        return g.stopped() if won is None and stops else won

    def look(self):
        won = self.winner()
        if won is not None:
            print("over", *((1, 1) if won == "draw" else (1, 2) if won == 0 else (2, 1)))
        else:
            print(f"turn p{self.game.turn + 1}")
            for text in self.game.moves():
                print("move", text)
        print(".", flush=True)


def main(name):
    play = None
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "game":
            print("ready", flush=True)
        elif word == "start":
            play = Play(GAMES[name])
        elif word == "play":
            play.play(rest)
        elif word == "look":
            play.look()
        elif word == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1])
