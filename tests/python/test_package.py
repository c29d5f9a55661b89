# SPDX-License-Identifier: MIT
"""Opening games, and one game at a time."""
import copy
import pickle
import random
import threading
import unittest
import xml.dom.minidom

import numpy as np

import tessera as ts
from help import RULES, at_random, poker


class Opening(unittest.TestCase):
    def test_by_name_text_file_and_plugin(self):
        text = (RULES / "connect4.game").read_text()
        for game in (ts.load("connect4"), ts.loads(text), ts.open_file(RULES / "connect4.game")):
            self.assertEqual((game.num_players, game.num_actions), (2, 42))
        self.assertEqual(poker("kuhn").title, "Kuhn poker")

    def test_options(self):
        self.assertEqual(ts.load("go", size=9).num_actions, 82)
        self.assertEqual(ts.load("azul", players=3).num_players, 3)

    def test_lists(self):
        self.assertIn("chess", ts.games())
        self.assertIn("mcts", ts.agents())

    def test_what_a_game_says(self):
        game = ts.load("connect4")
        self.assertEqual(game.seats, ["Yellow", "Red"])
        self.assertEqual(game.action_text(3), "d1")
        self.assertEqual(len(game.legend()["planes"]), game.planes[0])
        self.assertEqual(len(game.legend()["scalars"]), game.num_scalars)
        self.assertTrue(game.leaflet)

    def test_pickle(self):
        game = ts.load("go", size=9)
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual(again.rules_hash, game.rules_hash)
        self.assertIs(copy.deepcopy(game), game)

    def test_compiled_rules_play_alike(self):
        text = (RULES / "reversi.game").read_text().replace("8x8", "6x6")
        slow, fast = ts.loads(text), ts.loads(text, compiled=True)
        self.assertEqual(at_random(slow.start(), 5).text(), at_random(fast.start(), 5).text())


class Playing(unittest.TestCase):
    def test_text_moves(self):
        state = ts.load("chess").start()
        for move in ("e2e4", "e7e5", "g1f3"):
            state.play(move)
        self.assertEqual(state.player, 1)
        self.assertIn("b8c6", state.legal())

    def test_text_and_numbers_are_the_same_game(self):
        game, source = ts.load("chess"), random.Random(1)
        one, two = game.start(), game.start()
        for _ in range(60):
            if one.is_over:
                break
            move = source.choice(one.legal())
            for action in two.numbers(move):
                two.act(action)
                if not two.picked:
                    break
            one.play(move)
            self.assertEqual(one, two)

    def test_moves_of_several_numbers(self):
        state = ts.load("checkers").start()
        several = 0
        source = random.Random(3)
        while not state.is_over and not several:
            player, picks = state.player, source.choice(state.actions().tolist())
            state.act(picks)
            if state.picked:
                several += 1
                self.assertEqual((state.player, state.picked), (player, (picks,)))
                again = state.clone()
                again.unpick()
                self.assertEqual(again.picked, ())
                self.assertEqual(again.bytes(), state.bytes())
        chess = ts.load("chess").parse("8/P6k/8/8/8/8/8/K7 w - - 0 1")
        chess.act(chess.numbers("a7a8q")[0])
        self.assertEqual(len(chess.actions()), 4)

    def test_reasons(self):
        state = ts.load("chess").start()
        self.assertIsNone(state.why_not("e2e4"))
        self.assertTrue(state.why_not("e2e5"))

    def test_text_and_back(self):
        for name in ("chess", "azul", "go", "reversi"):
            state = at_random(ts.load(name).start(seed=3), 3, 25)
            again = state.game.parse(state.text())
            self.assertEqual(again.bytes(), state.bytes())
            self.assertEqual(hash(again), hash(state))

    def test_clones_part(self):
        state = ts.load("connect4").start()
        copy_ = state.clone().play("d1")
        self.assertNotEqual(state, copy_)
        self.assertEqual(state.player, 0)

    def test_pickle(self):
        state = at_random(ts.load("azul").start(seed=2), 2, 20)
        again = pickle.loads(pickle.dumps(state))
        self.assertEqual(again, state)
        self.assertEqual(at_random(again, 9).text(), at_random(state, 9).text())

    def test_chance_from_a_seed(self):
        game = ts.load("azul")
        self.assertEqual(game.start(seed=5), game.start(seed=5))
        self.assertNotEqual(game.start(seed=5), game.start(seed=6))
        self.assertTrue(game.start().is_chance)
        self.assertAlmostEqual(sum(p for _, p in game.start().outcomes()), 1)

    def test_result(self):
        state = at_random(ts.load("connect4").start(), 4)
        self.assertEqual(sorted(state.ranks()), [1, 2])
        self.assertEqual(sorted(state.rewards()), [-1, 1])
        azul = at_random(ts.load("azul").start(seed=1), 1)
        for p in range(2):
            sheet = azul.score_sheet()
            self.assertEqual(sum(points[p] for points in sheet.values()), azul.scores()[p])
            self.assertLess(sheet["floor"][p], 0)

    def test_pictures(self):
        for name in ts.games():
            state = at_random(ts.load(name).start(seed=1), 1, 8)
            picture = xml.dom.minidom.parseString(state._repr_svg_())
            self.assertEqual(picture.documentElement.tagName, "svg", name)

    def test_observation_is_of_the_view(self):
        kuhn = poker("kuhn")
        seen = set()
        for card in range(2):
            state = kuhn.start()
            state.draw(0).draw(card)
            planes, scalars = state.observe(0)
            seen.add((planes.tobytes(), scalars.tobytes()))
            self.assertNotEqual(state.view(0).text(), state.view(1).text())
        self.assertEqual(len(seen), 1)

    def test_information_states(self):
        keys = set()

        def walk(state):
            if state.is_over:
                return
            if state.is_chance:
                for i in range(len(state.outcomes())):
                    walk(state.clone().draw(i))
                return
            keys.add(state.information_state(state.player))
            for action in state.actions():
                walk(state.clone().act(action))

        walk(poker("kuhn").start())
        self.assertEqual(len(keys), 12)

    def test_guesses_fit_the_view(self):
        state = poker("leduc").start(seed=4)
        view = state.view(0)
        for seed in range(20):
            self.assertEqual(view.guess(0, seed).view(0).bytes(), view.bytes())

    def test_secret_answers_are_not_in_information_states(self):
        state = ts.load("unicorns").start(seed=1)
        for step in range(400):
            if state.is_over:
                break
            if len(state.turn) > 1:
                first, other = state.turn[:2]
                before = state.information_state(other)
                state.act(int(state.actions(first)[0]), first)
                if other in state.turn and not state.picked:
                    self.assertEqual(state.information_state(other), before)
                continue
            actions = state.actions()
            state.act(int(actions[step % len(actions)]))

    def test_threads_share_a_game(self):
        game, ends = ts.load("reversi"), []

        def work():
            ends.append(at_random(game.start(), 7).text())

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(ends)), 1)

    def test_handles_outlive_each_other(self):
        state = ts.load("chess").start()  # the game itself is only held by the state
        self.assertEqual(len(state.legal()), 20)
        vector = ts.load("chess").vector(3).reset()
        self.assertEqual(vector.state(1).legal(), state.legal())
        self.assertEqual(np.count_nonzero(vector.mask[0]), 20)
