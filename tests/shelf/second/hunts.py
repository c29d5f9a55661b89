# SPDX-License-Identifier: MIT
"""Second programs: unequal sides, and small races."""
from .base import ALL, DIAGONAL, KNIGHT, ORTHOGONAL, Game, add, cell, flood, grid, name


class Men(Game):
    """Men on the board are (player, kind); a subclass lists where each may go."""

    def at(self, c):
        return self.board.get(c, (None, None))

    def player(self, c):
        return self.at(c)[0]

    def sent(self, start, goal):
        g = self.after()
        g.board[goal] = g.board.pop(start)
        return g

    def mine(self):
        return [c for c, (p, _) in self.board.items() if p == self.turn]

    def moves(self):
        return {name(c) + name(goal): self.sent(c, goal) for c in self.mine() for goal in self.goals(c)}

    def winner(self):
        return None if self.moves() else 1 - self.turn


def picture(rows, players="Hmk"):
    """H are the first player's men, m and k the second's."""
    board = {}
    for y, row in enumerate(reversed(rows.split("/"))):
        for x, letter in enumerate(row):
            if letter in players:
                board[x, y] = (int(letter != "H"), letter)
    return board


class Brandubh(Men):
    repeat, limit, size = 3, 400, 7
    rows = "...H.../...H.../...m.../HHmkmHH/...m.../...H.../...H..."

    def __init__(self):
        self.board = picture(self.rows)
        self.middle = (self.size // 2, self.size // 2)
        self.cells = grid(self.size, self.size)
        far = self.size - 1
        self.corners = {(0, 0), (0, far), (far, 0), (far, far)}

    def barred(self):
        return self.corners | {self.middle}

    def goals(self, c):
        for d in ORTHOGONAL:
            n = 1
            while add(c, d, n) in self.cells and add(c, d, n) not in self.board:
                goal = add(c, d, n)
                if self.at(c)[1] == "k" or goal not in self.barred():
                    yield goal
                n += 1

    def is_hostile(self, c, player):
        """Whether a man of the other side, beside c, is pressed from c by `player`."""
        return self.player(c) == player or c in self.corners or (c == self.middle and c not in self.board)

    def king(self):
        return next((c for c, (_, kind) in self.board.items() if kind == "k"), None)

    def is_king_taken(self, goal):
        """By a hunter that has just come to `goal`."""
        k = self.king()
        near = [add(k, d) for d in ORTHOGONAL]
        if goal not in near:
            return False
        if k == self.middle or self.middle in near:
            return all(c == self.middle or self.player(c) == 0 for c in near)
        return self.is_hostile(add(k, (k[0] - goal[0], k[1] - goal[1])), 0)

    def sent(self, start, goal):
        g = super().sent(start, goal)
        king = self.turn == 0 and g.is_king_taken(goal) and g.king()
        gone = [add(goal, d) for d in ORTHOGONAL if g.player(add(goal, d)) == g.turn and g.at(add(goal, d))[1] != "k"
                and g.is_hostile(add(goal, d, 2), self.turn)]
        for c in gone + ([king] if king else []):
            del g.board[c]
        return g

    def is_home(self, k):
        return k in self.corners

    def winner(self):
        k = self.king()
        if k is None:
            return 0
        return 1 if self.is_home(k) else super().winner()


class Tablut(Brandubh):
    size = 9
    rows = "...HHH.../....H..../....m..../H...m...H/HHmmkmmHH/H...m...H/....m..../....H..../...HHH..."

    def __init__(self):
        super().__init__()
        self.corners = set()

    def is_home(self, k):
        return k[0] in (0, 8) or k[1] in (0, 8)


class Hnefatafl(Brandubh):
    size = 11
    rows = ("...HHHHH.../.....H...../.........../H....m....H/H...mmm...H/HH.mmkmm.HH/H...mmm...H/H....m....H/"
            ".........../.....H...../...HHHHH...")

    def is_king_taken(self, goal):
        near = [add(self.king(), d) for d in ORTHOGONAL]
        return goal in near and all(c == self.middle or self.player(c) == 0 for c in near)

    def winner(self):
        found = super().winner()
        if found is None or self.king() and found == 1 - self.turn:
            court = [c for c, (p, _) in self.board.items() if p == 1]
            open_cells = {c for c in self.cells if self.player(c) != 0}
            reached = flood(court, open_cells, ORTHOGONAL)
            if not self.is_home(self.king()) and not any(c[0] in (0, 10) or c[1] in (0, 10) for c in reached):
                return 0
        return found


class FoxAndHounds(Men):
    def __init__(self):
        self.board = {(4, 0): (0, "fox"), **{(x, 7): (1, "hound") for x in (1, 3, 5, 7)}}

    def goals(self, c):
        for d in DIAGONAL:
            if (self.turn == 0 or d[1] < 0) and add(c, d) in grid(8, 8) and add(c, d) not in self.board:
                yield add(c, d)

    def winner(self):
        return 0 if any(c[1] == 7 and p == 0 for c, (p, _) in self.board.items()) else super().winner()


class Hexapawn(Men):
    def __init__(self):
        self.board = {(x, y): (int(y == 2), "pawn") for x in range(3) for y in (0, 2)}

    def goals(self, c):
        up = 1 - 2 * self.turn
        if add(c, (0, up)) in grid(3, 3) and add(c, (0, up)) not in self.board:
            yield add(c, (0, up))
        for goal in (add(c, (1, up)), add(c, (-1, up))):
            if self.player(goal) == 1 - self.turn:
                yield goal

    def winner(self):
        for c, (p, _) in self.board.items():
            if c[1] == 2 - 2 * p:
                return p
        return super().winner()


class JesonMor(Men):
    repeat, left_middle = 3, False

    def __init__(self):
        self.board = {(x, y): (int(y == 8), "knight") for x in range(9) for y in (0, 8)}

    def goals(self, c):
        return [add(c, d) for d in KNIGHT if add(c, d) in grid(9, 9) and self.player(add(c, d)) != self.turn]

    def sent(self, start, goal):
        g = super().sent(start, goal)
        g.left_middle = start == (4, 4)
        return g

    def winner(self):
        return 1 - self.turn if self.left_middle or not self.mine() else super().winner()


def alquerque(c):
    """The directions of the lines at a point."""
    return ALL if (c[0] + c[1]) % 2 == 0 else ORTHOGONAL


class BaghChal(Men):
    repeat, herd = 3, 20

    def __init__(self):
        self.board = {(x, y): (1, "tiger") for x in (0, 4) for y in (0, 4)}

    def key(self):
        return super().key(), self.herd

    def moves(self):
        cells = grid(5, 5)
        found = {}
        if self.turn == 0 and self.herd:
            for c in cells:
                if c not in self.board:
                    found[name(c)] = g = self.after()
                    g.board[c] = (0, "goat")
                    g.herd -= 1
            return found
        for c in self.mine():
            for d in alquerque(c):
                goal, beyond = add(c, d), add(c, d, 2)
                if goal in cells and goal not in self.board:
                    found[name(c) + name(goal)] = self.sent(c, goal)
                elif self.turn == 1 and self.player(goal) == 0 and beyond in cells and beyond not in self.board:
                    found[name(c) + name(beyond)] = g = self.sent(c, beyond)
                    del g.board[goal]
        return found

    def winner(self):
        goats = sum(p == 0 for p, _ in self.board.values())
        return 1 if self.herd + goats <= 15 else super().winner()


class HareAndHounds(Men):
    repeat = 3
    points = [(0, 1), (4, 1)] + [(x, y) for x in (1, 2, 3) for y in (0, 1, 2)]

    def __init__(self):
        self.board = {cell(c): (0, "hound") for c in ("a2", "b1", "b3")}
        self.board[cell("e2")] = (1, "hare")

    def near(self, c):
        """Ends of the board are joined to three points, the middle to all, corners of the square to the middle."""
        if c in ((0, 1), (4, 1)):
            return [(1 if c[0] == 0 else 3, y) for y in (0, 1, 2)]
        straight = [add(c, d) for d in ORTHOGONAL]
        slant = [add(c, d) for d in DIAGONAL]
        found = [p for p in straight if p in self.points]
        if c == (2, 1):
            found += [p for p in slant if p in self.points]
        elif c[1] != 1 and c[0] != 2:
            found += [(2, 1), (0, 1) if c[0] == 1 else (4, 1)]
        return found

    def goals(self, c):
        return [p for p in self.near(c) if p not in self.board and (self.turn == 1 or p[0] >= c[0])]

    def stopped(self):
        return 1


GRADES = ("flag", "bomb", "spy", "scout", "miner", "marshal")


class Skirmish(Men):
    """`camps` are the men that each has not put down; who is on turn and cannot move has lost."""
    camps, won, limit = (GRADES, GRADES), None, 300

    def put(self, man, spot):
        g = self.after()
        g.board[spot] = self.turn, man
        g.camps = tuple(tuple(m for m in c if m != man or i != self.turn) for i, c in enumerate(self.camps))
        return g

    def fights(self, start, goal):
        g, man, other = self.after(), self.at(start)[1], self.at(goal)[1]
        beats = (GRADES.index(man) > GRADES.index(other) and other != "bomb" or
                 (man, other) in (("miner", "bomb"), ("spy", "marshal")))
        if other == "flag":
            g.won = self.turn
        del g.board[start]
        if beats:
            g.board[goal] = self.turn, man
        elif man == other:
            del g.board[goal]
        return g

    def moves(self):
        own = [c for c in grid(4, 5) if c[1] in ((0, 1), (4, 3))[self.turn] and c not in self.board]
        if any(self.camps):
            return {f"{m},{name(c)}": self.put(m, c) for m in self.camps[self.turn] for c in own}
        return {f"{name(c)},{name(add(c, d))}":
                (self.sent if add(c, d) not in self.board else self.fights)(c, add(c, d))
                for c in self.mine() if self.at(c)[1] not in ("flag", "bomb") for d in ORTHOGONAL
                if add(c, d) in grid(4, 5) and self.player(add(c, d)) != self.turn}

    def winner(self):
        return self.won if self.won is not None else None if self.moves() else 1 - self.turn


GAMES = {"brandubh": Brandubh, "tablut": Tablut, "hnefatafl": Hnefatafl, "foxandhounds": FoxAndHounds,
         "hexapawn": Hexapawn, "jesonmor": JesonMor, "baghchal": BaghChal, "harehounds": HareAndHounds,
         "skirmish": Skirmish}
