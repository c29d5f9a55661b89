# SPDX-License-Identifier: MIT
"""Second programs: stones in rows."""
import copy

from .base import ALL, HEX, Game, add, flood, grid, longest_row, name, run

WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Rows(Game):
    """Stones on a grid; so many in a row win."""
    cells, ways, goal, loss = grid(7, 7), WAYS, 4, None

    def moves(self):
        return {name(c): self.put(c) for c in self.cells if c not in self.board}

    def put(self, c):
        g = self.after()
        g.board[c] = self.turn
        return g

    def winner(self):
        last = 1 - self.turn
        best = longest_row(self.of(last), self.ways)
        if best >= self.goal:
            return last
        if self.loss and best >= self.loss:
            return self.turn
        return None if self.moves() else "draw"


class Squava(Rows):
    cells, goal, loss = grid(5, 5), 4, 3


class ExactFive(Rows):
    cells = grid(15, 15)

    def winner(self):
        last = 1 - self.turn
        own = self.of(last)
        if any(run(own, c, d) == 5 and add(c, d, -1) not in own for c in own for d in self.ways):
            return last
        return None if len(self.board) < 225 else "draw"


class Swapped(Rows):
    """The second player may take the first one's side."""
    swapped = False

    def moves(self):
        found = super().moves()
        if len(self.board) == 1 and not self.swapped:
            g = self.after()
            g.board = {c: 1 - p for c, p in self.board.items()}
            g.swapped = True
            found["swap"] = g
        return found


class Yavalath(Swapped):
    cells, ways, goal, loss = [c for c in grid(9, 9) if abs(c[0] - c[1]) < 5], [(1, 0), (0, 1), (1, 1)], 4, 3


class YavalathForThree(Game):
    """`out` are those with three in a row; `last` is where the last stone was put, and whose it is."""
    cells, ways = Yavalath.cells, Yavalath.ways
    out, won = (), None

    def key(self):
        return self.turn, self.out, tuple(sorted(self.board.items()))

    def following(self):
        return next(p % 3 for p in range(self.turn + 1, self.turn + 4) if p % 3 not in self.out)

    def put(self, c):
        g = copy.copy(self)
        g.board = {**self.board, c: self.turn}
        row = longest_row(g.of(self.turn), self.ways)
        if row >= 4:
            g.won = self.turn
        elif row == 3:
            g.out = (*self.out, self.turn)
            left = [p for p in range(3) if p not in g.out]
            g.won = left[0] if len(left) == 1 else None
        g.turn = g.following()
        return g

    def moves(self):
        empty = [c for c in self.cells if c not in self.board]
        urgent = [c for c in empty for who in (self.turn, self.following())
                  if longest_row(self.of(who) | {c}, self.ways) >= 4]
        return {name(c): self.put(c) for c in urgent or empty}

    def winner(self):
        return self.won if self.won is not None else None if len(self.board) < len(self.cells) else "draw"


class Y(Swapped):
    cells = [c for c in grid(11, 11) if c[0] <= c[1]]

    def winner(self):
        for player in (0, 1):
            own = self.of(player)
            for c in own:
                chain = flood([c], own, HEX)
                if any(x == 0 for x, y in chain) and any(y == 10 for x, y in chain) and any(x == y for x, y in chain):
                    return player
        return None


class Havannah(Swapped):
    size = 8
    cells = [c for c in grid(15, 15) if abs(c[0] - c[1]) < 8]

    def outside(self, c):
        return c not in self.cells

    def winner(self):
        last = 1 - self.turn
        own, cells = self.of(last), set(self.cells)
        far = 2 * self.size - 2
        corners = {(0, 0), (far, far), (0, self.size - 1), (self.size - 1, 0), (far, self.size - 1), (self.size - 1, far)}
        border = {c for c in cells if any(add(c, d) not in cells for d in HEX)}
        sides = [lambda c: c[0] == 0, lambda c: c[1] == 0, lambda c: c[0] == far, lambda c: c[1] == far,
                 lambda c: c[0] - c[1] == self.size - 1, lambda c: c[1] - c[0] == self.size - 1]
        for start in own:
            chain = flood([start], own, HEX)
            touched = [any(side(c) for c in chain - corners) for side in sides]
            if len(chain & corners) > 1 or sum(touched) > 2:
                return last
        if len(own) >= 6:
            for c in cells - border:  # a ring round c: from c nothing leads to the border
                if not flood([c], cells - (own - {c}), HEX) & border:
                    return last
        return None if len(self.board) < len(cells) else "draw"


