# SPDX-License-Identifier: MIT
"""From records to data sets."""
import gc
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tessera as ts
from tessera import arena
from tessera import Dataset, Replay


class Records(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def played(self, name, games=3, **options):
        game = ts.load(name, **options)
        match = arena.match(game, *["random"] * game.num_players, games=games, seed=4,
                            records=self.path / name)
        return game, match

    def test_replay(self):
        game, match = self.played("azul")
        for i, replay in enumerate(ts.records(str(self.path / "azul" / "*.tsr"))):
            self.assertEqual(replay.rewards(), match.games[i].rewards)
            self.assertTrue(replay.state(len(replay)).is_over)
            self.assertEqual(replay.game.rules_hash, game.rules_hash)
            self.assertEqual(len(replay.seats), 2)

    def test_rows_are_decisions(self):
        game, match = self.played("chess", games=2)
        data = ts.records(self.path / "chess" / "00000.tsr").dataset()
        state = game.start()
        planes, mask = data.planes(), data.mask()
        for row in range(len(data)):
            np.testing.assert_array_equal(planes[row], state.observe()[0])
            np.testing.assert_array_equal(mask[row], state.mask())
            self.assertEqual(data.columns["player"][row], state.player)
            state.act(int(data.columns["action"][row]))
        self.assertTrue(state.is_over)
        np.testing.assert_allclose(data.columns["result"][0], state.rewards())

    def test_counts_stay_counts(self):
        """Kalah's planes hold numbers of seeds."""
        game, _ = self.played("kalah", games=1)
        data = ts.records(self.path / "kalah" / "00000.tsr").to_npz(self.path / "d.npz")
        for columns in (data, Dataset.from_npz(self.path / "d.npz", game)):
            state = game.start()
            for row, planes in enumerate(columns.planes()):
                np.testing.assert_array_equal(planes, state.observe()[0])
                state.act(int(columns.columns["action"][row]))

    def test_a_game_outlives_its_record(self):
        self.played("azul", games=1)
        game = Replay(self.path / "azul" / "00000.tsr").game
        gc.collect()
        self.assertEqual(len(game.start(seed=1).legal()) > 0, True)
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual(again.rules_hash, game.rules_hash)

    def test_npz_and_back(self):
        game, _ = self.played("connect4")
        data = ts.records(str(self.path / "connect4/*.tsr")).to_npz(self.path / "d.npz")
        again = Dataset.from_npz(self.path / "d.npz", game)
        for name in Dataset.COLUMNS:
            np.testing.assert_array_equal(again.columns[name], data.columns[name])
        with self.assertRaises(ts.WrongRules):
            Dataset.from_npz(self.path / "d.npz", ts.load("hex"))
        batches = list(again.iter(batch=7, seed=1))
        self.assertEqual(sum(len(batch[4]) for batch in batches), len(again))
        self.assertEqual(batches[0][0].shape[1:], game.planes)

    def test_parquet(self):
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            self.skipTest("pyarrow is not installed")
        game, _ = self.played("connect4")
        data = ts.records(str(self.path / "connect4/*.tsr")).to_parquet(self.path / "d.parquet")
        again = Dataset.from_parquet(self.path / "d.parquet", game)
        for name in Dataset.COLUMNS:
            np.testing.assert_array_equal(again.columns[name], data.columns[name])

    def test_bad_records(self):
        self.played("connect4", games=1)
        path = self.path / "connect4/00000.tsr"
        good = path.read_text()
        for bad in ("", "banana", good.replace("connect4", "hex"), good[:len(good) // 2 - 3] + "\t\n",
                    good.replace("ok\t", "ok\tzz")):
            path.write_text(bad)
            with self.assertRaises((ts.TesseraError, ValueError)):
                replay = Replay(path)
                self.assertIsNone(replay.rewards())
                raise ValueError("a record that was cut off is read up to there")
        with self.assertRaises(FileNotFoundError):
            ts.records(str(self.path / "none/*.tsr"))
        path.write_bytes(b"")
        np.savez(self.path / "x.npz", a=np.zeros(3))
        with self.assertRaises(ValueError):
            Dataset.from_npz(self.path / "x.npz")
