# SPDX-License-Identifier: MIT
"""Second programs: draughts."""
from .base import ALL, DIAGONAL, ORTHOGONAL, add, cell, grid, name
from .hunts import Men


class Draughts(Men):
    """International rules; men of a player are (player, "man") or (player, "king")."""
    size, rows, repeat, quiet, most_quiet = 10, 4, 3, 0, 50
    flying, backward, longest, lifted_later = True, True, True, True

    def __init__(self):
        self.cells = {c for c in grid(self.size, self.size) if (c[0] + c[1]) % 2 == 0}
        self.board = {c: (int(c[1] > self.size / 2), "man") for c in self.cells
                      if c[1] < self.rows or c[1] >= self.size - self.rows}

    def key(self):
        return super().key()

    def free(self, c):
        return c in self.cells and c not in self.board

    def ways(self, man):
        up = 1 - 2 * man[0]
        return [d for d in DIAGONAL if man[1] == "king" or d[1] == up]

    def landings(self, c, man):
        """(taken, goal) of every single jump."""
        for d in DIAGONAL if self.backward else self.ways(man):
            n = 1
            while man[1] == "king" and self.free(add(c, d, n)):
                n += 1
            if self.player(add(c, d, n)) == 1 - man[0]:
                k = n + 1
                while self.free(add(c, d, k)):
                    yield add(c, d, n), add(c, d, k)
                    k += 1
                    if man[1] != "king":
                        break

    def jumps(self, c, man, text, taken):
        """[(text, end, taken)] of whole captures; `self` is a board from which the man is lifted."""
        found = []
        for over, goal in self.landings(c, man):
            if over not in taken:
                board = self
                if not self.lifted_later:
                    board = self.after()
                    board.turn = self.turn
                    del board.board[over]
                more = board.jumps(goal, man, text + name(goal), taken + [over])
                found += more or [(text + name(goal), goal, taken + [over])]
        return found

    def ended(self, start, goal, taken, man):
        g = self.after()
        del g.board[start]
        for c in taken:
            del g.board[c]
        crowned = goal[1] == (0 if man[0] else self.size - 1)
        g.board[goal] = (man[0], "king") if crowned else man
        g.quiet = 0 if taken or man[1] == "man" else self.quiet + 1
        return g

    def takes(self):
        ways = []
        for c in self.mine():
            man = self.board[c]
            lifted = self.after()
            lifted.turn = self.turn
            del lifted.board[c]
            ways += [(c, man, *way) for way in lifted.jumps(c, man, name(c), [])]
        most = max((len(w[4]) for w in ways), default=0)
        return {text: self.ended(c, goal, taken, man) for c, man, text, goal, taken in ways
                if len(taken) == most or not self.longest}

    def walks(self):
        found = {}
        for c in self.mine():
            man = self.board[c]
            for d in self.ways(man):
                n = 1
                while self.free(add(c, d, n)):
                    found[name(c) + name(add(c, d, n))] = self.ended(c, add(c, d, n), [], man)
                    n += 1
                    if man[1] == "man" or not self.flying:
                        break
        return found

    def moves(self):
        return self.takes() or self.walks()

    def lost(self, player):
        return 1 - player

    def winner(self):
        if not self.moves():
            return self.lost(self.turn)
        return "draw" if self.quiet >= self.most_quiet else None


class Brazilian(Draughts):
    size, rows = 8, 3


class Canadian(Draughts):
    size, rows = 12, 5


class Giveaway(Draughts):
    """English rules, turned round."""
    size, rows, repeat, most_quiet = 8, 3, None, 80
    flying = backward = longest = lifted_later = False

    def landings(self, c, man):
        for d in self.ways(man):
            if self.player(add(c, d)) == 1 - man[0] and self.free(add(c, d, 2)):
                yield add(c, d), add(c, d, 2)

    def lost(self, player):
        return player


class Amethyst(Draughts):
    """Nobody has to take; men only ahead, kings from afar, landing right behind."""
    size, rows, most_quiet = 8, 2, 100
    longest = lifted_later = False

    def landings(self, c, man):
        for d in self.ways(man):
            n = 1
            while man[1] == "king" and self.free(add(c, d, n)):
                n += 1
            if self.player(add(c, d, n)) == 1 - man[0] and self.free(add(c, d, n + 1)):
                yield add(c, d, n), add(c, d, n + 1)

    def moves(self):
        return {**self.takes(), **self.walks()}


