#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shelf against second programs: the same random games, move by move.

    second.py [--games N] [game...]          a game may have options: twixt,size=8

In every position of a random game both must list the same moves, and both must end it at the same time with the
same result; where a second program has `views`, both must show the players the same board. A game as long as five
thousand moves is the last of its kind. The programs lie in the folder `second`. All randomness is seeded.
"""
import random
import sys
from collections import Counter

from second import GAMES
from table import Table

ENOUGH = 5000  # moves of one game; in Python that is two minutes of Halma


def play(game, start, rng):
    """One random game; what differed, or None, and how many moves it took."""
    name, _, options = game.partition(",")
    table, other, seen = Table(name, options), start(), Counter()
    try:
        for ply in range(6000):
            seen[other.key()] += 1
            winner = other.winner()
            if winner is None and (other.repeat and seen[other.key()] >= other.repeat or other.limit == ply):
                winner = other.stopped()
            if winner != table.winner():
                return f"{table.position()}: we say {table.winner()}, they {winner}", ply
            if hasattr(other, "scores") and table.scores(len(other.scores())) != other.scores():
                return f"{table.position()}: they count {other.scores()}", ply
            if hasattr(other, "views") and other.views() not in (None, [table.view(player) for player in (0, 1)]):
                return f"{table.position()}: we show {table.view(0)} and {table.view(1)}, they {other.views()}", ply
            if winner is not None:
                return None, ply
            ours, theirs = table.moves(), other.moves()
            if ours != sorted(theirs):
                return (f"{table.position()}: only we {sorted(set(ours) - set(theirs))[:20]}, "
                        f"only they {sorted(set(theirs) - set(ours))[:20]}"), ply
            move = rng.choice(ours)
            table.play(move)
            other = theirs[move]
        return "it did not end", 6000
    finally:
        table.close()


def main(arguments):
    wanted = 3
    if arguments[:1] == ["--games"]:
        wanted, arguments = int(arguments[1]), arguments[2:]
    wrong = 0
    for game in arguments or sorted(GAMES):
        rng, games, plies, faults = random.Random(f"shelf {game}"), 0, 0, []
        while games < wanted and plies < ENOUGH:
            fault, count = play(game, GAMES[game], rng)
            games += 1
            plies += count
            faults += [fault] if fault else []
        print(f"{game}: {games} games, {plies} moves, {len(faults)} differ", *faults[:2], sep="\n  ", flush=True)
        wrong += len(faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
