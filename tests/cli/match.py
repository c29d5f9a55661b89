# SPDX-License-Identifier: MIT
"""tessera match: the same seed gives the same bytes; results are counted right."""

import fcntl
import json
import os
import random
import signal
import subprocess

from cli import HANG, SOURCE, TESSERA, Case, DrivenClock, build_plugin, main, wait_until

# A bot that makes the test's clock a quarter of a second later whenever it is asked.
SLOW = """
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include <tessera/plugin.h>
static void quarter_of_a_second(void) {
    int64_t ahead = 0;
    int fd = open(getenv("TSR_TEST_CLOCK"), O_RDWR);
    if (pread(fd, &ahead, sizeof ahead, 8) == sizeof ahead) {
        ahead += 250 * 1000 * 1000;
        (void)!pwrite(fd, &ahead, sizeof ahead, 8);
    }
    close(fd);
}
static tsr_err choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    tsr_rng g;
    (void)err;
    quarter_of_a_second();
    tsr_rng_init(&g, q->seed);
    *out = tsr_sample(a->rules, q->view, q->who, &g);
    return TSR_OK;
}
static const tsr_agent_type agent = {.size = sizeof(tsr_agent_type), .abi = TSR_ABI,
                                     .name = "slow", .about = "takes its time", .choose = choose};
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_agent_type *const agents[] = {&agent};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 0, 1, NULL, agents};
    (void)host_abi;
    return &plugin;
}
"""


class Determinism(Case):
    ARGS = ("match", "tictactoe", "random", "random", "--games", 10000, "--seed", 7, "--json")

    def test_twice_the_same_bytes(self):
        first, second = self.ok(*self.ARGS), self.ok(*self.ARGS)
        self.assertEqual(first.raw, second.raw)
        found = first.objects()
        self.assertEqual(len(found), 10001)
        self.assertNotEqual(first.raw, self.ok(*self.ARGS[:-3], "--seed", 8, "--json").raw)

    def test_records_are_the_same_and_replay(self):
        for folder in ("a", "b"):
            self.ok("match", "ardri", "random", "random", "--games", 6, "--seed", 7, "--records",
                    folder, "--quiet")
        games = self.ok("match", "ardri", "random", "random", "--games", 6, "--seed", 7,
                        "--json").objects()
        records = sorted((self.folder / "a").iterdir())
        self.assertEqual(len(records), 6)
        for record, game in zip(records, games):
            self.assertEqual(record.read_bytes(), (self.folder / "b" / record.name).read_bytes())
            last = self.ok("replay", record, "--json").objects()[-1]
            self.assertEqual(last["ranks"], game["ranks"])
            self.assertEqual(last["ply"], game["plies"])

    def test_records_name_the_file_of_an_option(self):
        """A game with cards or puzzles of one's own replays, from another folder too."""
        (self.folder / "own.cards").write_text(
            (SOURCE / "games/unicorns/decks/base.cards").read_text() + "\n# mine\n")
        self.ok("match", "unicorns", "random", "random", "--games", 1, "--seed", 2, "--quiet",
                "--option", "deck=own.cards", "--record", "own.tsr")
        self.ok("replay", "own.tsr", "--quiet")

    def test_two_equal_players_do_not_mirror_each_other(self):
        # In a game with chance both seatings share the luck, not the players' own.
        plugin = build_plugin(self.folder, "whisper", None)
        games = self.ok("match", "whisper", "random", "random", "--games", 40, "--seed", 1,
                        "--json", "--plugin", plugin).objects()[:-1]
        pairs = list(zip(games[::2], games[1::2]))
        self.assertTrue(all(a["seed"] == b["seed"] for a, b in pairs))
        self.assertTrue(any(a["scores"] != b["scores"] for a, b in pairs))


