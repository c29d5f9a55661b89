# SPDX-License-Identifier: MIT
"""tessera evolve: repeatable, goes on after a kill to the same bits, never below its start, and says what is wrong."""

import json
import random
import signal
import subprocess
import time
from xml.dom import minidom

from cli import HANG, TESSERA, Case, main

AGENT = "azul-greedy:line={0..2=0.7},row={-5..2}"
SMALL = ("--population", 4, "--generations", 3, "--games", 4, "--final", 10, "--json")
FILES = ("individuals.jsonl", "population.txt", "best.txt", "settings")


class Evolution(Case):
    def evolve(self, *more, agent=AGENT, others=("azul-greedy",)):
        return self.ok("evolve", "azul", agent, *others, *SMALL, *more)

    def told(self, *more, **how):
        """What was told, but for times."""
        found = self.evolve(*more, **how).objects()
        for one in found:
            one.pop("cpu_s", None), one.pop("left_s", None)
        return found

    def same_folders(self, one, two, names=FILES):
        for name in names:
            self.assertEqual((self.folder / one / name).read_bytes(), (self.folder / two / name).read_bytes(), name)
        curve = [[row.split(",")[:2] + row.split(",")[3:] for row in (self.folder / run / "curve.csv").read_text()
                  .splitlines()] for run in (one, two)]  # but for the third, the processor time
        self.assertEqual(*curve)


