# SPDX-License-Identifier: MIT
"""A second program for TwixT. Links are pairs of cells; whether two cross is asked of the lines themselves."""
from .base import KNIGHT, Game, add, grid, name


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(k, m):
    (a, b), (c, d) = k, m
    if {a, b} & {c, d}:
        return False
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def downward(k):
    """The order of links: by their upper end, then by how they lead down from there."""
    (x, y), (x2, y2) = sorted(k, key=lambda c: -c[1])
    return -y, x, y - y2, x2 - x


class Twixt(Game):
    size, own_cross = 8, False
    links = frozenset()  # sorted pairs of cells
    new = None           # the peg whose links may be exchanged now
    first = None         # the first peg, while it may be taken over
    won = None

    def key(self):
        return self.turn, tuple(sorted(self.board.items())), self.links, self.new

    def near(self, c):
        """Links that the peg on a cell may have and has not, unless an enemy's is in the way."""
        mine = [tuple(sorted((c, add(c, d)))) for d in KNIGHT if self.board.get(add(c, d)) == self.board[c]]
        return [k for k in mine if k not in self.links and not self.crossed(k, 1 - self.board[c])]

    def crossed(self, k, owner):
        return [m for m in self.links if self.board[m[0]] == owner and cross(k, m)]

    def joined(self):
        """All links made that cross none, those of the last peg first, then by their place from the top left."""
        for k in self.near(self.last) + sorted({k for c in self.of(self.turn) for k in self.near(c)}, key=downward):
            if self.own_cross or not self.crossed(k, self.turn):
                self.links |= {k}
        return self

    def reaches(self):
        lead = 1 if self.turn == 0 else 0
        todo = [c for c in self.of(self.turn) if c[lead] == 0]
        found = set(todo)
        while todo:
            c = todo.pop()
            for k in self.links:
                if c in k:
                    other = k[0] if k[1] == c else k[1]
                    if other not in found:
                        found.add(other)
                        todo.append(other)
        return any(c[lead] == self.size - 1 for c in found)

    def settled(self):
        """What becomes of the turn once a peg or a link of `turn` is there."""
        self.joined()
        if self.reaches():
            self.won = self.turn
        elif self.near(self.last) and not self.own_cross:
            self.new = self.last
        else:
            self.passed()
        return self

    def passed(self):
        self.new, self.turn = None, 1 - self.turn
        if not self.holes():
            self.won = "draw"
        return self

    def put(self, c):
        g = self.after()
        g.turn, g.board[c], g.last, g.first = self.turn, self.turn, c, None if self.board else c
        return g.settled()

    def exchanged(self, k):
        g = self.after()
        g.turn = self.turn
        g.links = (self.links - set(self.crossed(k, self.turn))) | {k}
        return g.settled()

    def done(self):
        g = self.after()
        g.turn = self.turn
        return g.passed()

    def swapped(self):
        g = self.after()
        x, y = self.first
        g.board, g.first = {(self.size - 1 - y, self.size - 1 - x): 1}, None
        return g

    def holes(self):
        across = 0 if self.turn == 0 else 1
        return [c for c in grid(self.size, self.size)
                if c not in self.board and c[across] not in (0, self.size - 1)]

    def moves(self):
        if self.new:
            found = {f"+{name(k[0] if k[1] == self.new else k[1])}": self.exchanged(k) for k in self.near(self.new)}
            return {**found, "done": self.done()}
        found = {name(c): self.put(c) for c in self.holes()}
        if self.first:
            found["swap"] = self.swapped()
        return found

    def winner(self):
        return self.won


class Paper(Twixt):
    size, own_cross = 7, True


GAMES = {"twixt,size=8": Twixt, "twixt,size=7,links=crossing": Paper}
