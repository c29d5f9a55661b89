# SPDX-License-Identifier: MIT
"""Games as pure functions for JAX, under the names of Pgx."""
import contextlib
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np

import tessera as ts
from help import SOURCE, poker
from tessera.jax import Env, State


def random_actions(key, mask):
    return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)


CPU = jax.devices("cpu")[0]


def on_cpu():
    """Where the engine's own functions run, whatever else JAX has."""
    return jax.default_device(CPU)


class ByKernels(unittest.TestCase):
    """Kernels (here those of the processor; on a GPU where JAX has one) beside the engine: the same fields."""

    FIELDS = ("current_player", "observation", "rewards", "terminated", "truncated", "legal_action_mask",
              "_step_count", "_scalars")
    device = "cuda" if jax.default_backend() == "gpu" else "lanes"

    def same(self, ours, theirs, but=()):
        for name in self.FIELDS:
            if name not in but:
                np.testing.assert_array_equal(getattr(theirs, name), getattr(ours, name), name)

    def both(self, game):
        envs = Env(game), Env(game, self.device)
        self.assertNotEqual(*envs)
        return envs

    def test_like_the_engine(self):
        for name in ("connect4", "kalah", "checkers"):  # checkers: moves of several numbers
            game = ts.load(name)
            ours, theirs = self.both(game)
            keys = jax.random.split(jax.random.PRNGKey(3), 6)
            with on_cpu():
                a = jax.jit(jax.vmap(ours.init))(jax.device_put(keys, CPU))
            b = jax.jit(jax.vmap(theirs.init))(keys)
            step_a, step_b = (jax.jit(jax.vmap(env.step)) for env in (ours, theirs))
            ended = 0
            for step in range(60):
                self.same(a, b)
                with on_cpu():
                    actions = random_actions(jax.random.PRNGKey(step), a.legal_action_mask)
                    a = step_a(a, actions)
                b = step_b(b, np.asarray(actions))
                ended += int(a.terminated.sum())
            self.same(a, b)
            self.assertTrue(ended or name != "connect4")
            self.assertEqual(ours._single(a._row, 2), theirs._single(b._row, 2))

    def test_illegal_loses(self):
        ours, theirs = self.both("connect4")
        states = []
        for env, where in ((ours, on_cpu()), (theirs, contextlib.nullcontext())):
            with where:
                state = env.step(env.init(jax.random.PRNGKey(0)), 3)
                states.append([env.step(state, 41), env.step(env.step(state, -2), 0)])
        for a, b in zip(*states):
            self.same(a, b, but=("observation", "_scalars"))  # kernels show ends to the first seat
        self.assertEqual(np.asarray(states[1][0].rewards).tolist(), [1, -1])
        self.assertEqual(int(states[1][0].current_player), 1)

    def test_scan_axes_and_states_that_stay(self):
        env = Env("connect4", self.device)
        step = jax.vmap(env.step)
        start = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), 64))
        kept = np.array(start._row[0])

        def body(state, key):
            state = step(state, random_actions(key, state.legal_action_mask))
            return state, state.terminated.sum()

        keys = jax.random.split(jax.random.PRNGKey(1), 42)
        state, ended = jax.jit(lambda s: jax.lax.scan(body, s, keys))(start)
        self.assertTrue(state.terminated.all())
        np.testing.assert_array_equal(start._row[0], kept)  # steps change what they were given, not what was kept
        deep = jax.vmap(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), (3, 5)))
        self.assertEqual(deep.observation.shape, (3, 5, 2, 6, 7))
        one = jax.jit(env.step)(env.init(jax.random.key(1)), 3)
        self.assertEqual(int(one.current_player), 1)

    def test_observe(self):
        env = Env("connect4", self.device)
        state = env.step(env.init(jax.random.PRNGKey(0)), 3)
        mine, theirs = env.observe(state, 1), env.observe(state, 0)
        np.testing.assert_array_equal(mine[0], theirs[1])
        np.testing.assert_array_equal(env.observe(state), state.observation)
        many = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), 4))
        seats = jnp.arange(4) % 2
        for at, seen in enumerate(jax.jit(jax.vmap(env.observe))(many, seats)):
            np.testing.assert_array_equal(seen, env.observe(jax.tree_util.tree_map(lambda x: x[at], many), at % 2))

    def test_games_without_kernels(self):
        with self.assertRaises(ts.TesseraError):
            Env("azul", self.device)


