# SPDX-License-Identifier: MIT
"""tessera solve: Kuhn and Leduc poker to their published values, and trees that are too large."""

from cli import SOURCE, Case, build_plugin, main


class Solve(Case):
    def solve(self, game, *more):
        plugin = build_plugin(self.folder, "poker", (SOURCE / "examples/poker/poker.c").read_text())
        return self.ok("solve", game, "--plugin", plugin, "--json", *more).objects()

    def test_kuhn(self):
        found = self.solve("kuhn", "--strategy", "--iterations", 1000000)
        solved = [x for x in found if x["type"] == "solved"]
        last = solved[-1]
        self.assertEqual((last["sets"], last["payoff"]), (12, "score"))
        self.assertLess(last["exploitability"], 1e-6)
        self.assertAlmostEqual(last["value"], -1 / 18, delta=1e-6)
        for one in solved:  # every bound holds, however early
            self.assertTrue(one["low"] - 1e-9 <= -1 / 18 <= one["high"] + 1e-9, one)
        self.assertGreater(solved[0]["exploitability"], last["exploitability"])
        plays = {(x["player"], x["sees"]): x["plays"] for x in found if x["type"] == "decision"}
        self.assertEqual(len(plays), 12)
        # What all equilibria have in common.
        bluff = plays[1, "J? - ."]["raise"]
        self.assertTrue(0 <= bluff <= 1 / 3 + 1e-3)
        self.assertAlmostEqual(plays[1, "K? - ."]["raise"], 3 * bluff, delta=1e-2)
        self.assertAlmostEqual(plays[1, "Q? - ."]["raise"], 0, delta=1e-2)
        self.assertAlmostEqual(plays[2, "?Q - r"]["call"], 1 / 3, delta=1e-2)
        self.assertAlmostEqual(plays[2, "?J - c"]["raise"], 1 / 3, delta=1e-2)
        self.assertAlmostEqual(plays[2, "?K - r"]["call"], 1, delta=1e-2)

    def test_leduc(self):
        last = self.solve("leduc", "--within", "0.0001", "--iterations", 20000)[-1]
        self.assertEqual(last["sets"], 288)
        self.assertLess(last["exploitability"], 1e-4)
        self.assertAlmostEqual(last["value"], -0.0856, delta=1.5e-4)
        self.assertTrue(last["low"] <= -0.0856 <= last["high"] + 1e-4)

    def test_rules_files(self):
        """The same two as rules files: what a player sees follows from their text."""
        last = self.ok("solve", "kuhnpoker", "--iterations", 1000000, "--json").objects()[-1]
        self.assertEqual((last["sets"], last["payoff"]), (12, "score"))
        self.assertLess(last["exploitability"], 1e-6)
        self.assertAlmostEqual(last["value"], -1 / 18, delta=1e-6)
        last = self.ok("solve", "leducholdem", "--within", "0.0001", "--iterations", 20000, "--json").objects()[-1]
        self.assertEqual(last["sets"], 288)
        self.assertLess(last["exploitability"], 1e-4)
        self.assertAlmostEqual(last["value"], -0.0856, delta=1.5e-4)

    def test_choices_made_at_once(self):
        """Goofspiel with three prizes is worth nothing to either: both have the same cards."""
        last = self.ok("solve", "goofspiel", "--option", "cards=3", "--within", "0.001", "--json").objects()[-1]
        self.assertLess(last["exploitability"], 1e-3)
        self.assertAlmostEqual(last["value"], 0, delta=1e-3)

    def test_a_player_that_has_solved_it(self):
        """cfr wins nothing against itself, and takes money from those who know nothing."""
        plugin = build_plugin(self.folder, "poker", (SOURCE / "examples/poker/poker.c").read_text())
        out = self.ok("match", "leduc", "--plugin", plugin, "cfr:within=0.05", "random", "--games", 200, "--seed", 1,
                      "--json").objects()[-1]
        self.assertGreater(out["players"][0]["score"], 0.5)
        first = self.ok("think", "kuhn", "K? - .", "--plugin", plugin, "--agent", "cfr", "--seed", 1).out
        self.assertEqual(first, self.ok("think", "kuhn", "K? - .", "--plugin", plugin, "--agent", "cfr", "--seed", 1).out)
        self.assertRegex(self.ok("think", "kuhn", "?K - r", "--plugin", plugin, "--agent", "cfr", "--seed", 4).out, "call")
        self.refused(4, "too large", "match", "connect4", "cfr", "random")
        self.refused(1, "does not tell what was before", "match", "tictactoe", "cfr:nodes=1M,iterations=1", "random")

    def test_open_games_too(self):
        """Nothing is hidden: on this board whoever moves second wins, as trying everything says too."""
        last = self.ok("solve", "tron", "--option", "size=4", "--nodes", 2000000, "--iterations", 200, "--within", 0.01,
                       "--json").objects()[-1]
        self.assertEqual(last["payoff"], "win")
        self.assertTrue(-1 <= last["low"] <= last["high"] <= -0.98, last)

    def test_what_is_too_large_is_refused(self):
        self.refused(2, ["too large", "nodes were met", "limit is 5000 nodes"], "solve", "chess", "--nodes", 5000)
        self.refused(2, "too large", "solve", "connect4", "--memory", 1)
        self.refused(1, "games of two", "solve", "unicorns", "--players", 3)


main()
