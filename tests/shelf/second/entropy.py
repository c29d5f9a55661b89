# SPDX-License-Identifier: MIT
"""A second program for Entropy. `drawn` is the counter in Chaos' hand; scores are counted by reading every stretch."""
from .base import ORTHOGONAL, Game, add, grid, name

COLOURS = ("red", "green", "blue", "yellow", "white")


class Entropy(Game):
    cells = set(grid(5, 5))
    left = (5, 5, 5, 5, 5)
    drawn, tidy, rounds, points = None, False, 0, (0, 0)

    def key(self):
        return self.turn, tuple(sorted(self.board.items())), self.left, self.drawn, self.tidy, self.rounds, self.points

    def draws(self):
        found = {}
        for i, colour in enumerate(COLOURS):
            if self.left[i]:
                g = self.after()
                g.turn, g.drawn = self.turn, colour
                g.left = tuple(n - (k == i) for k, n in enumerate(self.left))
                found[colour] = g
        return found

    def put(self, c):
        g = self.after()
        g.board[c] = self.drawn
        g.drawn, g.tidy = None, True
        if len(g.board) == 25:
            points = list(self.points)
            points[1 - self.turn] += g.harmony()
            g.points, g.board, g.left = tuple(points), {}, (5, 5, 5, 5, 5)
            g.tidy, g.rounds = False, self.rounds + 1
        return g

    def harmony(self):
        rows = [[self.board[x, y] for x in range(5)] for y in range(5)]
        total = 0
        for row in rows + [list(column) for column in zip(*rows)]:
            for a in range(5):
                for b in range(a + 2, 6):
                    total += b - a if row[a:b] == row[a:b][::-1] else 0
        return total

    def slid(self, start, goal):
        g = self.after()
        g.tidy = False
        if goal:
            g.board[goal] = g.board.pop(start)
        return g

    def slides(self):
        found = {"pass": self.slid(None, None)}
        for start in self.board:
            for d in ORTHOGONAL:
                n = 1
                while add(start, d, n) in self.cells and add(start, d, n) not in self.board:
                    found[name(start) + name(add(start, d, n))] = self.slid(start, add(start, d, n))
                    n += 1
        return found

    def moves(self):
        if self.tidy:
            return self.slides()
        if self.drawn:
            return {name(c): self.put(c) for c in self.cells if c not in self.board}
        return self.draws()

    def winner(self):
        if self.rounds < 2:
            return None
        return "draw" if self.points[0] == self.points[1] else int(self.points[1] > self.points[0])


GAMES = {"entropy": Entropy}
