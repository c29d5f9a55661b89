# SPDX-License-Identifier: MIT
"""A second program for the small Sudoku: what may be written is what no square of the same row, column or box has."""
from .base import Game, grid, name

PRINTED = "...F.. DF..EC ABC... ....CA BE..AD CADE.F".split()  # from the top


class Sudoku(Game):
    def __init__(self):
        self.board = {(x, 5 - y): letter for y, row in enumerate(PRINTED) for x, letter in enumerate(row) if letter != "."}

    def seen(self, c):
        """Letters of the row, the column and the box."""
        return {letter for (x, y), letter in self.board.items()
                if x == c[0] or y == c[1] or (x // 3, y // 2) == (c[0] // 3, c[1] // 2)}

    def written(self, c, letter):
        g = self.after()
        g.turn = 0
        g.board[c] = letter
        return g

    def moves(self):
        return {f"{letter}@{name(c)}": self.written(c, letter)
                for c in grid(6, 6) if c not in self.board for letter in sorted(set("ABCDEF") - self.seen(c))}

    def winner(self):
        if len(self.board) == 36:
            return 0
        return None if self.moves() else "nobody"


GAMES = {"sudoku": Sudoku}