class Counting(Case):
    def test_rows_add_up(self):
        *games, total = self.ok("match", "tictactoe", "A=random", "B=random", "--games", 500,
                                "--seed", 3, "--json").objects()
        for row in total["players"]:
            mine = [g["ranks"][g["seats"].index(row["name"])] for g in games]
            other = [g["ranks"][1 - g["seats"].index(row["name"])] for g in games]
            self.assertEqual(row["won"], sum(a < b for a, b in zip(mine, other)))
            self.assertEqual(row["tied"], sum(a == b for a, b in zip(mine, other)))
            self.assertEqual(row["lost"], sum(a > b for a, b in zip(mine, other)))
            self.assertAlmostEqual(row["score"], (row["won"] + row["tied"] / 2) / 500, places=5)
            self.assertLess(row["low"], row["score"])
            self.assertGreater(row["high"], row["score"])
        # Rotation: each sits on each seat in half the games.
        self.assertEqual(sum(g["seats"][0] == "A" for g in games), 250)

    def test_fixed_seats(self):
        *games, total = self.ok("match", "tictactoe", "A=random", "B=random", "--games", 400,
                                "--seats", "fixed", "--seed", 3, "--json").objects()
        self.assertTrue(all(g["seats"] == ["A", "B"] for g in games))
        # Who begins wins more often at random.
        self.assertGreater(total["players"][0]["low"], 0.5)

    def test_permuted_seats(self):
        plugin = build_plugin(self.folder, "whisper", None)
        *games, _ = self.ok("match", "whisper", "A=random", "B=random", "C=random", "--games", 12,
                            "--seats", "permute", "--json", "--plugin", plugin).objects()
        self.assertEqual(len({tuple(g["seats"]) for g in games[:6]}), 6)
        self.assertEqual(len({g["seed"] for g in games}), 2)

    def test_table_for_people(self):
        out = self.ok("match", "tictactoe", "random", "random", "--games", 50, "--seed", 1)
        self.assertIn("seed 1", out.out)
        self.assertIn("random 2", out.out)
        self.assertIn("seat 1: X", out.out)
        self.assertIn("Elo", out.out)

    def test_who_runs_out_of_time_loses(self):
        """A bot that thinks for a quarter of a second a move has 0.4 seconds; the other has too."""
        slow = build_plugin(self.folder, "slow", SLOW)
        clock = DrivenClock(self.folder / "clock")
        out = self.run_program("match", "tictactoe", "slow", "random", "--games", 2, "--time", "400ms",
                               "--json", "--plugin", slow, env=clock.env)
        self.assertEqual(out.code, 0, out)
        *games, total = out.objects()
        self.assertEqual([g["end"] for g in games], ["forfeit"] * 2)
        self.assertEqual([p["won"] for p in total["players"]], [0, 2])
        self.assertEqual([p["late"] for p in total["players"]], [2, 0])
        # With time for it, or time back for every move, the same bot plays on.
        for time_for in ("1m", "400ms+300ms"):
            out = self.ok("match", "tictactoe", "slow", "random", "--games", 1, "--time", time_for,
                          "--json", "--plugin", slow, env=clock.env)
            self.assertEqual(out.objects()[0]["end"], "rules")

    def test_searching_bots_keep_to_the_clock(self):
        """They look at a clock that is a millisecond later with every look."""
        clock = DrivenClock(self.folder / "clock", step=0.001)
        out = self.ok("match", "connect4", "mcts", "alphabeta", "--games", 1, "--time", "1s", "--json",
                      env=clock.env)
        self.assertEqual(out.objects()[0]["end"], "rules", out)

    def test_times_that_are_none(self):
        for text in ("", "5", "0s", "m", "5x", "5m+", "1.2.3s", "99999h", "-5s", "5m+2s+1s"):
            self.refused(1, "--time wants", "match", "tictactoe", "random", "random",
                         f"--time={text}")

    def test_one_player(self):
        row = self.ok("match", "pegs", "random", "--games", 20, "--seed", 1,
                      "--json").objects()[-1]["players"][0]
        self.assertEqual(row["won"] + row["tied"] + row["lost"], 20)


