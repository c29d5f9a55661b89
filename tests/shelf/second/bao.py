# SPDX-License-Identifier: MIT
"""A second program for Bao la Kujifunza. Pits are cells as they are written; each side has a list of its own, in a round."""
from .base import Game

ROUND = [[c + "2" for c in "abcdefgh"] + [c + "1" for c in "hgfedcba"],
         [c + "3" for c in "hgfedcba"] + [c + "4" for c in "abcdefgh"]]
FACING = {c + a: c + b for c in "abcdefgh" for a, b in ("23", "32")}
ENDS = [("ab", "gh"), ("gh", "ab")]  # columns at the left and the right end of the front row, as each sees it


class Bao(Game):
    limit = 500

    def __init__(self):
        self.board = {pit: 2 for side in ROUND for pit in side}

    def front(self, player):
        return ROUND[player][:8]

    def captures(self, board, pit):
        return pit in self.front(self.turn) and board[pit] > 1 and board[FACING[pit]] > 0

    def sown(self, start, step, may_capture=None):
        """The board after a move and whether its first lap captures; None if it does not end."""
        own, board = ROUND[self.turn], dict(self.board)
        at, hand, board[start] = own.index(start), board[start], 0
        first, lap, capturing = hand < 16, 0, False
        while True:
            for _ in range(hand):
                at = (at + step) % 16
                board[own[at]] += 1
            pit = own[at]
            if lap == 0:
                capturing = bool(first and self.captures(board, pit))
            if board[pit] == 1:
                return board, capturing
            if lap == 400:
                return None
            lap += 1
            if capturing and self.captures(board, pit):
                left, right = ENDS[self.turn]
                step = 1 if pit[0] in left else -1 if pit[0] in right else step
                hand, board[FACING[pit]] = board[FACING[pit]], 0
                at = -1 if step == 1 else 8
            else:
                hand, board[pit] = board[pit], 0

    def moves(self):
        own = ROUND[self.turn]
        found = [(pit, step, self.sown(pit, step)) for pit in own if self.board[pit] > 1 for step in (1, -1)]
        found = [(p, s, what) for p, s, what in found if what]
        due = [(p, s, what) for p, s, what in found if what[1]]
        if not due and any(self.board[p] > 1 for p in self.front(self.turn)):
            found = [(p, s, what) for p, s, what in found if p in self.front(self.turn)]
        return {p + own[(own.index(p) + s) % 16]: self.played(board) for p, s, (board, _) in due or found}

    def played(self, board):
        g = self.after()
        g.board = board
        return g

    def winner(self):
        empty = [not any(self.board[p] for p in self.front(i)) for i in (0, 1)]
        if empty[self.turn]:
            return 1 - self.turn
        if empty[1 - self.turn]:
            return self.turn
        return None if self.moves() else 1 - self.turn


GAMES = {"bao": Bao}
