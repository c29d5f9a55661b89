# SPDX-License-Identifier: MIT
"""Second programs: mills and other games on points and lines."""
from .base import DIAGONAL, ORTHOGONAL, Game, add, cell, grid, name
from .hunts import Men, alquerque


def squares(count, diagonals):
    """Mills of a board of nested squares, as names; the widest has cells a1 to g7 (three) or a1 to e5 (two)."""
    last = 2 * count
    middle, mills = count, []
    for k in range(count):
        low, high = k, last - k
        corners = [(low, low), (high, low), (high, high), (low, high)]
        middles = [(middle, low), (high, middle), (middle, high), (low, middle)]
        mills += [(corners[i], middles[i], corners[(i + 1) % 4]) for i in range(4)]
    if count == 3:
        for i in range(4):
            spokes = [[(middle, k), (last - k, middle), (middle, last - k), (k, middle)][i] for k in range(3)]
            slants = [[(k, k), (last - k, k), (last - k, last - k), (k, last - k)][i] for k in range(3)]
            mills += [tuple(spokes)] + ([tuple(slants)] if diagonals else [])
    return mills


class Morris(Game):
    repeat, men, mills, extra = 3, 9, squares(3, False), []
    flies, safe_mills = True, True

    def __init__(self):
        self.board = {}
        self.hand = (self.men, self.men)
        self.points = {c for mill in self.mills for c in mill}

    def key(self):
        return super().key(), self.hand

    def near(self, c):
        lines = [(m[i], m[i + 1]) for m in self.mills for i in range(2)] + self.extra
        return [b if a == c else a for a, b in lines if c in (a, b)]

    def in_mill(self, c, player):
        return any(c in m and all(self.board.get(o) == player for o in m) for m in self.mills)

    def takes(self, text, c, found):
        """`self` is the game after a man came to c, still to take if that made a mill."""
        other = self.turn
        men = self.of(other)
        if not self.in_mill(c, 1 - other) or not men:
            found.update({text: self} if not self.in_mill(c, 1 - other) else {})
            return
        loose = [o for o in men if not self.in_mill(o, other)] if self.safe_mills else []
        for o in loose or men:
            g = self.after()
            g.turn = self.turn
            del g.board[o]
            found[f"{text}x{name(o)}"] = g

    def moves(self):
        found, own = {}, self.of(self.turn)
        free = [c for c in self.points if c not in self.board]
        if self.hand[self.turn]:
            for c in free:
                g = self.after()
                g.board[c] = self.turn
                g.hand = tuple(n - (i == self.turn) for i, n in enumerate(self.hand))
                g.takes(name(c), c, found)
            return found
        for start in own:
            for c in free if self.flies and len(own) == 3 else [c for c in self.near(start) if c in free]:
                g = self.after()
                del g.board[start]
                g.board[c] = self.turn
                g.takes(name(start) + name(c), c, found)
        return found

    def winner(self):
        if len(self.of(self.turn)) + self.hand[self.turn] < 3:
            return 1 - self.turn
        return None if self.moves() else 1 - self.turn


class Topaz(Morris):
    flies = safe_mills = False


class SixMen(Morris):
    men, flies, mills = 6, False, squares(2, False)
    extra = [(cell(a), cell(b)) for a, b in (("c1", "c2"), ("a3", "b3"), ("e3", "d3"), ("c5", "c4"))]


class Morabaraba(Morris):
    men, mills = 12, squares(3, True)

    def winner(self):
        return "draw" if len(self.board) == 24 and len(self.of(self.turn)) > 2 else super().winner()


class ThreeMen(Morris):
    men, flies = 3, False
    mills = [tuple(map(cell, m.split())) for m in ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3",
                                                   "c1 c2 c3", "a1 b2 c3", "a3 b2 c1")]

    def takes(self, text, c, found):
        found[text] = self

    def winner(self):
        last = 1 - self.turn
        if any(all(self.board.get(c) == last for c in m) for m in self.mills):
            return last
        return None if self.moves() else last


