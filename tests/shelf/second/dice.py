# SPDX-License-Identifier: MIT
"""Games with a die: Ludo, Pig, EinStein, the Goose. While it is to be thrown, `die` is 0 and the moves are what it may show."""
from collections import Counter

from .base import Game, grid, name


class Dice(Game):
    die = 0
    ready = True  # the die is to be thrown now

    def thrown(self, n):
        g = self.after()
        g.turn, g.die = self.turn, n
        return g

    def passed(self):
        """The turn is over without a move."""
        g = self.after()
        g.die = 0
        return g

    def moves(self):
        if self.die or not self.ready:
            return self.plays()
        throws = {}
        for n in range(1, 7):
            g = self.thrown(n)
            throws[str(n)] = g if g.plays() else g.passed()
        return throws


class Ludo(Dice):
    """A man is how many places it has gone: 0 in its base, 41 at home."""
    men = ((0, 0, 0, 0), (0, 0, 0, 0))
    start = (0, 20)  # Red's first place, Yellow's

    def place(self, player, gone):
        return (self.start[player] + gone - 1) % 40

    def moved(self, player, man, to):
        g = self.after()
        men = [list(m) for m in self.men]
        men[player][men[player].index(man)] = to
        if 1 <= to <= 40:
            other = 1 - player
            men[other] = [0 if 1 <= m <= 40 and self.place(other, m) == self.place(player, to) else m
                          for m in men[other]]
        g.men = tuple(tuple(sorted(m)) for m in men)
        g.die, g.turn = 0, player if self.die == 6 else 1 - player
        return g

    def plays(self):
        player, mine, found = self.turn, self.men[self.turn], {}
        if self.die == 6 and 0 in mine and 1 not in mine:
            found[f"base{player + 1}"] = self.moved(player, 0, 1)
        for man in mine:
            to = man + self.die
            if 1 <= man <= 40 and to <= 44 and (to > 40 or to not in mine):
                found[f"p{self.place(player, man) + 1}"] = self.moved(player, man, min(to, 41))
        return found

    def winner(self):
        for player in (0, 1):
            if self.men[player] == (41, 41, 41, 41):
                return player
        return None

    def key(self):
        return self.turn, self.die, self.men


class Pig(Dice):
    points, pot, ready, goal = (0, 0), 0, False, 100

    def moves(self):
        if self.ready:
            return {str(n): self.shows(n) for n in range(1, 7)}
        said = {"roll": self.rolling()}
        if self.pot:
            said["hold"] = self.held()
        return said

    def rolling(self):
        g = self.after()
        g.turn, g.ready = self.turn, True
        return g

    def shows(self, n):
        g = self.after()
        g.ready, g.pot = False, 0 if n == 1 else self.pot + n
        g.turn = 1 - self.turn if n == 1 else self.turn
        return g

    def held(self):
        g = self.after()
        points = list(self.points)
        points[self.turn] += self.pot
        g.points, g.pot = tuple(points), 0
        return g

    def winner(self):
        if not self.ready and self.points[self.turn] + self.pot >= self.goal:
            return self.turn
        if self.points[1 - self.turn] >= self.goal:
            return 1 - self.turn
        return None

    def key(self):
        return self.turn, self.points, self.pot, self.ready


class EinStein(Dice):
    """Red goes from a5 to e1, Blue back. A stone is its player and its number."""
    corner = ([c for c in grid(5, 5) if c[0] + 4 - c[1] < 3], [c for c in grid(5, 5) if 4 - c[0] + c[1] < 3])
    goal = ((4, 0), (0, 4))
    ways = (((0, -1), (1, 0), (1, -1)), ((0, 1), (-1, 0), (-1, 1)))
    camp = (tuple(range(1, 7)), tuple(range(1, 7)))
    ready = False

    def deploys(self):
        found, player = {}, self.turn
        for n in self.camp[player]:
            for c in self.corner[player]:
                if c not in self.board:
                    g = self.after()
                    g.board[c] = (player, n)
                    camp = list(self.camp)
                    camp[player] = tuple(m for m in camp[player] if m != n)
                    g.camp, g.turn = tuple(camp), player if camp[player] else 1 - player
                    g.ready = not (camp[0] or camp[1])
                    found[f"camp{player + 1}_{n},{name(c)}"] = g
        return found

    def movers(self):
        mine = {n: c for c, (p, n) in self.board.items() if p == self.turn}
        if self.die in mine:
            return [mine[self.die]]
        lower, higher = sorted(n for n in mine if n < self.die), sorted(n for n in mine if n > self.die)
        return [mine[n] for n in lower[-1:] + higher[:1]]

    def plays(self):
        if not self.ready:
            return self.deploys()
        found = {}
        for c in self.movers():
            for dx, dy in self.ways[self.turn]:
                to = c[0] + dx, c[1] + dy
                if to in grid(5, 5):
                    g = self.after()
                    g.board[to] = g.board.pop(c)
                    g.die = 0
                    found[f"{name(c)}{name(to)}"] = g
        return found

    def winner(self):
        if not self.ready:
            return None
        left = [{n for p, n in self.board.values() if p == player} for player in (0, 1)]
        for player in (0, 1):
            if self.board.get(self.goal[player], (None,))[0] == player or not left[1 - player]:
                return player
        return None

    def key(self):
        return self.turn, self.die, tuple(sorted(self.board.items())), self.camp


