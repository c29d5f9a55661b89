# SPDX-License-Identifier: MIT
"""The commands that answer and are done: list, rules, position, perft, bench, help."""

import re
import subprocess
import sys

from cli import HANG, SOURCE, TESSERA, Case, main

DEPTHS = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


class Perft(Case):
    def test_counts_alone_are_on_standard_output(self):
        out = self.ok("perft", "tictactoe", 9)
        self.assertEqual(out.out, "".join(f"{d} {n}\n" for d, n in enumerate(DEPTHS, 1)))
        self.assertIn("depth 9:", out.err)

    def test_json(self):
        found = self.ok("perft", "tictactoe", 9, "--json", "--games").objects()
        self.assertEqual([(o["depth"], o["nodes"]) for o in found], list(enumerate(DEPTHS, 1)))
        self.assertEqual(found[-1]["games"], 255168)
        self.assertEqual(found[-1]["won"], [131184, 77904])
        self.assertEqual(found[-1]["shared"], 46080)

    def test_games(self):
        lines = self.ok("perft", "tictactoe", 9, "--games").out.splitlines()
        self.assertEqual(lines[9:], ["games 255168", "won by X 131184", "won by O 77904",
                                     "shared 46080"])

    def test_divide_adds_up(self):
        lines = self.ok("perft", "tictactoe", 4, "--divide").out.splitlines()
        counts = [int(line.rsplit(" ", 1)[1]) for line in lines]
        self.assertEqual(sum(counts[:-1]), counts[-1])
        self.assertEqual(counts[-1], DEPTHS[3])
        self.assertEqual(lines[0], "X 0,0: 336")

    def test_from_a_position(self):
        where = self.ok("position", "tictactoe", "--after", "X 1,1", "--json").objects()[0]
        out = self.ok("perft", "tictactoe", 2, "--position", where["position"])
        self.assertEqual(out.out, "1 8\n2 56\n")


class Think(Case):
    def test_a_line_a_depth_then_the_move(self):
        out = self.ok("think", "connect4", "--agent", "alphabeta:nodes=2000", "--after", "d1").out
        self.assertRegex(out, r"^depth +nodes +time +Red +line\n")
        self.assertRegex(out, r"\nbest: [a-g][1-6]\n$")
        self.assertIn(" %  ", out)

    def test_what_is_solved_is_said(self):
        found = self.ok("think", SOURCE / "games/rules/tictactoe.game", "--json").objects()
        self.assertEqual(found[-2]["type"], "info")
        self.assertEqual(found[-2]["note"], "solved")
        self.assertEqual(found[-2]["win"], [0.5, 0.5])
        self.assertEqual(found[-1]["type"], "best")
        self.assertEqual(found[-1]["move"], found[-2]["line"])

    def test_the_same_seed_and_nodes_think_alike(self):
        call = ("think", "azul", "--agent", "ismcts:nodes=300", "--seed", "4", "--json")
        strip = lambda objects: [{k: v for k, v in o.items() if k != "time_ms"} for o in objects]
        self.assertEqual(strip(self.ok(*call).objects()), strip(self.ok(*call).objects()))

    def test_the_deal_comes_before_the_first_move(self):
        call = ("think", "azul", "--agent", "random", "--seed", "4")
        first = self.ok(*call).out.removeprefix("best: ").strip()
        second = self.ok(*call, "--after", first).out
        self.assertRegex(second, r"^best: .+\n$")
        self.refused(3, "cannot be played", *call, "--after", "H9 9 9")

    def test_a_person_does_not_think_here(self):
        self.refused(1, "is a person", "think", "connect4", "--agent", "human")

    def test_mistakes(self):
        self.refused(1, "names no agent", "think", "connect4", "--agent", ":")
        self.refused(3, "cannot be played", "think", "connect4", "--after", "d2")
        self.refused(1, "alphabeta", "think", "connect4", "--agent", "alphabeta:nodes=x")
        end = [w for m in ("X 0,0", "O 1,0", "X 0,1", "O 1,1", "X 0,2") for w in ("--after", m)]
        self.refused(1, "the game is over", "think", "tictactoe", *end)


