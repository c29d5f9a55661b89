# SPDX-License-Identifier: MIT
"""Second programs for the two small kinds of poker. While cards are dealt the moves are the cards that may come."""
import copy

from .base import Game

VALUES = ("jack", "queen", "king")


class Kuhn(Game):
    """`said` is what was said so far; who bets or calls has two chips in."""
    deck, hands, said = VALUES, (), ()
    ends = {("check", "check"): 1, ("bet", "call"): 2, ("check", "bet", "call"): 2}  # and what each has put in

    def key(self):
        return self.hands, self.said

    def dealt(self, card):
        g = copy.copy(self)
        left = list(self.deck)
        left.remove(card)
        g.deck, g.hands = tuple(left), (*self.hands, card)
        return g

    def spoken(self, word):
        g = copy.copy(self)
        g.said, g.turn = (*self.said, word), 1 - self.turn
        return g

    def moves(self):
        if len(self.hands) < 2:
            return {card: self.dealt(card) for card in self.deck}
        return {word: self.spoken(word) for word in (("fold", "call") if self.said[-1:] == ("bet",) else ("bet", "check"))}

    def better(self):
        """Who has the higher card."""
        return int(VALUES.index(self.hands[1]) > VALUES.index(self.hands[0]))

    def gain(self):
        """(who has won, how much), or None."""
        if self.said[-1:] == ("fold",):
            return self.turn, 1
        return (self.better(), self.ends[self.said]) if self.said in self.ends else None

    def scores(self):
        who, chips = self.gain() or (0, 0)
        return [chips, -chips] if who == 0 else [-chips, chips]

    def winner(self):
        return self.gain()[0] if self.gain() else None


class Leduc(Kuhn):
    """`stakes` are the chips of both; `raises` and `checks` those of the round."""
    deck, table, stakes, raises, checks, over = tuple(sorted(VALUES * 2)), None, (1, 1), 0, 0, None

    def key(self):
        return self.hands, self.table, self.turn, self.stakes, self.raises, self.checks

    def dealt(self, card):
        g = super().dealt(card)
        if len(g.hands) > 2:
            g.hands, g.table = self.hands, card
            g.raises = g.checks = g.turn = 0
        return g

    @property
    def waits(self):
        """For the card on the table: the first round is over."""
        return not self.table and self.over == "round"

    def spoken(self, word):
        g = copy.copy(self)
        mine, theirs = self.stakes[self.turn], self.stakes[1 - self.turn]
        g.turn = 1 - self.turn
        if word == "fold":
            g.over = "fold"
        elif word == "raise":
            g.raises += 1
            mine = theirs + (4 if self.table else 2)
        elif word == "call":
            mine, g.over = theirs, "round"
        else:
            g.checks += 1
            g.over = "round" if g.checks == 2 else None
        g.stakes = (mine, theirs) if self.turn == 0 else (theirs, mine)
        if g.over == "round" and self.table:
            g.over = "showdown"
        return g

    def moves(self):
        if len(self.hands) < 2 or self.waits:
            found = {card: self.dealt(card) for card in self.deck}
            for g in found.values():
                g.over = None
            return found
        behind = self.stakes[self.turn] < self.stakes[1 - self.turn]
        words = ["fold", "call"] if behind else ["check"]
        return {word: self.spoken(word) for word in words + (["raise"] if self.raises < 2 else [])}

    def scores(self):
        if self.over not in ("fold", "showdown"):
            return [0, 0]
        who = self.turn if self.over == "fold" else self.best()
        return [0, 0] if who is None else [self.stakes[1], -self.stakes[1]] if who == 0 else [-self.stakes[0], self.stakes[0]]

    def best(self):
        if self.hands[0] == self.hands[1]:
            return None
        return self.hands.index(self.table) if self.table in self.hands else self.better()

    def winner(self):
        if self.over not in ("fold", "showdown"):
            return None
        points = self.scores()
        return "draw" if points[0] == points[1] else int(points[1] > points[0])


GAMES = {"kuhnpoker": Kuhn, "leducholdem": Leduc}
