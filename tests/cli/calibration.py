# SPDX-License-Identifier: MIT
"""Do intervals hold what they promise? Two equal players under two names meet in many tournaments; the true
difference is zero, so an interval at 95 % must miss it in about 5 % of them.

    calibration.py                    as a test: ten games, 1000 runs of 100 games each
    calibration.py RUNS GAME...       some of them, or other numbers of runs

What is wanted is a rate of misses from 3 to 8 %: of every game over 1000 runs, by score and by rating, and of the first 200
runs of all games together. A share of so many runs is a throw of dice, too. If the true rate is 4.4 % (what
tests/unit/test_arena_groups.c computes without dice for coins; 4 % and more for ratings), 1000 runs fall below 3 % once in
100 times (25 for ratings), 200 runs once in 8 times. So a game that falls out is not called wrong yet: 4000 other runs of it
are played, and all 5000 must be within. 200 runs of a single game decide nothing; they are printed.
"""

import json
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

from cli import TESSERA

RUNS, FEW, MORE, GAMES = 1000, 200, 5, 100

# With openings (players that search) and without (dice, cards, players that draw); for two and for three.
TABLES = [
    ("breakthrough", "greedy"),
    ("checkers", "greedy"),
    ("hex", "greedy", "--option", "size=5"),
    ("reversi", "greedy"),
    ("kalah", "mcts:nodes=10"),
    ("tron", "mcts:nodes=10"),
    ("connect4", "level:n=3"),
    ("go", "random", "--option", "size=5"),
    ("unicorns", "random"),
    ("azul", "random", "--players", "3"),
]


def tournament(table, seed):
    """Whether the interval of the score, and that of the rating, misses the truth; and what was played."""
    game, agent, *more = table
    command = [TESSERA, "tournament", game, f"a={agent}", f"b={agent}", "--games", str(GAMES), "--seed",
               str(seed), "--jobs", "1", "--json", "--quiet", *more]
    out = subprocess.run(command, capture_output=True, text=True, check=True)
    standing = json.loads(out.stdout)
    row = next(p for p in standing["players"] if p["name"] == "a")
    assert standing["repeated"] == 0, standing
    return (not row["low"] <= 0.5 <= row["high"], abs(row["elo"]) > row["error"], standing["openings"],
            standing["games"], standing["distinct"])


def share(missed):
    """How many of the runs missed, as text."""
    return f"{sum(missed)} of {len(missed)}, {100 * sum(missed) / len(missed):.1f} %"


def holds(missed):
    return 0.03 * len(missed) <= sum(missed) <= 0.08 * len(missed)


class Row:
    """The runs of one game."""

    def __init__(self, table):
        self.table, self.found = table, []
        self.play(RUNS)
        if not self.holds():
            self.play(MORE * RUNS)

    def play(self, runs):
        with ThreadPoolExecutor(2) as pool:
            seeds = range(len(self.found) + 1, runs + 1)
            self.found += pool.map(lambda seed: tournament(self.table, seed), seeds)
        self.score, self.rating = ([f[i] for f in self.found] for i in (0, 1))

    def holds(self):
        return holds(self.score) and holds(self.rating)

    def __str__(self):
        game, agent, *more = self.table
        _, _, openings, games, _ = self.found[0]
        return (f"| {' '.join((game, *more))} | `{agent}` | {openings} | {games}, {min(f[4] for f in self.found)} or more "
                f"| {share(self.score)} | {share(self.score[:FEW])} | {share(self.rating)} |")


class Calibration(unittest.TestCase):
    def test_equal_players_are_found_equal(self):
        print("\n| game | players | openings | games a run, distinct | score misses | first 200 runs | rating misses |\n"
              "|---|---|---|---|---|---|---|")
        rows = []
        for table in TABLES:
            rows.append(Row(table))
            print(rows[-1], flush=True)
        few = [missed for row in rows for missed in row.score[:FEW]]
        everything = [missed for row in rows for missed in row.score]
        print(f"\nAll together: {share(everything)} of the runs; the first 200 of each game {share(few)}.")
        self.assertEqual([row.table for row in rows if not row.holds()], [])
        self.assertTrue(holds(few), share(few))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        RUNS, names = int(sys.argv[1]), sys.argv[2:]
        TABLES = [table for table in TABLES if not names or table[0] in names]
        del sys.argv[1:]
    unittest.main()