class Position(Case):
    def test_text_goes_round(self):
        for game in ("tictactoe", "unashogi", "pegs"):
            text = self.ok("position", game, "--json").objects()[0]["position"]
            again = self.ok("position", game, text, "--json").objects()[0]["position"]
            self.assertEqual(text, again)

    def test_moves_are_played_and_listed(self):
        out = self.ok("position", "tictactoe", "--after", "X 1,1", "--after", "o 0,0", "--moves")
        self.assertIn("legal moves: 7", out.out)
        self.assertIn("to decide: X", out.out)
        self.assertIn("  X 2,2\n", out.out)

    def test_last_move_is_marked_without_colour(self):
        out = self.ok("position", "tictactoe", "--after", "1,1", "--glyphs", "ascii")
        self.assertIn("|[X]|", out.out)
        self.assertNotIn("\033", out.out)
        self.assertTrue(out.out.isascii())

    def test_glyphs_follow_the_locale(self):
        self.assertIn("┼", self.ok("position", "tictactoe").out)
        self.assertTrue(self.ok("position", "tictactoe", env={"LC_ALL": "C"}).out.isascii())
        self.assertIn("┼", self.ok("position", "tictactoe", "--glyphs=unicode",
                                   env={"LC_ALL": "C"}).out)

    def test_colour_only_when_asked_for(self):
        self.assertNotIn("\033", self.ok("position", "tron").out)
        self.assertIn("\033", self.ok("position", "tron", "--color=always").out)
        self.assertNotIn("\033", self.ok("position", "tron", "--color=never").out)

    def test_every_game_fits_a_terminal(self):
        for game in (o["name"] for o in self.ok("list", "--json").objects()):
            picture = self.ok("position", game, env={"LC_ALL": "C"}).out.split("\nposition: ")[0]
            rows = picture.splitlines()
            self.assertLessEqual(max(map(len, rows)), 80, game)
            self.assertLessEqual(len(rows), 21, game)

    def test_illegal(self):
        self.refused(3, "taken", "position", "tictactoe", "--after", "X 1,1",
                     "--after", "O 1,1")
        self.refused(3, "not a move", "position", "tictactoe", "--after", "hello")

    def test_bad_text(self):
        self.refused(2, "position", "position", "tictactoe", "nonsense")
        self.refused(1, "no seat 3", "position", "tictactoe", "--seat", 3)