class Russian(Draughts):
    """Any way to take, crowned on the way; a king lands where it can take on, if there is such a place."""
    size, rows, most_quiet = 8, 3, 30
    longest = False

    def jumps(self, c, man, text, taken):
        found, ways = [], {}
        for over, goal in self.landings(c, man):
            if over not in taken:
                crowned = goal[1] == (0 if man[0] else 7)
                then = (man[0], "king") if crowned else man
                more = self.jumps(goal, then, text + name(goal), taken + [over])
                ways.setdefault(over, []).append((more, (text + name(goal), goal, taken + [over])))
        for landings in ways.values():
            on = [way for more, _ in landings for way in more]
            found += on or [end for _, end in landings]
        return found

    def takes(self):
        found = super().takes()
        for text, g in found.items():
            last = "1" if self.turn else "8"
            if last in text[3::2]:
                g.board[cell(text[-2:])] = (self.turn, "king")
        return found


class Turkish(Draughts):
    """Along rows and columns; what is taken goes at once, and a king does not turn straight back."""
    size, rows = 8, 2
    lifted_later = False
    way = None

    def __init__(self):
        self.cells = set(grid(8, 8))
        self.board = {c: (int(c[1] > 4), "man") for c in self.cells if c[1] in (1, 2, 5, 6)}

    def ways(self, man):
        up = 1 - 2 * man[0]
        return ORTHOGONAL if man[1] == "king" else [(0, up), (1, 0), (-1, 0)]

    def landings(self, c, man):
        for d in self.ways(man):
            if man[1] == "king" and self.way == (-d[0], -d[1]):
                continue
            n = 1
            while man[1] == "king" and self.free(add(c, d, n)):
                n += 1
            if self.player(add(c, d, n)) == 1 - man[0]:
                for k in range(n + 1, n + 2 if man[1] == "man" else 8):
                    if not self.free(add(c, d, k)):
                        break
                    yield add(c, d, n), add(c, d, k)

    def jumps(self, c, man, text, taken):
        found = []
        for over, goal in self.landings(c, man):
            board = self.after()
            board.turn = self.turn
            del board.board[over]
            board.way = tuple((b > a) - (b < a) for a, b in zip(c, goal))
            more = board.jumps(goal, man, text + name(goal), taken + [over])
            found += more or [(text + name(goal), goal, taken + [over])]
        return found

    def winner(self):
        men = [[m for p, m in self.board.values() if p == k] for k in (0, 1)]
        for k in (0, 1):
            if self.turn == 1 - k and men[k] == ["king"] and men[1 - k] == ["man"]:
                return k
        return super().winner()


class Fanorona(Men):
    """A turn of several takes is several moves; `trail` is where the man was in it, `way` how it went."""
    repeat = 3
    trail, way = (), None

    def __init__(self):
        self.cells = set(grid(9, 5))
        middle = "bwbw.bwbw"
        self.board = {(x, y): (int(y > 2 if y != 2 else middle[x] == "b"), "man") for x, y in self.cells
                      if (x, y) != (4, 2)}

    def key(self):
        return (*super().key(), self.trail, self.way)

    def ways(self, c):
        return ALL if (c[0] + c[1]) % 2 == 0 else ORTHOGONAL

    def row(self, c, d):
        """The unbroken row of enemies from a point on."""
        n = 0
        while self.player(add(c, d, n)) == 1 - self.turn:
            n += 1
        return [add(c, d, k) for k in range(n)]

    def taken(self, start, goal, d, row):
        g = self.sent(start, goal)
        for c in row:
            del g.board[c]
        g.turn, g.trail, g.way = self.turn, (*self.trail, start), d
        rest = g.takes()
        return g if rest else g.rested()

    def rested(self):
        g = self.after()
        g.trail, g.way = (), None
        return g

    def takes(self):
        found = {}
        for start in self.mine() if not self.trail else [self.at_end]:
            for d in self.ways(start):
                goal, back = add(start, d), (-d[0], -d[1])
                if goal not in self.cells or goal in self.board or goal in self.trail or d == self.way:
                    continue
                kinds = {"approach": self.row(add(goal, d), d), "withdraw": self.row(add(start, back), back)}
                kinds = {kind: row for kind, row in kinds.items() if row}
                for kind, row in kinds.items():
                    text = name(start) + name(goal)
                    found[f"{kind}:{text}" if len(kinds) > 1 else text] = (start, goal, d, row)
        return found

    def sent(self, start, goal):
        g = super().sent(start, goal)
        g.at_end = goal
        return g

    def goals(self, c):
        return [add(c, d) for d in self.ways(c) if add(c, d) in self.cells and add(c, d) not in self.board]

    def moves(self):
        found = {text: self.taken(*how) for text, how in self.takes().items()}
        if self.trail:
            found["done"] = self.rested()
        return found or super().moves()


GAMES = {"amethyst": Amethyst, "fanorona": Fanorona, "draughts": Draughts, "brazilian": Brazilian, "canadian": Canadian,
         "giveaway": Giveaway, "russian": Russian, "turkish": Turkish}
