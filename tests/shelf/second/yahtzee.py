# SPDX-License-Identifier: MIT
"""A second program for Yahtzee. Dice are a Counter of faces; boxes are a dictionary from their names to points."""
from collections import Counter
from itertools import combinations, combinations_with_replacement

from .base import Game

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three of a kind", "four of a kind", "full house", "small straight", "large straight", "yahtzee", "chance"]


def has_run(dice, length):
    return any(all(dice[first + i] for i in range(length)) for first in range(1, 8 - length))


class Yahtzee(Game):
    seats, free = 2, False
    kept, dice, throws = Counter(), None, 0
    ended = None

    def __init__(self):
        self.sheets = [{} for _ in range(self.seats)]
        self.more = [0] * self.seats

    def key(self):
        return None  # no position comes twice

    def later(self, **what):
        g = self.after()
        g.turn = self.turn
        g.__dict__.update(what)
        return g

    def points(self, box):
        dice, sheet = self.dice, self.sheets[self.turn]
        face = next((f for f in dice if dice[f] == 5), 0)
        joker = face and "yahtzee" in sheet and UPPER[face - 1] in sheet
        total = sum(f * n for f, n in dice.items())
        most = max(dice.values())
        return {"three of a kind": total * (most >= 3), "four of a kind": total * (most >= 4),
                "full house": 25 * bool(joker or sorted(dice.values()) == [2, 3]),
                "small straight": 30 * bool(joker or has_run(dice, 4)),
                "large straight": 40 * bool(joker or has_run(dice, 5)),
                "yahtzee": 50 * (most == 5), "chance": total}.get(box) if box in LOWER else \
            (UPPER.index(box) + 1) * dice[UPPER.index(box) + 1]

    def allowed(self):
        sheet = self.sheets[self.turn]
        fits = [box for box in UPPER + LOWER if box not in sheet]
        five = [UPPER[f - 1] for f, n in self.dice.items() if n == 5]
        if not five or "yahtzee" not in sheet or self.free:
            return fits
        return [b for b in fits if b in five] or [b for b in fits if b in LOWER] or fits

    def filled(self, box):
        sheets, more = [dict(s) for s in self.sheets], list(self.more)
        if 5 in self.dice.values() and sheets[self.turn].get("yahtzee") == 50:
            more[self.turn] += 1
        sheets[self.turn][box] = self.points(box)
        return self.later(sheets=sheets, more=more, dice=None, kept=Counter(), throws=0,
                          turn=(self.turn + 1) % self.seats)

    def keeps(self):
        all_five = sorted(self.dice.elements())
        for n in range(5):
            for kept in set(combinations(all_five, n)):
                yield "keep " + (" ".join(map(str, kept)) or "none"), self.later(kept=Counter(kept), dice=None)

    def moves(self):
        if self.dice is None:
            return {"".join(map(str, d)): self.later(dice=self.kept + Counter(d), throws=self.throws + 1)
                    for d in combinations_with_replacement(range(1, 7), 5 - sum(self.kept.values()))}
        found = {box: self.filled(box) for box in self.allowed()}
        return found if self.throws == 3 else {**found, **dict(self.keeps())}

    def scores(self):
        return [sum(s.values()) + 35 * (sum(s.get(b, 0) for b in UPPER) >= 63) + 100 * m
                for s, m in zip(self.sheets, self.more)]

    def winner(self):
        if any(len(s) < 13 for s in self.sheets):
            return None
        best = [i for i, n in enumerate(self.scores()) if n == max(self.scores())]
        return best[0] if len(best) == 1 else "draw"


class Alone(Yahtzee):
    seats, free = 1, True


class ForFour(Yahtzee):
    seats = 4


GAMES = {"yahtzee": Yahtzee, "yahtzee,players=1,joker=free": Alone, "yahtzee,players=4": ForFour}
