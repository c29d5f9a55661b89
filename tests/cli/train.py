# SPDX-License-Identifier: MIT
"""tessera train: a network is taught, killed, gone on with, and sits at a table."""

import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import time
from xml.dom import minidom

from cli import HANG, SOURCE, TESSERA, Case, build_plugin, main

COMPILER = shutil.which("cc") and not os.environ.get("TSR_SANITIZED")
SMALL = ("--games", 12, "--nodes", 6, "--width", "16 16", "--lines", 0, "--measure", 0, "--choose", 0)


class Lessons(Case):
    """Teaching small networks, and killing those who teach."""

    def train(self, name, generations, *more, game="connect4", seed=5):
        return self.ok("train", game, name, "--generations", generations, "--seed", seed, *SMALL, *more)

    def net(self, run, name="net.tnet"):
        return (self.folder / run / name).read_bytes()

    def killed(self, run, after, pause, *more):
        """Runs until `after` generations were told, and then a little; kills it. True = it had finished."""
        process = subprocess.Popen([TESSERA, "train", "connect4", run, "--generations", "6", "--seed", "5",
                                    *map(str, SMALL), "--json", *more], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(after):
            process.stdout.readline()
        time.sleep(pause)  # wall clock: any instant will do
        process.kill()
        _, err = process.communicate(timeout=HANG)
        self.assertEqual(err, b"")
        return process.returncode == 0

    def kill_often(self, times, seed):
        """The same run killed at that many instants; whenever it got through, it is what the whole run is."""
        self.train("whole", 6)
        dice = random.Random(seed)
        finished = 0
        for _ in range(times):
            if self.killed("cut", dice.choice((0, 0, 0, 1, 1, 2)), 0.02 * dice.random(), "--jobs", dice.choice("12")):
                finished += 1
                self.same_as_whole("cut")
                shutil.rmtree(self.folder / "cut")
        self.train("cut", 6)
        self.same_as_whole("cut")
        return finished

    def same_as_whole(self, run):
        for name in ("net.tnet", "replay"):
            self.assertEqual(self.net("whole", name), self.net(run, name))
        self.assertEqual([x.split(",")[:3] for x in self.curve(run)], [x.split(",")[:3] for x in self.curve("whole")])

    def curve(self, run):
        return (self.folder / run / "curve.csv").read_text().splitlines()


class Hidden(Lessons):
    """Games in which something is hidden are learned from what each player sees."""

    def setUp(self):
        super().setUp()
        self.poker = build_plugin(self.folder, "poker", (SOURCE / "examples/poker/poker.c").read_text())

    def learn(self, game, run, generations, *more):
        return self.ok("train", game, run, "--plugin", self.poker, "--generations", generations, "--games", 1000,
                       "--width", "32 16", "--seed", 3, "--measure", 0, "--choose", 0, *more)

    def exploitability(self, game, net):
        return self.ok("solve", game, "--plugin", self.poker, "--net", net, "--json").objects()[-1]["exploitability"]

    def test_kuhn(self):
        """Whoever plays any legal move loses 0.46 a game to the best answer; what was taught loses little. Two that chase each other
        in circles, which nothing held back, were at 0.045 here."""
        self.learn("kuhn", "k", 1, "--rate", 0)
        self.assertGreater(self.exploitability("kuhn", "k/net.tnet"), 0.3)
        generations, bound = (300, 0.02) if not os.environ.get("TSR_SANITIZED") else (10, 0.3)  # slow there
        self.learn("kuhn", "kk", generations)
        self.assertLess(self.exploitability("kuhn", "kk/net.tnet"), bound)

    def test_what_is_usual(self):
        """Quick games without a search are many."""
        more = "--generations", 1, "--measure", 0, "--choose", 0
        self.ok("train", "leduc", "l", "--plugin", self.poker, *more)
        self.assertIn("\ngames 2000\nnodes 32\nwidth 64 32\n", (self.folder / "l/settings").read_text())
        self.assertIn("\nrate 0.004\n", (self.folder / "l/settings").read_text())
        self.ok("train", "tictactoe", "t", "--nodes", 2, *more)
        self.assertIn("\ngames 500\nnodes 2\nwidth 128 64\n", (self.folder / "t/settings").read_text())
        self.assertIn("\nrate 0.0015\n", (self.folder / "t/settings").read_text())

    def test_the_same_bits(self):
        self.learn("leduc", "one", 3)
        self.learn("leduc", "two", 3, "--jobs", 3)
        self.assertEqual(self.net("one"), self.net("two"))
        self.assertEqual((self.folder / "one/replay").exists(), False)
        for n, other in enumerate((("--payoff", "win"), ("--payoff", "first"), ("--pull", 0), ("--explore", 0), ("--entropy", 0), ("--tries", 0), ("--tries", 2),
                                    ("--against", "random"))):
            self.learn("leduc", f"other{n}", 3, *other)
            self.assertNotEqual(self.net("one"), self.net(f"other{n}"))

    def test_killed_it_goes_on_to_the_same_bits(self):
        whole = ("train", "leduc", "--plugin", self.poker, "--generations", 5, "--games", 300, "--width", "16 16", "--seed", 4,
                 "--measure", 0, "--choose", 0, "--json")
        self.ok(*whole, "whole")
        process = subprocess.Popen([TESSERA, *map(str, whole), "cut"], cwd=self.folder, stdout=subprocess.PIPE)
        for _ in range(2):
            process.stdout.readline()
        process.kill()
        process.communicate(timeout=HANG)
        self.ok(*whole, "cut", "--jobs", 2)
        self.assertEqual(self.net("whole"), self.net("cut"))

    # Two generations watch a teacher, the others meet somebody.
    COMPANY = ("--teacher", "mcts:nodes=20", "--imitate", 2, "--against", "greedy", "--seats", 1, "--payoff", "first")

    def test_in_company_the_same_bits(self):
        """With agents at the table, too, only the seed counts: not how many processes play, nor who was killed."""
        whole = ("train", "leduc", "--plugin", self.poker, "--generations", 4, "--games", 300, "--width", "16 16", "--seed", 4,
                 "--measure", 0, "--choose", 0, "--json", *self.COMPANY)
        lines = self.ok(*whole, "whole").objects()
        self.assertEqual(["agreement" in x for x in lines], [True, True, False, False])
        for after in (1, 3):  # in either part
            process = subprocess.Popen([TESSERA, *map(str, whole), f"cut{after}"], cwd=self.folder, stdout=subprocess.PIPE)
            for _ in range(after):
                process.stdout.readline()
            process.kill()
            process.communicate(timeout=HANG)
            self.ok(*whole, f"cut{after}", "--jobs", 3)
            self.assertEqual(self.net("whole"), self.net(f"cut{after}"))
        self.assertIn(b"--against greedy --seats 1 --teacher mcts:nodes=20 --imitate 2", self.net("whole")[:600])
        self.refused(2, "'payoff first' there, 'payoff win' asked for", *whole, "--payoff", "win", "whole")
        self.refused(2, "'against greedy' there, 'against random' asked for", *whole, "--against", "random", "whole")
        self.refused(2, "'imitate 2' there, 'imitate 3' asked for", *whole, "--imitate", 3, "whole")

    def test_imitation(self):
        """What a player with a network does is learned from it, and then done as well."""
        self.learn("kuhn", "k", 60)
        teacher = "reflex:heat=0.01,net=k/net.tnet"
        lines = self.learn("kuhn", "s", 12, "--teacher", teacher, "--imitate", 12, "--json").objects()
        agreed = [x["agreement"] for x in lines]
        self.assertLess(agreed[0], 0.9)
        self.assertGreater(agreed[-1], 0.97)
        told = self.learn("kuhn", "t", 1, "--teacher", teacher, "--imitate", 1).out
        self.assertRegex(told, r"values; \d+\.\d % as the teacher; \d+ CPU s")

    def test_refused_company(self):
        def refused(code, words, *more, game="kuhnpoker"):
            self.refused(code, words, "train", game, "r", "--generations", 2, *more)
        refused(1, "--seats is for --against", "--seats", 1)
        refused(1, "--tries is for games of the network against itself", "--against", "random", "--tries", 1)
        refused(1, "belong together", "--teacher", "random")
        refused(1, "belong together", "--imitate", 1)
        refused(1, "leaves none to random", "--against", "random", "--seats", 2)
        refused(1, "more generations than", "--teacher", "random", "--imitate", 3)
        refused(1, "no player is called 'nobody'", "--against", "nobody")
        refused(4, "plays azul, not kuhnpoker", "--against", "azul-greedy")
        refused(1, "longer than 400", "--against", "random:" + 400 * "x")
        refused(1, "--against is for games with hidden information", "--against", "random", game="connect4")
        refused(1, "belong together", "--teacher", "random", game="connect4")
        refused(4, "plays azul, not connect4", "--teacher", "azul-greedy", "--imitate", 1, game="connect4")

    def test_it_is_chosen_and_plays(self):
        lines = self.ok("train", "kuhn", "c", "--plugin", self.poker, "--generations", 2, "--games", 60, "--width", "16 16",
                        "--measure", 2, "--pairs", 2, "--choose", 2, "--json").objects()
        told = [(x["player"], x["against"]) for x in lines if x["type"] == "measured"]
        self.assertEqual(told[:3], [("reflex", "random"), ("reflex", "mcts:nodes=300"), ("reflex", "ismcts with now.tnet")])
        for agent in ("reflex:net=c/net.tnet", "reflex:heat=0.5,net=c/net.tnet", "ismcts:nodes=40,net=c/net.tnet",
                      *(f"level:n={n},net=c/net.tnet" for n in range(1, 8))):
            self.ok("match", "kuhn", "--plugin", self.poker, agent, "random", "--games", 2, "--seed", 1)

    def test_more_players(self):
        self.ok("train", "unicorns", "u", "--players", 3, "--generations", 1, "--games", 4, "--width", "16 16", "--measure", 0,
                "--choose", 0)
        self.ok("match", "unicorns", "reflex:net=u/net.tnet", "random", "random", "--games", 1, "--seed", 1)


class Train(Lessons):
    def test_a_teacher_of_an_open_game(self):
        """What a player does and expects is learned first; then the network's own searches go on."""
        told = ("--teacher", "alphabeta:nodes=300", "--imitate", 4, "--games", 100)
        lines = self.train("one", 5, *told, "--json").objects()
        agreed = [x.get("agreement") for x in lines if x["type"] == "generation"]
        self.assertEqual([a is None for a in agreed], 4 * [False] + [True])
        self.assertGreater(agreed[3], agreed[0] + 0.1)
        self.train("many", 5, *told, "--jobs", 3)
        self.assertEqual(self.net("one"), self.net("many"))
        self.assertIn(b"--teacher alphabeta:nodes=300 --imitate 4", self.net("one")[:600])
        self.train("alone", 5, "--games", 100)
        self.assertNotEqual(self.net("one"), self.net("alone"))

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

    def test_killed_it_goes_on_to_the_same_bits(self):
        self.kill_often(10, 1)

    def test_a_full_disk(self):
        """Files may have so many bytes only: what was kept before stays good, and the run goes on later."""
        self.train("whole", 6)
        largest = max(p.stat().st_size for p in (self.folder / "whole").iterdir())
        refused = 0
        for share in (0.001, 0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99):
            out = self.run_program("train", "connect4", "full", "--generations", 6, "--seed", 5, *SMALL,
                                   limit=int(share * largest))
            if out.code:
                self.assertEqual(out.code, 2, out)
                self.assertRegex(out.err, r"full/[a-z.]+ cannot be written: ")
                refused += 1
                self.assertEqual(list((self.folder / "full").glob("*.new")), [])
        self.assertGreaterEqual(refused, 3)
        self.train("full", 6)
        self.same_as_whole("full")

    def test_interrupted_it_says_so(self):
        process = subprocess.Popen([TESSERA, "train", "connect4", "i", "--generations", "4000", "--json",
                                    *map(str, SMALL)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, err)
        self.assertRegex(err, r"interrupted after generation \d+ of 4000; the same command continues")

    def test_it_plays(self):
        self.train("k", 3, game="kalah")
        for agent in ("az:nodes=20,net=k/net.tnet", "greedy:net=k/net.tnet", "mcts:nodes=50,net=k/net.tnet",
                      "alphabeta:depth=2,net=k/net.tnet", "mcts:nodes=60,threads=3,net=k/net.tnet"):
            self.ok("match", "kalah", agent, "random", "--games", 2, "--seed", 1)

    def test_it_is_measured_and_published(self):
        lines = self.ok("train", "connect4", "m", "--generations", 3, "--seed", 1, "--games", 8, "--nodes", 6,
                        "--width", "16 16", "--lines", 0, "--measure", 2, "--pairs", 2, "--publish", 3,
                        "--choose", 0, "--json").objects()
        against = [x["against"] for x in lines if x["type"] == "measured"]
        self.assertEqual(against, ["random", "mcts:nodes=300"] * 2 + ["the best so far"])
        told = [x for x in lines if x["type"] == "generation"]
        self.assertTrue(all(x["cpu_s"] >= 0 and x["left_s"] >= 0 for x in told))
        rows = [row.split(",") for row in self.curve("m")]
        self.assertEqual(rows[0][:9], "generation,games,samples,cpu_s,policy_loss,value_loss,random,low,high".split(","))
        self.assertEqual([row[:2] for row in rows[1:]], [["1", "8"], ["2", "16"], ["3", "24"]])
        self.assertEqual([len(row) for row in rows], [12] * 4)
        self.assertEqual(rows[1][6:], [""] * 6)  # was not measured
        self.assertTrue(all(0 <= float(x) <= 1 for x in rows[2][6:]))
        picture = minidom.parse(str(self.folder / "m" / "curve.svg"))
        drawn = [p.getAttribute("d") for p in picture.getElementsByTagName("path") if p.getAttribute("class") == "a"]
        self.assertEqual([d.count("L") for d in drawn], [1, 2])  # two measurements, three losses
        self.ok("match", "connect4", "az:nodes=10,net=m/best.tnet", "random", "--games", 2, "--seed", 1)

    def test_processor_time_is_that_of_all_sittings(self):
        self.killed("t", 2, 0)
        before = float(self.curve("t")[-1].split(",")[3])
        self.train("t", 6)
        self.assertGreaterEqual(float(self.curve("t")[-1].split(",")[3]), before)

    def test_who_plays_best_is_chosen(self):
        lines = self.ok("train", "tictactoe", "c", "--generations", 2, "--seed", 1, "--games", 40, "--nodes", 8,
                        "--width", "32 16", "--small", "16 16", "--measure", 0, "--choose", 2, "--json").objects()
        self.assertEqual([(x["player"], x["against"]) for x in lines if x["type"] == "measured"][0],
                         ("az", "alphabeta with small.tnet"))
        chosen = lines[-1]
        self.assertEqual(chosen["type"], "chosen")
        self.ok("match", "tictactoe", "alphabeta:depth=2,net=c/small.tnet", "random", "--games", 2, "--seed", 1)
        self.assertLess(len(self.net("c", "small.tnet")), len(self.net("c")))
        for level in range(1, 8):
            self.ok("match", "tictactoe", f"level:n={level},net=c/small.tnet", f"level:n={level},net=c/net.tnet",
                    "--games", 2, "--seed", 1)
        if chosen["file"]:  # who wins by time is not the same every time
            self.assertIn(chosen["player"].encode(), self.net("c", "play.tnet")[:400])
            self.ok("match", "tictactoe", "level:n=4,net=c/play.tnet", "random", "--games", 2, "--seed", 1)

    def test_copied_by_name(self):
        self.train("small", 1, "--option", "size=4", game="hex")
        self.ok("train", "hex", "large", "--option", "size=5", "--generations", 1, *SMALL,
                "--from", "small/net.tnet")
        self.assertIn(b" --from small/net.tnet\n", self.net("large")[:600])
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
        self.refused(1, "this is not a network", "match", "connect4", "alphabeta:net=text.tnet", "random")
        self.refused(1, "torn.tnet: the network is damaged", "match", "connect4", "level:net=torn.tnet", "random")
        self.refused(1, "--width", "train", "connect4", "new", "--width", "16 0")
        self.refused(1, "--small", "train", "connect4", "new", "--small", "16")
        for option in ("entropy", "pull", "explore", "tries"):
            self.refused(1, f"--{option} is for games with hidden information", "train", "connect4", "new", f"--{option}", 1)
        self.refused(1, "hidden", "match", "unicorns", "az:net=k/net.tnet", "random")
        self.refused(1, "reflex needs a network", "match", "connect4", "reflex", "random")
        self.refused(2, "nowhere", "train", "connect4", "nowhere/new", *SMALL)

    def test_changed_rules(self):
        """A network belongs to the rules it was made for; other sizes and other pieces are named."""
        self.train("h", 1, "--option", "size=4", game="hex")
        self.refused(4, "made for 2 planes of 4 x 4", "match", "hex", "az:net=h/net.tnet", "random", "--option", "size=5")
        rules = (SOURCE / "games/rules/tictactoe.game").read_text()
        (self.folder / "own.game").write_text(rules)
        self.train("o", 1, game="own.game")
        self.ok("match", "own.game", "az:nodes=4,net=o/net.tnet", "random", "--games", 2, "--seed", 1)
        (self.folder / "own.game").write_text(rules.replace("Mark", "Stone"))
        self.refused(4, "input 1 is 'my Mark', these rules have 'my Stone'", "match", "own.game",
                     "az:net=o/net.tnet", "random")
        self.refused(2, "another run", "train", "own.game", "o", "--generations", 1, "--seed", 5, *SMALL)

    def test_the_guide(self):
        """docs/teach.md command by command, with fewer games; who sits down or serves is left to others."""
        words = (SOURCE / "docs/teach.md").read_text()
        blocks = re.findall(r"^```(\w*)\n(.*?)^```", words, re.M | re.S)
        commands = [line for kind, block in blocks if not kind for line in block.splitlines()]
        self.assertGreaterEqual(len(commands), 7)
        for line in commands:
            parts = shlex.split(line.replace("--generations 20 --games 300", "--generations 2 --games 20 --choose 1")
                                .replace("--games 100", "--games 2"))
            self.assertEqual(parts[0], "tessera")
            self.assertIn(parts[1], ("new", "check", "train", "match", "play", "build", "serve"))
            if parts[1] == "match" and not (self.folder / "race/play.tnet").exists():
                shutil.copy(self.folder / "race/net.tnet", self.folder / "race/play.tnet")  # it learned too little
            if parts[1] in ("new", "check", "train", "match") or (parts[1] == "build" and COMPILER):
                self.ok(*parts[1:])

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
