# SPDX-License-Identifier: MIT
"""tessera train: a network is taught, killed, gone on with, and sits at a table."""

import os
import signal
import subprocess
import time

from cli import HANG, TESSERA, Case, main

SMALL = ("--games", 12, "--nodes", 6, "--width", "16 16", "--lines", 0, "--measure", 0)


class Train(Case):
    def train(self, name, generations, *more, game="connect4", seed=5):
        return self.ok("train", game, name, "--generations", generations, "--seed", seed, *SMALL, *more)

    def net(self, run, name="net.tnet"):
        return (self.folder / run / name).read_bytes()

    def test_any_number_of_jobs(self):
        lines = self.train("one", 3, "--json").objects()
        self.assertEqual([x["generation"] for x in lines], [1, 2, 3])
        self.assertTrue(all(x["games"] == 12 * x["generation"] and x["samples"] > 100 for x in lines))
        self.train("many", 3, "--jobs", 3)
        self.assertEqual(self.net("one"), self.net("many"))
        self.assertEqual(self.net("one", "replay"), self.net("many", "replay"))
        self.train("other", 3, seed=6)
        self.assertNotEqual(self.net("one"), self.net("other"))
        self.train("one", 3)  # nothing is left to do
        self.assertEqual(self.net("one"), self.net("many"))

    def killed(self, run, after, *more):
        """Runs until `after` generations were told, and then a little; kills it."""
        process = subprocess.Popen([TESSERA, "train", "connect4", run, "--generations", "6", "--seed", "5",
                                    *map(str, SMALL), "--json", *more], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(after):
            process.stdout.readline()
        time.sleep(0.003 * (hash((run, after)) % 7))  # wall clock: any instant will do
        process.kill()
        process.communicate(timeout=HANG)

    def test_killed_it_goes_on_to_the_same_bits(self):
        self.train("whole", 6)
        for after in (0, 1, 1, 0, 2, 1, 0, 1):
            self.killed("cut", after)
            if (self.folder / "cut" / "checkpoint").exists():
                self.assertEqual(self.net("cut", "checkpoint")[:13], b"tessera-run 1")
        self.train("cut", 6)
        self.assertEqual(self.net("whole"), self.net("cut"))
        self.assertEqual(self.net("whole", "replay"), self.net("cut", "replay"))

    def test_interrupted_it_says_so(self):
        process = subprocess.Popen([TESSERA, "train", "connect4", "i", "--generations", "4000", "--json",
                                    *map(str, SMALL)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, err)
        self.assertRegex(err, r"interrupted after generation \d+ of 4000; the same command goes on")

    def test_it_plays(self):
        self.train("k", 3, game="kalah")
        for agent in ("az:nodes=20,net=k/net.tnet", "greedy:net=k/net.tnet", "mcts:nodes=50,net=k/net.tnet",
                      "alphabeta:depth=2,net=k/net.tnet", "mcts:nodes=60,threads=3,net=k/net.tnet"):
            self.ok("match", "kalah", agent, "random", "--games", 2, "--seed", 1)

    def test_it_is_measured_and_published(self):
        lines = self.ok("train", "connect4", "m", "--generations", 2, "--seed", 1, "--games", 8, "--nodes", 6,
                        "--width", "16 16", "--lines", 0, "--measure", 1, "--pairs", 2, "--publish", 3,
                        "--json").objects()
        against = [x["against"] for x in lines if x["type"] == "measured"]
        self.assertEqual(against, ["random", "mcts:nodes=300"] * 2 + ["the best so far"])
        rows = (self.folder / "m" / "curve.csv").read_text().splitlines()
        self.assertEqual(len(rows), 3)
        self.assertTrue(rows[0].startswith("generation,games,samples,policy_loss,value_loss,random,low,high"))
        self.assertEqual(rows[2].split(",")[:2], ["2", "16"])
        self.assertTrue(all(len(row.split(",")) == 11 for row in rows))
        self.ok("match", "connect4", "az:nodes=10,net=m/best.tnet", "random", "--games", 2, "--seed", 1)

    def test_copied_by_name(self):
        self.train("small", 1, "--option", "size=4", game="hex")
        self.ok("train", "hex", "large", "--option", "size=5", "--generations", 1, *SMALL,
                "--from", "small/net.tnet")
        out = self.ok("train", "hex", "larger", "--option", "size=6", "--generations", 1, *SMALL,
                      "--from", "small/net.tnet").out
        self.assertRegex(out, r"[1-9]\d* rows copied")

    def test_refusals(self):
        self.train("k", 1)
        self.refused(4, "connect4, not reversi", "match", "reversi", "az:net=k/net.tnet", "random")
        self.refused(2, "another run: 'seed 5' there, 'seed 6' asked for", "train", "connect4", "k",
                     "--generations", 1, "--seed", 6, *SMALL)
        self.refused(4, "gone.tnet", "match", "kalah", "greedy:net=gone.tnet", "random")
        whole = self.net("k")
        (self.folder / "torn.tnet").write_bytes(whole[:-5])
        self.refused(1, "torn.tnet: the network is damaged", "match", "connect4", "az:net=torn.tnet", "random")
        (self.folder / "text.tnet").write_text("tessera-net 1\n")
        self.refused(1, "this is no network", "match", "connect4", "alphabeta:net=text.tnet", "random")
        self.refused(1, "--width", "train", "connect4", "new", "--width", "16 0")
        self.refused(1, "hidden", "train", "unicorns", "new")
        self.refused(2, "nowhere", "train", "connect4", "nowhere/new", *SMALL)

    def test_damaged_runs(self):
        self.train("d", 2)
        for name, words in (("checkpoint", "has been altered"), ("replay", "has been altered")):
            path = self.folder / "d" / name
            was = path.read_bytes()
            path.write_bytes(was[:100] + bytes([was[100] ^ 1]) + was[101:])
            self.refused(2, words, "train", "connect4", "d", "--generations", 2, "--seed", 5, *SMALL)
            path.write_bytes(was)
        self.train("d", 2)

    def test_special_files_are_not_read(self):
        os.mkfifo(self.folder / "pipe")
        self.refused(4, "not a regular file", "match", "kalah", "greedy:net=pipe", "random")


if __name__ == "__main__":
    main()