class Evolve(Evolution):
    def test_it_is_repeatable(self):
        one, two, other = self.told(), self.told("--seed", 1), self.told("--seed", 2)
        self.assertEqual(one, two)
        self.assertNotEqual(one, other)
        kinds = [x["type"] for x in one]
        self.assertEqual(kinds, (["individual"] * 4 + ["generation"]) * 3 + ["finalist"] * 6 + ["again"] * 2 + ["evolved"])
        self.assertTrue(one[0]["agent"].startswith("azul-greedy:line=0.7000,"))
        answer = one[-1]
        self.assertEqual((answer["games"], answer["distinct"]), (10, 10))
        self.assertGreaterEqual(answer["firsts"], answer["start_firsts"])
        self.assertGreaterEqual(answer["fitness"], answer["start_fitness"])

    def test_tune_is_an_older_word(self):
        old = self.ok("tune", "azul", AGENT, "azul-greedy", *SMALL).objects()
        self.assertEqual([x.get("agent") for x in old], [x.get("agent") for x in self.told()])

    def test_any_number_of_jobs(self):
        for agent, more in ((AGENT, ()), (AGENT, ("--method", "cma")), ("mcts:nodes=8,explore={0..2}", ())):
            one = self.told(*more, "--out", f"one{len(agent)}{len(more)}", agent=agent)
            many = self.told(*more, "--jobs", 3, "--out", f"many{len(agent)}{len(more)}", agent=agent)
            self.assertEqual(one, many)
            self.same_folders(f"one{len(agent)}{len(more)}", f"many{len(agent)}{len(more)}")

    def test_it_improves_on_a_bad_start(self):
        found = self.ok("evolve", "azul", "azul-greedy:row={-10..1=-2},column={-10..1=-2},line={-10..1=-2}",
                        "azul-greedy", "--population", 12, "--generations", 8, "--games", 10, "--final", 60,
                        "--mutation", "gauss:0.2,0.7", "--seed", 3, "--json").objects()
        answer = found[-1]
        self.assertFalse(answer["start"])
        self.assertGreater(answer["firsts"], answer["start_firsts"] + 10)

    def test_it_is_never_below_its_start(self):
        """A start that cannot be beaten by chance: all else plays against itself."""
        found = self.ok("evolve", "azul", "azul-greedy:row={-9..1=0.5},column={-9..1=0.5}", "azul-greedy",
                        "--start", "spec", "--population", 4, "--generations", 1, "--games", 2, "--elite", 0,
                        "--final", 40, "--json").objects()
        last = found[-1]
        self.assertGreaterEqual(last["firsts"], last["start_firsts"])
        if last["start"]:
            self.assertIn("row=0.5000,column=0.5000", last["agent"])

    def test_the_agents_own_numbers_are_the_start(self):
        found = self.told(agent="azul-greedy:line={0..2},row={0..1}")
        self.assertNotIn("line=1.0000,row=0.5000", found[0]["agent"])  # not the middle of the gaps
        tiers = self.ok("evolve", "unicorns", "unicorns-weights:genes={x68}", "unicorns-rules", "--players", 6,
                        "--seats", 2, "--population", 2, "--elite", 1, "--generations", 1, "--games", 6, "--final", 6,
                        "--start", "tiers", "--json").objects()
        genes = tiers[0]["agent"].split("=")[1]
        self.assertEqual(len(genes), 68)
        self.assertEqual(genes[:2], "GD")  # patience 0.25, grudge 0.2
        self.assertGreater(len(set(genes)), 6)  # eight tiers

    def test_every_fitness_and_way(self):
        for fitness in ("place", "first", "share", "score"):
            found = self.told("--fitness", fitness)
            values = [x["fitness"] for x in found if x["type"] == "individual"]
            high = {"place": 4, "first": 1, "share": 1, "score": 200}[fitness]
            low = {"place": 2, "first": 0, "share": 0, "score": -100}[fitness]
            self.assertTrue(all(low <= v <= high for v in values), values)
            self.assertGreater(len(set(values)), 1)
        for ways in (("--selection", "rank", "--crossover", "blend:0.3", "--mutation", "uniform:0.3"),
                     ("--islands", 2, "--migrate", "1:1", "--selection", "roulette", "--crossover", "none"),
                     ("--start", "random", "--selection", "truncation:0.5", "--crossover", "uniform", "--steady")):
            one = self.told(*ways)
            self.assertEqual(one, self.told(*ways))

    def test_opponents_evolve_too(self):
        hall = self.told(others=("hall:3",))
        last = self.told(others=("best-last-generation",))
        mixed = self.told("--mix", others=("azul-greedy", "random", "hall:2"))
        self.assertEqual(len({json.dumps(x[10:]) for x in (hall, last, mixed)}), 3)

    def test_what_is_kept(self):
        self.evolve("--out", "run")
        lines = [json.loads(x) for x in (self.folder / "run/individuals.jsonl").read_text().splitlines()]
        self.assertEqual(len(lines), 12)
        rows = [x.split(",") for x in (self.folder / "run/curve.csv").read_text().splitlines()]
        self.assertEqual([r[:2] for r in rows[1:]], [["1", "16"], ["2", "32"], ["3", "48"]])
        self.assertEqual({len(r) for r in rows}, {9})
        picture = minidom.parse(str(self.folder / "run/curve.svg"))
        drawn = [p.getAttribute("d").count("L") for p in picture.getElementsByTagName("path")
                 if p.getAttribute("class") in ("a", "b")]
        self.assertEqual(drawn, [2, 2])  # three generations
        best = (self.folder / "run/best.txt").read_text().splitlines()
        self.assertRegex(best[0], r"^# azul: first in [\d.]+ % \([\d.]+ to [\d.]+\) of 10 games, the start genome in")
        # What was found can be started from, seated and evaluated.
        again = self.told("--start", "run/best.txt")
        self.assertEqual(again[0]["agent"], best[1])
        self.ok("match", "azul", best[1], "random", "--games", 2)
        found = self.ok("evolve", "eval", "azul", "run", "random", "--games", 6, "--json").objects()
        self.assertEqual([x["type"] for x in found], ["agent"] * 4 + ["evaluated"])
        self.assertEqual({x["games"] for x in found[:4]}, {6})
        mean = sum(x["first"] for x in found[:4]) / 4
        self.assertAlmostEqual(found[4]["first_mean"], mean, places=5)
        self.assertEqual(found, self.ok("evolve", "eval", "azul", "run", "random", "--games", 6, "--json", "--jobs", 2)
                         .objects())

    def test_interrupted_it_says_so(self):
        process = subprocess.Popen([TESSERA, "evolve", "azul", AGENT, "azul-greedy", "--generations", "100000", "--games",
                                    "4", "--out", "i", "--json"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=self.env)
        for _ in range(25):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=HANG)
        self.assertEqual(process.returncode, 130, err)
        self.assertRegex(err, r"interrupted after generation \d+ of 100000; the same command continues")