class Backgammon(Game):
    """Each player's men by how far they are: 0 on the bar, 1 to 24, 25 borne off. One man is moved at a time."""
    start = {1: 2, 12: 5, 17: 3, 19: 5}
    first = second = 0
    left = ()  # what is still to be played of the dice

    def __init__(self):
        self.men = dict(self.start), dict(self.start)

    def copy(self):
        g = self.after()
        g.turn = self.turn
        g.men = tuple(dict(m) for m in self.men)
        return g

    def reach(self, man, n):
        """Where a man comes with a die, or None."""
        mine, other = self.men[self.turn], self.men[1 - self.turn]
        to = man + n
        if mine.get(0) and man:
            return None
        if to < 25:
            return to if other.get(25 - to, 0) < 2 else None
        if min(mine) < 19:
            return None
        return 25 if to == 25 or man == min(m for m in mine if m < 25) else None

    def step(self, man, n):
        g, to = self.copy(), self.reach(man, n)
        mine, other = g.men[g.turn], g.men[1 - g.turn]
        mine[man] -= 1
        if not mine[man]:
            del mine[man]
        mine[to] = mine.get(to, 0) + 1
        if to < 25 and other.pop(25 - to, 0):
            other[0] = other.get(0, 0) + 1
        left = list(self.left)
        left.remove(n)
        g.left = tuple(left)
        return g

    def steps(self):
        for n in sorted(set(self.left)):
            for man in sorted(self.men[self.turn]):
                if man < 25 and self.reach(man, n) is not None:
                    yield man, n, self.step(man, n)

    def best(self):
        """The most that can still be played, in pips."""
        return max((n + g.best() for _, n, g in self.steps()), default=0)

    def said(self, man, n):
        """As players write it: places are counted from where the men are borne off."""
        to = self.reach(man, n)
        hits = to < 25 and self.men[1 - self.turn].get(25 - to, 0) == 1
        return f"{25 - man if man else 'bar'}/{25 - to if to < 25 else 'off'}{'*' if hits else ''}"

    def plays(self):
        """What is said, and the game after it, of all that begins a play with the most pips. Where either die could
        be meant, it is said which."""
        most = self.best()
        found = [(self.said(man, n), n, g) for man, n, g in self.steps() if n + g.best() == most]
        often = Counter(said for said, _, _ in found)
        label = {max(self.left): "high:", min(self.left): "low:"}
        return {(label[n] if often[said] > 1 else "") + said: g for said, n, g in found}

    def settled(self):
        """After a throw or a step: where nothing can be played, the other throws."""
        if self.left and self.winner() is None and self.best():
            return self
        g = self.copy()
        g.left, g.first, g.second = (), 0, 0
        g.turn = 1 - self.turn if self.winner() is None else self.turn
        return g

    def throws(self):
        found = {}
        for n in range(1, 7):
            g = self.copy()
            if self.first:
                g.second = n
                g.left = (n,) * 4 if n == self.first else (self.first, n)
                g = g.settled()
            else:
                g.first = n
            found[str(n)] = g
        return found

    def moves(self):
        if not self.second:
            return self.throws()
        return {said: g.settled() for said, g in self.plays().items()}

    def winner(self):
        for player in (0, 1):
            if self.men[player].get(25) == sum(self.start.values()):
                return player
        return None

    def key(self):
        return self.turn, self.first, self.second, self.left, tuple(tuple(sorted(m.items())) for m in self.men)


class Nackgammon(Backgammon):
    start = {1: 2, 2: 2, 12: 4, 17: 3, 19: 4}


class HyperBackgammon(Backgammon):
    start = {1: 1, 2: 1, 3: 1}


class Longgammon(Backgammon):
    start = {1: 15}


class Goose(Game):
    """`thrown` is None before the word, () after it, then the first die."""
    spots, missed, thrown = (0, 0), (0, 0), None
    geese = {5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59}
    led = {6: 12, 42: 39, 58: 1}
    held = {19: 1, 31: 2, 52: 2}

    def moves(self):
        if self.thrown is not None:
            return {str(n): self.shown(n) for n in range(1, 7)}
        g = self.after()
        if self.missed[self.turn]:
            g.missed = tuple(m - (k == self.turn) for k, m in enumerate(self.missed))
            return {"wait": g}
        g.turn, g.thrown = self.turn, ()
        return {"throw": g}

    def shown(self, n):
        g = self.after()
        if self.thrown == ():
            g.turn, g.thrown = self.turn, (n,)
            return g
        far, me, before = self.thrown[0] + n, self.turn, self.spots[self.turn]
        at = 26 if before == 0 and far == 9 else self.on(before, far)
        for _ in range(7):  # no more: who counts back from 63 by eight comes to 59 for ever
            at = self.on(at, far) if at in self.geese else at
        at = self.led.get(at, at)
        other = before if self.spots[1 - me] == at else self.spots[1 - me]
        g.spots = (at, other) if me == 0 else (other, at)
        g.missed = tuple(self.held.get(at, m) if k == me else m for k, m in enumerate(self.missed))
        g.thrown = None
        return g

    def on(self, at, far):
        return at + far if at + far <= 63 else 126 - at - far

    def winner(self):
        return self.spots.index(63) if 63 in self.spots else None

    def key(self):
        return self.turn, self.spots, self.missed, self.thrown


GAMES = {"goose": Goose, "ludo": Ludo, "pig": Pig, "einstein": EinStein, "backgammon": Backgammon,
         "nackgammon": Nackgammon, "hyperbackgammon": HyperBackgammon, "longgammon": Longgammon}
