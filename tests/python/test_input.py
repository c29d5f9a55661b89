# SPDX-License-Identifier: MIT
"""Bad input is refused with a word why, and nothing moves."""
import unittest

import numpy as np

import tessera as ts
from help import at_random


class Refused(unittest.TestCase):
    def test_rules_with_a_mistake(self):
        text = 'game "X"\nboard grid 3x3\npiece Stone\nbananas\n'
        with self.assertRaises(ts.RulesError) as caught:
            ts.loads(text)
        self.assertEqual((caught.exception.line, caught.exception.column), (4, 1))
        self.assertIn("line 4, column 1", str(caught.exception))
        self.assertIn("bananas", caught.exception.advice)
        self.assertIsInstance(caught.exception, ValueError)

    def test_unknown_names(self):
        with self.assertRaises(ts.UnknownName) as caught:
            ts.load("ches")
        self.assertIn("chess", str(caught.exception))
        with self.assertRaises(KeyError):
            ts.load("nothing like it")
        with self.assertRaises((ts.TesseraError, ValueError)):
            ts.load("go", wings=2)
        with self.assertRaises((ts.TesseraError, ValueError)):
            ts.load("go", size=1000)
        with self.assertRaises(ValueError):
            ts.load("go", size="9,players=2")
        with self.assertRaises(ts.TesseraError):
            ts.plugin("/nowhere.so")
        with self.assertRaises(ts.TesseraError):
            ts.open_file("/nowhere.game")

    def test_illegal_moves(self):
        state = ts.load("chess").start()
        before = state.bytes()
        for move in ("e2e5", "banana", "", "e7e5", "\x00", "é", "x" * 10000):
            with self.assertRaises(ts.IllegalMove):
                state.play(move)
            self.assertEqual(state.bytes(), before)
        for move in ("e2e4\x00", "e2e4\x00 and more"):  # C would stop reading there
            for said in (state.play, state.numbers):
                with self.assertRaises(ts.IllegalMove):
                    said(move)
            self.assertIn("NUL", state.why_not(move))
            self.assertEqual(state.bytes(), before)
        with self.assertRaises(TypeError):
            state.play(17)

    def test_text_that_c_would_cut(self):
        rules = 'game "X"\nplayers A, B\nboard grid 3x3\npiece S\nturn: place S on empty\nstuck: draw\n'
        with self.assertRaises(ts.RulesError) as caught:
            ts.loads(rules + "ab\0 draw when no mine\n")
        self.assertEqual((caught.exception.line, caught.exception.column), (7, 3))
        game = ts.loads(rules)
        for call in (lambda: ts.load("chess\0x"), lambda: ts.load("go", size="9\0"),
                     lambda: game.parse(game.start().text() + "\0x"),
                     lambda: ts.arena.Builtin(game, "random\0x")):
            with self.assertRaisesRegex(ValueError, "NUL"):
                call()

    def test_illegal_actions(self):
        state = ts.load("connect4").start()
        before = state.bytes()
        for action in (41, -1, 42, 2**31, 2**62, -2**62):
            with self.assertRaises((ts.IllegalMove, ValueError)) as caught:
                state.act(action)
            self.assertEqual(state.bytes(), before)
        with self.assertRaises(ts.IllegalMove) as caught:
            state.act(41)
        self.assertEqual(caught.exception.legal, (0, 1, 2, 3, 4, 5, 6))
        self.assertIn("41", str(caught.exception))
        with self.assertRaises((ts.IllegalMove, ts.WrongMoment, ValueError)):
            state.act(0, who=1)
        for who in (-2, 2, 9, 10**9):
            with self.assertRaises(ValueError):
                state.act(0, who=who)

    def test_illegal_actions_in_a_vector(self):
        vector = ts.load("connect4").vector(4).reset()
        vector.step([0, 0, 0, 0])
        before = [vector.state(i) for i in range(4)]
        with self.assertRaises(ts.IllegalMove) as caught:
            vector.step([7, 7, 0, 7])
        self.assertEqual(caught.exception.game, 2)
        self.assertEqual(caught.exception.legal, (1, 2, 3, 4, 5, 6, 7))
        self.assertIn("action 0", str(caught.exception))
        self.assertEqual(vector.illegal.tolist(), [False, False, True, False])
        self.assertEqual(vector.state(2), before[2])
        self.assertNotEqual(vector.state(1), before[1])

    def test_wrong_types_and_shapes(self):
        vector = ts.load("connect4").vector(4).reset()
        before = [vector.state(i) for i in range(4)]
        for actions in (np.zeros(4), np.zeros(4, np.complex64), np.zeros(4, np.bool_), "abcd",
                        [None] * 4, []):
            with self.assertRaises((TypeError, ValueError)):
                vector.step(actions)
        for actions in ([0] * 3, [0] * 5, np.zeros((4, 1), int), 0, [[0, 0], [0, 0]],
                        [2**40] * 4, np.full(4, 2**63, np.uint64)):
            with self.assertRaises(ValueError):
                vector.step(actions)
        for which in (np.zeros(4), np.zeros(3, np.bool_), np.zeros((4, 4), np.bool_)):
            with self.assertRaises(ValueError):
                vector.reset(which)
        for seeds in (np.zeros(4), np.zeros(3, int)):
            with self.assertRaises(ValueError):
                vector.reset(seeds=seeds)
        self.assertEqual([vector.state(i) for i in range(4)], before)

    def test_arrays_of_every_layout(self):
        vector = ts.load("connect4").vector(4).reset()
        vector.step(np.arange(8, dtype=np.int64)[::2])
        vector.step(np.asfortranarray(np.arange(4, dtype=">i4") + 7 * np.array([1, 0, 0, 0])))

    def test_sizes(self):
        game = ts.load("connect4")
        for games in (0, -1, 2**40):
            with self.assertRaises((ValueError, MemoryError, ts.TesseraError)):
                game.vector(games)
        with self.assertRaisesRegex(TypeError, "seed is an integer, not str"):
            game.vector(2, seed="%d")
        self.assertEqual(game.vector(2, seed=np.uint64(7)).n, 2)
        with self.assertRaises(ValueError):
            game.vector(2, reset="sometimes")
        with self.assertRaises(ValueError):
            game.vector(2, illegal="whatever")
        with self.assertRaises(ValueError):
            game.action_text(42)

    def test_states_of_other_rules(self):
        go, small = ts.load("go"), ts.load("go", size=9)
        vector = go.vector(1).reset()
        before = vector.state(0)
        with self.assertRaises(ts.WrongRules):
            vector.set_state(0, small.start())
        with self.assertRaises(ts.WrongRules):
            vector.set_state(0, ts.load("hex").start())
        with self.assertRaises(ts.WrongRules):
            ts.search(go, [small.start()], sims=2)
        self.assertEqual(vector.state(0), before)
        with self.assertRaises((IndexError, ValueError)):
            vector.set_state(1, go.start())
        with self.assertRaises((IndexError, ValueError)):
            vector.state(7)

    def test_views_are_only_looked_at(self):
        state = ts.load("unicorns").start(seed=1)
        view = state.view(0)
        with self.assertRaises(ts.TesseraError):
            view.play(state.legal()[0])
        with self.assertRaises(ts.TesseraError):
            ts.load("unicorns").vector(1).reset().set_state(0, view)
        with self.assertRaises(TypeError):
            import pickle
            pickle.dumps(view)

    def test_rollouts(self):
        state = ts.load("kalah").start(seed=1)
        before = state.bytes()
        rewards, plies = state.rollouts(50, seed=3)
        self.assertEqual(state.bytes(), before)
        self.assertEqual(rewards.shape, (50, 2))
        self.assertTrue((rewards.sum(axis=1) == 0).all() and plies > 50 * 10)
        again, _ = state.rollouts(50, seed=3)
        self.assertTrue((rewards == again).all())
        self.assertFalse((rewards == state.rollouts(50, seed=4)[0]).all())
        self.assertEqual(state.rollouts(0)[0].shape, (0, 2))
        with self.assertRaises(ValueError):
            state.rollouts(-1)
        with self.assertRaises(ts.WrongMoment):
            state.view(0).rollouts(1)

    def test_text_of_no_position(self):
        game = ts.load("chess")
        for text in ("", "banana", "x" * 100000, "8/8/8/8/8/8/8/8", "\x00"):
            with self.assertRaises((ts.TesseraError, ValueError)):
                game.parse(text)

    def test_not_at_this_moment(self):
        state = ts.load("connect4").start()
        with self.assertRaises(ts.WrongMoment):
            state.rewards()
        with self.assertRaises(ts.WrongMoment):
            state.draw()
        over = at_random(state.clone(), 1)
        self.assertEqual(over.legal(), [])
        with self.assertRaises(ts.TesseraError):
            over.play("a1")
        azul = ts.load("azul").start()
        for outcome in (-1, 10**6):
            with self.assertRaises(ValueError):
                azul.draw(outcome)
        with self.assertRaises(ts.WrongMoment):
            ts.search(azul.game, azul, sims=2)

    def test_a_closed_vector(self):
        vector = ts.load("connect4").vector(2).reset()
        vector.close()
        vector.close()
        for late in (lambda: vector.step([0, 0]), vector.reset, vector.sample, vector.look,
                     lambda: vector.state(0)):
            with self.assertRaisesRegex(ValueError, "closed"):
                late()
        self.assertEqual(vector.mask.shape, (2, 42))

    def test_wrong_evaluators(self):
        game = ts.load("connect4")
        zeros = np.zeros
        for logits, value in ((zeros((1, 3)), zeros(1)), (zeros((1, 42)), zeros((1, 3))),
                              (zeros((1, 42)) + np.nan, zeros(1)), (zeros((1, 42)), zeros(1) + 7),
                              (zeros((1, 42)), zeros(1) + np.nan)):
            with self.assertRaises(ValueError):
                ts.search(game, game.start(), lambda *_: (logits, value), sims=4)
        with self.assertRaises(ZeroDivisionError):
            ts.search(game, game.start(), lambda *_: 1 / 0, sims=4)
        with self.assertRaises(ValueError):
            ts.search(game, [], sims=4)
        with self.assertRaises(ValueError):
            ts.search(game, game.start(), sims=0)
