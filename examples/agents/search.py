#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A search for any game that knows no rules: it asks the engine what if (docs/protocol.md).

    tessera match reversi "exec:python3 examples/agents/search.py 1" greedy --games 2

It thinks for as many seconds as it is told, or 0.7 of the time it has. Every move is tried on guesses of what is
hidden, each guess looked at deeper than the one before; the engine values positions, and all play for themselves.
"""
import sys
import time

from player import Player, TimeIsUp


class Search(Player):
    name = "search bot in Python"

    def choose(self, moves):
        """The move with the best average over all guesses there was time for."""
        total, values = [0.0] * len(moves), []
        left = 0.7 * (self.deadline - time.monotonic())
        until = time.monotonic() + min([left, *map(float, sys.argv[1:])])
        try:
            for guess in range(8 if len(moves) > 1 else 0):
                values = []
                for move in moves:
                    self.ask("guess", guess)
                    self.ask("play", move)
                    values.append(self.search(min(guess, 3), until)[self.seat])
                total = [t + v for t, v in zip(total, values)]
        except TimeIsUp:
            total = total if any(total) else values + [-1.0] * (len(moves) - len(values))
        return moves[max(range(len(moves)), key=total.__getitem__)]

    def search(self, depth, until):
        """What the position is worth to each player."""
        if time.monotonic() > until:
            raise TimeIsUp
        place = self.ask("list")
        chance, best = place["turn"] == "chance", None
        if place["turn"] is None or (depth == 0 and not chance):
            return self.ask("value")["values"]
        for move in ["*"] if chance else place["moves"]:
            self.ask("play", move)
            values = self.search(depth if chance else depth - 1, until)
            self.ask("undo")
            mover = 0 if chance else int(place["turn"][1:]) - 1
            best = values if best is None or values[mover] > best[mover] else best
        return best

    def ask(self, *request):
        answer = self.what(*request)
        if "error" in answer:
            raise TimeIsUp
        return answer


if __name__ == "__main__":
    Search().run()