class Words(Case):
    def test_list(self):
        out = self.ok("list")
        self.assertRegex(out.out, r"(?m)^tictactoe +2 ")
        found = self.ok("list", "--json").objects()
        self.assertEqual({o["type"] for o in found}, {"game"})
        names = [o["name"] for o in found]
        self.assertEqual(names, [l.split()[0] for l in out.out.splitlines()])
        self.assertEqual(names, sorted(names))
        self.assertRegex(self.ok("list", "agents").out, r"(?m)^random ")
        self.assertEqual(self.ok("list", "agents", "--json").objects()[0]["type"], "agent")

    def test_games_are_found_by_tags_and_words(self):
        names = lambda *more: [o["name"] for o in self.ok("list", "--json", *more).objects()]
        self.assertEqual(names("--tag", "hex", "--tag", "connection"), ["havannah", "hex", "y"])
        self.assertEqual(names("--tag", "HEX", "--search", "ring FORK"), ["havannah"])
        self.assertEqual(names("--tag", "solo"), ["2048", "mastermind", "pegs", "projectl", "storekeeper", "sudoku",
                                                    "yahtzee"])
        self.assertEqual(names("--search", "polyomino"), ["projectl"])  # a tag of its own
        self.assertEqual(names("--search", "no such game"), [])
        self.assertIn("no game fits", self.ok("list", "--search", "no such game").err)
        tags = {o["name"]: o["games"] for o in self.ok("list", "tags", "--json").objects()}
        for tag, count in tags.items():
            self.assertEqual(len(names("--tag", tag)), count, tag)
        self.assertRegex(self.ok("list", "tags").out, r"(?m)^chess +%d$" % tags["chess"])
        for one in self.ok("list", "--json").objects():
            self.assertGreater(len(one["tags"]), 2, one["name"])  # not only what is known anyway
        self.refused(1, "did you mean 'chess'", "list", "--tag", "ches")
        self.refused(1, "no game has the tag", "list", "--tag", "")
        self.refused(1, "are for games", "list", "agents", "--tag", "hex")

    def test_rules(self):
        """Of every game in C, whose leaflet is its own, and of some from rules files, whose is made."""
        names = [o["name"] for o in self.ok("list", "--json").objects()]
        made = [name for name in names if (SOURCE / f"games/rules/{name}.game").exists()]
        self.assertGreater(len(made), 90)
        for game in [name for name in names if name not in made] + made[::12]:
            out = self.ok("rules", game)
            self.assertIn("Players:", out.out)
        self.assertEqual(self.ok("rules", game, "--json").objects()[0]["text"], out.out)

    def test_version(self):
        self.assertRegex(self.ok("version").out, r"^tessera \d+\.\d+\.\d+")
        self.assertRegex(self.ok("--version").out, r"^tessera \d+\.\d+\.\d+")
        self.assertEqual(self.ok("version", "--json").objects()[0]["type"], "version")

    def test_help(self):
        names = [o["name"] for o in self.ok("help", "--json").objects()]
        overview = self.ok("help").out
        self.assertEqual(overview, self.ok("--help").out)
        for name in names:
            self.assertIn(f"\n  {name} ", overview)
            told = self.ok("help", name).out
            self.assertIn("tessera " + name, told)
            self.assertEqual(self.ok(name, "--help").out, told)

    def test_every_reporting_command_has_json(self):
        silent = {"menu", "new", "fmt", "explain", "pgn", "uci", "annex", "serve", "bot", "worker", "lsp"}  # play, write, teach, or serve others
        for one in self.ok("help", "--json").objects():
            if one["name"] not in silent:
                self.assertIn("json", [o["name"] for o in one["options"]], one["name"])

    def test_beginnings_and_typing_errors(self):
        self.assertEqual(self.ok("ver").out, self.ok("version").out)
        self.assertEqual(self.ok("perft", "tictactoe", 1, "--js").objects()[0]["nodes"], 9)
        self.refused(1, "did you mean 'play'", "plya")
        self.refused(1, "there is no command 'foo'", "foo")
        self.assertNotIn("did you mean", self.run_program("foo").err)  # three letters, two of them other ones
        self.refused(1, "write more of it", "p")
        self.refused(1, "did you mean --seed", "match", "tictactoe", "random", "random", "--sed", 3)
        self.refused(1, "two dashes", "list", "-x")
        self.refused(1, "wants a value", "perft", "tictactoe", 3, "--position")
        self.refused(1, "takes no value", "list", "--json=yes")
        self.refused(1, "usage: tessera perft GAME DEPTH ('tessera help perft' tells more)", "perft", "tictactoe")
        self.refused(1, "usage: tessera version ('", "version", "now")
        self.refused(1, "depth", "perft", "tictactoe", "many")
        self.refused(1, "'games', 'agents' or 'tags'", "list", "horses")

    def test_without_a_terminal_bots_show_a_game(self):
        out = self.ok()
        self.assertIn("Two bots play", out.out)
        self.assertIn("Result:", out.out)
        self.assertIn("tessera play tictactoe", out.out)
        self.assertEqual(self.kept(), [])

    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([TESSERA, "list"], stdout=full, stderr=subprocess.PIPE,
                                  env=self.env)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left", done.stderr)


