# SPDX-License-Identifier: MIT
"""tools/train-gpu on the processor: networks that PyTorch has made say the same in C, and a small run learns.

Needs PyTorch; skipped where it is not installed.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from help import SOURCE

import tessera as ts

sys.path.insert(0, str(SOURCE / "tools"))
try:
    import torch
    from train_gpu import net as nets, search, tnet
except ImportError:
    torch = None

TESSERA = Path(os.environ.get("TSR_BUILD_DIR", SOURCE / "build/test")) / "tessera"


def random_net(name):
    """A network of the game that has learned nothing, but all of whose numbers count."""
    torch.manual_seed(3)
    net = nets.Net(tnet.read_schema((SOURCE / f"games/nets/{name}.tnet").read_bytes()), 32, 16)
    with torch.no_grad():
        net.move.weight.normal_(0, 0.5)
        net.move.bias.normal_(0, 0.5)
        net.value.weight.normal_(0, 0.5)
        net.first.uniform_(0, 0.5)
        net.seen[:] = net.seen_moves[:] = True
    return net


@unittest.skipUnless(torch, "PyTorch is not installed")
class InC(unittest.TestCase):
    """A file that was written here, read by the program."""

    def think(self, name, file, after):
        command = [TESSERA, "think", name, "--json", "--agent", f"az:nodes=1,net={file}"]
        said = subprocess.run(command + [word for move in after for word in ("--after", move)],
                              capture_output=True, text=True, check=True).stdout.splitlines()
        return json.loads(said[0])["win"], json.loads(said[-1])["move"]

    def compare(self, net, game, name, file, after):
        state = game.start(seed=1)
        for move in after:
            state.play(move)
        here = game.vector(1, turned=True).reset()
        here.set_state(0, state)
        here.look()
        with torch.no_grad():
            value, moves = net(*net.schema.look(torch.from_numpy(here.planes), torch.from_numpy(here.scalars)))
        win, move = self.think(name, file, after)
        self.assertAlmostEqual(float(value.sigmoid()), win[state.player], delta=0.02)
        moves = moves.masked_fill(~torch.from_numpy(here.mask), -1e9)[0]
        first, second = moves.topk(2).values.tolist()
        if first - second > 0.1:  # what is nearer may change places when it is rounded
            here.step([int(moves.argmax())])
            self.assertEqual(here.state(0).text(), state.play(move).text())

    def test_same_numbers(self):
        for name in ("connect4", "breakthrough"):
            net, game, source = random_net(name), ts.load(name), random.Random(1)
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "net.tnet"
                file.write_bytes(tnet.write(net, game, {"made": "a test"}))
                for plies in range(1, 12, 2):
                    state, after = game.start(seed=1), []
                    for _ in range(plies + plies % 3):
                        after.append(source.choice(state.legal()))
                        state.play(after[-1])
                    self.compare(net, game, name, file, after)

    def test_reads_what_it_wrote(self):
        net, game = random_net("connect4"), ts.load("connect4")
        data = tnet.write(net, game, {"made": "a test"})
        other = nets.Net(tnet.read_schema(data), *tnet.read_widths(data))
        tnet.load(other, data)
        self.assertEqual(tnet.write(other, game, {"made": "a test"}), data)
        with self.assertRaisesRegex(ValueError, "damaged"):
            tnet.load(other, data[:-5] + b"?" + data[-4:])


@unittest.skipUnless(torch, "PyTorch is not installed")
class Run(unittest.TestCase):
    def test_halving(self):
        self.assertEqual(search.halving(4, 12), [0] * 4 + [1, 1, 2, 2, 3, 3, 4, 4])
        self.assertEqual(search.halving(1, 3), [0, 1, 2])
        self.assertEqual(len(search.halving(16, 32)), 32)

    def test_small_run(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, SOURCE / "tools/train-gpu", "connect4", folder, "--device", "lanes",
                            "--like", SOURCE / "games/nets/connect4.tnet", "--width", "32 16", "--games", "16",
                            "--plies", "6", "--nodes", "4", "--generations", "2", "--batch", "64"],
                           check=True, capture_output=True)
            self.assertEqual(len((Path(folder) / "curve.csv").read_text().splitlines()), 3)
            said = subprocess.run([TESSERA, "match", "connect4", f"az:nodes=10,net={folder}/net.tnet", "random",
                                   "--games", "4"], capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stderr)
