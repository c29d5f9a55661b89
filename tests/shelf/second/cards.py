# SPDX-License-Identifier: MIT
"""Games with cards: Hearts, Whist, Oh Hell, Goofspiel. While cards are dealt the moves are the cards that may come."""
import copy

from .base import Game

SUITS = ("clubs", "diamonds", "hearts", "spades")
PACK = frozenset((suit, value) for suit in SUITS for value in range(2, 15))


def called(card):
    return f"{card[0]}{card[1]}"


def worth(card):
    return 1 if card[0] == "hearts" else 13 if card == ("spades", 12) else 0


class Hearts(Game):
    """`played` is the trick as it was laid, `gone` what was thrown in earlier ones."""
    hands = (frozenset(),) * 4
    deck, played, gone, points = PACK, (), frozenset(), (0, 0, 0, 0)

    def key(self):
        return self.turn, self.hands, self.played, self.points

    def dealt(self, card):
        g = copy.copy(self)
        to = (52 - len(self.deck)) // 13
        g.deck = self.deck - {card}
        g.hands = tuple(h | {card} if i == to else h for i, h in enumerate(self.hands))
        if not g.deck:
            g.turn = next(i for i, h in enumerate(g.hands) if ("clubs", 2) in h)
        return g

    def thrown(self, card):
        g = copy.copy(self)
        g.hands = tuple(h - {card} for h in self.hands)
        g.played = (*self.played, (self.turn, card))
        g.turn = (self.turn + 1) % 4
        if len(g.played) == 4:
            led = g.played[0][1][0]
            g.turn = max((c[1], who) for who, c in g.played if c[0] == led)[1]
            more = sum(worth(c) for _, c in g.played)
            g.points = tuple(p + more * (i == g.turn) for i, p in enumerate(self.points))
            g.gone = self.gone | {c for _, c in g.played}
            g.played = ()
        return g

    def allowed(self):
        mine = self.hands[self.turn]
        if ("clubs", 2) in mine:
            return {("clubs", 2)}
        if self.played:
            led = self.played[0][1][0]
            return {c for c in mine if c[0] == led} or mine
        if any(c[0] == "hearts" for c in self.gone):
            return mine
        return {c for c in mine if c[0] != "hearts"} or mine

    def moves(self):
        if self.deck:
            return {called(c): self.dealt(c) for c in self.deck}
        return {called(c): self.thrown(c) for c in self.allowed()}

    def winner(self):
        if self.deck or any(self.hands) or self.played:
            return None
        best = [i for i, p in enumerate(self.points) if p == min(self.points)]
        return best[0] if len(best) == 1 else "draw"


def best_of(played, trumps):
    """Who takes the trick; `played` are pairs of player and card, the one who led first."""
    led = played[0][1][0]
    return max(played, key=lambda one: (one[1][0] == trumps, one[1][0] == led, one[1][1]))[0]


def may_be_thrown(hand, played):
    led = played[0][1][0] if played else None
    return {c for c in hand if c[0] == led} or hand


class Whist(Game):
    """Twelve cards each, then one each, of which the last tells what is trumps. `tricks` are by player."""
    hands = (frozenset(),) * 4
    deck, played, trumps, tricks = PACK, (), None, (0, 0, 0, 0)

    def key(self):
        return self.turn, self.hands, self.played, self.tricks

    def dealt(self, card):
        g = copy.copy(self)
        before = 52 - len(self.deck)
        to = before // 12 if before < 48 else before - 48
        g.deck = self.deck - {card}
        g.hands = tuple(h | {card} if i == to else h for i, h in enumerate(self.hands))
        g.trumps = card[0]
        return g

    def thrown(self, card):
        g = copy.copy(self)
        g.hands = tuple(h - {card} for h in self.hands)
        g.played, g.turn = (*self.played, (self.turn, card)), (self.turn + 1) % 4
        if len(g.played) == 4:
            g.turn = best_of(g.played, self.trumps)
            g.tricks = tuple(t + (i == g.turn) for i, t in enumerate(self.tricks))
            g.played = ()
        return g

    def moves(self):
        if self.deck:
            return {called(c): self.dealt(c) for c in self.deck}
        return {called(c): self.thrown(c) for c in may_be_thrown(self.hands[self.turn], self.played)}

    def winner(self):
        if self.deck or any(self.hands) or self.played:
            return None
        return (0, 2) if self.tricks[0] + self.tricks[2] > 6 else (1, 3)


