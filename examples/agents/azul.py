#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Azul by rule of thumb: fill a line exactly, waste nothing, begin long lines early.

    tessera match azul "exec:python3 examples/agents/azul.py" random --games 10
"""
import re

from player import Player


class Azul(Player):
    name = "Azul by rule of thumb, in Python"

    def choose(self, moves):
        return max(moves, key=self.worth)

    def tiles(self, place, colour):
        """How many tiles of a colour ("B", "Y", ...) lie in a display or in the centre."""
        parts = [part.strip() for part in self.view.split("|")]
        centre = parts[3].split()[1] if len(parts[3].split()) > 1 else ""
        displays = parts[4].split()[1:]
        return (centre if place == "C" else displays[int(place[1:]) - 1]).count(colour)

    def line(self, number):
        """A pattern line of mine as text: one character a place, "." where it is free."""
        board = self.view.split("|")[5 + self.seat].split()
        return board[1].split("/")[number - 1]

    def worth(self, move):
        taken = re.fullmatch(r"(C|H\d+) (\d) (\d|F)", move)
        if not taken:
            return 0.0  # where a tile goes on the wall of the advanced game: any place
        place, type_, to = taken.groups()
        count = self.tiles(place, self.data["things"]["tiles"][int(type_) - 1]["letter"])
        if to == "F":
            return -10.0 * count
        free = self.line(int(to)).count(".")
        placed, wasted = min(count, free), max(0, count - free)
        return placed + 3.0 * (placed == free) - 2.0 * wasted - 0.1 * (free - placed)


if __name__ == "__main__":
    Azul().run()
