# SPDX-License-Identifier: MIT
"""A second program for Alice Chess. Men are (player, letter) on (x, y); the right board begins at x = 9."""
from .base import ALL, DIAGONAL, KNIGHT, ORTHOGONAL, Game, add, name

CELLS = {(x, y) for x in range(17) for y in range(8) if x != 8}
SLIDES = {"r": ORTHOGONAL, "b": DIAGONAL, "q": ALL}
STEPS = {"n": KNIGHT, "k": ALL}


def through(c):
    return (c[0] + 9, c[1]) if c[0] < 8 else (c[0] - 9, c[1])


class Alice(Game):
    repeat, quiet = 3, 0
    unmoved = frozenset({(0, 0), (4, 0), (7, 0), (0, 7), (4, 7), (7, 7)})

    def __init__(self):
        self.board = {}
        for x, kind in enumerate("rnbqkbnr"):
            for player, row, pawns in ((0, 0, 1), (1, 7, 6)):
                self.board[x, row] = player, kind
                self.board[x, pawns] = player, "p"

    def rights(self):
        """Rooks that may still castle; those of a king that has moved do not count."""
        return frozenset(c for c in self.unmoved if c[0] != 4 and (4, c[1]) in self.unmoved)

    def key(self):
        return (self.rights(), *super().key())

    def owner(self, c):
        return self.board.get(c, (None,))[0]

    def reached(self, c):
        """Cells a man other than a pawn goes to, castling left out."""
        player, kind = self.board[c]
        for d in STEPS.get(kind, []):
            if add(c, d) in CELLS and self.owner(add(c, d)) != player:
                yield add(c, d)
        for d in SLIDES.get(kind, []):
            n = 1
            while add(c, d, n) in CELLS and add(c, d, n) not in self.board:
                yield add(c, d, n)
                n += 1
            if add(c, d, n) in CELLS and self.owner(add(c, d, n)) != player:
                yield add(c, d, n)

    def pawn(self, c):
        player = self.owner(c)
        up = 1 - 2 * player
        for n in (1, 2) if c[1] == (1, 6)[player] else (1,):
            if add(c, (0, up), n) not in CELLS or add(c, (0, up), n) in self.board:
                break
            yield add(c, (0, up), n)
        for side in (-1, 1):
            if self.owner(add(c, (side, up))) == 1 - player:
                yield add(c, (side, up))

    def is_attacked(self, c, player):
        """By men of the other one, whoever stands there."""
        men = Alice.after(self)
        men.board[c] = player, "n"
        up = 1 - 2 * (1 - player)
        return any(c in ({add(at, (s, up)) for s in (-1, 1)} if kind == "p" else men.reached(at))
                   for at, (who, kind) in men.board.items() if who != player)

    def in_check(self, player):
        return any(self.is_attacked(c, player) for c, man in self.board.items() if man == (player, "k"))

    def moved(self, c, goal, kind):
        """After a move with what goes through; None where that place is taken."""
        if through(goal) in self.board:
            return None
        g = self.after()
        player = self.turn
        quiet = goal not in g.board and g.board[c][1] != "p"
        g.quiet = self.quiet + 1 if quiet else 0
        g.unmoved = self.unmoved - {c, goal}
        del g.board[c]
        g.board[goal] = player, kind
        if kind == "k" and g.in_check(player):
            return None
        g.board[through(goal)] = g.board.pop(goal)
        return g

    def castlings(self, king):
        for x, d in ((0, -1), (7, 1)):
            rook = x, king[1]
            way = [(i, king[1]) for i in range(min(x, 4) + 1, max(x, 4))]
            beside, goal = (4 + d, king[1]), (4 + 2 * d, king[1])
            if {king, rook} <= self.unmoved and not any(c in self.board for c in way) \
                    and not any(self.is_attacked(c, self.turn) for c in (king, beside)) \
                    and through(beside) not in self.board:
                g = self.moved(king, goal, "k")
                if g:
                    g.board[through(beside)] = g.board.pop(rook)
                    g.unmoved -= {rook}
                    yield goal, g

    def moves(self):
        found = {}
        for c, (player, kind) in list(self.board.items()):
            if player != self.turn:
                continue
            for goal in self.pawn(c) if kind == "p" else self.reached(c):
                last = kind == "p" and goal[1] in (0, 7)
                for new in "qrbn" if last else kind:
                    found[name(c) + name(goal) + (new if last else "")] = self.moved(c, goal, new)
            if kind == "k":
                found.update({name(c) + name(goal): g for goal, g in self.castlings(c)})
        return {text: g for text, g in found.items() if g and not g.in_check(self.turn)}

    def winner(self):
        if not self.moves():
            return 1 - self.turn if self.in_check(self.turn) else "draw"
        bare = all(kind == "k" for _, kind in self.board.values())
        return "draw" if bare or self.quiet == 100 else None


GAMES = {"alice": Alice}
