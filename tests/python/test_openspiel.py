# SPDX-License-Identifier: MIT
"""OpenSpiel's own test on many games, and its algorithms on two whose value is known."""
import unittest

import numpy as np
import pyspiel
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability
from open_spiel.python.algorithms import external_sampling_mccfr

import tessera as ts
from help import poker
from tessera import openspiel

# Games with every trait: chance, secrets, one player, several, moves of several numbers, answers at once.
GAMES = ["connect4", "tictactoe", "hex", "reversi", "breakthrough", "checkers", "clobber", "kalah", "dao",
         "domineering", "gomoku", "azul", "pegs", "tron", "mastermind"]


def perft(state, depth):
    if depth == 0 or state.is_terminal():
        return 1
    return sum(perft(state.child(a), depth - 1) for a in state.legal_actions())


class OpenSpiel(unittest.TestCase):
    def test_their_test(self):
        for name in GAMES:
            with self.subTest(game=name):
                spiel = pyspiel.load_game(openspiel.register(ts.load(name)))
                pyspiel.random_sim_test(spiel, num_sims=2, serialize=False, verbose=False)

    def test_their_test_with_secrets(self):
        for name, score in (("kuhn", 2), ("leduc", 13)):
            register = openspiel.register(poker(name), score_range=(-score, score))
            pyspiel.random_sim_test(pyspiel.load_game(register), num_sims=20, serialize=False,
                                    verbose=False)

    def test_the_same_tree_as_theirs(self):
        for ours, theirs, depth in (("connect4", "connect_four", 4), ("tictactoe", "tic_tac_toe", 5),
                                    ("breakthrough", "breakthrough", 2), ("clobber", "clobber", 2)):
            mine = pyspiel.load_game(openspiel.register(ts.load(ours)))
            other = pyspiel.load_game(theirs)
            self.assertEqual(perft(mine.new_initial_state(), depth),
                             perft(other.new_initial_state(), depth), ours)

    def test_kuhn_is_solved(self):
        game = openspiel.Game(poker("kuhn"), score_range=(-2, 2))
        solver = cfr.CFRPlusSolver(game)
        for _ in range(300):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        self.assertEqual(len(policy.state_lookup), 12)
        value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
        self.assertAlmostEqual(value[0], -1 / 18, places=3)
        self.assertLess(exploitability.nash_conv(game, policy, use_cpp_br=False), 0.002)

    def test_best_response_in_cpp(self):
        name = openspiel.register(poker("kuhn"), "tessera_kuhn_cpp", (-2, 2))
        game = pyspiel.load_game(name)
        uniform = pyspiel.UniformRandomPolicy(game)
        theirs = pyspiel.load_game("kuhn_poker")
        self.assertAlmostEqual(
            pyspiel.nash_conv(game, uniform), pyspiel.nash_conv(
                theirs, pyspiel.UniformRandomPolicy(theirs)), places=9)

    def test_best_response_in_python(self):
        game = openspiel.Game(poker("kuhn"), score_range=(-2, 2))
        from open_spiel.python import policy
        uniform = policy.UniformRandomPolicy(game)
        response = best_response.BestResponsePolicy(game, 0, uniform)
        self.assertAlmostEqual(response.value(game.new_initial_state()), 0.5, places=9)

    def test_leduc(self):
        game = openspiel.Game(poker("leduc"), score_range=(-13, 13))
        from open_spiel.python import policy
        uniform = policy.UniformRandomPolicy(game)
        # Known of Leduc: the exploitability of playing at random (OpenSpiel's own game says the same).
        theirs = pyspiel.load_game("leduc_poker")
        worst = exploitability.nash_conv(game, uniform, use_cpp_br=False)
        self.assertAlmostEqual(
            worst, pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs)), places=6)
        solver = cfr.CFRPlusSolver(game)
        self.assertEqual(len(solver._info_state_nodes), 288)  # suits do not matter
        for _ in range(40):
            solver.evaluate_and_update_policy()
        mean = solver.average_policy()
        self.assertLess(exploitability.nash_conv(game, mean, use_cpp_br=False), 0.15)
        value = expected_game_score.policy_value(game.new_initial_state(), [mean] * 2)
        self.assertAlmostEqual(value[0], -0.0856, delta=0.01)

    def test_sampling(self):
        game = openspiel.Game(poker("kuhn"), score_range=(-2, 2))
        np.random.seed(1)
        solver = external_sampling_mccfr.ExternalSamplingSolver(game)
        for _ in range(300):
            solver.iteration()
        self.assertLess(exploitability.nash_conv(game, solver.average_policy(), use_cpp_br=False), 0.3)
