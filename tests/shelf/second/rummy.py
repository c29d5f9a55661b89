# SPDX-License-Identifier: MIT
"""A second program for Rummy. Cards are (suit, value)."""
from itertools import combinations

from .base import Game

SUITS = ["clubs", "diamonds", "hearts", "spades"]
DECK = [(s, v) for s in range(4) for v in range(1, 14)]


def text(card):
    return SUITS[card[0]] + str(card[1])


class Rummy(Game):
    seats, dealt, limit_of_turns, room = 2, 7, 200, 16
    drawn, drawing, turns = False, False, 0

    def __init__(self):
        self.deck, self.pile, self.under, self.runs, self.sets = set(DECK), None, set(), set(), set()
        self.hands = [set() for _ in range(self.seats)]

    def key(self):
        return None

    def later(self, **what):
        g = self.after()
        g.turn = self.turn
        g.__dict__.update(what)
        return g

    def with_hand(self, hand, **what):
        return self.later(hands=[hand if i == self.turn else h for i, h in enumerate(self.hands)], **what)

    def over_turn(self, **what):
        """A turn is over; the same one goes on unless `what` says so."""
        return self.later(turns=self.turns + 1, **what)

    # What chance decides: who gets a card, or None for the pile.
    def wanting(self):
        for seat, hand in enumerate(self.hands):
            if self.turns == 0 and not self.drawing and len(hand) < self.dealt:
                return seat
        return -1 if self.pile is None and self.turns == 0 and not self.drawing else self.turn if self.drawing else None

    def given(self, card, seat):
        g = self.later(deck=self.deck - {card})
        if seat < 0:
            return g.later(pile=card)
        g = g.later(hands=[h | {card} if i == seat else h for i, h in enumerate(g.hands)])
        return g.later(drawing=False).over_turn(drawn=True) if self.drawing else g

    def draws(self):
        refilled = self if self.deck else self.later(deck=self.under, under=set())
        found = {"take": refilled.with_hand(self.hands[self.turn] | {self.pile}, pile=None).over_turn(drawn=True)}
        if refilled.deck:
            found["stock"] = refilled.later(drawing=True)
        return found

    def laid(self, where, *cards):
        return self.with_hand(self.hands[self.turn] - {*cards}, **{where: getattr(self, where) | {*cards}}).over_turn()

    def has_room(self, where, cards):
        return len(getattr(self, where)) + len(cards) <= self.room

    def threes(self):
        """(word, area, cards) of all that may be laid down."""
        hand = self.hands[self.turn]
        for suit, value in hand:
            run = [(suit, value + i) for i in range(3)]
            if {*run} <= hand:
                yield "run", "runs", run
        for value in range(1, 14):
            for cards in combinations(sorted(c for c in hand if c[1] == value), 3):
                yield "set", "sets", cards

    def dropped(self, card):
        under = self.under | ({self.pile} if self.pile else set())
        return self.with_hand(self.hands[self.turn] - {card}, pile=card, under=under).over_turn(
            drawn=False, turn=(self.turn + 1) % self.seats)

    def moves(self):
        seat = self.wanting()
        if seat is not None:
            return {text(c): self.given(c, seat) for c in self.deck}
        if not self.drawn:
            return self.draws()
        found = {",".join([word, *map(text, cards)]): self.laid(area, *cards) for word, area, cards in self.threes()
                 if self.has_room(area, cards)}
        for card in self.hands[self.turn]:
            suit, value = card
            found["drop," + text(card)] = self.dropped(card)
            if any((s, value) in self.sets for s in range(4)) and self.has_room("sets", [card]):
                found["add," + text(card)] = self.laid("sets", card)
            if {(suit, value + 1), (suit, value - 1)} & self.runs and self.has_room("runs", [card]):
                found["extend," + text(card)] = self.laid("runs", card)
        return found

    def scores(self):
        return [-sum(min(v, 10) for _, v in hand) for hand in self.hands]

    def winner(self):
        late = self.turns >= self.limit_of_turns and not self.drawn
        if self.wanting() is not None or self.turns == 0 or (all(self.hands) and not late):
            return None
        best = [i for i, n in enumerate(self.scores()) if n == max(self.scores())]
        return best[0] if len(best) == 1 else "draw"


class ForFour(Rummy):
    seats, dealt = 4, 4


GAMES = {"rummy": Rummy, "rummy,players=4,cards=4": ForFour}
