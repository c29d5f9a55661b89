# SPDX-License-Identifier: MIT
"""A second program for Surakarta: the two closed tracks are written down as rings of points, the loops between them."""
from .base import Game

# A ring of cells (row, column) and "-" where it goes round a corner; `n` is how far its lines lie from the edge.
def ring(n):
    m, side = 5 - n, range(6)
    return ([(n, c) for c in side] + ["-"] + [(r, m) for r in side] + ["-"] + [(m, c) for c in reversed(side)] + ["-"]
            + [(r, n) for r in reversed(side)] + ["-"])


RINGS = [ring(1), ring(2)]


class Surakarta(Game):
    quiet = 0

    def __init__(self):
        self.board = {(r, c): 1 if r < 2 else 0 for r in (0, 1, 4, 5) for c in range(6)}

    def key(self):
        return self.turn, tuple(sorted(self.board.items())), self.quiet

    def runs(self, start):
        """Whom the stone on `start` meets on each track, one way and the other."""
        for track in RINGS:
            for way in (1, -1):
                for at in [i for i, place in enumerate(track) if place == start]:
                    loops = 0
                    for step in range(1, len(track) + 1):
                        place = track[(at + way * step) % len(track)]
                        if place == "-":
                            loops += 1
                        elif place != start and place in self.board:
                            if loops and self.board[place] != self.turn:
                                yield place
                            break

    def moved(self, start, goal):
        g = self.after()
        g.quiet = 0 if goal in g.board else self.quiet + 1
        g.board[goal] = g.board.pop(start)
        return g

    def goals(self, start):
        near = {(start[0] + a, start[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
        return {c for c in near if 0 <= min(c) and max(c) <= 5 and c not in self.board} | set(self.runs(start))

    def moves(self):
        return {f"{s[0]},{s[1]} {g[0]},{g[1]}": self.moved(s, g) for s in self.of(self.turn) for g in self.goals(s)}

    def scores(self):
        return [len(self.of(0)), len(self.of(1))]

    def winner(self):
        white, black = self.scores()
        if white and black and self.quiet < 100 and self.moves():
            return None
        return "draw" if white == black else int(black > white)


GAMES = {"surakarta": Surakarta}
