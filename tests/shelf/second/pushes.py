# SPDX-License-Identifier: MIT
"""Second programs: what is pushed and what is stacked: Abalone, Dvonn."""
from collections import Counter

from .base import HEX, Game, add, cell, flood, grid, name

WAYS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0), "northeast": (1, 1), "southwest": (-1, -1)}


class Abalone(Game):
    """A marble is the number of its player."""
    repeat = 3
    cells = {(x, y) for x, y in grid(9, 9) if abs(x - y) <= 4}

    def __init__(self):
        home = {(x, y) for x, y in self.cells if y < 2} | {cell("c3"), cell("d3"), cell("e3")}
        self.board = {**{c: 0 for c in home}, **{(8 - x, 8 - y): 1 for x, y in home}}

    def shifted(self, marbles, d):
        g = self.after()
        for c in marbles:
            del g.board[c]
        g.board.update({add(c, d): self.board[c] for c in marbles if add(c, d) in self.cells})
        return g

    def pushed(self, tail, d):
        """All that moves when the marble on `tail` goes, or None."""
        row = [tail]
        while add(row[-1], d) in self.board:
            row.append(add(row[-1], d))
        colours = [self.board[c] for c in row]
        own = 0
        while own < len(row) and colours[own] == self.turn:
            own += 1
        foes = len(row) - own
        if own > 3 or foes >= own or self.turn in colours[own:] or (not foes and add(row[-1], d) not in self.cells):
            return None
        return row

    def moves(self):
        found, along = {}, {}
        for c in self.of(self.turn):
            for word, d in WAYS.items():
                row = self.pushed(c, d)
                if row:
                    along[f"{word}:{name(c)}"] = self.shifted(row, d)
            for e in ((0, 1), (1, 0), (1, 1)):
                for size in (2, 3):
                    group = [add(c, e, n) for n in range(size)]
                    if all(self.board.get(m) == self.turn for m in group):
                        for d in HEX:
                            if all(add(m, d) in self.cells and add(m, d) not in self.board for m in group):
                                text = f"{name(c)},{name(group[-1])},{name(add(group[-1], d))}"
                                found[text] = self.shifted(group, d)
        tails = Counter(text.split(":")[1] for text in along)
        for text, g in along.items():  # where only one way is open, it is not said
            tail = text.split(":")[1]
            found[text if tails[tail] > 1 else tail] = g
        return found

    def winner(self):
        if len(self.of(self.turn)) <= 8:
            return 1 - self.turn
        return None if self.moves() else 1 - self.turn


class Dvonn(Game):
    """A pile is its rings from the bottom up; a red ring is player 2."""
    cells = {(x, y) for x, y in grid(11, 5) if -2 <= x - y <= 8 and (x, y) != (10, 1)} - {(9, 0), (10, 0)}
    filled, passes = 0, 0

    def fillings(self):
        found = {}
        for c in self.cells - {*self.board}:
            g = self.after()
            g.filled += 1
            g.board[c] = (2,) if self.filled < 3 else (self.turn,)
            g.turn = 0 if g.filled == 49 else g.turn
            found[("D@" if self.filled < 3 else "R@") + name(c)] = g
        return found

    def rides(self):
        found = {}
        for c, pile in self.board.items():
            around = sum(add(c, d) in self.board for d in HEX)
            for d in HEX if pile[-1] == self.turn and around < 6 else ():
                goal = add(c, d, len(pile))
                if goal in self.board:
                    g = self.after()
                    g.board[goal] = g.board[goal] + g.board.pop(c)
                    joined = flood([k for k, p in g.board.items() if 2 in p], {*g.board}, HEX)
                    g.board = {k: p for k, p in g.board.items() if k in joined}
                    g.passes = 0
                    found[f"{name(c)},{name(goal)}"] = g
        return found

    def moves(self):
        if self.filled < 49:
            return self.fillings()
        found = self.rides()
        if not found:
            g = self.after()
            g.passes += 1
            found = {"pass": g}
        return found

    def winner(self):
        if self.filled < 49 or self.passes < 2:
            return None
        points = [sum(len(p) for p in self.board.values() if p[-1] == k) for k in (0, 1)]
        return "draw" if points[0] == points[1] else int(points[1] > points[0])


GAMES = {"abalone": Abalone, "dvonn": Dvonn}
