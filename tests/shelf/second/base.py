# SPDX-License-Identifier: MIT
"""What the second programs share: cells by name, directions, rows of pieces, floods.

A game is an object with `moves()`, a dictionary from a move's text to the game after it, and `winner()`: 0 or 1
for a player, "draw", "nobody" where who plays alone has lost, or None while it goes on. `turn` is who plays.
`repeat` is how often a position may come up before the game ends, `limit` after how many moves it does; both draw
unless `stopped` says otherwise.
They are written for clearness alone, from the leaflets, and share nothing with the rules files.
"""
import copy

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
ALL = ORTHOGONAL + DIAGONAL
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
HEX = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)]


def name(cell):
    return f"{chr(97 + cell[0])}{cell[1] + 1}"


def cell(text):
    return ord(text[0]) - 97, int(text[1:]) - 1


def add(a, d, n=1):
    return a[0] + n * d[0], a[1] + n * d[1]


def grid(width, height):
    return [(x, y) for y in range(height) for x in range(width)]


def flood(start, inside, directions):
    """All cells of `inside` that can be reached from those of `start`."""
    found, todo = set(), [c for c in start if c in inside]
    while todo:
        c = todo.pop()
        if c not in found:
            found.add(c)
            todo += [add(c, d) for d in directions if add(c, d) in inside]
    return found


def run(cells, start, d):
    """How many cells in a row from `start` on are in `cells`."""
    n = 0
    while add(start, d, n) in cells:
        n += 1
    return n


def longest_row(cells, directions):
    return max((run(cells, c, d) for c in cells for d in directions), default=0)


class Game:
    repeat = limit = None
    turn = 0
    board = {}  # cell -> whatever stands there

    def after(self):
        """A copy that the other plays on."""
        g = copy.copy(self)
        g.board = dict(self.board)
        g.turn = 1 - self.turn
        return g

    def key(self):
        return self.turn, tuple(sorted(self.board.items()))

    def stopped(self):
        return "draw"

    def of(self, player):
        return {c for c, p in self.board.items() if p == player}
