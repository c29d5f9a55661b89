#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Project L by rule of thumb: small puzzles first, every piece into a puzzle as soon as it fits.

    tessera match projectl "exec:python3 examples/agents/projectl.py" random --games 4
"""
from player import Player, TimeIsUp


class ProjectL(Player):
    name = "Project L by rule of thumb, in Python"

    def choose(self, moves):
        best, best_worth = moves[0], None
        try:
            for move in moves:
                worth = self.worth(move)
                if best_worth is None or worth > best_worth:
                    best, best_worth = move, worth
        except TimeIsUp:
            pass
        return best

    def worth(self, move):
        word, *rest = move.split()
        if word == "place":  # a piece; what it completes shows in the scores after it
            before = self.what("guess")["scores"][self.seat]
            after = self.what("play", move)["scores"][self.seat]
            return 10 + self.cells(rest[0]) + 5 * (after - before)
        if word == "take":
            puzzle = self.lying(rest[0])
            return 20 + puzzle["points"] - puzzle["cells"] if self.unfinished() < 2 else 1
        if word == "upgrade":
            return 5 if self.cells(rest[1]) > self.cells(rest[0]) else -1
        return {"basic": 6, "end": 1}.get(word, 0)

    def cells(self, shape):
        return next(p["cells"] for p in self.data["things"]["pieces"] if p["name"] == shape)

    def field(self, name, text):
        """What stands after "name=" in the position's text."""
        return next(w for w in text.split() if w.startswith(name + "="))[len(name) + 1:]

    def lying(self, place):
        """The puzzle in a place of the rows: "W2" is the second place of the white one."""
        index = "WB".index(place[0]) * 4 + int(place[1:]) - 1
        name = self.field("row", self.view).split(",")[index]
        return next(p for p in self.data["things"]["puzzles"] if p["name"] == name)

    def unfinished(self):
        mine = self.view.split(f" {self.seat + 1}: ")[1]
        return sum(slot != "-" for slot in self.field("slots", mine).split(","))


if __name__ == "__main__":
    ProjectL().run()
