# SPDX-License-Identifier: MIT
"""Second programs: sowing, building, and chess without check."""
from .base import ALL, DIAGONAL, KNIGHT, ORTHOGONAL, Game, add, grid, name
from .hunts import Men


class Oware(Game):
    repeat = 3

    def __init__(self):
        self.pits = (4,) * 12
        self.store = (0, 0)

    def key(self):
        return self.turn, self.pits, self.store

    def side(self, player):
        return range(6 * player, 6 * player + 6)

    def sown(self, start):
        pits, store, at = list(self.pits), list(self.store), start
        seeds, pits[start] = pits[start], 0
        while seeds:
            at = (at + 1) % 12
            if at != start:
                pits[at] += 1
                seeds -= 1
        taken, other = [], self.side(1 - self.turn)
        while at in other and pits[at] in (2, 3):
            taken.append(at)
            at -= 1
        if sum(pits[p] for p in taken) < sum(pits[p] for p in other):
            for p in taken:
                store[self.turn] += pits[p]
                pits[p] = 0
        g = self.after()
        g.pits, g.store = tuple(pits), tuple(store)
        return g

    def moves(self):
        found = {}
        for p in self.side(self.turn):
            g = self.sown(p) if self.pits[p] else None
            if g and any(g.pits[o] for o in self.side(1 - self.turn)):
                found["abcdefghijkl"[p]] = g
        return found

    def stopped(self):
        a, b = (self.store[i] + sum(self.pits[p] for p in self.side(i)) for i in (0, 1))
        return "draw" if a == b else int(b > a)

    def winner(self):
        if self.store[1 - self.turn] > 24:
            return 1 - self.turn
        return None if self.moves() else self.stopped()


class Santorini(Game):
    won = False

    def __init__(self):
        self.board = {}
        self.floors = {c: 0 for c in grid(5, 5)}

    def moves(self):
        found, own = {}, self.of(self.turn)
        free = [c for c in grid(5, 5) if c not in self.board]
        if not own:
            for a in free:
                for b in free:
                    if a != b:
                        g = self.after()
                        g.board[a] = g.board[b] = self.turn
                        found[f"{name(a)}/{name(b)}"] = g
            return found
        for start in own:
            for goal in [add(start, d) for d in ALL]:
                if goal not in free or self.floors[goal] > min(3, self.floors[start] + 1):
                    continue
                g = self.after()
                del g.board[start]
                g.board[goal] = self.turn
                if self.floors[goal] == 3 > self.floors[start]:
                    g.won = True
                    found[f"{name(start)},{name(goal)}"] = g
                    continue
                for site in [add(goal, d) for d in ALL]:
                    if site in self.floors and site not in g.board and self.floors[site] < 4:
                        h = g.after()
                        h.turn = g.turn
                        h.floors = {**self.floors, site: self.floors[site] + 1}
                        found[f"{name(start)},{name(goal)},{name(site)}"] = h
        return found

    def winner(self):
        return 1 - self.turn if self.won or not self.moves() else None


class Obsidian(Men):
    repeat, quiet = 3, 0
    slides = {"R": ORTHOGONAL, "B": DIAGONAL, "Q": ALL}

    def __init__(self):
        self.board = {}
        for x, kind in enumerate("RNBKQBNR"):
            self.board.update({(x, 0): (0, kind), (x, 7): (1, kind), (x, 1): (0, "P"), (x, 6): (1, "P")})

    def key(self):
        return super().key()

    def goals(self, c):
        kind, board, up = self.board[c][1], grid(8, 8), 1 - 2 * self.turn
        if kind == "P":
            ahead = add(c, (0, up))
            if ahead in board and ahead not in self.board:
                yield ahead
                if c[1] == (6 if self.turn else 1) and add(ahead, (0, up)) not in self.board:
                    yield add(ahead, (0, up))
            yield from (g for g in (add(c, (1, up)), add(c, (-1, up))) if self.player(g) == 1 - self.turn)
            return
        for d in self.slides.get(kind, KNIGHT if kind == "N" else ALL):
            n = 1
            while add(c, d, n) in board and self.player(add(c, d, n)) != self.turn:
                yield add(c, d, n)
                if kind in "NK" or add(c, d, n) in self.board:
                    break
                n += 1

    def sent(self, start, goal):
        g = super().sent(start, goal)
        pawn = self.board[start][1] == "P"
        g.quiet = 0 if pawn or goal in self.board else self.quiet + 1
        if pawn and goal[1] in (0, 7):
            g.board[goal] = (self.turn, "Q")
        return g

    def winner(self):
        if (self.turn, "K") not in self.board.values():
            return 1 - self.turn
        return super().winner() or ("draw" if self.quiet >= 100 else super().winner())


class Amazons(Game):
    """Cells are 0 or 1 for an amazon, 2 for an arrow. A turn is two moves: `archer` is where the amazon has gone."""
    archer = None
    size, far = 10, 3  # far: how many squares lie between an amazon and the nearest corner

    def __init__(self):
        self.squares = set(grid(self.size, self.size))
        end, n = self.size - 1, self.far
        first = [(0, n), (n, 0), (end - n, 0), (end, n)]
        self.board = {**{c: 0 for c in first}, **{(x, end - y): 1 for x, y in first}}

    def rays(self, start):
        for d in ALL:
            n = 1
            while add(start, d, n) in self.squares and add(start, d, n) not in self.board:
                yield add(start, d, n)
                n += 1

    def moved(self, start, goal):
        """The same player shoots next, from the goal."""
        g = self.after()
        del g.board[start]
        g.board[goal] = g.turn = self.turn
        g.archer = goal
        return g

    def shot(self, arrow):
        g = self.after()
        g.board[arrow] = 2
        g.archer = None
        return g

    def moves(self):
        if self.archer:
            return {name(a): self.shot(a) for a in self.rays(self.archer)}
        return {f"{name(s)}{name(g)}": self.moved(s, g) for s in self.of(self.turn) for g in self.rays(s)}

    def winner(self):
        return None if self.moves() else 1 - self.turn


class WholeAmazons(Amazons):
    """A turn is one move, as whoever writes the game from a text has it. Who has moved can always shoot."""

    def moves(self):
        return {f"{way}/{arrow}": end for way, half in super().moves().items()
                for arrow, end in Amazons.moves(half).items()}

    def winner(self):
        return None if super().moves() else 1 - self.turn


class Amazons7(Amazons):
    size, far = 7, 1


class Amazons9(Amazons):
    size, far = 9, 2


GAMES = {"amazons": Amazons, "amazons,size=7": Amazons7, "amazons,size=9": Amazons9,
         "oware": Oware, "santorini": Santorini, "obsidian": Obsidian}
