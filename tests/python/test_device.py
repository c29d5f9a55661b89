# SPDX-License-Identifier: MIT
"""Vectors on a device beside those of the processor: the same games, to the byte.

The kernels are compiled for this machine ("lanes"), and run on a GPU too where there is one. There, what torch
has is taken and given without a copy.
"""
import gc
import unittest

import numpy as np

import tessera as ts

ARRAYS = ("mask", "planes", "scalars", "final_planes", "final_scalars", "rewards", "scores",
          "terminated", "truncated", "illegal", "player", "turn", "plies")


class Foreign:
    """An array of some other library, as DLPack shows it."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def gpu_or_skip():
    try:
        return ts.load("connect4").vector(1, device="cuda")
    except ts.TesseraError as none:
        raise unittest.SkipTest(f"no GPU: {none}") from None


class Same:
    """What is true of every device; `device` names it."""

    def same(self, here, there):
        for name in ARRAYS:
            np.testing.assert_array_equal(getattr(there, name).numpy(), getattr(here, name), name)

    def both(self, n, **options):
        game = ts.load("connect4")
        return game.vector(n, **options), game.vector(n, device=self.device, **options)

    def given(self, actions, step):
        """The same actions, now as an array, now as a list."""
        return actions.tolist() if step % 2 else actions.astype(np.int16)

    def test_steps(self):
        for options in ({}, {"reset": "next_step", "max_plies": 9}, {"reset": "none"}):
            here, there = self.both(40, seed=3, illegal="mark", **options)
            here.reset()
            there.reset()
            self.same(here, there)
            for step in range(45):
                actions = here.sample().copy()
                np.testing.assert_array_equal(there.sample().numpy(), actions)
                actions[step % 40] = 41  # seldom legal
                here.step(actions)
                there.step(self.given(actions, step))
                self.same(here, there)

    def test_a_step_can_draw(self):
        here, there = self.both(16, seed=5)
        here.reset()
        there.reset()
        for _ in range(50):
            here.step(here.sample())
            there.step()
            self.same(here, there)

    def test_begins_again(self):
        here, there = self.both(6, reset="none", seed=1)
        for vector in (here.reset(), there.reset()):
            vector.step(np.arange(6))
            vector.reset(np.arange(6) % 2 == 0, seeds=np.arange(6))
        self.same(here, there)
        np.testing.assert_array_equal(there.sample().numpy(), here.sample())

    def test_states_in_and_out(self):
        here, there = self.both(3, seed=1)
        state = here.reset().state(0).play("d1").play("d2")
        there.reset().set_state(1, state)
        here.set_state(1, state)
        self.assertEqual(there.state(1), state)
        self.same(here.look(), there.look())
        self.same(here.look(1), there.look(1))
        with self.assertRaises(ts.WrongRules):
            there.set_state(0, ts.load("reversi").start())
        with self.assertRaises(ValueError):
            there.state(3)

    def test_games_are_copied_by_their_parts(self):
        _, there = self.both(6, seed=2)
        _, other = self.both(6, seed=8)
        there.reset()
        for _ in range(7):
            there.step()
        other.reset().step()
        rows = [3, 3, 0, 5, 1, 1]
        for mine, theirs in zip(other.parts, there.parts):
            self.assertEqual((mine.shape, mine.dtype), (theirs.shape, np.uint8))
            mine.put(theirs.numpy()[rows])
        other.look()
        for game, row in enumerate(rows):
            self.assertEqual(other.state(game), there.state(row))
        for _ in range(4):  # and they go on alike, luck included
            for name in ("mask", "planes", "player", "plies"):
                np.testing.assert_array_equal(getattr(other, name).numpy(), getattr(there, name).numpy()[rows], name)
            there.step()
            other.step()

    def test_rollouts(self):
        _, there = self.both(5, seed=9)
        there.reset().step()
        rewards, plies = there.rollouts(4)
        self.assertEqual(rewards.shape, (5, 4, 2))
        self.assertTrue((np.abs(rewards).sum(axis=2) % 2 == 0).all())
        self.assertTrue((plies > 5).all())

    def test_illegal_actions_raise(self):
        _, there = self.both(4)
        with self.assertRaises(ts.IllegalMove) as caught:
            there.reset().step([0, 1, 41, 3])
        self.assertEqual(caught.exception.game, 2)
        self.assertEqual(tuple(caught.exception.legal), (0, 1, 2, 3, 4, 5, 6))
        there.step([1, 2, 3, 4])  # and that is over

    def test_what_cannot_be(self):
        game = ts.load("connect4")
        _, there = self.both(4)
        for wrong, error in ((np.zeros(3, np.int32), ValueError), (np.zeros(4), TypeError),
                             (["a"] * 4, TypeError)):
            with self.assertRaises(error):
                there.step(wrong)
        with self.assertRaises(ValueError):
            game.vector(2, device="abacus")
        with self.assertRaises(ts.TesseraError) as caught:
            ts.load("azul").vector(2, device=self.device)
        self.assertIn("rules language", str(caught.exception))
        there.close()
        with self.assertRaises(ValueError):
            there.step()


class Lanes(Same, unittest.TestCase):
    device = "lanes"

    def test_arrays_are_lent_and_outlive_the_vector(self):
        _, there = self.both(4)
        mask = np.from_dlpack(there.reset().mask)
        player = np.from_dlpack(there.player)
        self.assertEqual((mask.shape, mask.dtype), ((4, 42), np.bool_))
        there.step([0, 1, 2, 3])
        np.testing.assert_array_equal(mask, there.mask.numpy())  # the same memory
        self.assertTrue((player == 1).all())
        kept = mask.copy()
        there.close()
        del there
        gc.collect()
        np.testing.assert_array_equal(mask, kept)

    def test_capsules_nobody_takes(self):
        _, there = self.both(2)
        for _ in range(100):
            there.planes.__dlpack__()
        with self.assertRaises(BufferError):
            there.planes.__dlpack__(copy=True)

    def given(self, actions, step):
        kinds = np.int16, np.int32, np.int64
        array = actions.astype(kinds[step % 3])
        return Foreign(array) if step % 3 else array

    def test_actions_of_other_libraries(self):
        _, there = self.both(4)
        there.reset()
        for wrong, error in ((np.zeros(8, np.int32)[::2], ValueError), (np.zeros(4, np.int16), TypeError),
                             (np.zeros(5, np.int32), ValueError), (np.zeros(4), TypeError)):
            with self.assertRaises(error):
                there.step(Foreign(wrong))
        there.step(Foreign(np.array([9, 0, 1, 2, 3], np.int64)[1:]))  # does not begin at its memory's start
        self.assertEqual(there.plies.numpy().tolist(), [1, 1, 1, 1])
        with self.assertRaises(ts.IllegalMove) as caught:
            there.step(Foreign(np.array([1, 2, 2**40 + 3, 1], np.int64)))
        self.assertEqual(caught.exception.game, 2)
        self.assertIn(str(2**40 + 3), str(caught.exception))


class Gpu(Same, unittest.TestCase):
    device = "cuda"

    @classmethod
    def setUpClass(cls):
        gpu_or_skip()

    def test_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no torch")
        here, there = self.both(64, seed=2)
        here.reset()
        there.reset()
        mask = torch.from_dlpack(there.mask)
        self.assertTrue(mask.is_cuda)
        self.assertEqual(mask.data_ptr(), there.mask.address)
        for _ in range(60):
            actions = mask.to(torch.float32).argmax(1)  # int64, drawn on the GPU
            here.step(actions.cpu().numpy())
            there.step(actions)
            self.same(here, there)


if __name__ == "__main__":
    unittest.main()