class Connect6(Rows):
    """A turn is two moves, but for the first."""
    cells, goal, second = grid(19, 19), 6, False

    def put(self, c):
        g = self.after()
        g.board[c] = self.turn
        if len(self.board) and not self.second:
            g.second, g.turn = True, self.turn
        else:
            g.second = False
        return g

    def winner(self):
        return None if self.second else super().winner()


class Pente(Rows):
    cells, goal = grid(19, 19), 5
    taken = (0, 0)

    def put(self, c):
        g = super().put(c)
        for d in ALL:
            pair = [add(c, d), add(c, d, 2)]
            if all(self.board.get(p) == g.turn for p in pair) and self.board.get(add(c, d, 3)) == self.turn:
                for p in pair:
                    del g.board[p]
                    g.taken = tuple(n + (i == self.turn) for i, n in enumerate(g.taken))
        return g

    def winner(self):
        return 1 - self.turn if self.taken[1 - self.turn] >= 10 else super().winner()


class OrderAndChaos(Game):
    cells = grid(6, 6)

    def moves(self):
        found = {}
        for c in self.cells:
            for mark in "XO":
                if c not in self.board:
                    g = self.after()
                    g.board[c] = mark
                    found[f"{mark}@{name(c)}"] = g
        return found

    def winner(self):
        if any(longest_row(self.of(mark), WAYS) >= 5 for mark in "XO"):
            return 0
        return 1 if len(self.board) == 36 else None


class Teeko(Game):
    repeat = 3
    cells = grid(5, 5)

    def moves(self):
        found, own = {}, self.of(self.turn)
        for c in self.cells:
            if c in self.board:
                continue
            for start in [None] if len(own) < 4 else [add(c, d) for d in ALL if add(c, d) in own]:
                g = self.after()
                g.board.pop(start, None)
                g.board[c] = self.turn
                found[(name(start) if start else "") + name(c)] = g
        return found

    def winner(self):
        own = self.of(1 - self.turn)
        square = any({c, add(c, (1, 0)), add(c, (0, 1)), add(c, (1, 1))} <= own for c in own)
        if square or longest_row(own, WAYS) >= 4:
            return 1 - self.turn
        return None if self.moves() else 1 - self.turn


class Ultimate(Game):
    """Small boards as nine lists, and who has won each."""
    next = None

    def __init__(self):
        self.board = {}
        self.big = {}

    def small(self, b):
        return [(3 * b[0] + x, 3 * b[1] + y) for x in range(3) for y in range(3)]

    def moves(self):
        wanted = [c for c in self.small(self.next) if c not in self.board] if self.next and self.next not in self.big else []
        found = {}
        for c in wanted or [c for c in grid(9, 9) if c not in self.board and (c[0] // 3, c[1] // 3) not in self.big]:
            g = self.after()
            g.big = dict(self.big)
            g.board[c] = self.turn
            b = c[0] // 3, c[1] // 3
            if longest_row({x for x in self.small(b) if g.board.get(x) == self.turn}, WAYS) >= 3:
                g.big[b] = self.turn
            g.next = c[0] % 3, c[1] % 3
            found[name(c)] = g
        return found

    def winner(self):
        last = 1 - self.turn
        if longest_row({b for b, p in self.big.items() if p == last}, WAYS) >= 3:
            return last
        return None if self.moves() else "draw"


GAMES = {"mnk": Rows, "squava": Squava, "exactfive": ExactFive, "yavalath": Yavalath, "yavalath3": YavalathForThree, "y": Y, "havannah": Havannah,
         "connect6": Connect6, "pente": Pente, "orderandchaos": OrderAndChaos, "teeko": Teeko, "ultimate": Ultimate}
