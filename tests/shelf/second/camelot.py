# SPDX-License-Identifier: MIT
"""A second program for Camelot. Pieces are (player, "man" or "knight"); a move is the list of cells it is told by."""
from .base import ALL, Game, add, name

ROWS = {0: (5, 6), 1: (2, 9), 2: (1, 10), 13: (1, 10), 14: (2, 9), 15: (5, 6)}  # where the board is narrower
CELLS = {(x, y) for y in range(16) for x in range(12) if ROWS.get(y, (0, 11))[0] <= x <= ROWS.get(y, (0, 11))[1]}
CASTLES = [{(5, 0), (6, 0)}, {(5, 15), (6, 15)}]


class Camelot(Game):
    repeat, quiet, shifts = 3, 0, (0, 0)

    def __init__(self):
        self.board = {}
        for player, back, front in ((0, 5, 6), (1, 10, 9)):
            for x in range(2, 10):
                self.board[x, back] = player, "knight" if x in (2, 9) else "man"
            for x in range(3, 9):
                self.board[x, front] = player, "knight" if x in (3, 8) else "man"

    def key(self):
        return (self.shifts, *super().key())

    def owner(self, c):
        return self.board.get(c, (None,))[0]

    def hops(self, c, player):
        """(crossed, goal) over one of this player."""
        return [(add(c, d), add(c, d, 2)) for d in ALL
                if self.owner(add(c, d)) == player and add(c, d, 2) in CELLS and add(c, d, 2) not in self.board]

    def canters(self, start):
        """Where a piece that is lifted may canter to, castles left out."""
        found, todo = set(), [start]
        while todo:
            for _, goal in self.hops(todo.pop(), self.turn):
                if goal not in found and goal != start and goal not in CASTLES[0] | CASTLES[1]:
                    found.add(goal)
                    todo.append(goal)
        return found

    def jumps(self, c):
        """[(cells, taken)] of whole jumps of a lifted piece."""
        if c in CASTLES[1 - self.turn]:
            return []
        found = []
        for over, goal in self.hops(c, 1 - self.turn):
            less = self.after()
            less.turn = self.turn
            del less.board[over]
            found += [([goal, *cells], [over, *taken]) for cells, taken in less.jumps(goal) or [([], [])]]
        return found

    def of_piece(self, c):
        """jumps, charges and quiet moves of one piece: [(cells, taken)] each."""
        kind, mine, other = self.board[c][1], CASTLES[self.turn], CASTLES[1 - self.turn]
        lifted = self.after()
        lifted.turn = self.turn
        del lifted.board[c]
        if c in other:
            rest = [g for g in other if g not in self.board] if self.shifts[self.turn] < 2 else []
            return [], [], [([g], []) for g in rest]
        canters = lifted.canters(c)
        walks = [add(c, d) for d in ALL if add(c, d) in CELLS and add(c, d) not in self.board and add(c, d) not in mine]
        quiet = [([g], []) for g in [*walks, *canters]]
        for via in [None, *canters]:
            quiet += [([via, g] if via else [g], []) for _, g in lifted.hops(via or c, self.turn) if g in other]
        charges = [([via, *cells], taken) for via in canters if kind == "knight" for cells, taken in lifted.jumps(via)]
        return lifted.jumps(c), charges, quiet

    def played(self, start, cells, taken):
        g = self.after()
        piece = g.board.pop(start)
        for c in taken:
            del g.board[c]
        g.board[cells[-1]] = piece
        g.quiet = 0 if taken else self.quiet + 1
        if start in CASTLES[1 - self.turn]:
            g.shifts = tuple(n + (i == self.turn) for i, n in enumerate(self.shifts))
        return g

    def listed(self, which):
        return {name(c) + "".join(map(name, cells)): self.played(c, cells, taken) for c, moves in which for cells, taken in moves}

    def moves(self):
        own = [c for c in self.board if self.owner(c) == self.turn]
        inside = [c for c in own if c in CASTLES[self.turn]]
        all_of = {c: self.of_piece(c) for c in inside or own}
        if any(jumps for jumps, _, _ in all_of.values()):
            return self.listed([(c, jumps + charges) for c, (jumps, charges, _) in all_of.items()])
        return self.listed([(c, charges + quiet) for c, (_, charges, quiet) in all_of.items()])

    def winner(self):
        me, men = 1 - self.turn, [len(self.of_player(i)) for i in (0, 1)]
        if len(self.of_player(me) & CASTLES[1 - me]) == 2 or (not men[1 - me] and men[me] > 1):
            return me
        if max(men) < 2:
            return "draw"
        if not self.moves():
            return me if men[me] > 1 else "draw"
        return "draw" if self.quiet == 100 else None

    def of_player(self, player):
        return {c for c in self.board if self.owner(c) == player}


GAMES = {"camelot": Camelot}
