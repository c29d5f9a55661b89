# SPDX-License-Identifier: MIT
"""How fast games are stepped from Python, beside others, on one core, in one run.

    python compare.py [--seconds 1] [--rounds 5] [--games connect4 hex ...]

Random legal play of each game: by Tessera's vector (masks and planes written at every step), by OpenSpiel from
Python (its C++ states, its masks of legal actions, no planes), and by EnvPool (its C++ Pgx games; masks and planes).
And the same without masks and planes, called once for many games: by Tessera's rollouts, and by OpenSpiel's own C++
loop (its uniform bots against each other). Who is not installed, or has no such game, is left out. All take turns,
`rounds` times; the table has the medians, in millions of steps a CPU second, and in brackets how many times faster
Tessera is at the same work: the table of docs/python.md.
"""
import argparse
import importlib.metadata
import statistics
import time

import numpy as np

import tessera as ts

THEIRS = {  # game: OpenSpiel's name, EnvPool's name
    "connect4": ("connect_four", "ConnectFour-v1"),
    "tictactoe": ("tic_tac_toe", "TicTacToe-v1"),
    "reversi": ("othello", "Othello-v1"),
    "checkers": ("checkers", None),
    "chess": ("chess", "Chess-v1"),
    "breakthrough": ("breakthrough(rows=8,columns=8)", None),
    "hex": ("hex(board_size=11)", "Hex-v1"),
    "go9": ("go(board_size=9)", "Go9x9-v1"),
}
SIZE = 1024


class Missing(Exception):
    """There is no such game."""


class Tessera:
    """A player of games: `turn` makes some steps and says how many; `free` is CPU time that is not its own."""

    title, package, free = "Tessera", "tessera", 0.0

    def __init__(self, name):
        game = ts.load("go", size=9) if name == "go9" else ts.load(name)
        self.vector = game.vector(SIZE, seed=1).reset()

    def turn(self):
        self.vector.step(self.vector.sample())
        return SIZE


class Rollouts:
    title, package, free = "Tessera, rollouts", "tessera", 0.0

    def __init__(self, name):
        game = ts.load("go", size=9) if name == "go9" else ts.load(name)
        self.start, self.seed = game.start(), 0

    def turn(self):
        self.seed += 1
        return self.start.rollouts(100, self.seed)[1]


class SpielPython:
    title, package, free = "OpenSpiel, Python", "open_spiel", 0.0

    def __init__(self, name):
        import pyspiel
        self.game, self.random = pyspiel.load_game(THEIRS[name][0]), np.random.default_rng(1)
        self.state = self.game.new_initial_state()

    def turn(self):
        for _ in range(100):
            if self.state.is_terminal():
                self.state = self.game.new_initial_state()
            actions = self.state.legal_actions()
            self.state.legal_actions_mask()
            self.state.apply_action(actions[int(self.random.random() * len(actions))])
        return 100


class SpielCpp:
    title, package, free = "OpenSpiel, C++", "open_spiel", 0.0
    SAMPLE = 20

    def __init__(self, name):
        import pyspiel
        self.spiel, self.game = pyspiel, pyspiel.load_game(THEIRS[name][0])
        self.bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(2)]
        self.plies = self._plies()

    def _plies(self):
        """How long random games are: its loop does not tell."""
        random, plies = np.random.default_rng(1), 0
        for _ in range(self.SAMPLE):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(random.random() * len(actions))])
                plies += 1
        return plies / self.SAMPLE

    def turn(self):
        for seed in range(10):
            self.spiel.evaluate_bots(self.game.new_initial_state(), self.bots, seed)
        return 10 * self.plies


class EnvPool:
    title, package = "EnvPool", "envpool"

    def __init__(self, name):
        import envpool
        if THEIRS[name][1] is None:
            raise Missing("it has no such game")
        self.env = envpool.make(THEIRS[name][1], env_type="gymnasium", num_envs=SIZE, num_threads=1,
                                seed=1)
        self.free, self.random = 0.0, np.random.default_rng(1)
        seen, info = self.env.reset()
        self.mask = self._mask(seen, info)

    @staticmethod
    def _mask(seen, info):
        for key in ("legal_action_mask", "action_mask"):
            for place in (info, seen if isinstance(seen, dict) else {}):
                if key in place:
                    return np.asarray(place[key]).reshape(SIZE, -1).astype(bool)
        raise Missing(f"there is no mask among {list(info)}")

    def turn(self):
        begin = time.process_time()
        noise = self.random.random(self.mask.shape, dtype=np.float32)
        actions = np.where(self.mask, noise, -1).argmax(axis=1).astype(np.int32)
        self.free += time.process_time() - begin  # drawing actions is ours, not theirs
        seen, _, _, _, info = self.env.step(actions)
        self.mask = self._mask(seen, info)
        return SIZE


PLAYERS = (Tessera, SpielPython, EnvPool, Rollouts, SpielCpp)
OURS = {SpielPython: Tessera, EnvPool: Tessera, SpielCpp: Rollouts}  # who of us does the same work


def version(package):
    try:
        return " " + importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def rate(player, seconds):
    """Steps of its own a CPU second."""
    steps, begin, free = 0, time.process_time(), player.free
    while time.process_time() - begin < seconds:
        steps += player.turn()
    return steps / (time.process_time() - begin - (player.free - free))


def row(name, seconds, rounds):
    """A line of the table; who cannot play, and why."""
    players, absent = {}, {}
    for kind in PLAYERS:
        try:
            players[kind] = kind(name)
            players[kind].turn()
        except (ImportError, Missing, RuntimeError) as why:
            absent[kind.title] = f"{type(why).__name__}: {str(why)[:100]}"
    rates = {kind: [] for kind in players}
    for _ in range(rounds):
        for kind, player in players.items():
            rates[kind].append(rate(player, seconds / rounds))
    speed = {kind: statistics.median(found) for kind, found in rates.items()}
    cells = [name]
    for kind in PLAYERS:
        if kind not in speed:
            cells.append("-")
        elif kind not in OURS:
            cells.append(f"{speed[kind] / 1e6:.3f}")
        else:
            cells.append(f"{speed[kind] / 1e6:.3f} ({speed[OURS[kind]] / speed[kind]:.1f})")
    return cells, absent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each player and game")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="*", default=list(THEIRS), choices=list(THEIRS))
    options = parser.parse_args()
    titles = [kind.title + version(kind.package) for kind in PLAYERS]
    print("| game | " + " | ".join(titles) + " |\n|" + "---|" * (len(titles) + 1))
    notes = []
    for name in options.games:
        cells, absent = row(name, options.seconds, options.rounds)
        print("| " + " | ".join(cells) + " |", flush=True)
        notes += [f"{name}, {who}: {why}" for who, why in absent.items()]
    print("".join(f"\n{note}" for note in notes), end="\n" if notes else "")


if __name__ == "__main__":
    main()
