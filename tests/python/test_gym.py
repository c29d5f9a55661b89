# SPDX-License-Identifier: MIT
"""Gymnasium's own tests, and that the vector environment is many single ones."""
import unittest
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import tessera as ts
from help import poker
from tessera.gym import VectorVsAgent, VsAgent


def check(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(VsAgent(game), skip_render_check=False)


class Single(unittest.TestCase):
    def test_their_test(self):
        for game in (ts.load("connect4"), ts.load("azul"), ts.load("chess"), poker("kuhn")):
            with self.subTest(game=game.name):
                check(game)

    def test_other_seats_and_agents(self):
        for agent in ("random", "greedy", lambda state: state.legal()[0]):
            env = VsAgent("connect4", agent=agent, seat=1)
            seen, _ = env.reset(seed=3)
            over = False
            while not over:
                seen, reward, over, cut, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
            self.assertIn(reward, (-1.0, 0.0, 1.0))
            with self.assertRaises(gymnasium.error.ResetNeeded):
                env.step(0)

    def test_illegal(self):
        env = VsAgent("connect4")
        env.reset(seed=1)
        self.assertEqual(env.step(41)[1:3], (-1.0, True))
        env = VsAgent("connect4", illegal="raise")
        env.reset(seed=1)
        with self.assertRaises(ts.IllegalMove):
            env.step(41)


def first_legal(planes, mask, player):
    return mask.argmax(axis=1)


class Vector(unittest.TestCase):
    def play(self, mode, steps=80, n=6, **options):
        env = VectorVsAgent("connect4", n, autoreset=mode, **options)
        seen, _ = env.reset(seed=5)
        rng = np.random.default_rng(1)
        for _ in range(steps):
            mask = seen["action_mask"].astype(bool)
            actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])
            before = seen
            seen, reward, ended, cut, infos = env.step(actions)
            self.assertTrue(env.observation_space.contains(seen))
            yield env, before, seen, reward, ended, infos

    def test_same_step_has_final_observations(self):
        ends = 0
        for env, before, seen, reward, ended, infos in self.play("same_step"):
            self.assertEqual(env.metadata["autoreset_mode"],
                             gymnasium.vector.AutoresetMode.SAME_STEP)
            self.assertTrue(seen["action_mask"].any(axis=1).all())
            for i in np.flatnonzero(ended):
                ends += 1
                final = infos["final_obs"][i]
                self.assertFalse(final["action_mask"].any())
                self.assertGreater(final["observation"].sum(), seen["observation"][i].sum())
                self.assertTrue(env.single_observation_space.contains(final))
            self.assertTrue((reward[~ended] == 0).all())
        self.assertGreater(ends, 5)

    def test_next_step(self):
        last = np.zeros(6, bool)
        for env, before, seen, reward, ended, infos in self.play("next_step"):
            self.assertFalse((last & ended).any())
            self.assertTrue((reward[last] == 0).all())
            self.assertTrue((seen["observation"][last].sum(axis=(1, 2, 3)) == 0).all())
            self.assertFalse(seen["action_mask"][ended].any())
            last = ended

    def test_disabled(self):
        env = None
        with self.assertRaises(gymnasium.error.ResetNeeded):
            for env, *_ in self.play("disabled"):
                pass
        env.reset(options={"reset_mask": env._ended.copy()})
        env.step(env._seen()["action_mask"].argmax(axis=1))

    def test_like_single_ones(self):
        """Where nothing is left to chance, a vector plays what single environments play."""
        singles = [VsAgent("connect4", agent=lambda s: int(s.actions()[0]), seat=1)
                   for _ in range(3)]
        env = VectorVsAgent("connect4", 3, agent=first_legal, seat=1)
        seen, _ = env.reset(seed=1)
        alone = [single.reset(seed=1)[0] for single in singles]
        rng = np.random.default_rng(2)
        for _ in range(60):
            actions = [int(rng.choice(np.flatnonzero(row))) for row in seen["action_mask"]]
            seen, reward, ended, _, infos = env.step(actions)
            for i, single in enumerate(singles):
                alone[i], got, over, _, _ = single.step(actions[i])
                self.assertEqual((got, over), (reward[i], ended[i]))
                if over:
                    final = infos["final_obs"][i]
                    np.testing.assert_array_equal(final["observation"], alone[i]["observation"])
                    alone[i] = single.reset()[0]
                for key in alone[i]:
                    np.testing.assert_array_equal(alone[i][key], seen[key][i])

    def test_chance_and_picks(self):
        for name in ("azul", "checkers"):
            env = VectorVsAgent(name, 4)
            seen, _ = env.reset(seed=1)
            for _ in range(40):
                seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
        env.close()

    def test_an_agent_that_errs(self):
        for answer in (41, -1, 42, -42, 10**9):
            env = VectorVsAgent("connect4", 2, agent=lambda p, m, w: np.full(len(m), answer))
            env.reset(seed=1)
            with self.assertRaises(ts.IllegalMove) as caught:
                env.step([0, 0])
            self.assertEqual(caught.exception.legal, (1, 2, 3, 4, 5, 6, 7))

    def test_numbers_that_are_no_actions(self):
        """Also where the last action of all is legal, which is what -1 means to NumPy."""
        env = VectorVsAgent("hex", 2)
        env.reset(seed=1)
        for wrong in (-1, -122, 122, 2**40):
            seen, reward, ended, _, infos = env.step([wrong, 60])
            self.assertEqual((reward[0], bool(ended[0])), (-1.0, True))
            self.assertTrue(infos["illegal"][0])
            env.reset(seed=1)
        for wrong in ([0], [0, 1, 2], 0):
            with self.assertRaises(ValueError):
                env.step(wrong)
        for seat in (-1, 2):
            with self.assertRaises(ValueError):
                VectorVsAgent("hex", 2, seat=seat)
