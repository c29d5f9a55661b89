# SPDX-License-Identifier: MIT
"""Second programs: putting, taking away, turning."""
import copy

from .base import ALL, ORTHOGONAL, Game, add, flood, grid, name


class Stones(Game):
    """A stone of one's own on an empty cell that `allowed` allows; who cannot loses."""
    cells = grid(9, 9)

    def put(self, c):
        g = self.after()
        g.board[c] = self.turn
        return g

    def moves(self):
        tried = {name(c): self.put(c) for c in self.cells if c not in self.board and self.is_free(c)}
        return {text: g for text, g in tried.items() if g.is_sound()}

    def is_free(self, c):
        return True

    def is_sound(self):
        return True

    def winner(self):
        return None if self.moves() else 1 - self.turn

    def choked(self, player):
        own = self.of(player)
        free = set(self.cells) - set(self.board)
        return any(not any(add(s, d) in free for s in flood([c], own, ORTHOGONAL) for d in ORTHOGONAL) for c in own)


class NoGo(Stones):
    def is_sound(self):
        return not self.choked(0) and not self.choked(1)


class CaptureGo(Stones):
    def is_sound(self):
        return self.choked(self.turn) or not self.choked(1 - self.turn)

    def winner(self):
        return 1 - self.turn if self.choked(self.turn) else super().winner()


class Snort(Stones):
    cells = grid(6, 6)

    def is_free(self, c):
        return not any(self.board.get(add(c, d)) == 1 - self.turn for d in ORTHOGONAL)


class Col(Stones):
    cells = grid(6, 6)

    def is_free(self, c):
        return not any(self.board.get(add(c, d)) == self.turn for d in ORTHOGONAL)


class Cram(Stones):
    cells = grid(6, 6)

    def moves(self):
        found = {}
        for c in self.cells:
            for label, d in (("across", (1, 0)), ("down", (0, 1))):
                if c not in self.board and add(c, d) in self.cells and add(c, d) not in self.board:
                    g = self.put(c)
                    g.board[add(c, d)] = 2
                    g.board[c] = 2
                    found[f"{label}:{name(c)}"] = g
        # Only where a domino can lie both ways does the player say which.
        across, down = ({text[-2:] for text in found if text.startswith(word)} for word in ("across", "down"))
        return {text if text[-2:] in across & down else text[-2:]: g for text, g in found.items()}


class Chomp(Game):
    def __init__(self):
        self.board = {c: "square" for c in grid(7, 5)}

    def moves(self):
        found = {}
        for c in self.board:
            g = self.after()
            g.board = {o: "square" for o in self.board if o[0] < c[0] or o[1] < c[1]}
            found[name(c)] = g
        return found

    def winner(self):
        return None if self.board else self.turn


class Boxes(Game):
    """Lines between dots; `board` has the lines drawn, `owner` the boxes."""

    def __init__(self):
        self.board = {}
        self.owner = {}

    def lines(self):
        return [c for c in grid(7, 7) if (c[0] + c[1]) % 2]

    def moves(self):
        found = {}
        for c in self.lines():
            if c in self.board:
                continue
            g = self.after()
            g.owner = dict(self.owner)
            g.board[c] = "line"
            for box in [add(c, d) for d in ORTHOGONAL]:
                if box[0] % 2 and box[1] % 2 and all(add(box, d) in g.board for d in ORTHOGONAL):
                    g.owner[box] = self.turn
                    g.turn = self.turn
            found[name(c)] = g
        return found

    def winner(self):
        if len(self.board) < 24:
            return None
        first = sum(p == 0 for p in self.owner.values())
        return "draw" if 2 * first == 9 else 0 if 2 * first > 9 else 1


class Isolation(Game):
    """A turn is two moves: a step, then a hole."""
    stepped = False

    def __init__(self):
        self.board = {}
        self.kings = ((3, 0), (4, 5))

    def key(self):
        return self.turn, self.stepped, self.kings, tuple(sorted(self.board))

    def free(self):
        return [c for c in grid(8, 6) if c not in self.board and c not in self.kings]

    def moves(self):
        found, free, at = {}, self.free(), self.kings[self.turn]
        for c in free if self.stepped else [add(at, d) for d in ALL if add(at, d) in free]:
            g = self.after()
            g.stepped = not self.stepped
            if self.stepped:
                g.board[c] = "hole"
                found[name(c)] = g
            else:
                g.turn = self.turn
                g.kings = tuple(c if i == self.turn else k for i, k in enumerate(self.kings))
                found[name(at) + name(c)] = g
        return found

    def winner(self):
        return None if self.moves() else 1 - self.turn


class Ataxx(Game):
    repeat = 3
    passes = 0

    def __init__(self):
        self.board = {(0, 6): 0, (6, 0): 0, (0, 0): 1, (6, 6): 1}

    def key(self):
        return super().key(), self.passes

    def land(self, c, start=None):
        g = self.after()
        g.passes = 0
        g.board.pop(start, None)
        g.board[c] = self.turn
        for d in ALL:
            if g.board.get(add(c, d)) == 1 - self.turn:
                g.board[add(c, d)] = self.turn
        return g

    def moves(self):
        found, own = {}, self.of(self.turn)
        for c in grid(7, 7):
            if c in self.board:
                continue
            for start in own:
                far = max(abs(c[0] - start[0]), abs(c[1] - start[1]))
                if far == 1:
                    found[name(c)] = self.land(c)
                elif far == 2:
                    found[name(start) + name(c)] = self.land(c, start)
        if not found:
            g = self.after()
            g.passes += 1
            found["pass"] = g
        return found

    def stopped(self):
        a, b = len(self.of(0)), len(self.of(1))
        return "draw" if a == b else int(b > a)

    def winner(self):
        over = len(self.board) == 49 or not self.of(0) or not self.of(1) or self.passes == 2
        return self.stopped() if over else None


