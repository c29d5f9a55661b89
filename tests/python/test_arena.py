# SPDX-License-Identifier: MIT
"""Matches between Tessera's agents and Python callables."""
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tessera as ts
from help import poker
from tessera import arena


def first(state):
    return state.legal()[0]


def number(state):
    return int(state.actions()[-1])


class Matches(unittest.TestCase):
    def test_callables_and_agents(self):
        result = arena.match(ts.load("connect4"), "mcts:nodes=200", first, games=6, seed=1)
        self.assertGreater(result.score(0), 0.8)
        self.assertEqual(len(result.games), 6)
        self.assertEqual(result.games[0].seats, (0, 1))
        self.assertEqual(result.games[1].seats, (1, 0))
        self.assertEqual(sum(result.won_drawn_lost(0)), 6)
        self.assertIn("connect4, 6 games", str(result))
        self.assertEqual(result.faults, [])

    def test_the_same_again(self):
        for game in (ts.load("connect4"), ts.load("azul")):
            one, two = (arena.match(game, "greedy", "random", games=4, seed=3, openings=2)
                        for _ in range(2))
            self.assertEqual([g.plies for g in one.games], [g.plies for g in two.games])
            np.testing.assert_array_equal(one.rewards(), two.rewards())

    def test_numbers_of_several_picks(self):
        arena.match(ts.load("checkers"), number, first, games=2, on_fault="raise")
        arena.match(ts.load("chess"), number, "random", games=2, on_fault="raise")

    def test_states_may_be_tried_on(self):
        def tries(state):
            move = state.legal()[-1]
            state.play(move)
            return move

        arena.match(ts.load("connect4"), tries, "random", games=2, on_fault="raise")
        arena.match(ts.load("connect4"), arena.batched(lambda states: list(map(tries, states))),
                    "random", games=2, on_fault="raise")

    def test_batched(self):
        sizes = []

        @arena.batched
        def together(states):
            sizes.append(len(states))
            return [int(state.actions()[0]) for state in states]

        arena.match(ts.load("connect4"), together, "random", games=8, on_fault="raise")
        self.assertGreaterEqual(max(sizes), 4)

    def test_callables_see_views(self):
        def peeks(state):
            self.assertTrue(state.is_view)
            self.assertIn("?", state.text())
            return state.legal()[0]

        arena.match(poker("kuhn"), peeks, "random", games=6, on_fault="raise")

    def test_faults_lose(self):
        def illegal(state):
            return "banana"

        def fails(state):
            raise RuntimeError("no idea")

        for bad in (illegal, fails, lambda state: 41, lambda state: None):
            result = arena.match(ts.load("connect4"), bad, "random", games=2)
            self.assertEqual(result.score(0), 0)
            self.assertEqual(len(result.faults), 2)
        with self.assertRaises(RuntimeError):
            arena.match(ts.load("connect4"), fails, "random", games=2, on_fault="raise")

    def test_wrong_matches(self):
        with self.assertRaises(ValueError):
            arena.match(ts.load("connect4"), "random", games=2)
        with self.assertRaises(ts.UnknownName):
            arena.match(ts.load("connect4"), "random", "rondom", games=2)
        for games in (0, -3):
            with self.assertRaisesRegex(ValueError, "at least 1 game"):
                arena.match(ts.load("connect4"), "random", "random", games=games)

    def test_three_players_and_secrets(self):
        arena.match(ts.load("azul", players=3), "random", first, "random", games=3,
                    on_fault="raise")
        arena.match(ts.load("unicorns"), first, "random", games=2, on_fault="raise")

    def test_records(self):
        with tempfile.TemporaryDirectory() as folder:
            arena.match(ts.load("connect4"), first, "random", games=2, records=folder)
            files = sorted(Path(folder).glob("*.tsr"))
            self.assertEqual(len(files), 2)
            self.assertIn("game\tconnect4", files[0].read_text())

    def test_a_builtin_agent_is_a_callable(self):
        game = ts.load("connect4")
        agent = arena.Builtin(game, "mcts:nodes=100")
        self.assertIn(agent(game.start()), game.start().legal())

    def test_tournament(self):
        agents = {"mcts": "mcts:nodes=100", "random": "random", "first": first}
        result = arena.tournament(ts.load("tictactoe"), agents, games=6, openings=1)
        self.assertEqual(result.names, ("mcts", "random", "first"))
        np.testing.assert_allclose(result.score[0, 1] + result.score[1, 0], 1)
        ratings = result.ratings()
        self.assertEqual(int(np.argmax(ratings[:, 0])), 0)
        self.assertAlmostEqual(float(ratings[:, 0].mean()), 0, places=6)
        self.assertIn("mcts", str(result))
