# SPDX-License-Identifier: MIT
"""Games in which pieces lie on each other: Tak, Lasca. A pile is a tuple from the bottom up."""
from .base import DIAGONAL, ORTHOGONAL, Game, add, flood, grid, name

FLAT, WALL, CAP = "flat", "wall", "cap"


def carried_text(c, n, d, dropped):
    """In portable Tak notation: 3c3>12; the count is left out where it is one, the drops where they fall on one cell."""
    sign = {(1, 0): ">", (-1, 0): "<", (0, 1): "+", (0, -1): "-"}[d]
    drops = "".join(map(str, dropped)) if len(dropped) > 1 else ""
    return f"{n if n > 1 else ''}{name(c)}{sign}{drops}"


class Tak(Game):
    size, played = 5, 0
    hands = ((21, 1), (21, 1))  # stones and capstones that are left

    def spent(self, player, cap):
        hands = [list(h) for h in self.hands]
        hands[player][cap] -= 1
        return tuple(tuple(h) for h in hands)

    def put(self, cell, player, kind):
        g = self.after()
        g.played += 1
        g.board[cell] = ((player, kind),)
        g.hands = self.spent(player, int(kind == CAP))
        return g

    def placings(self, free):
        stones, caps = self.hands[self.turn]
        for c in free:
            if stones:
                yield name(c), self.put(c, self.turn, FLAT)
                yield f"S{name(c)}", self.put(c, self.turn, WALL)
            if caps:
                yield f"C{name(c)}", self.put(c, self.turn, CAP)

    def drops(self, board, carried, at, d):
        """Ways to drop all that is carried, going on from `at`: how many fall on each cell, and the board after it."""
        if not carried:
            yield (), board
            return
        to = add(at, d)
        pile = board.get(to, ())
        if to not in self.cells():
            return
        if pile and pile[-1][1] == WALL and len(carried) == 1 and carried[0][1] == CAP:
            pile = pile[:-1] + ((pile[-1][0], FLAT),)
        if pile and pile[-1][1] != FLAT:
            return
        for n in range(1, len(carried) + 1):
            after = {**board, to: pile + carried[:n]}
            for dropped, end in self.drops(after, carried[n:], to, d):
                yield (n, *dropped), end

    def carries(self):
        for c, pile in self.board.items():
            for n in range(1, min(self.size, len(pile)) + 1 if pile[-1][0] == self.turn else 1):
                rest = {k: v for k, v in self.board.items() if k != c}
                if len(pile) > n:
                    rest[c] = pile[:-n]
                for d in ORTHOGONAL:
                    for dropped, board in self.drops(rest, pile[-n:], c, d):
                        g = self.after()
                        g.played += 1
                        g.board = board
                        yield carried_text(c, n, d, dropped), g

    def cells(self):
        return grid(self.size, self.size)

    def moves(self):
        free = [c for c in self.cells() if c not in self.board]
        if self.played < 2:
            return {name(c): self.put(c, 1 - self.turn, FLAT) for c in free}
        return dict([*self.placings(free), *self.carries()])

    def road(self, player):
        mine = {c for c, pile in self.board.items() if pile[-1][0] == player and pile[-1][1] != WALL}
        far = self.size - 1
        across = flood([c for c in mine if c[0] == 0], mine, ORTHOGONAL)
        up = flood([c for c in mine if c[1] == 0], mine, ORTHOGONAL)
        return any(c[0] == far for c in across) or any(c[1] == far for c in up)

    def winner(self):
        mover = 1 - self.turn
        if self.road(mover):
            return mover
        if self.road(self.turn):
            return self.turn
        if len(self.board) < self.size ** 2 and all(sum(h) for h in self.hands):
            return None
        tops = [pile[-1] for pile in self.board.values()]
        white, black = tops.count((0, FLAT)), tops.count((1, FLAT))
        return "draw" if white == black else int(black > white)

    def key(self):
        return self.turn, self.played


class Lasca(Game):
    """Pieces are (player, officer)."""
    repeat = 3

    def __init__(self):
        dark = [c for c in grid(7, 7) if sum(c) % 2 == 0]
        self.board = {c: ((0, 0),) for c in dark if c[1] < 3}
        self.board |= {c: ((1, 0),) for c in dark if c[1] > 3}

    def directions(self, top):
        return [d for d in DIAGONAL if top[1] or d[1] == (1, -1)[top[0]]]

    def land(self, c, pile):
        owner = pile[-1][0]
        return pile[:-1] + ((owner, 1),) if c[1] == (6, 0)[owner] else pile

    def jumps(self, board, c, pile, crossed):
        """Jumps of a pile that has been lifted from `c`: the cells it goes to, and the board after it."""
        found = False
        for d in self.directions(pile[-1]):
            over, to = add(c, d), add(c, d, 2)
            theirs = board.get(over)
            if not theirs or theirs[-1][0] == self.turn or over in crossed or to in board:
                continue
            if not (0 <= to[0] < 7 and 0 <= to[1] < 7):
                continue
            found = True
            rest = {k: v for k, v in board.items() if k != over}
            if len(theirs) > 1:
                rest[over] = theirs[:-1]
            for said, end in self.jumps(rest, to, theirs[-1:] + pile, crossed | {over}):
                yield name(to) + said, end
        if not found and crossed:
            yield "", {**board, c: self.land(c, pile)}

    def moves(self):
        mine = {c: pile for c, pile in self.board.items() if pile[-1][0] == self.turn}
        found = {}
        for c, pile in mine.items():
            rest = {k: v for k, v in self.board.items() if k != c}
            for said, board in self.jumps(rest, c, pile, frozenset()):
                found[name(c) + said] = board
        for c, pile in mine.items() if not found else ():
            for d in self.directions(pile[-1]):
                to = add(c, d)
                if 0 <= to[0] < 7 and 0 <= to[1] < 7 and to not in self.board:
                    rest = {k: v for k, v in self.board.items() if k != c}
                    found[name(c) + name(to)] = {**rest, to: self.land(to, pile)}
        games = {}
        for said, board in found.items():
            games[said] = self.after()
            games[said].board = board
        return games

    def winner(self):
        return None if self.moves() else 1 - self.turn


GAMES = {"tak": Tak, "lasca": Lasca}