class CpuClock(Case):
    """--clock cpu: agents think by processor time, and what they took is told."""

    def report(self, *args, **more):
        return self.ok("match", "connect4", *args, "--seed", 3, "--json", "--quiet", **more).objects()[-1]

    def test_agents_think_while_the_wall_clock_stands_still(self):
        clock = DrivenClock(self.folder / "clock")
        players = self.report("mcts:time=20ms", "random", "--games", 2, "--clock", "cpu", env=clock.env)["players"]
        self.assertTrue(all(p["answers"] > 0 for p in players))
        self.assertGreater(players[0]["cpu_ms"], 5)  # solved positions are answered sooner
        self.assertLess(players[1]["cpu_ms"], players[0]["cpu_ms"])

    def test_a_players_time_is_processor_time(self):
        clock = DrivenClock(self.folder / "clock", step=3600)  # an hour with every look
        total = self.report("random", "greedy", "--games", 2, "--time", "1m", "--clock", "cpu", env=clock.env)
        self.assertEqual([p["late"] for p in total["players"]], [0, 0])

    def test_nothing_is_told_without(self):
        self.assertNotIn("cpu_ms", self.report("greedy", "random", "--games", 2)["players"][0])
        out = self.ok("match", "connect4", "greedy", "random", "--games", 2, "--seed", 3)
        self.assertNotIn("processor", out.out)
        out = self.ok("match", "connect4", "greedy", "random", "--games", 2, "--seed", 3, "--clock", "cpu")
        self.assertRegex(out.out, r"processor time an answer, in ms: greedy \d+\.\d+, random \d+\.\d+\n")

    def test_what_was_measured_is_gone_on_with(self):
        args = ("greedy", "mcts:nodes=20", "--games", 8, "--out", "g.jsonl")
        answers = [p["answers"] for p in self.report(*args, "--clock", "cpu", "--jobs", 2)["players"]]
        path = self.folder / "g.jsonl"
        lines = path.read_text().splitlines(keepends=True)
        took = [sum(json.loads(line)["cpu_us"]) for line in lines[1:]]
        self.assertEqual((len(took), min(took) > 0), (8, True))
        path.write_text("".join(lines[:5]))
        self.assertEqual([p["answers"] for p in self.report(*args, "--clock", "cpu")["players"]], answers)
        self.assertEqual(path.read_text().splitlines(keepends=True)[:5], lines[:5])
        self.refused(2, "another tournament or match", "match", "connect4", *args, "--seed", 3)
        path.write_text("".join(lines[:2]) + lines[2].replace("cpu_us", "cpu"))
        self.refused(2, "g.jsonl:3: this is not the next game", "match", "connect4", *args, "--seed", 3, "--clock", "cpu")

    def test_who_thinks_elsewhere_is_refused(self):
        for agent in ("exec:true", "uci:true"):
            out = self.run_program("match", "chess", agent, "random", "--clock", "cpu")
            self.assertNotEqual(out.code, 0)
        # Nodes take no time that counts: this engine is asked, and says nothing.
        out = self.run_program("match", "chess", "uci:true,nodes=5", "random", "--games", 1, "--clock", "cpu")
        self.assertNotIn("process of its own", out.err)
        bot = f"exec:sh {SOURCE}/examples/agents/bot.sh"
        self.refused(1, "thinks in a process of its own", "match", "tictactoe", bot, "random", "--clock", "cpu")
        self.refused(1, "cpu", "match", "tictactoe", "random", "random", "--clock", "sun")

    def test_tournaments_and_tuning(self):
        self.ok("tournament", "tictactoe", "random", "mcts:time=1ms", "--games", 4, "--clock", "cpu", "--out", "t.jsonl")
        self.assertIn('"cpu_us":[', (self.folder / "t.jsonl").read_text())
        self.ok("tune", "azul", "azul-greedy:line={0..2}", "random", "--games", 2, "--population", 4, "--generations", 1,
                "--final", 2, "--clock", "cpu")


# Two throw at once; each must not know the other's throw before both have thrown.
THROWS = """game "Throws"
players Ann, Ben
var throw each = 0 in 0..2
turn: let all: (say rock then throw = 1 or say paper then throw = 2)
win when turns > 3
"""

# What may be chosen depends on the cards of the other.
ASK = """game "Ask"
players Ann, Ben
piece Card of value 1..3
area hand each 6 hidden
setup: each player: put every Card on my hand
turn:
  choose n in 1..3
  when enemy hand & value n: (let enemy: (choose card in my hand & value n then bring card to enemy hand))
limit 20 turns
"""


