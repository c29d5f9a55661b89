# SPDX-License-Identifier: MIT
"""A second program for dark chess. Men are (player, letter) on (x, y); what is seen is said as the rows of a board."""
from .base import ALL, DIAGONAL, KNIGHT, ORTHOGONAL, Game, add, grid, name

CELLS = set(grid(8, 8))
SLIDES = {"r": ORTHOGONAL, "b": DIAGONAL, "q": ALL}
STEPS = {"n": KNIGHT, "k": ALL}


class DarkChess(Game):
    quiet, passed = 0, None  # passed: the square behind a pawn that has just gone two
    unmoved = frozenset({(0, 0), (4, 0), (7, 0), (0, 7), (4, 7), (7, 7)})

    def __init__(self):
        self.board = {}
        for x, kind in enumerate("rnbqkbnr"):
            self.board.update({(x, 0): (0, kind), (x, 7): (1, kind), (x, 1): (0, "p"), (x, 6): (1, "p")})

    def key(self):
        return (self.passed, self.unmoved, *super().key())

    def owner(self, c):
        return self.board.get(c, (None,))[0]

    def reached(self, c):
        """Up to the first man each way, whosever it is; pawns left out."""
        kind = self.board[c][1]
        for d in STEPS.get(kind, ()):
            yield add(c, d)
        for d in SLIDES.get(kind, ()):
            n = 1
            while add(c, d, n) in CELLS and add(c, d, n) not in self.board:
                yield add(c, d, n)
                n += 1
            yield add(c, d, n)

    def pawn(self, c):
        """The squares ahead up to the first man, and the two where it takes."""
        player = self.owner(c)
        up = 1 - 2 * player
        ahead = [add(c, (0, up))]
        if c[1] == (1, 6)[player] and ahead[0] not in self.board:
            ahead.append(add(c, (0, up), 2))
        return ahead, [add(c, (-1, up)), add(c, (1, up))]

    def seen(self, player):
        found = set()
        for c, (who, kind) in self.board.items():
            if who == player and kind == "p":
                ahead, strikes = self.pawn(c)
                found |= {c, *ahead, *strikes}
                if player == self.turn and self.passed in strikes:
                    x, y = self.passed
                    found |= {(x, c[1]), (x, 2 * y - c[1])}
            elif who == player:
                found |= {c, *self.reached(c)}
        return found & CELLS

    def views(self):
        """For both players, rows from the top, unless it is over."""
        if self.winner() is not None:
            return None
        return ["/".join("".join(self.sign((x, y), seen) for x in range(8)) for y in range(7, -1, -1))
                for seen in (self.seen(0), self.seen(1))]

    def sign(self, c, seen):
        if c not in seen:
            return "?"
        player, kind = self.board.get(c, (1, "."))
        return kind if player else kind.upper()

    def moved(self, c, goal, kind):
        g, taken = self.after(), goal in self.board
        if self.board[c][1] == "p" and goal == self.passed:
            del g.board[goal[0], c[1]]
            taken = True
        del g.board[c]
        g.board[goal] = self.turn, kind
        g.quiet = 0 if taken else self.quiet + 1
        g.unmoved = self.unmoved - {c, goal}
        g.passed = None
        if kind == "p" and abs(goal[1] - c[1]) == 2:
            g.passed = c[0], (c[1] + goal[1]) // 2
        return g

    def castlings(self, king):
        for x, d in ((0, -1), (7, 1)):
            way = [(i, king[1]) for i in range(min(x, 4) + 1, max(x, 4))]
            if {king, (x, king[1])} <= self.unmoved and not any(c in self.board for c in way):
                g = self.moved(king, (4 + 2 * d, king[1]), "k")
                g.board[4 + d, king[1]] = g.board.pop((x, king[1]))
                g.unmoved -= {(x, king[1])}
                yield (4 + 2 * d, king[1]), g

    def goals(self, c):
        if self.board[c][1] != "p":
            return [goal for goal in self.reached(c) if goal in CELLS and self.owner(goal) != self.turn]
        ahead, strikes = self.pawn(c)
        return [goal for goal in ahead if goal in CELLS and goal not in self.board] + [
            goal for goal in strikes if self.owner(goal) == 1 - self.turn or goal == self.passed]

    def moves(self):
        found = {}
        for c, (player, kind) in self.board.items():
            if player != self.turn:
                continue
            for goal in self.goals(c):
                last = kind == "p" and goal[1] in (0, 7)
                for new in "qrbn" if last else kind:
                    found[name(c) + name(goal) + (new if last else "")] = self.moved(c, goal, new)
            if kind == "k":
                found.update({name(c) + name(goal): g for goal, g in self.castlings(c)})
        return found

    def winner(self):
        if (self.turn, "k") not in self.board.values():
            return 1 - self.turn
        return "draw" if self.quiet == 100 or not self.moves() else None


GAMES = {"darkchess": DarkChess}
