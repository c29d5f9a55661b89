# SPDX-License-Identifier: MIT
"""tessera tune: repeatable, goes on after a kill, and says what is wrong."""

import signal
import subprocess

from cli import TESSERA, Case, main, wait_until

AGENT = "azul-greedy:line={0..2=0.7},row={-5..2}"
SMALL = ("--population", 4, "--generations", 3, "--games", 4, "--final", 10, "--json")


class Tune(Case):
    def tune(self, *more, agent=AGENT):
        return self.ok("tune", "azul", agent, "azul-greedy", *SMALL, *more)

    def test_it_is_repeatable(self):
        one, two, other = self.tune(), self.tune("--seed", 1), self.tune("--seed", 2)
        self.assertEqual(one.raw, two.raw)
        self.assertNotEqual(one.raw, other.raw)
        *judged, answer = one.objects()
        self.assertEqual([j["type"] for j in judged], ["judged"] * 12)
        self.assertTrue(judged[0]["agent"].startswith("azul-greedy:line=0.7000,"))
        self.assertEqual((answer["type"], answer["games"]), ("tuned", 10))
        self.assertTrue(0 <= answer["score"] <= 1 and answer["firsts"] <= 10)

    def test_it_improves_on_chance(self):
        found = self.ok("tune", "azul", "azul-greedy:row={-10..1},column={-10..1},line={-10..1}",
                        "azul-greedy", "--population", 12, "--generations", 8, "--games", 10, "--json")
        *judged, answer = found.objects()
        first = [j["score"] for j in judged if j["generation"] == 0]
        self.assertGreater(answer["score"], sum(first) / len(first) + 0.1)

    def test_what_is_written_is_not_played_again(self):
        path = self.folder / "tune.jsonl"
        whole = self.tune("--out", path)
        text = path.read_text()
        self.assertEqual(text.count("\n"), 13)
        lines = text.splitlines(keepends=True)
        path.write_text("".join(lines[:5]) + lines[5][:20])  # killed while writing the fifth
        self.assertEqual(self.tune("--out", path).raw, whole.raw)
        self.assertEqual(path.read_text(), text)

    def test_killed_it_goes_on(self):
        path = self.folder / "tune.jsonl"
        args = ["tune", "tron", "mcts:nodes=200,explore={0..2}", "mcts:nodes=201", "--games", "6",
                "--population", "4", "--generations", "3", "--final", "2", "--json", "--out", str(path)]
        running = subprocess.Popen([TESSERA, *args], stdout=subprocess.DEVNULL, env=self.env,
                                   cwd=self.folder)
        wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= 3, running)
        running.send_signal(signal.SIGKILL)
        running.wait()
        resumed = self.ok(*args)
        path.unlink()
        self.assertEqual(resumed.raw, self.ok(*args).raw)

    def test_another_run_is_refused(self):
        path = self.folder / "tune.jsonl"
        self.tune("--out", path)
        before = path.read_bytes()
        self.refused(2, "another run", "tune", "azul", AGENT, "azul-greedy", *SMALL, "--seed", 9,
                     "--out", path)
        self.assertEqual(path.read_bytes(), before)
        head = before.split(b"\n")[0]
        for text in (b"my only line", head[:30] + b"x"):  # half a line is cut off only if it is ours
            path.write_bytes(text)
            self.refused(2, "another run", "tune", "azul", AGENT, "azul-greedy", *SMALL, "--out", path)
            self.assertEqual(path.read_bytes(), text)
        path.write_bytes(head[:30])
        self.tune("--out", path)
        self.assertEqual(path.read_bytes(), before)

    def test_several_seats(self):
        found = self.ok("tune", "unicorns", "unicorns-weights:genes={x68}", "unicorns-rules",
                        "--players", 6, "--seats", 2, "--population", 4, "--generations", 1,
                        "--games", 6, "--final", 6)
        self.assertIn("unicorns-weights:genes=", found.out)
        self.assertIn("first in", found.out)

    def test_mistakes_are_explained(self):
        self.refused(1, "no gap", "tune", "azul", "azul-greedy", "azul-greedy")
        self.refused(1, "{2..1}", "tune", "azul", "azul-greedy:line={2..1}", "azul-greedy")
        self.refused(1, "people do not play", "tune", "azul", AGENT, "human")
        self.refused(1, "too many", "tune", "azul", AGENT, "random", "random")
        for agent in ("azul-greedy:lines={0..1}", "azul-greedy:line={50..99}"):
            self.assertIn("line", self.run_program("tune", "azul", agent, "azul-greedy").err)
            self.assertNotEqual(self.run_program("tune", "azul", agent, "azul-greedy").code, 0)


main()
