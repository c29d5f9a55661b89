#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kinds of chess, compared with fairy-stockfish (the Debian package) three turns deep.

Random games are played with the engine's own moves. In 20 positions of each kind, the engine and we count
the ways to play three turns, move by move of the first. What an engine does not know is who has won: where
it goes on after our game is over (a draw it does not call), no count is compared; how often is told.
All randomness is seeded.

    variants.py [--positions N] [game...]
"""
import os
import random
import shutil
import subprocess
import sys

from table import ROOT, Table

TESSERA = os.path.abspath(os.environ.get("TESSERA", "tessera"))
SKIPPED = 77

# our name, the engine's
PAIRS = {
    "antichess": "antichess", "capablanca": "capablanca", "courier": "courier", "extinction": "extinction",
    "gardner": "gardner", "hoppelpoppel": "hoppelpoppel", "horde": "horde",
    "kingofthehill": "kingofthehill", "knightmate": "knightmate", "losalamos": "losalamos",
    "racingkings": "racingkings", "shatranj": "shatranj", "threecheck": "3check",
}


class Engine:
    def __init__(self, path, variant):
        self.run = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.say(f"setoption name UCI_Variant value {variant}")
        self.ask("isready", "readyok")

    def say(self, line):
        self.run.stdin.write(line + "\n")
        self.run.stdin.flush()

    def ask(self, line, until):
        self.say(line)
        heard = []
        for answer in self.run.stdout:
            heard.append(answer.strip())
            if answer.startswith(until):
                return heard
        sys.exit(f"the engine went away after '{line}'")

    def counts(self, line, depth):
        """{move: ways to go on} after the moves of `line`."""
        self.say("position startpos" + (" moves " + " ".join(line) if line else ""))
        heard = self.ask(f"go perft {depth}", "Nodes searched")
        return {row.split(": ")[0]: int(row.split(": ")[1]) for row in heard[:-1] if ": " in row and row[0].islower()}

    def close(self):
        self.say("quit")
        self.run.wait()


def our_counts(game, position, depth):
    run = subprocess.run([TESSERA, "perft", str(ROOT / f"games/rules/{game}.game"), str(depth), "--divide", "--position", position],
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{game}, {position}: {run.stderr}")
    rows = [row.split(": ") for row in run.stdout.splitlines() if ": " in row and not row.startswith("total")]
    return {move: int(count) for move, count in rows}


def random_game(game, engine, rng):
    """A position some random moves from the start, and how it came about; None where we have ended the game."""
    table, line = Table(game), []
    for _ in range(rng.randrange(4, 70)):
        moves = sorted(engine.counts(line, 1))
        if not moves or table.winner() is not None:
            break
        line.append(rng.choice(moves))
        table.play(line[-1])
    position = None if table.winner() is not None else table.position()
    table.close()
    return position, line


def compare(game, engine, wanted):
    rng, wrong, done, ended = random.Random(f"shelf {game}"), 0, 0, 0
    while done < wanted:
        position, line = random_game(game, engine, rng)
        theirs = engine.counts(line, 3)
        if position is None:
            ended += 1
            continue
        done += 1
        ours = our_counts(game, position, 3)
        if ours != theirs:
            wrong += 1
            moves = sorted(set(ours) | set(theirs))
            print(f"{game}, {position}, after {' '.join(line)}")
            print("".join(f"  {m}: we {ours.get(m, '-')}, they {theirs.get(m, '-')}\n" for m in moves
                          if ours.get(m) != theirs.get(m)))
    print(f"{game}: {done} positions three turns deep, {wrong} differ; {ended} games had ended", flush=True)
    return wrong


def main(arguments):
    path = shutil.which("fairy-stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
    if not path:
        print("skipped: fairy-stockfish is not installed (Debian package fairy-stockfish)")
        return SKIPPED
    wanted = 20
    if arguments[:1] == ["--positions"]:
        wanted, arguments = int(arguments[1]), arguments[2:]
    wrong = 0
    for game in arguments or PAIRS:
        engine = Engine(path, PAIRS[game])
        wrong += compare(game, engine, wanted)
        engine.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
