#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kinds of chess, compared with fairy-stockfish (the Debian package) three turns deep.

Random games are played with the engine's own moves. In 20 positions of each kind, the engine and we count
the ways to play three turns, move by move of the first. What an engine does not know is who has won: where
it goes on after our game is over (a draw it does not call), no count is compared; how often is told. Positions go without what had come up
before, since the engine calls no draw by repetition either. Chess960 begins anywhere. All randomness is seeded.

    variants.py [--positions N] [game...]
"""
import itertools
import os
import random
import re
import shutil
import subprocess
import sys

from table import ROOT, Table

TESSERA = os.path.abspath(os.environ.get("TESSERA", "tessera"))
SKIPPED = 77

# our name, the engine's. Its jesonmor is another game: there who comes to the middle has won, here who leaves it.
PAIRS = {
    "antichess": "antichess", "breakthrough": "breakthrough", "capablanca": "capablanca", "chess": "chess",
    "chess960": "chess",
    "clobber": "clobber", "courier": "courier", "crazyhouse": "crazyhouse", "dobutsu": "dobutsu", "euroshogi": "euroshogi",
    "extinction": "extinction", "gardner": "gardner", "gorogoro": "gorogoro", "hoppelpoppel": "hoppelpoppel",
    "horde": "horde", "kingofthehill": "kingofthehill", "knightmate": "knightmate", "losalamos": "losalamos",
    "makruk": "makruk", "minishogi": "minishogi", "minixiangqi": "minixiangqi", "racingkings": "racingkings",
    "shatranj": "shatranj", "shogi": "shogi", "threecheck": "3check", "xiangqi": "xiangqi",
}
MOVE = re.compile(r"((?:[A-Z]@)?[a-z]\d+\S*): (\d+)$")
PAWN_MATES = {"euroshogi", "gorogoro", "minishogi", "shogi"}  # mate by a dropped pawn is no move for us; the engine lists it, and lets it lose
TURNED = "ithdey"  # letters of men that are turned over in kinds of shogi
RISEN = str.maketrans("qrbn", "dteh")  # what a pawn becomes in crazyhouse has letters of its own


class Engine:
    start = "startpos"

    def __init__(self, path, game):
        self.run = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        self.say(f"setoption name UCI_Variant value {PAIRS[game]}")
        self.say(f"setoption name UCI_Chess960 value {'true' if game == 'chess960' else 'false'}")
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
        self.say(f"position {self.start}" + (" moves " + " ".join(line) if line else ""))
        heard = self.ask(f"go perft {depth}", "Nodes searched")
        return {found[1]: int(found[2]) for found in map(MOVE.match, heard[:-1]) if found}

    def close(self):
        self.say("quit")
        self.run.wait()


def array(number):
    """The men of White's first row in the numbering of Chess960: bishops, queen, knights, and the rest in order."""
    row, (rest, light) = [""] * 8, divmod(number, 4)
    rest, dark = divmod(rest, 4)
    pair, queen = divmod(rest, 6)
    row[2 * light + 1] = row[2 * dark] = "b"
    free = [i for i in range(8) if not row[i]]
    row[free.pop(queen)] = "q"
    for i, man in zip(free, with_knights(pair)):
        row[i] = man
    return "".join(row)


def with_knights(pair):
    two = list(itertools.combinations(range(5), 2))[pair]
    rest = iter("rkr")
    return "".join("n" if i in two else next(rest) for i in range(5))


def begin(game, engine, rng):
    """Where a random game begins: what the engine is told, and our options."""
    if game != "chess960":
        return ""
    number = rng.randrange(960)
    row = array(number)
    rooks = "".join("abcdefgh"[i] for i in range(8) if row[i] == "r")
    engine.start = f"fen {row}/pppppppp/8/8/8/8/PPPPPPPP/{row.upper()} w {rooks.upper()}{rooks} - 0 1"
    return f"start={number}"


def our_name(text, ours):
    """Their text of one of our moves. Where a man becomes another, they write so even if it must."""
    bare = text.rstrip("+")
    for name in (text, bare, text[:-1], text[:-1] + text[-1].translate(RISEN), f"{text[:2]},{text[2:]}"):
        if name in ours:
            return name
    turned = text != bare
    return next((m for m in ours if m[:-1] == bare and (m[-1] in TURNED) == turned), text)


def our_counts(game, position, depth, options=""):
    asked = ["--option", options] if options else []
    run = subprocess.run([TESSERA, "perft", str(ROOT / f"games/rules/{game}.game"), str(depth), "--divide", *asked,
                          "--position", re.sub(r" ring=\S+", "", position)], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{game}, {position}: {run.stderr}")
    rows = [row.split(": ") for row in run.stdout.splitlines() if ": " in row and not row.startswith("total")]
    return {move: int(count) for move, count in rows}


def random_game(game, engine, rng, options):
    """A position some random moves from the start, and how it came about; None where we have ended the game."""
    table, line = Table(game, options), []
    for _ in range(rng.randrange(4, 70)):
        moves = sorted(engine.counts(line, 1))
        if not moves or table.winner() is not None:
            break
        line.append(rng.choice(moves))
        table.play(our_name(line[-1], table.moves()))
    position = None if table.winner() is not None else table.position()
    table.close()
    return position, line


def position_after(game, line):
    table = Table(game)
    for move in line:
        table.play(our_name(move, table.moves()))
    position = table.position()
    table.close()
    return position


def only_pawn_mates(game, engine, line, depth):
    """Whether all that differs after `line` are pawns dropped for mate."""
    ours, theirs = our_counts(game, position_after(game, line), depth), engine.counts(line, depth)
    names = {our_name(move, ours): move for move in theirs}
    for move in {*ours, *names}:
        if move not in names:
            return False
        if move not in ours:
            if not move.startswith("P@") or engine.counts([*line, names[move]], 1):
                return False
        elif ours[move] != theirs[names[move]]:
            if depth == 1 or not only_pawn_mates(game, engine, [*line, names[move]], depth - 1):
                return False
    return True


def compare(game, engine, wanted):
    rng, wrong, done, ended = random.Random(f"shelf {game}"), 0, 0, 0
    while done < wanted:
        options = begin(game, engine, rng)
        position, line = random_game(game, engine, rng, options)
        theirs = engine.counts(line, 3)
        if position is None:
            ended += 1
            continue
        done += 1
        ours = our_counts(game, position, 3, options)
        theirs = {our_name(move, ours): count for move, count in theirs.items()}
        if ours != theirs and not (game in PAWN_MATES and only_pawn_mates(game, engine, line, 3)):
            wrong += 1
            moves = sorted(set(ours) | set(theirs))
            print(f"{game} {options}, {position}, after {' '.join(line)}")
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
        engine = Engine(path, game)
        wrong += compare(game, engine, wanted)
        engine.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
