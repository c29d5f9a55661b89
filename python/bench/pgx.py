# SPDX-License-Identifier: MIT
"""Steps of random play inside jax.jit, Tessera's games by kernels beside those of Pgx, in one run and one loop.

    python python/bench/pgx.py [--device cuda] [--sizes 4096,65536] [--steps 64] [GAME...]

Both draw uniform legal actions from the masks, and games that end begin again. The best size counts. Needs jax and pgx.
"""
import argparse
import time

import jax
import jax.numpy as jnp

import tessera as ts
from tessera.jax import Env

GAMES = {"connect4": "connect_four", "reversi": "othello", "hex": "hex", "chess": "chess", "gardner": "gardner_chess",
         "go": "go_19x19"}


def one_step(env):
    """A step of every game, of whichever library; games that are over begin again."""
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def act(state, key):
        draw, begin = jax.random.split(key)
        mask = state.legal_action_mask
        actions = jnp.argmax(jnp.where(mask, jax.random.uniform(draw, mask.shape), -1.0), axis=-1)
        state = step(state, actions.astype(jnp.int32))
        fresh = init(jax.random.split(begin, mask.shape[0]))
        over = state.terminated | state.truncated
        chosen = jax.tree_util.tree_map(
            lambda new, old: jnp.where(over.reshape(over.shape + (1,) * (old.ndim - 1)), new, old), fresh, state)
        return chosen, over.sum()

    return act


def measure(env, games, steps):
    """Steps a second, the best of three."""
    act, init = one_step(env), jax.jit(jax.vmap(env.init))
    run = jax.jit(lambda state, key: jax.lax.scan(act, state, jax.random.split(key, steps)))
    state = init(jax.random.split(jax.random.PRNGKey(0), games))
    state, _ = jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
    best = float("inf")
    for turn in range(3):
        began = time.perf_counter()
        state, over = jax.block_until_ready(run(state, jax.random.PRNGKey(2 + turn)))
        best = min(best, time.perf_counter() - began)
    return games * steps / best


def best_of(make, sizes, steps):
    """Millions of steps a second with the best size, or why there are none."""
    try:
        env = make()
        return max((measure(env, games, steps) / 1e6, games) for games in sizes)
    except Exception as error:  # a peer that does not fit this JAX is reported, not hidden
        return f"{type(error).__name__}: {str(error).splitlines()[0][:100] if str(error) else ''}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--device", default="cuda")
    options.add_argument("--sizes", default="4096,65536")
    options.add_argument("--steps", type=int, default=64)
    options.add_argument("games", nargs="*", default=list(GAMES))
    given = options.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    import pgx
    print(f"jax {jax.__version__}, pgx {pgx.__version__}, {jax.devices()[0].device_kind}")
    for game in given.games:
        ours = best_of(lambda: Env(ts.load(game), given.device), sizes, given.steps)
        print(f"{game}: tessera {ours}", flush=True)
        theirs = best_of(lambda: pgx.make(GAMES[game]), sizes, given.steps)
        times = f", {ours[0] / theirs[0]:.1f} times" if isinstance(ours, tuple) and isinstance(theirs, tuple) else ""
        print(f"{game}: pgx {theirs}{times}", flush=True)


if __name__ == "__main__":
    main()