class MuTorere(Game):
    repeat = 3

    def __init__(self):
        self.board = {p: int(p in "efgh") for p in "abcdefgh"}

    def moves(self):
        hole = next(p for p in "abcdefghm" if p not in self.board)
        ring = "abcdefgh"
        found = {}
        for p in self.board:
            i = ring.find(p)
            beside = {ring[(i + 1) % 8], ring[i - 1]} if p != "m" else set(ring)
            step = hole in beside if hole != "m" else any(self.board.get(b) == 1 - self.turn for b in beside)
            if self.board[p] == self.turn and step:
                g = self.after()
                del g.board[p]
                g.board[hole] = self.turn
                found[p + hole] = g
        return found

    def winner(self):
        return None if self.moves() else 1 - self.turn


class Kono(Men):
    repeat, limit = 3, 500
    homes = [{(x, 0) for x in range(5)} | {(0, 1), (4, 1)}, {(x, 4) for x in range(5)} | {(0, 3), (4, 3)}]

    def __init__(self):
        self.board = {c: (p, "stone") for p in (0, 1) for c in self.homes[p]}

    def goals(self, c):
        return [add(c, d) for d in DIAGONAL if add(c, d) in grid(5, 5) and add(c, d) not in self.board]

    def winner(self):
        last = 1 - self.turn
        return last if {c for c, (p, _) in self.board.items() if p == last} == self.homes[self.turn] else super().winner()


class Alquerque(Men):
    repeat, quiet = 3, 0

    def __init__(self):
        white = {(x, y) for x in range(5) for y in (0, 1)} | {(3, 2), (4, 2)}
        self.board = {c: (int(c not in white), "man") for c in grid(5, 5) if c != (2, 2)}

    def key(self):
        return super().key()

    def jumps(self, c, text):
        found = {}
        for d in alquerque(c):
            goal = add(c, d, 2)
            if self.player(add(c, d)) == 1 - self.turn and goal in grid(5, 5) and goal not in self.board:
                g = self.sent(c, goal)
                g.turn, g.quiet = self.turn, -1
                del g.board[add(c, d)]
                found.update(g.jumps(goal, text + name(goal)) or {text + name(goal): g})
        return found

    def moves(self):
        found = {}
        for c in self.mine():
            for text, g in self.jumps(c, name(c)).items():
                g.turn = 1 - self.turn
                found[text] = g
        if not found:
            found = {name(c) + name(add(c, d)): self.sent(c, add(c, d)) for c in self.mine() for d in alquerque(c)
                     if add(c, d) in grid(5, 5) and add(c, d) not in self.board}
        for g in found.values():
            g.quiet += 1
        return found

    def winner(self):
        return super().winner() if self.quiet < 100 or not self.moves() else "draw"


class Orchid(Men):
    repeat, quiet, passes = 3, 0, 0

    def __init__(self):
        self.board = {}
        self.hand = (12, 12)

    def key(self):
        return super().key(), self.hand, self.passes

    def moves(self):
        found = {}
        if self.hand[self.turn]:
            free = [c for c in grid(5, 5) if c not in self.board and c != (2, 2)]
            for i, a in enumerate(free):
                for b in free[i + 1:]:
                    g = self.after()
                    g.board[a] = g.board[b] = (self.turn, "stone")
                    g.hand = tuple(n - 2 * (p == self.turn) for p, n in enumerate(self.hand))
                    g.quiet += 1
                    found[f"{name(a)}/{name(b)}"] = found[f"{name(b)}/{name(a)}"] = g
            return found
        for c in self.mine():
            for d in ORTHOGONAL:
                n = 1
                while add(c, d, n) in grid(5, 5) and add(c, d, n) not in self.board:
                    goal = add(c, d, n)
                    g = self.sent(c, goal)
                    gone = [add(goal, e) for e in ORTHOGONAL if g.player(add(goal, e)) == g.turn
                            and g.player(add(goal, e, 2)) == self.turn]
                    for o in gone:
                        del g.board[o]
                    g.quiet, g.passes = 0 if gone else self.quiet + 1, 0
                    found[name(c) + name(goal)] = g
                    n += 1
        if not found:
            g = self.after()
            g.passes, g.quiet = self.passes + 1, self.quiet + 1
            found["pass"] = g
        return found

    def winner(self):
        if not any(self.hand) and not self.mine():
            return 1 - self.turn
        return "draw" if self.passes == 2 or self.quiet >= 100 else None


GAMES = {"morris": Morris, "topaz": Topaz, "sixmensmorris": SixMen, "morabaraba": Morabaraba,
         "threemensmorris": ThreeMen, "mutorere": MuTorere, "fivefieldkono": Kono, "alquerque": Alquerque,
         "orchid": Orchid}
