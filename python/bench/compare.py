# SPDX-License-Identifier: MIT
"""How fast games are stepped from Python, beside others, on one core, in one run.

    python compare.py [--seconds 1] [--games connect4 hex ...]

For each game: random legal play by Tessera's vector (masks and planes written at every step), by OpenSpiel from
Python (its C++ states, its masks of legal actions, no planes), by OpenSpiel's own C++ loop (its uniform
bots against each other: no masks, no planes), and by EnvPool (its C++ Pgx games; masks and planes).
What is not installed is left out. CPU time, the best of three turns that take turns with each other.
"""
import argparse
import time

import numpy as np

import tessera as ts

THEIRS = {  # game: OpenSpiel's name, EnvPool's name
    "connect4": ("connect_four", "ConnectFour-v1"),
    "hex": ("hex(board_size=11)", "Hex-v1"),
    "reversi": ("othello", "Othello-v1"),
    "tictactoe": ("tic_tac_toe", "TicTacToe-v1"),
    "breakthrough": ("breakthrough(rows=8,columns=8)", None),
    "checkers": ("checkers", None),
    "go9": ("go(board_size=9)", "Go9x9-v1"),
    "chess": ("chess", "Chess-v1"),
}
SIZE = 1024


def tessera_vector(name):
    game = ts.load("go", size=9) if name == "go9" else ts.load(name)
    vector = game.vector(SIZE, seed=1).reset()

    def turn():
        vector.step(vector.sample())
        return SIZE
    return turn


def openspiel_python(name):
    import pyspiel
    game, rng = pyspiel.load_game(THEIRS[name][0]), np.random.default_rng(1)
    state = [game.new_initial_state()]

    def turn():
        for _ in range(100):
            if state[0].is_terminal():
                state[0] = game.new_initial_state()
            actions = state[0].legal_actions()
            state[0].legal_actions_mask()
            state[0].apply_action(actions[int(rng.random() * len(actions))])
        return 100
    return turn


def openspiel_cpp(name):
    import pyspiel
    game = pyspiel.load_game(THEIRS[name][0])
    rng, plies, games = np.random.default_rng(1), 0, 20
    for _ in range(games):  # how long random games are
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            plies += 1
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(2)]

    def turn():
        for seed in range(10):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return 10 * plies / games
    return turn


def envpool_vector(name):
    import envpool
    if THEIRS[name][1] is None:
        raise ImportError("no such game")
    env = envpool.make(THEIRS[name][1], env_type="gymnasium", num_envs=SIZE, num_threads=1, seed=1)
    seen, info = env.reset()
    rng = np.random.default_rng(1)

    def mask_of(info):
        for key in ("legal_action_mask", "action_mask"):
            for place in (info, seen if isinstance(seen, dict) else {}):
                if key in place:
                    return np.asarray(place[key]).reshape(SIZE, -1).astype(bool)
        raise ImportError(f"no mask among {list(info)}")

    held = [mask_of(info), 0.0]

    def turn():
        begin = time.process_time()
        noise = rng.random(held[0].shape, dtype=np.float32)
        actions = np.where(held[0], noise, -1).argmax(axis=1).astype(np.int32)
        held[1] += time.process_time() - begin  # drawing actions is ours, not theirs
        _, _, _, _, info = env.step(actions)
        held[0] = mask_of(info)
        return SIZE
    turn.free = lambda: held
    return turn


def measure(turns, seconds):
    """Steps per CPU second of each, the best of three turns."""
    best = {}
    for _ in range(3):
        for who, turn in turns.items():
            steps, begin, free = 0, time.process_time(), 0.0
            held = turn.free() if hasattr(turn, "free") else [None, 0.0]
            free = held[1]
            while time.process_time() - begin < seconds / 3:
                steps += turn()
            used = time.process_time() - begin - (held[1] - free)
            best[who] = max(best.get(who, 0), steps / used)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", nargs="*", default=list(THEIRS))
    options = parser.parse_args()
    makers = {"tessera": tessera_vector, "OpenSpiel, Python": openspiel_python,
              "OpenSpiel, C++": openspiel_cpp, "EnvPool": envpool_vector}
    print(f"{'M steps a CPU second':20s}" + "".join(f"{who:>26s}" for who in makers))
    for name in options.games:
        turns = {}
        for who, maker in makers.items():
            try:
                turns[who] = maker(name)
            except Exception as mistake:  # not installed, or no such game
                print(f"  {name}, {who}: {type(mistake).__name__}: {str(mistake)[:100]}")
        best = measure(turns, options.seconds)
        row = [f"{name:20s}"]
        for who in makers:
            times = f" ({best['tessera'] / best[who]:.1f}x)" if who in best and who != "tessera" else ""
            row.append(f"{best[who] / 1e6:.3f}{times}".rjust(26) if who in best else "-".rjust(26))
        print("".join(row), flush=True)


if __name__ == "__main__":
    main()