class Reversi(Game):
    passes = 0

    def __init__(self):
        self.board = {(4, 3): 0, (3, 4): 0, (3, 3): 1, (4, 4): 1}

    def turned(self, c):
        found = []
        for d in ALL:
            n = 1
            while self.board.get(add(c, d, n)) == 1 - self.turn:
                n += 1
            if self.board.get(add(c, d, n)) == self.turn:
                found += [add(c, d, i) for i in range(1, n)]
        return found

    def moves(self):
        found = {}
        for c in grid(8, 8):
            turned = c not in self.board and self.turned(c)
            if turned:
                g = self.after()
                g.passes = 0
                for o in [c, *turned]:
                    g.board[o] = self.turn
                found[name(c)] = g
        if not found:
            g = self.after()
            g.passes += 1
            found["pass"] = g
        return found

    def winner(self):
        if self.passes < 2:
            return None
        a, b = len(self.of(0)), len(self.of(1))
        return "draw" if a == b else int(b > a)


class AntiReversi(Reversi):
    def winner(self):
        won = super().winner()
        return won if won in (None, "draw") else 1 - won


class Konane(Game):
    def __init__(self):
        self.board = {c: (c[0] + c[1]) % 2 for c in grid(8, 8)}

    def moves(self):
        found, gone = {}, 64 - len(self.board)
        if gone < 2:
            holes = [c for c in grid(8, 8) if c not in self.board]
            near = {add(h, d) for h in holes for d in ORTHOGONAL} if gone else {(0, 0), (7, 7), (3, 3), (4, 4)}
            for c in near:
                if self.board.get(c) == self.turn:
                    g = self.after()
                    del g.board[c]
                    found["x" + name(c)] = g
            return found
        for start in self.of(self.turn):
            for d in ORTHOGONAL:
                g, at, text = self.after(), start, name(start)
                while g.board.get(add(at, d)) == 1 - self.turn and add(at, d, 2) in grid(8, 8) \
                        and add(at, d, 2) not in g.board:
                    g = g.after()
                    g.turn = 1 - self.turn
                    del g.board[at], g.board[add(at, d)]
                    at = add(at, d, 2)
                    g.board[at] = self.turn
                    text += name(at)
                    found[text] = g
        return found

    def winner(self):
        return None if self.moves() else 1 - self.turn


class LinesOfAction(Game):
    repeat, limit = 3, 500

    def __init__(self):
        self.board = {(x, y): 1 for x in (0, 7) for y in range(1, 7)}
        self.board.update({(x, y): 0 for y in (0, 7) for x in range(1, 7)})

    def moves(self):
        found = {}
        for start in self.of(self.turn):
            for d in ALL:
                n = sum(add(start, d, k) in self.board for k in range(-7, 8))
                goal = add(start, d, n)
                blocked = any(self.board.get(add(start, d, k)) == 1 - self.turn for k in range(1, n))
                if goal in grid(8, 8) and not blocked and self.board.get(goal) != self.turn:
                    g = self.after()
                    del g.board[start]
                    g.board[goal] = self.turn
                    found[name(start) + name(goal)] = g
        return found or {"pass": self.after()}

    def winner(self):
        for player in (1 - self.turn, self.turn):
            own = self.of(player)
            if not own or flood([min(own)], own, ALL) == own:
                return player
        return None


class Trails(Game):
    """Two riders on 10 x 10; `walls` are where they have been. Who is stuck says so by a pass."""
    heads, walls, won = (None, None), frozenset(), None

    def key(self):
        return self.turn, self.heads, self.walls

    def driven(self, to):
        g = copy.copy(self)
        g.walls = self.walls | ({self.heads[self.turn]} - {None})
        g.heads = tuple(to if i == self.turn else h for i, h in enumerate(self.heads))
        g.turn = 1 - self.turn
        return g

    def moves(self):
        head = self.heads[self.turn]
        free = set(grid(10, 10)) - self.walls - set(self.heads)
        if not head:
            return {name(c): self.driven(c) for c in free}
        ways = {name(head) + name(c): self.driven(c) for d in ORTHOGONAL if (c := add(head, d)) in free}
        return ways or {"pass": self.given_up()}

    def given_up(self):
        g = copy.copy(self)
        g.won = g.turn = 1 - self.turn
        return g

    def winner(self):
        return self.won


GAMES = {"nogo": NoGo, "capturego": CaptureGo, "snort": Snort, "col": Col, "cram": Cram, "chomp": Chomp,
         "dotsandboxes": Boxes, "isolation": Isolation, "ataxx": Ataxx, "antireversi": AntiReversi, "konane": Konane,
         "loa": LinesOfAction, "reversi": Reversi, "trails": Trails}
