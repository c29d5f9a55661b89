# SPDX-License-Identifier: MIT
"""PettingZoo's own tests on some games; test_all_games has all of them."""
import contextlib
import io
import unittest
import warnings

from pettingzoo.test import api_test, parallel_api_test, seed_test

import tessera as ts
from help import poker
from tessera import pettingzoo as tz


def check(game, cycles=60):
    """PettingZoo's tests of one game; what it complains about nevertheless."""
    with warnings.catch_warnings(record=True) as caught, \
            contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(tz.env(game), num_cycles=cycles, verbose_progress=False)
        seed_test(lambda: tz.env(game), num_cycles=20)
        if game.simultaneous:
            parallel_api_test(tz.parallel_env(game), num_cycles=cycles)
    return sorted({str(w.message) for w in caught if "Deprecat" not in w.category.__name__})


class PettingZoo(unittest.TestCase):
    def test_their_tests(self):
        for game in (ts.load("connect4"), ts.load("checkers"), ts.load("azul"), poker("kuhn")):
            with self.subTest(game=game.name):
                check(game)

    def test_parallel(self):
        check(ts.load("unicorns"), 40)

    def test_illegal_is_refused(self):
        env = tz.env("connect4")
        env.reset(seed=1)
        before = env.game_state.bytes()
        with self.assertRaises(ValueError):
            env.step(41)
        self.assertEqual(env.game_state.bytes(), before)
        together = tz.parallel_env("unicorns")
        together.reset(seed=1)
        with self.assertRaises(ValueError):
            together.step({})
        before = together.game_state.bytes()
        legal = tuple(together.game_state.actions(0).tolist())
        for wrong in (-1, together.game.num_actions, 2**40):
            with self.assertRaises(ts.IllegalMove) as caught:
                together.step({"player_0": wrong})
            self.assertEqual(caught.exception.legal, legal)
            self.assertEqual(together.game_state.bytes(), before)

    def test_pictures(self):
        env = tz.env("connect4", render_mode="svg")
        env.reset(seed=1)
        self.assertIn("<svg", env.render())
        self.assertEqual(str(env), "tessera_connect4_v0")
