# SPDX-License-Identifier: MIT
"""A second program for Can't Stop. Throws are sorted dice; what can be paired is found by trying all orders of them."""
from itertools import combinations_with_replacement, permutations

from .base import Game

HEIGHT = {n: 13 - 2 * abs(n - 7) for n in range(2, 13)}


class CantStop(Game):
    seats = 2
    safe = None          # of each player: column -> place
    runners = {}         # column -> place
    dice = None          # while they are to be paired
    deciding = False
    won = None

    def __init__(self):
        self.safe = [{} for _ in range(self.seats)]

    def key(self):
        return str((self.turn, self.safe, sorted(self.runners.items()), self.dice, self.deciding))

    def closed(self, n):
        return any(places.get(n) == HEIGHT[n] for places in self.safe)

    def climbed(self, runners, n):
        """The runners after one of them climbed in a column, or None."""
        here = runners.get(n)
        if self.closed(n) or here == HEIGHT[n] or here is None and len(runners) == 3:
            return None
        return {**runners, n: (here if here is not None else self.safe[self.turn].get(n, 0)) + 1}

    def pairings(self):
        found = {}
        for a, b, c, d in permutations(self.dice):
            first = self.climbed(self.runners, a + b)
            if first is None:
                continue
            second = self.climbed(first, c + d)
            if second is not None:
                found[" ".join(map(str, sorted((a + b, c + d))))] = second
            else:
                found[str(a + b)] = first
        return found

    def later(self, **what):
        g = self.after()
        g.turn = self.turn
        g.__dict__.update(what)
        return g

    def passed(self, safe):
        done = sum(safe[self.turn].get(n) == HEIGHT[n] for n in HEIGHT) >= 3
        return self.later(safe=safe, runners={}, dice=None, deciding=False, won=self.turn if done else None,
                          turn=self.turn if done else (self.turn + 1) % self.seats)

    def thrown(self, dice):
        g = self.later(dice=dice)
        return g if g.pairings() else self.passed(self.safe)

    def stopped_now(self):
        safe = [dict(places) for places in self.safe]
        safe[self.turn].update(self.runners)
        return self.passed(safe)

    def moves(self):
        if self.deciding:
            return {"roll": self.later(deciding=False), "stop": self.stopped_now()}
        if self.dice:
            return {text: self.later(runners=runners, dice=None, deciding=True)
                    for text, runners in self.pairings().items()}
        return {"".join(map(str, d)): self.thrown(d) for d in combinations_with_replacement(range(1, 7), 4)}

    def scores(self):
        return [sum(places.get(n) == HEIGHT[n] for n in HEIGHT) for places in self.safe]

    def winner(self):
        return self.won


class ForFour(CantStop):
    seats = 4


GAMES = {"cantstop": CantStop, "cantstop,players=4": ForFour}