class Kills(Evolution):
    def command(self, run, jobs="1"):
        return [TESSERA, "evolve", "azul", AGENT, "azul-greedy", "hall:2", "--mix", "--population", "4", "--generations",
                "6", "--games", "4", "--final", "8", "--json", "--out", run, "--jobs", jobs]

    def test_killed_it_goes_on_to_the_same_bits(self):
        whole = subprocess.run(self.command("whole"), cwd=self.folder, env=self.env, capture_output=True, check=True)
        dice = random.Random(5)
        cut = 0
        for _ in range(12):
            process = subprocess.Popen(self.command("cut", dice.choice("13")), cwd=self.folder, env=self.env,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(dice.choice((0, 0, 4, 5, 6, 11))):
                process.stdout.readline()
            time.sleep(0.01 * dice.random())  # wall clock: any instant will do
            process.kill()
            _, err = process.communicate(timeout=HANG)
            self.assertEqual(err, b"")
            cut += process.returncode != 0
        self.assertGreater(cut, 3)
        last = subprocess.run(self.command("cut"), cwd=self.folder, env=self.env, capture_output=True, check=True)
        self.same_folders("whole", "cut")
        answer = [json.loads(x.stdout.splitlines()[-1]) for x in (whole, last)]
        self.assertEqual(*[x["agent"] for x in answer])
        self.assertEqual(*[x["firsts"] for x in answer])

    def test_a_full_disk(self):
        """Files may have so many bytes only: what was kept before stays good, and the run goes on later."""
        self.evolve("--out", "whole")
        largest = max(p.stat().st_size for p in (self.folder / "whole").iterdir())
        refused = 0
        for share in (0.001, 0.01, 0.05, 0.3, 0.6, 0.9, 0.99):
            out = self.run_program("evolve", "azul", AGENT, "azul-greedy", *SMALL, "--out", "full",
                                   limit=int(share * largest))
            if out.code:
                self.assertEqual(out.code, 2, out)
                self.assertRegex(out.err, r"full/[a-z.]+ cannot be written: ")
                refused += 1
                self.assertEqual(list((self.folder / "full").glob("*.new")), [])
        self.assertGreaterEqual(refused, 3)
        self.evolve("--out", "full")
        self.same_folders("whole", "full")

    def test_bad_files(self):
        self.evolve("--out", "run")
        run = ("evolve", "azul", AGENT, "azul-greedy", *SMALL, "--out", "run")
        self.refused(2, ["another run", "seed 1", "seed 2"], *run, "--seed", 2)
        self.refused(2, ["another run", "games 4", "games 8"], *run, "--games", 8)
        path = self.folder / "run/checkpoint"
        good = path.read_bytes()
        for bad, words in ((good[:100], "incomplete"), (good[:-1], "altered"), (b"something else", "incomplete"), (b"", "incomplete"),
                           (good[:200] + bytes([good[200] ^ 1]) + good[201:], "altered")):
            path.write_bytes(bad)
            self.refused(2, ["run/checkpoint", words], *run)
            self.assertEqual(path.read_bytes(), bad)
        path.write_bytes(good)
        (self.folder / "run/individuals.jsonl").write_text("short")
        self.refused(2, ["individuals.jsonl", "shorter"], *run)

    def test_foreign_genomes(self):
        good = "azul-greedy:line=0.7,row=0.5"
        for text, words in ((f"# mine\n{good}\nazul-greedy:line=9,row=0\n", ["pop.txt:3", "gaps filled"]),
                            ("unicorns-weights:genes=AB\n", ["pop.txt:1", "gaps filled"]),
                            ("# nobody\n", "0 agents"), ("\x00\xff\n", "pop.txt:1")):
            (self.folder / "pop.txt").write_text(text, encoding="latin-1")
            if text != "\x00\xff\n":
                self.refused(2, words, "evolve", "azul", AGENT, "azul-greedy", "--start", "pop.txt")
            else:
                self.assertEqual(self.run_program("evolve", "azul", AGENT, "azul-greedy", "--start", "pop.txt").code, 2)
        self.refused(2, "nowhere.txt", "evolve", "azul", AGENT, "azul-greedy", "--start", "nowhere.txt")
        (self.folder / "pop.txt").write_text(f"{good}\nunicorns-weights\n")
        self.refused(2, "pop.txt:2", "evolve", "eval", "azul", "pop.txt", "random")

    def test_mistakes_are_explained(self):
        self.refused(1, "no gap", "evolve", "azul", "azul-greedy", "azul-greedy")
        self.refused(1, "{2..1}", "evolve", "azul", "azul-greedy:line={2..1}", "azul-greedy")
        self.refused(1, "is for agents only", "evolve", "azul", AGENT, "human")
        self.refused(1, "too many", "evolve", "azul", AGENT, "random", "random")
        self.refused(1, "1 more seat needs a player", "evolve", "azul", AGENT)
        self.refused(1, "selection is", "evolve", "azul", AGENT, "random", "--selection", "luck")
        self.refused(1, "crossover is", "evolve", "azul", AGENT, "random", "--crossover", "blend:x")
        self.refused(1, "mutation is", "evolve", "azul", AGENT, "random", "--mutation", "gauss:5")
        self.refused(1, "--migrate is", "evolve", "azul", AGENT, "random", "--migrate", "often")
        self.refused(1, "hall:N", "evolve", "azul", AGENT, "hall:99")
        self.refused(1, "one island", "evolve", "azul", AGENT, "random", "--method", "cma", "--islands", 2)
        self.refused(1, "fewer elites", "evolve", "azul", AGENT, "random", "--population", 4, "--elite", 4)
        self.refused(1, "wants GAME", "evolve", "eval", "azul")
        for agent in ("azul-greedy:lines={0..1}", "azul-greedy:line={50..99}"):
            out = self.run_program("evolve", "azul", agent, "azul-greedy")
            self.assertIn("line", out.err)
            self.assertNotEqual(out.code, 0)


main()