class Secrets(Case):
    def test_answers_are_told_when_all_have_answered(self):
        (self.folder / "throws.game").write_text(THROWS)
        bot = f"exec:tee -a heard.txt | sh {SOURCE}/examples/agents/bot.sh"
        self.ok("match", "throws.game", "random", bot, "--games", 1, "--seed", 3)
        lines = (self.folder / "heard.txt").read_text().splitlines()
        events = [line for line in lines if line.startswith("event ")]
        self.assertEqual(len(events) % 3, 0, events)
        for masked, told, own in zip(*[iter(events)] * 3):
            self.assertEqual(masked, "event p1 ?")
            self.assertIn(told, ("event p1 rock", "event p1 paper"))
            self.assertTrue(own.startswith("event p2 "), own)

    def test_a_turn_that_asks_for_secrets_is_not_played(self):
        (self.folder / "ask.game").write_text(ASK)
        out = self.run_program("match", "ask.game", "random", "random", "--games", 1)
        self.assertNotEqual(out.code, 0)
        self.assertIn("error 35", out.err)


class Openings(Case):
    PAIR = ("match", "connect4", "mcts:nodes=60", "mcts:nodes=40")

    def test_games_differ(self):
        """Two players who leave nothing to chance: from one position few games, from openings all different."""
        none = self.ok(*self.PAIR, "--games", 40, "--seed", 1, "--openings", "none", "--json").objects()[-1]
        some = self.ok(*self.PAIR, "--games", 40, "--seed", 1, "--json").objects()[-1]
        self.assertLess(none["distinct"], 20)
        self.assertEqual(none["repeated"] + none["players"][0]["games"], 40)
        self.assertGreater(none["repeated"], 0)
        self.assertEqual((some["distinct"], some["repeated"]), (40, 0))
        self.assertEqual(some["openings"], "random:4")
        self.assertEqual(sum(some["players"][0]["pairs"]), 20)
        self.assertEqual(some["players"][0]["groups"], 20)

    def test_chance_needs_none(self):
        for game in (("azul", "mcts:nodes=5", "mcts:nodes=6"), ("tictactoe", "random", "greedy")):
            total = self.ok("match", *game, "--games", 2, "--json").objects()[-1]
            self.assertEqual(total["openings"], "none")

    def test_jobs_make_no_difference(self):
        args = (*self.PAIR, "--games", 41, "--seed", 3, "--json", "--csv")
        one = self.ok(*args, "a.csv", "--out", "a.jsonl", "--records", "a")
        two = self.ok(*args, "b.csv", "--out", "b.jsonl", "--records", "b", "--jobs", 3)
        self.assertEqual(one.raw, two.raw)
        for name in ("csv", "jsonl"):
            self.assertEqual((self.folder / f"a.{name}").read_bytes(), (self.folder / f"b.{name}").read_bytes())
        self.assertEqual(len(list((self.folder / "a").iterdir())), 41)
        for record in (self.folder / "a").iterdir():
            self.assertEqual(record.read_bytes(), (self.folder / "b" / record.name).read_bytes())

    def test_both_seats_of_an_opening(self):
        self.ok(*self.PAIR, "--games", 6, "--seed", 3, "--records", "r", "--quiet")
        start = [next(line for line in (self.folder / "r" / f"connect4-{n:06}.tsr").read_text().splitlines()
                      if line.startswith("start")) for n in range(1, 7)]
        self.assertEqual(start[0::2], start[1::2])
        self.assertEqual(len(set(start)), 3)

    def test_three_players_rotate(self):
        total = self.ok("match", "azul", "A=greedy", "B=greedy", "C=random", "--games", 30, "--seed", 1,
                        "--json").objects()[-1]
        for row in total["players"]:
            self.assertEqual(row["groups"], 10)
            self.assertTrue(row["low"] <= row["score"] <= row["high"])

    def test_books(self):
        (self.folder / "b.epd").write_text(
            "# e4 and d4\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5; id \"x\";\n")
        self.ok("match", "chess", "greedy", "greedy", "--games", 4, "--seed", 1, "--openings", "book:b.epd",
                "--adjudicate", "length=20", "--pgn", "g.pgn", "--csv", "g.csv", "--quiet")
        text = (self.folder / "g.pgn").read_text()
        self.assertEqual(text.count("[FEN "), 4)
        self.assertEqual(text.count("[Round "), 4)
        self.assertIn("adjudication", text)
        rows = (self.folder / "g.csv").read_text().splitlines()
        self.assertEqual(len(rows), 5)
        self.assertEqual(rows[0].split(",")[:6], ["group", "seating", "seed", "moves_hash", "plies", "end"])
        # What was written can be a book.
        total = self.ok("match", "chess", "greedy", "greedy", "--games", 2, "--openings", "book:g.pgn@1",
                        "--adjudicate", "length=4", "--json").objects()[-1]
        self.assertEqual(total["openings"], "book of 2")  # the same answer to the same opening, twice
        self.assertEqual(total["adjudicated"], 2)
        self.ok("match", "tictactoe", "random", "random", "--games", 1, "--record", "one.tsr")
        self.ok("match", "tictactoe", "greedy", "greedy", "--games", 2, "--openings", "book:one.tsr@2")

    def test_wrong_openings(self):
        for text in ("", "random", "random:", "random:0", "random:x", "random:201", "book:", "some", "None"):
            self.refused(1, "--openings is", *self.PAIR, f"--openings={text}")
        self.refused(2, "No such file", *self.PAIR, "--openings", "book:not.there")
        self.refused(1, "not both", *self.PAIR, "--openings", "random:2", "--position", "x")
        (self.folder / "bad.epd").write_text("\nnonsense\n")
        self.refused(2, "bad.epd:2", *self.PAIR, "--openings", "book:bad.epd")
        self.refused(1, "after 200 random plies", "match", "tictactoe", "greedy", "greedy", "--openings", "random:200")
        self.refused(1, "--adjudicate looks like", *self.PAIR, "--adjudicate", "score=12")
        self.refused(1, "by score", "match", "azul", "greedy", "greedy", "greedy", "--adjudicate", "score=95:2")
        self.refused(1, "has no PGN", *self.PAIR, "--pgn", "x.pgn")
        self.refused(1, "from 0 to 256", *self.PAIR, "--jobs", "-1")
        self.refused(2, "cannot be written", *self.PAIR, "--games", 2, "--csv", "/dev/full")

    def test_a_match_that_was_killed_goes_on(self):
        path, pgn = self.folder / "m.jsonl", self.folder / "m.pgn"
        args = ("match", "chess", "greedy", "greedy", "--games", 12, "--seed", 4, "--adjudicate", "length=12",
                "--json", "--quiet", "--out", path, "--pgn", pgn, "--csv", "m.csv")
        whole = self.ok(*args)
        lines, games, table = path.read_bytes(), pgn.read_bytes(), (self.folder / "m.csv").read_bytes()
        self.assertEqual(lines.count(b"\n"), 13)
        head = lines.index(b"\n")
        for cut, cut_pgn in ((0, 0), (10, 0), (head - 9, 0), (head, 0), (head + 1, 50), (len(lines) // 2, len(games)),
                             (len(lines) - 5, len(games) - 5), (len(lines), len(games))):
            path.write_bytes(lines[:cut])
            pgn.write_bytes(games[:cut_pgn])
            self.assertEqual(self.ok(*args).raw, whole.raw)
            self.assertEqual(path.read_bytes(), lines)
            self.assertEqual(pgn.read_bytes(), games)
            self.assertEqual((self.folder / "m.csv").read_bytes(), table)
        self.refused(2, "another tournament or match", *args[:4], "--games", 2, "--seed", 5, "--out", path)
        pgn.write_bytes(games[:100])
        self.refused(2, "fewer games", *args)
        pgn.write_bytes(games)
        whole_lines = lines.splitlines(keepends=True)
        for mixed in (whole_lines[:1] + whole_lines[2:], whole_lines[:3] + whole_lines[1:3],
                      whole_lines[:2] + [b'{"v":2,"type":"game"}\n']):
            path.write_bytes(b"".join(mixed))
            self.refused(2, "not the next game", *args)
        # A group whose process died is not there, and is played again.
        path.write_bytes(b"".join(whole_lines[:3] + whole_lines[5:]))
        plain = [a for a in args if a not in ("--pgn", pgn)]
        self.assertEqual(self.ok(*plain).objects()[-1]["games"], 12)


    def test_a_game_does_not_begin_from_what_one_player_sees(self):
        self.ok("match", "unicorns", "random", "random", "--games", 1, "--seed", 2, "--record", "r.tsr")
        whole, seen = (self.ok("replay", "r.tsr", "--at", 20, "--json", *more).objects()[-1]["position"]
                       for more in ((), ("--seat", 1)))
        for text, words in ((whole, None), (seen, "what one player sees")):
            (self.folder / "book.txt").write_text(f"# one\n{text}\n")
            begin = (("match", "unicorns", "random", "random", "--games", 2, "--openings", "book:book.txt"),
                     ("match", "unicorns", "random", "random", "--games", 2, "--position", text))
            for args in begin:
                if words:
                    self.refused(2, words, *args)
                else:
                    self.ok(*args)
        self.refused(2, "book.txt:2", *begin[0])

    def test_moves_are_not_played_in_what_one_player_sees(self):
        seen = "????????/?p??????/B???????/?1?1p1?1/4P3/8/PPPP1PPP/RNBQK1NR b KQ ? - 3 3 -"
        self.ok("position", "darkchess", seen, "--moves")
        self.ok("think", "darkchess", seen, "--agent", "random")
        for args in (("position", "darkchess", seen, "--after", "b7a6"), ("perft", "darkchess", 1, "--position", seen),
                     ("think", "darkchess", seen, "--after", "b7a6")):
            self.refused(2, "what one player sees", *args)

    def test_what_changes_the_games_is_not_gone_on_with(self):
        book = self.folder / "few.txt"
        book.write_text("7/7/7/7/7/7 y 0\n")
        args = ("match", "connect4", "greedy", "greedy", "--games", 2, "--seed", 1, "--out", "a.jsonl",
                "--openings", "book:few.txt")
        self.ok(*args)
        self.ok(*args)
        for more in (("--illegal", "skip"), ("--tries", 2), ("--time", "10s"), ("--adjudicate", "length=9")):
            self.refused(2, "another tournament or match", *args, *more)
        book.write_text("7/7/7/7/7/7 y 0\n# and more\n")
        self.refused(2, "another tournament or match", *args)

    def test_nothing_is_written_over(self):
        args = (*self.PAIR, "--games", 2, "--seed", 1)
        own = self.folder / "own.txt"
        for text in ("mine", "mine\n", '{"v":2,"type":"match","game":"chess"'):
            own.write_text(text)
            self.refused(2, "another tournament or match", *args, "--out", own)
            self.assertEqual(own.read_text(), text)
        self.refused(1, "each needs its own file", *args, "--out", "a.jsonl", "--csv", "./a.jsonl")
        self.refused(1, "each needs its own file", "match", "chess", "greedy", "greedy", "--games", 2, "--pgn", "a.pgn",
                     "--csv", "a.pgn")
        self.ok(*args, "--out", "/dev/null")
        self.refused(2, "directory", *args, "--out", self.folder)

    def test_two_runs_do_not_write_one_file(self):
        path = self.folder / "a.jsonl"
        args = (*self.PAIR, "--games", 2, "--seed", 1, "--out", path)
        self.ok(*args)
        before = path.read_bytes()
        with path.open("r+") as other:
            fcntl.lockf(other, fcntl.LOCK_EX)
            self.refused(2, "another run is writing", *args)
        self.assertEqual(path.read_bytes(), before)
        self.ok(*args)


class Failures(Case):
    def setUp(self):
        super().setUp()
        self.plugin = build_plugin(self.folder, "whisper", None)

    def test_events_and_views_fit_together(self):
        out = self.ok("match", "whisper", "ear", "ear", "ear", "--games", 200, "--seed", 5,
                      "--plugin", self.plugin, "--json")
        self.assertEqual([p["failed"] for p in out.objects()[-1]["players"]], [0, 0, 0])

    def test_an_agent_that_never_answers(self):
        out = self.refused(4, "mute failed", "match", "whisper", "mute", "random", "--games", 4,
                           "--plugin", self.plugin, "--json", "--quiet")
        row = out.objects()[-1]["players"][0]
        self.assertEqual((row["failed"], row["lost"]), (4, 4))

    def test_an_agent_that_answers_nonsense(self):
        for policy, lost in (("forfeit", 4), ("fallback", None)):
            out = self.ok("match", "whisper", "liar", "random", "--games", 4, "--illegal", policy,
                          "--plugin", self.plugin, "--json", "--quiet")
            row = out.objects()[-1]["players"][0]
            self.assertGreater(row["illegal"], 0)
            if lost is not None:
                self.assertEqual(row["lost"], lost)
        self.refused(3, "--strict", "match", "whisper", "liar", "random", "--strict", "--plugin",
                     self.plugin)

    def test_wrong_players(self):
        self.refused(1, "did you mean 'random'", "match", "tictactoe", "random", "rnadom")
        self.refused(1, "'match' is for agents only", "match", "tictactoe", "random", "human")
        self.refused(1, "needs 2 players", "match", "tictactoe", "random")
        self.refused(1, "players", "match", "tictactoe", "random", "random", "random")
        self.refused(4, "plays whisper, not tictactoe", "match", "tictactoe", "ear", "random",
                     "--plugin", self.plugin)
        self.refused(1, "uses no policy", "match", "connect4", "mcts:nodes=9,policy=none,rollout=0", "random")
        self.refused(1, "from 1 to", "match", "tictactoe", "random", "random", "--games", 0)
        self.refused(1, "number", "match", "tictactoe", "random", "random", "--seed", "x")

    def test_a_pipe_for_the_record_is_not_taken_away(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
        self.ok("match", "tictactoe", "random", "random", "--games", 1, "--record", "pipe", "--out", "a.jsonl")
        self.assertIn(b"tessera\t2", reader.communicate(timeout=HANG)[0])
        self.assertTrue(pipe.is_fifo())

    def test_wrong_records(self):
        self.refused(1, "--records DIR", "match", "tictactoe", "random", "random", "--record", "f")
        self.refused(2, "Not a directory", "match", "tictactoe", "random", "random", "--records",
                     "/dev/null/x")
        self.ok("match", "tictactoe", "random", "random", "--games", 1, "--record", "one.tsr")
        before = (self.folder / "one.tsr").read_bytes()
        self.refused(2, "one.tsr: File exists", "match", "tictactoe", "random", "random",
                     "--games", 1, "--record", "one.tsr")
        self.assertEqual((self.folder / "one.tsr").read_bytes(), before)
        self.refused(2, "No space left", "match", "tictactoe", "random", "random", "--games", 1,
                     "--record", "/dev/full")

    def test_interrupt_reports_what_was_played(self):
        run = subprocess.Popen([TESSERA, "match", "ardri", "random", "random", "--games",
                                "100000000", "--json", "--quiet", "--records", "played"], env=self.env,
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        played = self.folder / "played"
        self.assertTrue(wait_until(lambda: played.exists() and len(list(played.iterdir())) > 2, run))
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=HANG)
        self.assertEqual(run.returncode, 130)
        self.assertIn(b"interrupted after", err)
        total = json.loads(out)
        self.assertFalse(total["complete"])
        self.assertGreater(total["games"], 0)


class Killed(Case):
    def test_kill_at_any_instant_leaves_a_record_that_resumes(self):
        dice = random.Random(4)
        plugin = build_plugin(self.folder, "whisper", None)
        players = ("unashogi", "slow", "slow", "--plugin", str(plugin), "--games", "1", "--seed")
        cut = 0
        hold = {"WHISPER_HOLD": "16"}  # then it waits to be killed, however late that comes
        for n in range(12):
            record = self.folder / f"{n}.tsr"
            run = subprocess.Popen([TESSERA, "match", *players, str(n), "--record", str(record)],
                                   env={**self.env, **hold}, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
            size = dice.randrange(1000)
            self.assertTrue(wait_until(lambda: record.exists() and record.stat().st_size >= size, run))
            run.kill()
            run.wait()
            text = record.read_bytes()
            if b"\nbegin\n" not in text:
                continue  # killed before the first line: there is no game yet
            self.assertNotIn(b"\nresult\t", text)
            cut += 1
            before = self.ok("replay", record, "--json").objects()
            self.ok("play", "--resume", record, "--quiet", "--plugin", plugin)
            after = self.ok("replay", record, "--json").objects()
            self.assertEqual(after[1:len(before) - 1], before[1:-1])
            self.assertEqual(after[-1]["end"], "rules")
            # And it went on exactly as it would have without the kill.
            straight = self.folder / f"{n}-straight.tsr"
            self.ok("match", *players, n, "--record", straight)
            same = self.ok("replay", straight, "--json").objects()
            self.assertEqual([m["move"] for m in same[1:-1]], [m["move"] for m in after[1:-1]])
        self.assertGreater(cut, 5, "too few games were cut off to prove anything")


if __name__ == "__main__":
    main()
