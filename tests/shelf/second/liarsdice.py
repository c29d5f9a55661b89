# SPDX-License-Identifier: MIT
"""A second program for Liar's Dice. Cups are lists of dice, None before they are thrown; a bid is (count, face, seat)."""
from itertools import combinations_with_replacement

from .base import Game


class LiarsDice(Game):
    seats, dice, wild, exact = 2, 5, True, False
    bid = None

    def __init__(self):
        self.left = [self.dice] * self.seats
        self.cups = [None] * self.seats

    def key(self):
        return None  # no position comes twice

    def later(self, **what):
        g = self.after()
        g.turn = self.turn
        g.__dict__.update(what)
        return g

    def next_in(self, seat, left):
        while not left[seat % self.seats]:
            seat += 1
        return seat % self.seats

    def lost(self, seats, first):
        left = [n - (i in seats) for i, n in enumerate(self.left)]
        return self.later(left=left, cups=[None] * self.seats, bid=None, turn=self.next_in(first, left))

    def called(self, word):
        count, face, bidder = self.bid
        found = sum(die == face or die == 1 and self.wild for cup in self.cups for die in cup or [])
        if word == "exact" and found == count:
            return self.lost([i for i, n in enumerate(self.left) if n and i != self.turn], self.turn)
        loser = bidder if word == "liar" and found < count else self.turn
        return self.lost([loser], loser)

    def raised(self, count, face):
        return self.later(bid=(count, face, self.turn), turn=self.next_in(self.turn + 1, self.left))

    def moves(self):
        for seat, n in enumerate(self.left):
            if n and self.cups[seat] is None:
                return {"".join(map(str, d)): self.later(cups=[d if i == seat else c for i, c in enumerate(self.cups)])
                        for d in combinations_with_replacement(range(1, 7), n)}
        found = {f"{count}x{face}": self.raised(count, face) for count in range(1, sum(self.left) + 1)
                 for face in range(1, 7) if not self.bid or (count, face) > self.bid[:2]}
        words = ["liar"] + ["exact"] * self.exact if self.bid else []
        return {**found, **{word: self.called(word) for word in words}}

    def scores(self):
        return self.left

    def winner(self):
        still = [i for i, n in enumerate(self.left) if n]
        return still[0] if len(still) == 1 else None


class Exact(LiarsDice):
    seats, dice, wild, exact = 4, 3, False, True


GAMES = {"liarsdice": LiarsDice, "liarsdice,players=4,dice=3,wild=no,exact=yes": Exact}
