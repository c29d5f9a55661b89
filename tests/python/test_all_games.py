# SPDX-License-Identifier: MIT
"""PettingZoo's and Gymnasium's own tests on every game there is."""
import unittest

import test_gym
import test_pettingzoo
import tessera as ts
from help import poker


def every_game():
    yield from map(ts.load, ts.games())
    for name in ("azul", "projectl", "unicorns"):
        yield ts.load(name, players=4)
    yield ts.load("go", size=9)
    yield poker("kuhn")
    yield poker("leduc")


class EveryGame(unittest.TestCase):
    def test_pettingzoo(self):
        for game in every_game():
            with self.subTest(game=game.name, players=game.num_players):
                test_pettingzoo.check(game, 40)

    def test_gymnasium(self):
        for game in every_game():
            with self.subTest(game=game.name, players=game.num_players):
                test_gym.check(game)
