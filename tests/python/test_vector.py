# SPDX-License-Identifier: MIT
"""Many games at once."""
import unittest

import numpy as np

import tessera as ts
from help import poker


def run(game, n, steps, **options):
    """Plays at random; everything that was to be seen, as bytes."""
    vector, log = game.vector(n, **options).reset(), []
    for _ in range(steps):
        vector.step(vector.sample())
        log.append((vector.mask.tobytes(), vector.planes.tobytes(), vector.rewards.tobytes(),
                    vector.terminated.tobytes(), vector.player.tobytes()))
    return vector, log


class Vectors(unittest.TestCase):
    def test_shapes(self):
        vector = ts.load("hex").vector(5).reset()
        self.assertEqual(vector.mask.shape, (5, 122))
        self.assertEqual(vector.planes.shape, (5, 2, 11, 11))
        self.assertEqual(vector.rewards.shape, (5, 2))
        self.assertEqual(len(vector), 5)

    def test_threads_and_size_do_not_matter(self):
        for name in ("connect4", "azul"):
            game = ts.load(name)
            _, one = run(game, 24, 60, seed=3)
            _, two = run(game, 24, 60, seed=3, threads=3)
            self.assertEqual(one, two)
            small, big = game.vector(4, seed=9).reset(), game.vector(16, seed=9).reset()
            np.testing.assert_array_equal(small.mask, big.mask[:4])

    def test_a_vector_is_the_same_game_as_states(self):
        for name in ("connect4", "chess", "checkers", "morris"):
            game = ts.load(name)
            vector = game.vector(3, seed=1).reset()
            states = [game.start() for _ in range(3)]
            for _ in range(60):
                actions = vector.sample().copy()
                for i, state in enumerate(states):
                    self.assertEqual(state.player, vector.player[i])
                    np.testing.assert_array_equal(state.mask(), vector.mask[i])
                    planes, scalars = state.observe()
                    np.testing.assert_array_equal(planes, vector.planes[i])
                    np.testing.assert_array_equal(scalars, vector.scalars[i])
                    state.act(int(actions[i]))
                vector.step(actions)
                for i, state in enumerate(states):
                    if state.is_over:
                        self.assertTrue(vector.terminated[i])
                        np.testing.assert_allclose(vector.rewards[i], state.rewards())
                        states[i] = game.start()

    def test_reset_modes(self):
        game, n = ts.load("tictactoe"), 16
        same = game.vector(n, reset="same_step").reset()
        for _ in range(9):
            same.step(same.sample())
            self.assertTrue((same.player >= 0).all())
        none = game.vector(n, reset="none").reset()
        for _ in range(9):
            none.step(np.where(none.player >= 0, none.sample(), 0))
        self.assertTrue((none.player == -1).all())
        self.assertFalse(none.mask.any())
        following = game.vector(n, reset="next_step").reset()
        for _ in range(30):
            ended = following.terminated.copy()
            following.step(np.maximum(following.sample(), 0))
            self.assertTrue((following.plies[ended] == 0).all())

    def test_final_planes(self):
        game = ts.load("connect4")
        vector = game.vector(8, seed=2).reset()
        for _ in range(60):
            before = [vector.state(i) for i in range(8)]
            actions = vector.sample().copy()
            vector.step(actions)
            for i in np.flatnonzero(vector.terminated):
                mover = before[i].player
                end = before[i].act(int(actions[i]))
                planes, _ = end.observe(1 - mover)
                np.testing.assert_array_equal(vector.final_planes[i], planes)

    def test_truncation_is_no_end(self):
        vector = ts.load("chess").vector(4, max_plies=10).reset()
        for _ in range(10):
            self.assertFalse(vector.truncated.any())
            vector.step(vector.sample())
        self.assertTrue(vector.truncated.all())
        self.assertFalse(vector.terminated.any())
        self.assertFalse(vector.rewards.any())

    def test_some_games_begin_again(self):
        vector = ts.load("connect4").vector(4, reset="none").reset()
        vector.step(vector.sample())
        vector.reset(np.array([True, False, False, True]))
        self.assertEqual(vector.player.tolist(), [0, 1, 1, 0])

    def test_seeds(self):
        vector = ts.load("azul").vector(3).reset(seeds=[7, 7, 8])
        self.assertEqual(vector.state(0), vector.state(1))
        self.assertNotEqual(vector.state(0), vector.state(2))

    def test_states_in_and_out(self):
        vector = ts.load("connect4").vector(2).reset()
        state = vector.state(0).play("d1").play("d2")
        vector.set_state(1, state)
        vector.look()
        self.assertEqual(vector.state(1), state)
        np.testing.assert_array_equal(vector.mask[1], state.mask())

    def test_look_does_not_move(self):
        vector = ts.load("connect4").vector(2).reset()
        vector.step(vector.sample())
        mine = vector.planes.copy()
        vector.look(0)
        self.assertFalse(np.array_equal(mine, vector.planes))
        np.testing.assert_array_equal(vector.look().planes, mine)

    def test_any_integers(self):
        vector = ts.load("connect4").vector(3).reset()
        for kind in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64):
            vector.step(np.zeros(3, kind) + 7 * (vector.plies[0] % 6).astype(kind))
        vector.reset().step([0, 1, 2])
        vector.step(vector.sample())

    def test_illegal_may_lose(self):
        vector = ts.load("connect4").vector(2, illegal="loses", reset="none").reset()
        vector.step([41, 0])
        self.assertEqual(vector.terminated.tolist(), [True, False])
        self.assertEqual(vector.rewards[0].tolist(), [-1, 1])

    def test_hidden_cards_stay_hidden(self):
        vector = poker("kuhn").vector(64, seed=4).reset()
        hands = {vector.state(i).text()[0] for i in range(64)}
        self.assertEqual(hands, {"J", "Q", "K"})
        by_hand = {}
        for i in range(64):
            by_hand.setdefault(vector.state(i).text()[0], set()).add(vector.scalars[i].tobytes())
        self.assertTrue(all(len(seen) == 1 for seen in by_hand.values()))

    def test_simultaneous_games_have_rows(self):
        vector = ts.load("unicorns").vector(4, seed=1).reset()
        self.assertEqual(vector.rows, 2)
        self.assertEqual(vector.mask.shape, (4, 2, vector.game.num_actions))
        for _ in range(50):
            vector.step(vector.sample())
