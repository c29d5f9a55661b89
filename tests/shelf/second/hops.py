# SPDX-License-Identifier: MIT
"""Second programs for Halma and Chinese checkers: a man steps, or hops over others as often as it likes."""
from .base import ALL, HEX, Game, add, grid, name


class Hops(Game):
    """`camp` has the cells of each player's camp; the goal is the other's."""

    def __init__(self):
        self.board = {c: player for player in (0, 1) for c in self.camp[player]}

    def hopped(self, start):
        """All cells that hops from `start` come to; it is empty as soon as the man has left it, and no place to land."""
        found, todo, taken = {start}, [start], set(self.board) - {start}
        while todo:
            c = todo.pop()
            for d in self.ways:
                over, goal = add(c, d), add(c, d, 2)
                if over in taken and goal in self.cells and goal not in taken and goal not in found:
                    found.add(goal)
                    todo.append(goal)
        return found - {start}

    def moved(self, start, goal):
        g = self.after()
        g.board[goal] = g.board.pop(start)
        return g

    def moves(self):
        found = {}
        for c in self.of(self.turn):
            steps = {add(c, d) for d in self.ways if add(c, d) in self.cells and add(c, d) not in self.board}
            found.update({name(c) + name(goal): self.moved(c, goal) for goal in steps | self.hopped(c)})
        return found or {"pass": self.after()}

    def winner(self):
        me, goal = 1 - self.turn, self.camp[self.turn]
        return me if goal <= set(self.board) and goal & self.of(me) else None


class Halma(Hops):
    repeat, ways, cells = 3, ALL, set(grid(16, 16))
    limit = 5000  # where no rule ends a game
    corner = {(x, y) for y, wide in enumerate((5, 5, 4, 3, 2)) for x in range(wide)}
    camp = corner, {(15 - x, 15 - y) for x, y in corner}


class ChineseCheckers(Hops):
    """The star is two triangles laid over each other; neighbours are those of base.HEX."""
    limit, ways = 1000, HEX
    up = {(4 + x, y) for y in range(13) for x in range(y + 1)}
    cells = up | {(16 - x, 16 - y) for x, y in up}
    camp = {c for c in up if c[1] < 4}, {(16 - x, 16 - y) for x, y in up if y < 4}


GAMES = {"halma": Halma, "chinesecheckers": ChineseCheckers}
