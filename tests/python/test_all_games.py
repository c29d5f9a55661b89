# SPDX-License-Identifier: MIT
"""PettingZoo's and Gymnasium's own tests on every game there is, and each of them played to its end."""
import unittest

import numpy as np

import test_gym
import test_pettingzoo
import tessera as ts
from help import RULES, poker
from tessera import pettingzoo as tz

LONGEST = 20_000  # decisions of one game
STYLE = {  # what PettingZoo would rather see; observations with masks are dicts, boards may be empty
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
    "Observation numpy array is all zeros.",
}


def every_game():
    yield from map(ts.load, ts.games())
    for name in ("azul", "projectl", "unicorns"):
        yield ts.load(name, players=4)
    yield ts.load("go", size=9)
    yield poker("kuhn")
    yield poker("leduc")


def play_to_the_end(game, seed):
    """A whole game at random, through PettingZoo; what everybody got."""
    env, draw = tz.env(game), np.random.default_rng(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(LONGEST):
        seen, reward, ended, cut, _ = env.last()
        got[agent] += reward
        env.step(None if ended or cut else int(draw.choice(np.flatnonzero(seen["action_mask"]))))
    if env.agents:
        raise AssertionError(f"{game.name} did not end within {LONGEST} decisions")
    return list(got.values())


class EveryGame(unittest.TestCase):
    def each(self, check):
        for game in every_game():
            with self.subTest(game=game.name, players=game.num_players):
                check(game)

    def test_none_is_left_out(self):
        names = {game.name for game in every_game()}
        shelf = {path.stem for path in RULES.glob("*.game")}
        native = {path.name for path in RULES.parent.iterdir()
                  if path.is_dir() and path.name not in ("rules", "grid")}
        self.assertLessEqual(shelf | native | {"kuhn", "leduc"}, names)

    def test_pettingzoo(self):
        complaints = {}

        def check(game):
            for words in set(test_pettingzoo.check(game, 200)) - STYLE:
                complaints.setdefault(words, []).append(game.name)
        self.each(check)
        self.assertEqual(complaints, {})

    def test_gymnasium(self):
        self.each(test_gym.check)

    def test_every_game_ends(self):
        def check(game):
            got = play_to_the_end(game, 3)
            self.assertTrue(all(-1 <= x <= 1 for x in got))
            if game.zero_sum:
                self.assertAlmostEqual(sum(got), 0, places=5)
        self.each(check)
