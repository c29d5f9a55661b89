# SPDX-License-Identifier: MIT
"""Games in which each has a sea of its own: Battleship."""
import copy

from .base import Game, add, grid, name

SEAS = tuple(frozenset(add(c, (6 * player, 0)) for c in grid(5, 5)) for player in (0, 1))


class Battleship(Game):
    """`ships` are the cells of each, `shots` those fired into each sea. Here Ann hides first: it changes nothing."""
    ships, shots = (), (frozenset(), frozenset())

    def key(self):
        return self.turn, self.ships, self.shots

    def hidden(self, ship):
        g = copy.copy(self)
        g.ships, g.turn = (*self.ships, frozenset(ship)), 1
        return g

    def fired(self, spot):
        g, other = copy.copy(self), 1 - self.turn
        g.shots = tuple(s | {spot} if i == other else s for i, s in enumerate(self.shots))
        g.turn = self.turn if spot in self.ships[other] else other
        return g

    def moves(self):
        if len(self.ships) < 2:
            sea = SEAS[self.turn]
            return {f"{name(bow)},{name(add(bow, d))}": self.hidden((bow, add(bow, d)))
                    for bow in sea for d in ((0, 1), (1, 0)) if add(bow, d) in sea}
        other = 1 - self.turn
        return {name(spot): self.fired(spot) for spot in SEAS[other] - self.shots[other]}

    def winner(self):
        if len(self.ships) < 2:
            return None
        sunk = [i for i in (0, 1) if self.ships[i] <= self.shots[i]]
        return 1 - sunk[0] if sunk else None


GAMES = {"battleship": Battleship}
