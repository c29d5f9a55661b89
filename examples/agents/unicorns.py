#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Unstable Unicorns: plays unicorns, keeps Neighs for those who are about to win, reads cards.

    tessera match unicorns "exec:python3 examples/agents/unicorns.py" random --games 4
"""
from player import Player, TimeIsUp

WORTH = {"magical": 6, "basic": 5, "upgrade": 4, "magic": 3, "downgrade": 3}


class Unicorns(Player):
    name = "Unicorns by the book, in Python"

    def choose(self, moves):
        if self.kind == "react":
            return self.answer(moves)
        if self.kind == "move":
            return max(moves, key=self.play_worth)
        return self.look_ahead(moves)

    def card(self, move):
        """The card a move is about: the longest name in it, since some names are in others."""
        named = [card for card in self.data["things"]["cards"] if card["name"] in move]
        return max(named, key=lambda card: len(card["name"])) if named else None

    def play_worth(self, move):
        """Unicorns first; cards for others go to others, cards for oneself to oneself."""
        card = self.card(move)
        if not move.startswith("play") or not card:
            return 1.0  # draw
        if card["class"] == "magic":
            return WORTH["magic"]
        mine = move.endswith(f" on p{self.seat + 1}")
        return WORTH[card["class"]] if mine != (card["class"] == "downgrade") else 0

    def answer(self, moves):
        """A Neigh is for somebody who has many unicorns and plays another card."""
        instants = [move for move in moves if not move.startswith("pass")]
        others = [self.unicorns(p) for p in range(self.data["players"]) if p != self.seat]
        if instants and max(others) >= self.data["things"]["goal"] - 2:
            return instants[0]
        return next((move for move in moves if move.startswith("pass")), moves[0])

    def unicorns(self, player):
        """How many cards stand in a stable, roughly: they are separated by commas."""
        for part in self.view.split("; "):
            if part.startswith(f"p{player + 1} stable "):
                return part.count(",") + 1
        return 0

    def look_ahead(self, moves):
        """A question inside a turn: whatever looks best after it, over three guesses."""
        total = dict.fromkeys(moves, 0.0)
        try:
            for guess in range(3):
                for move in moves:
                    self.what("guess", guess)
                    self.what("play", move)
                    total[move] += self.what("value")["values"][self.seat]
        except (TimeIsUp, KeyError):
            pass
        return max(moves, key=total.get)


if __name__ == "__main__":
    Unicorns().run()
