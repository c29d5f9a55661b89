# SPDX-License-Identifier: MIT
"""Second programs: what everybody knows. Tic-tac-toe, Connect Four, gomoku, Hex, Pentago, Go, English draughts, Chaturanga."""
from .base import ALL, DIAGONAL, HEX, KNIGHT, ORTHOGONAL, Game, add, flood, grid, longest_row, name
from .draughts import Giveaway
from .lines import Rows, Swapped, WAYS

SQUARES = set(grid(8, 8))


class TicTacToe(Rows):
    cells, goal = grid(3, 3), 3


class Gomoku(Rows):
    cells, goal = grid(15, 15), 5


class ConnectFour(Rows):
    """A disc falls on the lowest free place of its column."""
    cells = grid(7, 6)

    def moves(self):
        lowest = [min((c for c in self.cells if c[0] == x and c not in self.board), default=None) for x in range(7)]
        return {name(c): self.put(c) for c in lowest if c}


class HexGame(Swapped):
    """Who begins joins bottom and top, the other left and right; who swaps takes over the stone and its goal."""
    size = 11
    cells = grid(size, size)

    def winner(self):
        last = 1 - self.turn
        axis = 1 - last if not self.swapped else last  # 1: from row to row
        near = [c for c in self.of(last) if c[axis] == 0]
        return last if any(c[axis] == self.size - 1 for c in flood(near, self.of(last), HEX)) else None


class Pentago(Game):
    """A marble, then a quarter turn of one of four blocks, unless the marble has won."""
    blocks = {"b2": (0, 0), "e2": (3, 0), "b5": (0, 3), "e5": (3, 3)}

    def has_row(self, player):
        return longest_row(self.of(player), WAYS) >= 5

    def turned(self, corner, side):
        """After a quarter turn of the block with that lowest corner; to the left is against the clock."""
        g = self.after()
        for x, y in grid(3, 3):
            to = (2 - y, x) if side == "left" else (y, 2 - x)
            g.board.pop(add(corner, to), None)
            if add(corner, (x, y)) in self.board:
                g.board[add(corner, to)] = self.board[add(corner, (x, y))]
        return g

    def moves(self):
        found = {}
        for c in grid(6, 6):
            if c in self.board:
                continue
            put = self.after()
            put.board[c] = self.turn
            if put.has_row(self.turn):
                found[name(c)] = put
                continue
            put.turn = self.turn
            for block, corner in self.blocks.items():
                for side in ("left", "right"):
                    found[f"{name(c)},{block},{side}"] = put.turned(corner, side)
        return found

    def winner(self):
        rows = [p for p in (0, 1) if self.has_row(p)]
        if rows:
            return rows[0] if len(rows) == 1 else "draw"
        return "draw" if len(self.board) == 36 else None


class Go(Game):
    """Area scoring; no suicide, and no position comes back, whoever is on turn."""
    size = 19
    passes, before = 0, frozenset()

    def stones(self):
        return frozenset(self.board.items())

    def breathless(self, player):
        """The stones of a player's groups that have no liberty."""
        dead, todo = set(), self.of(player)
        while todo:
            group = flood([todo.pop()], self.of(player), ORTHOGONAL)
            todo -= group
            beside = {add(c, d) for c in group for d in ORTHOGONAL} & self.points
            if beside <= set(self.board):
                dead |= group
        return dead

    @property
    def points(self):
        return set(grid(self.size, self.size))

    def put(self, c):
        """After a stone on a free point; None if that may not be."""
        g = self.after()
        g.board[c] = self.turn
        for taken in g.breathless(g.turn):
            del g.board[taken]
        if g.breathless(self.turn) or g.stones() in self.before | {self.stones()}:
            return None
        g.before, g.passes = self.before | {self.stones()}, 0
        return g

    def moves(self):
        found = {name(c): self.put(c) for c in self.points - set(self.board)}
        passed = self.after()
        passed.passes = self.passes + 1
        return {**{text: g for text, g in found.items() if g}, "pass": passed}

    def areas(self):
        """Stones and the empty points that only their neighbours reach."""
        points, todo = [len(self.of(0)), len(self.of(1))], self.points - set(self.board)
        while todo:
            area = flood([todo.pop()], self.points - set(self.board), ORTHOGONAL)
            todo -= area
            beside = {self.board[add(c, d)] for c in area for d in ORTHOGONAL if add(c, d) in self.board}
            for player in beside if len(beside) == 1 else ():
                points[player] += len(area)
        return points

    def winner(self):
        if self.passes < 2:
            return None
        black, white = self.areas()
        return 0 if black > white + 7.5 else 1


class SmallGo(Go):
    """So small that positions do come back in random games."""
    size = 5


class EnglishDraughts(Giveaway):
    def lost(self, player):
        return 1 - player


class Chaturanga(Game):
    """Men are (player, letter) by the letters of the leaflet; on the far row a Padati becomes a Mantri."""
    repeat = 3
    leaps = {"H": KNIGHT, "E": [(2 * x, 2 * y) for x, y in DIAGONAL], "M": DIAGONAL, "K": ALL}

    def __init__(self):
        back = "RHEMKEHR"
        self.board = {(x, y): (int(y > 3), back[x]) for x in range(8) for y in (0, 7)}
        self.board |= {(x, y): (int(y > 3), "P") for x in range(8) for y in (1, 6)}

    def reached(self, c):
        """Where a man may go if nobody minds his Raja."""
        player, kind = self.board[c]
        if kind == "P":
            up = 1 - 2 * player
            ahead = [add(c, (0, up))] if add(c, (0, up)) not in self.board else []
            return ahead + [to for to in (add(c, (s, up)) for s in (-1, 1)) if self.holder(to) == 1 - player]
        if kind == "R":
            return [to for d in ORTHOGONAL for to in self.ray(c, d)]
        return [to for to in (add(c, d) for d in self.leaps[kind]) if self.holder(to) != player]

    def holder(self, c):
        return self.board[c][0] if c in self.board else None

    def ray(self, c, d):
        n = 1
        while add(c, d, n) in SQUARES and add(c, d, n) not in self.board:
            yield add(c, d, n)
            n += 1
        if self.holder(add(c, d, n)) == 1 - self.holder(c):
            yield add(c, d, n)

    def hurt(self, player):
        """Whether somebody could take the Raja."""
        raja = next(c for c, man in self.board.items() if man == (player, "K"))
        return any(raja in self.reached(c) for c, man in self.board.items() if man[0] != player)

    def moves(self):
        found = {}
        for c, (player, kind) in self.board.items():
            for to in self.reached(c) if player == self.turn else ():
                g = self.after()
                del g.board[c]
                g.board[to] = player, "M" if kind == "P" and to[1] in (0, 7) else kind
                if to in SQUARES and not g.hurt(player):
                    found[name(c) + name(to)] = g
        return found

    def winner(self):
        if sum(player == self.turn for player, _ in self.board.values()) == 1 or not self.moves():
            return 1 - self.turn
        return None


GAMES = {"tictactoe": TicTacToe, "gomoku": Gomoku, "connect4": ConnectFour, "hex": HexGame, "pentago": Pentago, "go,size=5": SmallGo,
         "checkers": EnglishDraughts, "chaturanga": Chaturanga}
