# SPDX-License-Identifier: MIT
"""A second program for Atomic Chess: what moves and castles as in dark chess explodes where it takes."""
from .base import ALL, add
from .darkchess import DarkChess


class Atomic(DarkChess):
    repeat = 3

    def key(self):
        """A pawn may only be taken in passing where one stands beside it."""
        up = 1 - 2 * self.turn
        beside = self.passed and any(self.board.get(add(self.passed, (s, -up))) == (self.turn, "p") for s in (-1, 1))
        castles = {c for c in self.unmoved if (4, c[1]) in self.unmoved}
        return self.passed if beside else None, frozenset(castles), self.turn, tuple(sorted(self.board.items()))

    def king(self, player):
        return next((c for c, man in self.board.items() if man == (player, "k")), None)

    def strikes(self, c):
        """Where a man could take; a king nowhere, since it would go with what it takes."""
        kind = self.board[c][1]
        return () if kind == "k" else self.pawn(c)[1] if kind == "p" else self.reached(c)

    def is_attacked(self, c, player):
        return any(c in self.strikes(at) for at, man in self.board.items() if man[0] != player)

    def in_check(self, player):
        mine, other = self.king(player), self.king(1 - player)
        side_by_side = max(abs(mine[0] - other[0]), abs(mine[1] - other[1])) == 1
        return not side_by_side and self.is_attacked(mine, player)

    def moved(self, c, goal, kind):
        passing = self.board[c][1] == "p" and goal == self.passed
        takes = goal in self.board or passing
        g = super().moved(c, goal, kind)
        if takes:
            gone = {goal} | {at for at in (add(goal, d) for d in ALL) if g.board.get(at, (0, "p"))[1] != "p"}
            for at in gone:
                g.board.pop(at, None)
            g.unmoved -= gone
        if takes or self.board[c][1] == "p":
            g.quiet = 0
        return g

    def allows(self, g):
        """A move may neither blow up the own king nor leave it in check, unless the other king is gone."""
        return g.king(self.turn) and (not g.king(1 - self.turn) or not g.in_check(self.turn))

    def castlings(self, king):
        for goal, g in super().castlings(king):
            beside = (king[0] + goal[0]) // 2, king[1]
            if not self.is_attacked(king, self.turn) and not self.is_attacked(beside, self.turn):
                yield goal, g

    def goals(self, c):
        return [goal for goal in super().goals(c) if self.board[c][1] != "k" or goal not in self.board]

    def moves(self):
        return {text: g for text, g in super().moves().items() if self.allows(g)}

    def views(self):
        return None

    def winner(self):
        if not self.king(self.turn):
            return 1 - self.turn
        if not self.moves():
            return 1 - self.turn if self.in_check(self.turn) else "draw"
        return "draw" if self.quiet == 100 or {kind for _, kind in self.board.values()} == {"k"} else None


GAMES = {"atomic": Atomic}
