# SPDX-License-Identifier: MIT
"""tessera train: a network is made, gone on with, and sits at a table."""

import os
import signal
import subprocess

from cli import HANG, TESSERA, Case, main


class Train(Case):
    def train(self, name, games, *more, seed=5):
        return self.ok("train", "kalah", name, "--games", games, "--seed", seed, "--report", 40,
                       "--hidden", "16 8", *more)

    def read(self, name):
        return (self.folder / name).read_text()

    def test_in_pieces_or_at_once(self):
        lines = self.train("once.net", 120, "--json").objects()
        self.assertEqual([x["games"] for x in lines], [40, 80, 120])
        self.assertTrue(all(0 < x["error"] < 1 and x["plies"] > 5 for x in lines))
        self.train("twice.net", 50)
        self.ok("train", "kalah", "twice.net", "--games", 70, "--seed", 5)
        self.assertEqual(self.read("once.net"), self.read("twice.net"))
        self.train("other.net", 120, seed=6)
        self.assertNotEqual(self.read("once.net"), self.read("other.net"))

    def test_it_plays(self):
        self.train("k.net", 2000)
        for agent in ("greedy:net=k.net", "mcts:nodes=50,net=k.net", "alphabeta:depth=2,net=k.net"):
            out = self.ok("match", "kalah", agent, "random", "--games", 20, "--seed", 1, "--json")
            result = out.objects()[-1]
            self.assertGreater(result["players"][0]["score"], 0.6, agent)
        self.ok("match", "kalah", "mcts:nodes=60,threads=3,net=k.net", "random", "--games", 2)

    def test_the_gate_lets_better_ones_through(self):
        lines = self.train("g.net", 160, "--gate", 20, "--json").objects()
        gates = [x for x in lines if x["type"] == "gate"]
        self.assertEqual(len(gates), 3)  # the first network has nobody to beat
        for gate in gates:
            self.assertEqual((gate["games"], gate["kept"]), (20, gate["score"] > 0.5))
            self.assertGreater(gate["distinct"], 15)
        games = lambda name: int(self.read(name).split("games ")[1].split()[0])
        kept = [40] + [80 + 40 * i for i, gate in enumerate(gates) if gate["kept"]]
        self.assertEqual(games("g.net"), kept[-1])
        self.assertEqual(games("g.net.latest"), 160)
        # What is learned does not depend on the gate, and it goes on where it was.
        self.train("plain.net", 160)
        self.assertEqual(self.read("g.net.latest"), self.read("plain.net"))
        self.train("g.net", 40, "--gate", 20)
        self.assertEqual(games("g.net.latest"), 200)

    def test_refusals(self):
        self.train("k.net", 10)
        self.refused(1, "kalah, not reversi", "match", "reversi", "mcts:net=k.net", "random")
        self.refused(2, "kalah, not reversi", "train", "reversi", "k.net")
        self.refused(4, "gone.net", "match", "kalah", "greedy:net=gone.net", "random")
        (self.folder / "bad.net").write_text(self.read("k.net").replace("layers 16 8 1", "layers 16 x 1"))
        self.refused(1, "bad.net:4", "match", "kalah", "alphabeta:net=bad.net", "random")
        self.refused(1, "--hidden", "train", "kalah", "new.net", "--hidden", "16 0")
        self.refused(2, "nowhere", "train", "kalah", "nowhere/new.net", "--games", 1)
        self.refused(1, "features", "train", "tron", "new.net")

    def test_special_files_are_not_replaced(self):
        os.mkfifo(self.folder / "pipe")
        self.refused(2, "not a regular file", "train", "kalah", "pipe", "--games", 1)
        self.refused(4, "not a regular file", "match", "kalah", "greedy:net=pipe", "random")
        self.assertTrue((self.folder / "pipe").is_fifo())

    def test_interrupted_it_goes_on(self):
        process = subprocess.Popen([TESSERA, "train", "kalah", "i.net", "--games", "100000000", "--seed", "5",
                                    "--report", "20", "--hidden", "16 8"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3):
            process.stdout.readline()  # now and then it reports
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, err)
        games = int(self.read("i.net").split("games ")[1].split()[0])
        self.assertIn(f"after {games} games; --games {100000000 - games} plays the rest", err)
        self.ok("train", "kalah", "whole.net", "--games", games, "--seed", 5, "--hidden", "16 8")
        self.assertEqual(self.read("i.net"), self.read("whole.net"))


if __name__ == "__main__":
    main()
