#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Legal moves, compared with engines written by others.

Random games are played with an engine's own move lists. In 50 positions of them (200 with
`long`; fewer for the smaller games) the moves we list must be the ones the engine lists.
The engines are the Debian packages stockfish and fairy-stockfish; what is not
installed is skipped, with a word about it. All randomness is seeded.
"""
import os
import random
import shutil
import subprocess
import sys

TESSERA = os.path.abspath(os.environ.get("TESSERA", "tessera"))
SKIPPED = 77  # what CTest calls a skipped test

# our game, engine, its name for the game, positions, plies of a game, our letters for theirs
PAIRS = [
    ("chess", "stockfish", None, 200, 120, {}),
    ("breakthrough", "fairy-stockfish", "breakthrough", 40, 60, {}),
    ("losalamos", "fairy-stockfish", "losalamos", 60, 80, {}),
    ("clobber", "fairy-stockfish", "clobber", 30, 16, {"P": "S", "p": "s"}),
]


class Engine:
    def __init__(self, path, variant):
        self.run = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        if variant:
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

    def fen(self):
        heard = self.ask("d", "Checkers")
        return next(line[5:] for line in heard if line.startswith("Fen: "))

    def moves(self):
        heard = self.ask("go perft 1", "Nodes searched")
        return sorted(line.split(":")[0] for line in heard[:-1] if line.endswith(": 1"))

    def close(self):
        self.say("quit")
        self.run.wait()


def our_moves(game, fen, letters):
    board, mover, *rest = fen.split(" ")
    if game != "chess":  # other games count turns
        rest = [str(2 * int(rest[-1]) - (mover == "w") - 1)]
    fen = " ".join(["".join(letters.get(c, c) for c in board), mover, *rest])
    run = subprocess.run([TESSERA, "perft", game, "1", "--divide", "--position", fen],
                         capture_output=True, text=True)
    if run.returncode:
        return [run.stderr.strip()]
    return sorted(line.split(":")[0] for line in run.stdout.splitlines() if not line.startswith("total"))


def is_drawn_by_rule(fen):
    """The engine goes on where we stop: bare kings and the fiftieth move."""
    board, *rest = fen.split()
    men = sum(c.isalpha() for c in board)
    return men <= 4 or (len(rest) >= 4 and rest[3].isdigit() and int(rest[3]) >= 100)


def positions(engine, wanted, plies, rng):
    """Random games, and some positions of each."""
    found = 0
    while found < wanted:
        line = []
        looks = set(rng.sample(range(plies), min(8, plies)))
        for ply in range(plies):
            engine.say("position startpos" + (" moves " + " ".join(line) if line else ""))
            moves = engine.moves()
            if not moves:
                break
            if ply in looks and found < wanted:
                fen = engine.fen()
                if not is_drawn_by_rule(fen):
                    found += 1
                    yield fen, moves
            line.append(rng.choice(moves))


def compare(game, path, variant, wanted, plies, letters):
    engine = Engine(path, variant)
    wrong = 0
    for fen, theirs in positions(engine, wanted, plies, random.Random(2026)):
        ours = our_moves(game, fen, letters)
        if ours != theirs:
            wrong += 1
            print(f"{game}, {fen}:\n  only we: {sorted(set(ours) - set(theirs))}"
                  f"\n  only they: {sorted(set(theirs) - set(ours))}")
    engine.close()
    print(f"{game}: {wanted} positions, {wrong} differ from {os.path.basename(path)}")
    return wrong


def main():
    wrong = done = 0
    share = 1 if "long" in sys.argv else 4
    for game, name, variant, wanted, plies, letters in PAIRS:
        path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")
        if not path:
            print(f"{game}: skipped, {name} is not installed (Debian package {name})")
            continue
        wrong += compare(game, path, variant, wanted // share, plies, letters)
        done += 1
    return 1 if wrong else 0 if done else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