class Functions(unittest.TestCase):
    def play(self, game, n=8, steps=40):
        """Steps JAX's games and States beside them, and compares all there is."""
        env = Env(game)
        init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
        key = jax.random.PRNGKey(3)
        state = init(jax.random.split(key, n))
        singles = [env._single(state._row, i) for i in range(n)]
        for _ in range(steps):
            key, use = jax.random.split(key)
            actions = random_actions(use, state.legal_action_mask)
            after = step(state, actions)
            for i, single in enumerate(singles):
                if state.terminated[i]:
                    np.testing.assert_array_equal(after._row[i], state._row[i])
                    self.assertFalse(np.asarray(after.rewards[i]).any())
                    continue
                self.assertEqual(single.player, int(state.current_player[i]))
                np.testing.assert_array_equal(single.mask(), state.legal_action_mask[i])
                planes, scalars = single.observe()
                np.testing.assert_array_equal(planes if planes.size else scalars,
                                              state.observation[i])
                np.testing.assert_array_equal(scalars, state.scalars[i])
                single.act(int(actions[i]))
                if single.is_over:
                    np.testing.assert_allclose(after.rewards[i], single.rewards())
                if game.has_chance:  # it drew for itself
                    picks = single.picked
                    singles[i] = env._single(after._row, i)
                    for action in picks:
                        singles[i].act(action)
            state = after
        return state

    def test_like_states(self):
        for game in (ts.load("connect4"), ts.load("checkers"), ts.load("azul"), poker("leduc"),
                     ts.load("tictactoe")):
            with self.subTest(game=game.name):
                self.play(game)

    def test_scan_and_axes(self):
        env = Env("connect4")

        def body(carry, key):
            state = carry
            state = env_step(state, random_actions(key, state.legal_action_mask))
            return state, state.terminated.sum()

        env_step = jax.vmap(env.step)
        state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), 64))
        keys = jax.random.split(jax.random.PRNGKey(1), 42)
        state, ended = jax.jit(lambda s: jax.lax.scan(body, s, keys))(state)
        self.assertTrue(state.terminated.all())
        deep = jax.vmap(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), (3, 5)))
        self.assertEqual(deep.observation.shape, (3, 5, 2, 6, 7))
        one = jax.jit(env.step)(env.init(jax.random.key(1)), 3)
        self.assertEqual(int(one.current_player), 1)

    def test_the_same_key_is_the_same_game(self):
        env = Env("azul")
        one, two = (env.init(jax.random.PRNGKey(7)) for _ in range(2))
        np.testing.assert_array_equal(one._row, two._row)

    def test_illegal_loses(self):
        env = Env("connect4")
        state = env.step(env.init(jax.random.PRNGKey(0)), 41)
        self.assertTrue(bool(state.terminated))
        self.assertEqual(np.asarray(state.rewards).tolist(), [-1, 1])
        again = env.step(state, 0)
        self.assertEqual(np.asarray(again.rewards).tolist(), [0, 0])
        self.assertTrue(np.asarray(again.legal_action_mask).all())

    def test_observe(self):
        env = Env("connect4")
        state = env.step(env.init(jax.random.PRNGKey(0)), 3)
        mine, theirs = env.observe(state, 1), env.observe(state, 0)
        np.testing.assert_array_equal(mine[0], theirs[1])
        np.testing.assert_array_equal(env.observe(state), state.observation)

    def test_bad_rows(self):
        env = Env("connect4")
        state = env.init(jax.random.PRNGKey(0))
        broken = state.replace(_row=state._row.at[:].set(255))
        with self.assertRaises(Exception):
            jax.block_until_ready(env.step(broken, 0)._row)

    def test_a_state_is_a_tree(self):
        state = Env("connect4").init(jax.random.PRNGKey(0))
        self.assertIsInstance(jax.tree_util.tree_map(lambda x: x, state), State)
        self.assertIn("<svg", state._repr_svg_())

    def test_pgx_own_test(self):
        try:
            import pgx._src.api_test as api
        except ImportError:
            self.skipTest("pgx is not installed")
        for game in (ts.load("connect4"), ts.load("tictactoe"), ts.load("hex"), ts.load("azul"),
                     poker("kuhn"), ts.load("checkers")):
            env = Env(game)
            # Their list of names, and a helper of theirs that this JAX refuses for a single game.
            with mock.patch.object(api, "get_args", lambda _: (env.id,)), \
                    mock.patch.object(api, "act_randomly", jax.jit(random_actions)):
                with self.subTest(game=game.name):
                    api.api_test(env, 2, use_key=True)

    def test_trajectories_of_pgx(self):
        try:
            import pgx
        except ImportError:
            self.skipTest("pgx is not installed")
        theirs, ours = pgx.make("tic_tac_toe"), Env("tictactoe")
        cells = {ours.game.action_text(a): a for a in range(9)}
        names = sorted(cells, key=lambda name: cells[name])
        step = jax.jit(theirs.step)
        for seed in range(6):
            rng = np.random.default_rng(seed)
            a, b = theirs.init(jax.random.PRNGKey(seed)), ours.init(jax.random.PRNGKey(seed))
            first = int(a.current_player)
            while not bool(a.terminated):
                np.testing.assert_array_equal(a.legal_action_mask, b.legal_action_mask, str(names))
                action = int(rng.choice(np.flatnonzero(a.legal_action_mask)))
                a, b = step(a, action), ours.step(b, action)
                self.assertEqual(bool(a.terminated), bool(b.terminated))
            rewards = np.asarray(a.rewards)
            np.testing.assert_allclose(rewards if first == 0 else rewards[::-1], b.rewards)

    def test_structs_are_those_of_xla(self):
        header = Path(jax.ffi.include_dir()) / "xla/ffi/api/c_api.h"
        cc = os.environ.get("CC") or shutil.which("cc")
        if not header.exists() or not cc:
            self.skipTest("no header of XLA, or no compiler")
        pairs = {
            "xla_frame": ("XLA_FFI_CallFrame", {"api": "api", "stage": "stage", "args": "args",
                                                "rets": "rets", "attributes": "attrs"}),
            "xla_buffer": ("XLA_FFI_Buffer", {"dtype": "dtype", "data": "data", "rank": "rank",
                                              "dims": "dims"}),
            "xla_list": ("XLA_FFI_Args", {"count": "size", "types": "types", "items": "args"}),
            "xla_attributes": ("XLA_FFI_Attrs", {"count": "size", "names": "names",
                                                 "items": "attrs"}),
            "xla_scalar": ("XLA_FFI_Scalar", {"dtype": "dtype", "value": "value"}),
            "xla_span": ("XLA_FFI_ByteSpan", {"text": "ptr", "size": "len"}),
            "xla_error_args": ("XLA_FFI_Error_Create_Args", {"message": "message", "code": "errc"}),
            "xla_metadata": ("XLA_FFI_Metadata", {"version": "api_version", "traits": "traits"}),
            "xla_version": ("XLA_FFI_Api_Version", {"major": "major_version",
                                                    "minor": "minor_version"}),
            "xla_metadata_extension": ("XLA_FFI_Metadata_Extension", {"metadata": "metadata"}),
            "xla_api": ("XLA_FFI_Api", {"version": "api_version", "error_create": "XLA_FFI_Error_Create",
                                        "stream_get": "XLA_FFI_Stream_Get"}),
            "xla_stream_args": ("XLA_FFI_Stream_Get_Args", {"context": "ctx", "stream": "stream"}),
        }
        lines = ['#include "xla_frame.h"', "#include <xla/ffi/api/c_api.h>", "#include <assert.h>"]
        for mine, (theirs, fields) in pairs.items():
            lines += [f'static_assert(offsetof({mine}, {a}) == offsetof({theirs}, {b}), "{mine}.{a}");'
                      for a, b in fields.items()]
        lines += ["static_assert((int)XLA_EXTENSION_METADATA == (int)XLA_FFI_Extension_Metadata, \"\");",
                  "static_assert((int)XLA_S64 == (int)XLA_FFI_DataType_S64, \"\");",
                  "static_assert((int)XLA_IN_GRAPHS == (int)XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE, \"\");",
                  "static_assert((int)XLA_INVALID_ARGUMENT == (int)XLA_FFI_Error_Code_INVALID_ARGUMENT"
                  ", \"\");", "static_assert(XLA_FFI_API_MAJOR == 0, \"\");"]
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "same.c"
            source.write_text("\n".join(lines) + "\n")
            done = subprocess.run([cc, "-std=c17", "-fsyntax-only", f"-I{SOURCE}/python/src",
                                   f"-I{jax.ffi.include_dir()}", source],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