class Bench(Case):
    def test_rates_and_ratio(self):
        found = self.ok("bench", "tictactoe", "--seconds", 0.05, "--quick", "--json").objects()
        limit, game = found
        self.assertEqual(limit["type"], "limit")
        self.assertEqual(game["game"], "tictactoe")
        self.assertGreater(game["playouts_per_second"], 0)
        self.assertAlmostEqual(game["of_tictactoe_limit"],
                               game["moves_per_second"] / limit["moves_per_second"], places=3)
        again = self.ok("bench", "tictactoe", "--seconds", 0.05, "--quick", "--json").objects()
        self.assertEqual(game["signature"], again[1]["signature"])

    def test_listing_and_perft(self):
        _, *games = self.ok("bench", "tictactoe.game", "--seconds", 0.05, "--json").objects()
        self.assertEqual([game["by"] for game in games], ["compiled", "vm"])
        for game in games:
            self.assertGreater(game["listed_moves_per_second"], 0)
            self.assertGreater(game["perft_nodes_per_second"], 0)
            self.assertGreater(game["of_own_limit"], 0)
        _, alone = self.ok("bench", "chess", "--seconds", 0.05, "--quick", "--json",
                           "--compiled", "never").objects()
        self.assertEqual(alone["by"], "vm")

    def test_passes_can_be_left_out(self):
        names = [line.split()[0] for line in self.ok("check", "--passes").out.splitlines()]
        self.assertIn("join", names)
        counts = {self.ok("perft", "chess", 3, "--no-pass", name).out for name in names}
        self.assertEqual(len(counts), 1)
        self.refused(1, "no pass 'quickly'", "perft", "chess", 1, "--no-pass", "quickly")
        self.refused(1, "not come from a rules file", "perft", "azul", 1, "--no-pass", "join")

    def test_the_plan_is_shown(self):
        plan = self.ok("check", "--plan", SOURCE / "games/rules/connect4.game").out
        self.assertRegex(plan, r"the end of a turn, Yellow:\n +\d+ +ENDTURN")
        self.assertRegex(plan, r"endings, Red:\n +\d+ +JNOLINE +Red, 4")
        both = self.ok("check", "--disasm", "--plan", SOURCE / "games/rules/connect4.game").out
        self.assertTrue(both.endswith(plan))
        self.assertGreater(len(both), len(plan))

    def test_the_size_of_a_position_is_shown(self):
        lines = self.ok("check", "--size", SOURCE / "games/rules/tictactoe.game").out.splitlines()
        self.assertRegex(lines[0], r"^a position: \d+ bytes of 65536$")
        self.assertEqual(lines[1], "moves of one decision: at most 9 of 4096")

    def test_unknown_game_is_found_first(self):
        self.refused(1, "did you mean 'tictactoe'", "bench", "tron", "tictactoo")

    def test_a_figure_in_no_time(self):
        for figures in self.ok("bench", "tictactoe", "--seconds", 0, "--json").objects():
            self.assertGreater(figures["moves_per_second"], 0)

    def test_share_of_its_own_limit(self):
        _, fast, slow = self.ok("bench", "hex", "--seconds", 0.1, "--quick", "--json").objects()
        self.assertGreater(fast["of_own_limit"], slow["of_own_limit"])
        for row in (fast, slow):
            self.assertLessEqual(row["of_own_limit_low"], row["of_own_limit"])
            self.assertLessEqual(row["of_own_limit"], row["of_own_limit_high"])
            self.assertGreaterEqual(row["of_own_limit_pairs"], 3)
        _, small = self.ok("bench", "hex", "--option", "size=5", "--seconds", 0.1, "--quick",
                           "--json").objects()
        self.assertIsNone(small["of_own_limit"])  # the loop plays 11 x 11 only

    def test_search_plays_each_game(self):
        one, two = self.ok("bench", "tictactoe", "chess", "--search", "--seconds", 0.1,
                           "--json").objects()
        self.assertEqual([one["game"], two["game"]], ["tictactoe", "chess"])
        # A game of chess takes about forty times as many moves.
        self.assertGreater(one["mcts_iterations_per_second"], 4 * two["mcts_iterations_per_second"])

    def test_limits_alone(self):
        one, two = self.ok("bench", "--limits", "connect4", "chess", "--seconds", 0.1,
                           "--json").objects()
        self.assertEqual([one["type"], one["game"], two["game"]], ["limit", "connect4", "chess"])
        self.assertAlmostEqual(one["moves_per_second"] / one["playouts_per_second"], 21.3, delta=0.3)
        self.assertGreater(two["perft_nodes_per_second"], 0)
        self.assertGreaterEqual(two["perft_depth"], 1)  # how deep is a matter of speed
        self.refused(1, "no hand-written loop of 'azul'", "bench", "--limits", "chess", "azul")


class Papers(Case):
    """The man page, the completions and docs/cli.md know every command and option."""

    def test_every_option_is_described(self):
        man = (SOURCE / "packaging/tessera.1").read_text().replace("\\-", "-")
        manual = (SOURCE / "docs/cli.md").read_text()
        missing = []
        for one in self.ok("help", "--json").objects():
            if not re.search(rf"(?m)^\.(B|BI|BR|IB) {one['name']}\b", man):
                missing.append(f"man: {one['name']}")
            if f"tessera {one['name']}" not in manual:
                missing.append(f"docs/cli.md: {one['name']}")
            for option in one["options"]:
                for name, text in (("man", man), ("docs/cli.md", manual)):
                    if not re.search(rf"--{option['name']}\b", text):
                        missing.append(f"{name}: {one['name']} --{option['name']}")
        self.assertEqual(missing, [])

    def test_every_json_field_is_in_the_reference(self):
        tool = [sys.executable, SOURCE / "tools/json-fields"]
        done = subprocess.run([*tool, TESSERA, "--check"], capture_output=True, text=True, env=self.env, timeout=HANG)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_every_game_is_in_the_table(self):
        table = (SOURCE / "docs/games.md").read_text()
        for one in self.ok("list", "--json").objects():
            self.assertIn(f"| `{one['name']}` |", table)


if __name__ == "__main__":
    main()
