# SPDX-License-Identifier: MIT
"""Search with an evaluator of one's own."""
import unittest

import numpy as np

import tessera as ts
from help import at_random, poker


class Searching(unittest.TestCase):
    def test_finds_a_win_and_a_threat(self):
        game = ts.load("connect4")
        mate = game.start()
        for move in ("a1", "b1", "a2", "b2", "a3", "b3"):
            mate.play(move)
        threat = game.start()
        for move in ("d1", "a1", "d2", "a2", "d3"):
            threat.play(move)
        found = ts.search(game, [mate, threat], sims=400, batch=64)
        self.assertEqual(game.action_text(found.best()[0]), "a4")
        self.assertEqual(game.action_text(found.best()[1]), "d4")
        self.assertGreater(found.value[0, 0], 0.9)

    def test_views_of_open_games(self):
        game = ts.load("connect4")
        state = game.start().play("d1")
        for viewer in (0, 1, None):
            found = ts.search(game, [state.view(viewer)], sims=32)
            self.assertEqual(int(found.visits.sum()), int(ts.search(game, [state], sims=32).visits.sum()))

    def test_counts(self):
        game = ts.load("reversi")
        states = [game.start() for _ in range(5)]
        for leaves in (1, 4, None):
            found = ts.search(game, states, sims=50, batch=16, leaves=leaves)
            # The first walk judges the root itself.
            np.testing.assert_array_equal(found.visits.sum(axis=1), [49] * 5)
            self.assertTrue((found.visits[:, ~states[0].mask()] == 0).all())
            np.testing.assert_allclose(found.policy().sum(axis=1), 1, rtol=1e-5)

    def test_priors_guide(self):
        game = ts.load("gomoku")

        def likes_17(planes, mask, player):
            logits = np.zeros(mask.shape)
            logits[:, 17] = 8
            return logits, np.zeros(len(mask))

        self.assertEqual(ts.search(game, game.start(), likes_17, sims=64).best()[0], 17)

    def test_values_of_the_player_on_turn_and_of_all_are_the_same(self):
        game = ts.load("connect4")

        def mover(planes, mask, player):
            return np.zeros(mask.shape), planes[:, 0, :, 3].sum(axis=1) * 0.1 - 0.1

        def both(planes, mask, player):
            logits, value = mover(planes, mask, player)
            table = np.where((player == 0)[:, None], np.stack([value, -value], 1),
                             np.stack([-value, value], 1))
            return logits, table

        one = ts.search(game, game.start(), mover, sims=100, batch=8)
        two = ts.search(game, game.start(), both, sims=100, batch=8)
        np.testing.assert_array_equal(one.visits, two.visits)

    def test_the_same_again(self):
        game = ts.load("azul")
        states = [game.start(seed=i) for i in range(3)]
        one, two = (ts.search(game, states, sims=40, seed=5) for _ in range(2))
        np.testing.assert_array_equal(one.visits, two.visits)

    def test_chance_secrets_and_picks(self):
        for game in (ts.load("azul"), poker("leduc"), ts.load("checkers"), ts.load("unicorns"),
                     ts.load("chess"), ts.load("mastermind"), ts.load("azul", players=3)):
            states = [at_random(game.start(seed=i), i, 2) for i in range(3)]
            states = [s for s in states if not s.is_over and not s.is_chance]

            def zero(planes, mask, player):
                return np.zeros(mask.shape), np.zeros((len(mask), game.num_players))

            found = ts.search(game, states, zero, sims=30, batch=8)
            for state, action in zip(states, found.best()):
                self.assertIn(action, state.actions(), game.name)

    def test_over_is_not_searched(self):
        game = ts.load("tictactoe")
        over = at_random(game.start(), 3)
        found = ts.search(game, [over, game.start()], sims=20)
        self.assertEqual(found.best()[0], -1)
        np.testing.assert_allclose(found.value[0], over.rewards())

    def test_noise(self):
        game = ts.load("gomoku")
        quiet = ts.search(game, game.start(), sims=100, seed=1)
        noisy = ts.search(game, game.start(), sims=100, seed=1, noise=(0.3, 0.9))
        self.assertFalse(np.array_equal(quiet.visits, noisy.visits))

    def test_answers_like_torch(self):
        class Tensor:
            def __init__(self, array):
                self.array = array

            def detach(self):
                return self

            def cpu(self):
                return self.array

        game = ts.load("connect4")
        found = ts.search(game, game.start(), lambda p, m, w: (
            Tensor(np.zeros(m.shape)), Tensor(np.zeros(len(m)))), sims=10)
        self.assertEqual(found.visits.sum(), 9)
        try:
            import torch
        except ImportError:
            return
        ts.search(game, game.start(), lambda p, m, w: (
            torch.zeros(m.shape, requires_grad=True), torch.zeros(len(m))), sims=10)

    def test_scalars(self):
        game, shapes = ts.load("connect4"), set()

        def evaluate(planes, mask, player, scalars):
            shapes.add(scalars.shape[1:])
            return np.zeros(mask.shape), np.zeros(len(mask))

        ts.search(game, game.start(), evaluate, sims=5, with_scalars=True)
        self.assertEqual(shapes, {(game.num_scalars,)})
