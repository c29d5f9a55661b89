# SPDX-License-Identifier: MIT
"""Do intervals hold what they promise? Two equal players under two names meet in many tournaments; the true
difference is zero, so an interval at 95 % must miss it in about 5 % of them.

    calibration.py [RUNS]        as a test: 1000 runs of 100 games for each of ten games

Of 200 honest intervals 4 to 16 miss (2 to 8 %), of 1000 37 to 64 (3.7 to 6.4 %), each in 95 of 100 cases: so 1000 are
needed to tell an honest interval from one that is not.
"""

import json
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

from cli import TESSERA

RUNS, GAMES = 1000, 100

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
    """Whether the interval of the score, and that of the rating, misses the truth."""
    game, agent, *more = table
    command = [TESSERA, "tournament", game, f"a={agent}", f"b={agent}", "--games", str(GAMES), "--seed",
               str(seed), "--jobs", "1", "--json", "--quiet", *more]
    out = subprocess.run(command, capture_output=True, text=True, check=True)
    standing = json.loads(out.stdout)
    row = next(p for p in standing["players"] if p["name"] == "a")
    assert standing["repeated"] == 0, standing
    return (not row["low"] <= 0.5 <= row["high"], abs(row["elo"]) > row["error"], standing["openings"],
            standing["games"], standing["distinct"])


def calibrate(runs):
    """One line for each table: how often both intervals missed."""
    with ThreadPoolExecutor(2) as pool:
        for table in TABLES:
            found = list(pool.map(lambda seed: tournament(table, seed), range(1, runs + 1)))
            yield (table, found[0][2], found[0][3], min(f[4] for f in found), sum(f[0] for f in found),
                   sum(f[1] for f in found))


class Calibration(unittest.TestCase):
    def test_equal_players_are_found_equal(self):
        print("\n| game | players | openings | games a run, distinct | score misses | rating misses |\n|---|---|---|---|---|---|")
        wrong, all_missed = [], 0
        for table, openings, games, distinct, score, rating in calibrate(RUNS):
            print(f"| {' '.join((table[0], *table[2:]))} | `{table[1]}` | {openings} | {games}, {distinct} or more "
                  f"| {score} of {RUNS}, {100 * score / RUNS:.1f} % | {rating} of {RUNS}, {100 * rating / RUNS:.1f} % |", flush=True)
            all_missed += score
            for missed in (score, rating):
                if not 0.03 * RUNS <= missed <= 0.08 * RUNS:
                    wrong.append((table, missed))
        print(f"\nall: {all_missed} of {RUNS * len(TABLES)}, {100 * all_missed / RUNS / len(TABLES):.2f} %")
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        RUNS = int(sys.argv.pop())
    unittest.main()
