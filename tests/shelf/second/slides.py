# SPDX-License-Identifier: MIT
"""Second programs for small boards: Dao and Neutron, whose men slide until something stops them, Quixo, Kalah, the
Storekeeper."""
from .base import ALL, ORTHOGONAL, Game, add, grid, longest_row, name


class Sliders(Game):
    """Everything that moves goes as far as it can."""
    repeat, size = 3, 5

    def stops(self, start):
        for d in ALL:
            n = 0
            while add(start, d, n + 1) in grid(self.size, self.size) and add(start, d, n + 1) not in self.board:
                n += 1
            if n:
                yield add(start, d, n)

    def slid(self, start, goal):
        g = self.after()
        g.board[goal] = g.board.pop(start)
        return g


class Dao(Sliders):
    size = 4

    def __init__(self):
        self.board = {(i, 3 - i): 0 for i in range(4)} | {(i, i): 1 for i in range(4)}

    def moves(self):
        return {name(c) + name(goal): self.slid(c, goal) for c in self.of(self.turn) for goal in self.stops(c)}

    def winner(self):
        me, other = 1 - self.turn, self.turn  # me: who has just moved
        mine, corners = self.of(me), {(0, 0), (0, 3), (3, 0), (3, 3)}
        for corner in corners & self.of(other):
            if all(c in mine for c in (add(corner, d) for d in ALL) if c in grid(4, 4)):
                return other
        lines = [{(x, y) for x in range(4)} for y in range(4)] + [{(x, y) for y in range(4)} for x in range(4)]
        squares = [{(x + a, y + b) for a in (0, 1) for b in (0, 1)} for x in range(3) for y in range(3)]
        return me if mine in [*lines, *squares, corners] else None


class Neutron(Sliders):
    """0 and 1 are balls, 2 is the neutron. A turn is two moves of it: first the neutron's, with the ball to come."""
    started = False
    lost = None

    def __init__(self):
        self.board = {(2, 2): 2} | {(x, 0): 0 for x in range(5)} | {(x, 4): 1 for x in range(5)}

    def key(self):
        return (self.started, *super().key())

    def home(self):
        row = next(c for c, what in self.board.items() if what == 2)[1]
        return {0: 0, 4: 1}.get(row)

    def balls(self, said):
        for c in self.of(self.turn):
            for goal in self.stops(c):
                g = self.slid(c, goal)
                g.started = True
                yield said + name(c) + name(goal), g

    def moves(self):
        if not self.started:
            return dict(self.balls(""))
        found, at = {}, next(c for c, what in self.board.items() if what == 2)
        for goal in self.stops(at):
            g = self.slid(at, goal)
            said = name(at) + name(goal)
            if g.home() is not None:
                found[said] = g
                continue
            g.turn = self.turn
            found.update(g.balls(said + "/"))
        return found

    def winner(self):
        if self.home() is not None:
            return self.home()
        return None if self.moves() else 1 - self.turn


class Quixo(Game):
    repeat = 3
    rim = [c for c in grid(5, 5) if 0 in c or 4 in c]

    def pushed(self, cube, gap):
        g = self.after()
        g.board.pop(cube, None)
        d = tuple((a > b) - (a < b) for a, b in zip(gap, cube))
        at = cube
        while at != gap:
            if add(at, d) in g.board:
                g.board[at] = g.board.pop(add(at, d))
            at = add(at, d)
        g.board[gap] = self.turn
        return g

    def moves(self):
        found = {}
        for x, y in self.rim:
            if self.board.get((x, y), self.turn) == self.turn:
                ends = {(0, y), (4, y), (x, 0), (x, 4)} - {(x, y)}
                found.update({f"{name((x, y))},{name(gap)}": self.pushed((x, y), gap) for gap in ends})
        return found

    def winner(self):
        for player in (self.turn, 1 - self.turn):  # who made a line of the other's has lost
            if longest_row(self.of(player), ALL) == 5:
                return player
        return None


class Kalah(Game):
    """Places in the order of sowing; 6 and 13 are the stores."""
    seeds = (4, 4, 4, 4, 4, 4, 0) * 2
    over = False

    def key(self):
        return self.turn, self.seeds

    def pits(self, player):
        return range(7 * player, 7 * player + 6)

    def sown(self, pit):
        seeds, at, store = list(self.seeds), pit, 7 * self.turn + 6
        hand, seeds[pit] = seeds[pit], 0
        while hand:
            at = (at + 1) % 14
            if at != 13 - 7 * self.turn:
                seeds[at] += 1
                hand -= 1
        if at in self.pits(self.turn) and seeds[at] == 1 and seeds[12 - at]:
            seeds[store] += 1 + seeds[12 - at]
            seeds[at] = seeds[12 - at] = 0
        g = self.after()
        g.seeds = tuple(seeds)
        g.turn = self.turn if at == store else 1 - self.turn
        return g

    def moves(self):
        return {"abcdefxghijkly"[p]: self.sown(p) for p in self.pits(self.turn) if self.seeds[p]}

    def winner(self):
        if self.moves():
            return None
        a, b = sum(self.seeds[:7]), sum(self.seeds[7:])
        return "draw" if a == b else int(b > a)


class Storekeeper(Game):
    """Boxes are 1, walls 2; `man` is where the keeper stands."""
    man, steps = (1, 1), 0
    marks = {(3, 2), (4, 3), (3, 4)}

    def __init__(self):
        walls = {c for c in grid(8, 7) if c[0] in (0, 7) or c[1] in (0, 6)} | {(1, 4), (1, 5), (6, 1), (4, 2)}
        self.board = dict.fromkeys(walls, 2) | {(2, 3): 1, (3, 3): 1, (4, 4): 1}

    def key(self):
        return (self.man, *super().key())

    def stepped(self, goal):
        g = self.after()
        g.turn, g.man, g.steps = 0, goal, self.steps + 1
        return g

    def moves(self):
        found = {}
        for d in ORTHOGONAL:
            goal, behind = add(self.man, d), add(self.man, d, 2)
            if self.board.get(goal) == 2 or self.board.get(goal) == 1 and behind in self.board:
                continue
            g = self.stepped(goal)
            if g.board.pop(goal, None):
                g.board[behind] = 1
            found[name(self.man) + name(goal)] = g
        return found

    def winner(self):
        if all(self.board.get(c) == 1 for c in self.marks):
            return 0
        return None if self.steps < 200 and self.moves() else "nobody"


GAMES = {"dao": Dao, "neutron": Neutron, "quixo": Quixo, "kalah": Kalah, "storekeeper": Storekeeper}
