# SPDX-License-Identifier: MIT
"""A second program for Frisian draughts."""
from .base import DIAGONAL, ORTHOGONAL, add, name
from .draughts import Draughts

STRAIGHT = [(2 * x, 2 * y) for x, y in ORTHOGONAL]


class Frisian(Draughts):
    """Takes along rows and columns, too, and the most valuable way; a king that walks is tired after three times."""
    most_quiet = 100
    tired = ((None, 0), (None, 0))  # of each player: where the king is that walked last, how often in a row

    def key(self):
        return (*super().key(), self.tired)

    def landings(self, c, man):
        for d in DIAGONAL + STRAIGHT:
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

    def worth(self, way):
        """A king is worth a little less than two men; of equal ways that of a king comes first."""
        kings = sum(self.board[c][1] == "king" for c in way[4])
        men = len(way[4]) - kings
        return men + 2 * kings, -kings, way[1][1] == "king"

    def takes(self):
        ways = []
        for c in self.mine():
            man, lifted = self.board[c], self.after()
            lifted.turn = self.turn
            del lifted.board[c]
            ways += [(c, man, *way) for way in lifted.jumps(c, man, name(c), [])]
        most = max(map(self.worth, ways), default=None)
        return {w[2]: self.ended(w[0], w[3], w[4], w[1]) for w in ways if self.worth(w) == most}

    def ended(self, start, goal, taken, man):
        g = super().ended(start, goal, taken, man)
        where, often = self.tired[self.turn]
        mine = (None, 0)
        if man[1] == "king" and not taken:
            mine = goal, min(often + 1, 3) if where == start else 1
        other = self.tired[1 - self.turn]
        if other[0] in taken:
            other = None, 0
        g.tired = (mine, other) if self.turn == 0 else (other, mine)
        return g

    def walks(self):
        where, often = self.tired[self.turn]
        found = super().walks()
        if often < 3 or not any(self.board[c][1] == "man" for c in self.mine()):
            return found
        return {text: g for text, g in found.items() if not text.startswith(name(where))}

    def winner(self):
        result = super().winner()
        if result is None and self.quiet >= 14 and len(self.board) <= 3 and all(
                man[1] == "king" for man in self.board.values()):
            return "draw"
        return result


GAMES = {"frisian": Frisian}
