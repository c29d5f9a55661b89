# SPDX-License-Identifier: MIT
"""Nothing is lost: memory stays where it was over many games, states and searches."""
import gc
import unittest

import tessera as ts
from help import poker


def resident():
    """Kilobytes of memory this process has."""
    gc.collect()
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


class Leaks(unittest.TestCase):
    # What one thing loses once would be far more than this in so many.
    ROOM = 4000

    def grows(self, work, warm, times):
        for _ in range(warm):
            work()
        before = resident()
        for _ in range(times):
            work()
        return resident() - before

    def test_a_million_batches(self):
        vector = ts.load("tictactoe").vector(1).reset()
        self.assertLess(self.grows(lambda: vector.step(vector.sample()), 10_000, 1_000_000),
                        self.ROOM)

    def test_vectors(self):
        game = ts.load("connect4")
        self.assertLess(self.grows(lambda: game.vector(2, threads=2).reset(), 200, 5_000), self.ROOM)

    def test_games(self):
        self.assertLess(self.grows(lambda: ts.load("tictactoe"), 200, 3_000), self.ROOM)

    def test_states(self):
        state = poker("leduc").start(seed=1)

        def work():
            copy = state.clone()
            copy.act(int(copy.actions()[0]))
            copy.view(0).guess(0, 1).text()
            copy.svg(0)

        self.assertLess(self.grows(work, 500, 20_000), self.ROOM)

    def test_refusals(self):
        vector = ts.load("connect4").vector(2).reset()

        def work():
            for bad in ([41, 41], [0.5, 1], [1]):
                try:
                    vector.step(bad)
                except (ValueError, TypeError):
                    pass
            try:
                ts.loads("banana")
            except ts.RulesError:
                pass

        self.assertLess(self.grows(work, 200, 3_000), self.ROOM)

    def test_searches(self):
        for name in ("connect4", "azul"):
            game = ts.load(name)
            state = game.start(seed=1)
            self.assertLess(self.grows(lambda: ts.search(game, state, sims=20), 50, 1_000), self.ROOM)