class OhHell(Game):
    """Three players, from five cards down to one. `lacks` is how many cards are still to be dealt to whose turn it is."""
    hands, bids, tricks, points = (frozenset(),) * 3, (), (0, 0, 0), (0, 0, 0)
    deck, turned, played, size, lacks = PACK, None, (), 5, 5

    def key(self):
        return self.turn, self.hands, self.bids, self.played, self.tricks, self.points, self.size, self.lacks, self.turned

    def dealt(self, card):
        g = copy.copy(self)
        g.deck = self.deck - {card}
        if not self.turned:
            g.turned = card
        else:
            g.hands = tuple(h | {card} if i == self.turn else h for i, h in enumerate(self.hands))
            g.lacks = self.lacks - 1
        return g

    def said(self, number):
        g = copy.copy(self)
        g.bids = (*self.bids, (self.turn, number))
        g.turn = (self.turn + 1) % 3
        g.lacks = self.size if len(g.bids) < 3 else 0
        return g

    def thrown(self, card):
        g = copy.copy(self)
        g.hands = tuple(h - {card} for h in self.hands)
        g.played, g.turn = (*self.played, (self.turn, card)), (self.turn + 1) % 3
        if len(g.played) == 3:
            g.turn = best_of(g.played, self.turned[0])
            g.tricks = tuple(t + (i == g.turn) for i, t in enumerate(self.tricks))
            g.played = ()
        return g if any(g.hands) or g.played else g.settled()

    def settled(self):
        g = copy.copy(self)
        said = dict(self.bids)
        g.points = tuple(p + (10 + said[i] if t == said[i] else 0)
                         for i, (p, t) in enumerate(zip(self.points, self.tricks)))
        g.tricks, g.bids, g.deck, g.turned = (0, 0, 0), (), PACK, None
        g.size = g.lacks = self.size - 1
        return g

    def moves(self):
        if not self.turned or self.lacks:
            return {called(c): self.dealt(c) for c in self.deck}
        if len(self.bids) < 3:
            return {str(n): self.said(n) for n in range(self.size + 1)}
        return {called(c): self.thrown(c) for c in may_be_thrown(self.hands[self.turn], self.played)}

    def winner(self):
        if self.size:
            return None
        best = [i for i, p in enumerate(self.points) if p == max(self.points)]
        return best[0] if len(best) == 1 else "draw"


class Goofspiel(Game):
    """Five cards each; `bids` are those of the prize that lies there, by player. Here Ann bids first: it changes nothing."""
    deck, prize, bids, points = frozenset(range(1, 6)), 0, (), (0, 0)
    hands = (frozenset(range(1, 6)),) * 2

    def key(self):
        return self.turn, self.deck, self.hands, self.prize, self.bids, self.points

    def turned_up(self, card):
        g = copy.copy(self)
        g.deck, g.prize, g.turn = self.deck - {card}, card, 0
        return g

    def bid(self, card):
        g = copy.copy(self)
        g.hands = tuple(h - {card} if i == self.turn else h for i, h in enumerate(self.hands))
        g.bids, g.turn = (*self.bids, card), 1
        if len(g.bids) == 2:
            a, b = g.bids
            g.points = self.points[0] + self.prize * (a > b), self.points[1] + self.prize * (b > a)
            g.prize, g.bids, g.turn = 0, (), 0
        return g

    def moves(self):
        if not self.prize:
            return {str(c): self.turned_up(c) for c in self.deck}
        return {str(c): self.bid(c) for c in self.hands[self.turn]}

    def winner(self):
        if self.deck or self.prize:
            return None
        a, b = self.points
        return "draw" if a == b else int(b > a)


GAMES = {"hearts": Hearts, "whist": Whist, "ohhell": OhHell, "goofspiel": Goofspiel}
