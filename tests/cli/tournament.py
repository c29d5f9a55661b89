# SPDX-License-Identifier: MIT
"""tessera tournament: results do not depend on jobs, and a killed one goes on."""

import json
import signal
import subprocess
import threading
import xml.dom.minidom

from cli import HANG, SOURCE, TESSERA, Case, main, wait_until

PLAYERS = ("random", "greedy", "mcts:nodes=40")


class Tournament(Case):
    def play(self, *more):
        return self.ok("tournament", "tictactoe", *PLAYERS, "--games", 8, "--seed", 3, "--json", *more)

    def test_jobs_make_no_difference(self):
        one, three = self.play("--jobs", 1), self.play("--jobs", 3)
        self.assertEqual(one.raw, three.raw)
        standing, = one.objects()
        self.assertEqual(standing["games"], 3 * 8)
        self.assertEqual({p["agent"] for p in standing["players"]}, set(PLAYERS))
        elos = [p["elo"] for p in standing["players"]]
        self.assertEqual(elos, sorted(elos, reverse=True))
        self.assertAlmostEqual(sum(elos), 0, places=1)

    def test_killed_it_goes_on(self):
        path = self.folder / "games.jsonl"
        args = ["tournament", "tron", "mcts:nodes=300", "mcts:nodes=301", "--games", "60", "--seed", "5",
                "--json", "--out", str(path)]
        running = subprocess.Popen([TESSERA, *args], stdout=subprocess.DEVNULL, env=self.env,
                                   cwd=self.folder)
        wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= 4, running)
        running.send_signal(signal.SIGKILL)
        running.wait()
        before = path.read_text().splitlines()
        with path.open("a") as file:
            file.write('{"v":1,"type":"game","gro')  # as if it was cut off
        resumed = self.ok(*args)
        whole = self.ok(*args[:-2])
        self.assertEqual(resumed.raw, whole.raw)
        games = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertEqual(path.read_text().splitlines()[:len(before)], before)
        keys = [(g["group"], g["seating"]) for g in games[1:]]
        self.assertEqual(len(set(keys)), 60)

    def test_a_stronger_player_is_told_apart(self):
        """400 nodes against 100: from one position four games and a tie, from openings a difference."""
        for seed in (1, 2, 3):
            out = self.ok("tournament", "connect4", "mcts:nodes=400", "mcts:nodes=100", "--games", 2000,
                          "--sprt", "0:50", "--seed", seed, "--json").objects()[0]
            self.assertEqual(out["sprt"]["verdict"], "elo1")
            self.assertLess(out["games"], 2000)
            self.assertEqual(out["distinct"], out["games"])

    def test_half_a_group_is_played_again(self):
        path = self.folder / "games.jsonl"
        whole = self.play("--out", path)
        text = path.read_text()
        path.write_text("".join(text.splitlines(keepends=True)[:4]))  # the head and three games: a pair and a half
        self.assertEqual(self.play("--out", path).raw, whole.raw)
        self.assertEqual(path.read_text(), text)

    def test_another_tournament_is_not_mixed_in(self):
        self.play("--out", "games.jsonl")
        self.refused(2, "another tournament", "tournament", "tictactoe", "random", "greedy", "--games", 8,
                     "--seed", 3, "--out", "games.jsonl")
        # In a swiss tournament the numbers of a round's groups hang on how many games each pair plays.
        swiss = ("tournament", "tictactoe", "random", "greedy", "level:n=1", "level:n=2", "--kind", "swiss",
                 "--rounds", 2, "--seed", 3, "--out", "swiss.jsonl")
        self.ok(*swiss, "--games", 2)
        self.refused(2, "another tournament", *swiss, "--games", 4)

    def test_picture(self):
        self.play("--svg", "t.svg")
        picture = xml.dom.minidom.parse(str(self.folder / "t.svg"))
        self.assertEqual(picture.documentElement.tagName, "svg")

    def test_records(self):
        self.play("--records", "games")
        records = sorted((self.folder / "games").iterdir())
        self.assertEqual(len(records), 3 * 8)
        self.ok("replay", records[0], "--json")

    def test_sprt_stops_early(self):
        out = self.ok("tournament", "tictactoe", "mcts:nodes=50", "random", "--games", 100000, "--seed", 1,
                      "--sprt", "0:100").out
        self.assertIn("the higher one is accepted", out)

    def test_wrong_words(self):
        for command in ("tournament", "tune"):
            players = ("connect4", "mcts:nodes=5,explore={0..1}" if command == "tune" else "mcts:nodes=5", "mcts:nodes=6")
            self.refused(1, "--openings is", command, *players, "--openings", "random:x")
            self.refused(2, "No such file", command, *players, "--openings", "book:none.epd")
            self.refused(1, "--adjudicate looks like", command, *players, "--adjudicate", "now")
            self.refused(1, "from 0 to 256", command, *players, "--jobs", 257)
        self.refused(1, "has no PGN", "tournament", "connect4", "greedy", "mcts:nodes=5", "--pgn", "x.pgn")
        self.refused(2, "No such file", "tournament", "connect4", "greedy", "mcts:nodes=5", "--csv", "no/such/file.csv")
        self.refused(1, "no player is called 'foo'", "tournament", "tictactoe", "random", "foo")
        self.refused(1, "--time wants", "tournament", "tictactoe", "random", "greedy", "--time", "soon")
        self.refused(1, "--sprt", "tournament", "tictactoe", "random", "greedy", "--sprt", "20:0")
        for claims in ("0:1e6", "-5000:0", "0:inf", "nan:5", "0:", ":5", "0:20x"):
            self.refused(1, "--sprt", "tournament", "tictactoe", "random", "greedy", f"--sprt={claims}")
        self.refused(4, "plays azul, not tictactoe", "tournament", "tictactoe", "random", "azul-greedy")

    def test_a_place_for_the_picture_is_looked_for_first(self):
        out = self.run_program("tournament", "tictactoe", *PLAYERS, "--svg", "no/such/folder.svg")
        self.assertEqual(out.code, 2)
        self.assertIn("no/such/folder.svg", out.err)
        self.assertEqual(out.out, "")


class Programs(Case):
    def test_check_agent(self):
        bot = f"sh {SOURCE}/examples/agents/bot.sh"
        out = self.ok("check-agent", bot, "tictactoe", "--games", 1, "--patience", 500, "--move-time", 600000).out
        self.assertIn("Ready to play.", out)
        self.assertNotIn("FAIL", out)
        out = self.run_program("check-agent", "exit 3", "tictactoe", "--patience", 500)
        self.assertEqual(out.code, 4)
        self.assertIn("exited with status 3", out.out)

    def test_uci(self):
        engine = subprocess.Popen([TESSERA, "uci", "--agent", "mcts:nodes=4"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, env=self.env, text=True)
        engine.stdin.write("uci\nisready\nposition startpos moves e2e4 e7e5\ngo nodes 4\n")
        engine.stdin.flush()
        said = []
        while not said or not said[-1].startswith("bestmove"):
            said.append(engine.stdout.readline().strip())
            self.assertTrue(said[-1], said)
        engine.stdin.write("quit\n")
        engine.stdin.close()
        self.assertEqual(engine.wait(timeout=HANG), 0)
        engine.stdout.close()
        self.assertIn("uciok", said)
        self.assertIn("readyok", said)
        self.assertRegex(said[-1], "^bestmove [a-h][1-8][a-h][1-8]$")

    def test_uci_is_for_games_like_chess(self):
        self.refused(1, "not azul", "uci", "azul")

    def ask_uci(self, *lines):
        """What the engine says to lines that come one by one, until its move. With a line may come how the
        answer begins that the next one waits for."""
        with subprocess.Popen([TESSERA, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=self.env, text=True) as engine:
            watchdog = threading.Timer(HANG, engine.kill)
            watchdog.start()
            said = []
            for line, answer in (one if isinstance(one, tuple) else (one, "") for one in lines):
                engine.stdin.write(line + "\n")
                engine.stdin.flush()
                while answer and not (said and said[-1].startswith(answer)):
                    said.append(engine.stdout.readline().strip())
                    self.assertTrue(said[-1], said)
            while not said or not said[-1].startswith("bestmove"):
                said.append(engine.stdout.readline().strip())
                self.assertTrue(said[-1], said)
            engine.stdin.write("quit\n")
            engine.stdin.close()
            self.assertEqual(engine.wait(timeout=HANG), 0)
            watchdog.cancel()
        return said

    def test_uci_hears_stop_behind_other_lines(self):
        said = self.ask_uci(("go infinite", "info"), "ponderhit", ("isready\r", "readyok"), "xyzzy", "stop")
        self.assertIn("readyok", said)

    def test_uci_looks_as_deep_as_it_is_told(self):
        said = self.ask_uci("go depth 3")
        self.assertIn(" depth 3 ", "".join(said))
        self.assertNotIn(" depth 9 ", "".join(said))

    def test_uci_tells_its_options(self):
        said = self.ask_uci("uci", "go depth 1")
        options = [line.split()[2] for line in said if line.startswith("option name")]
        self.assertEqual(options, ["Hash", "Threads", "MultiPV"])
        self.assertLess(max(i for i, line in enumerate(said) if line.startswith("option")), said.index("uciok"))

    def test_uci_sets_its_options(self):
        said = self.ask_uci("setoption name Hash value 1", "setoption name MultiPV value 3", "go depth 2")
        for n in (1, 2, 3):
            self.assertTrue(any(f" multipv {n} " in line for line in said), said)
        first = next(line for line in said if " multipv 1 " in line)
        self.assertEqual(said[-1].split()[1], first.split(" pv ")[1].split()[0])
        for wrong in ("Hash value 0", "Hash value x", "Threads value 2", "MultiPV value 65", "Colour value 1", "", "Hash"):
            said = self.ask_uci("setoption name " + wrong, "go depth 1")
            self.assertTrue(any("no such option" in line for line in said), (wrong, said))

    def test_uci_searches_the_moves_it_is_told(self):
        for limit in ("depth 2", "nodes 500", "movetime 100"):
            self.assertIn(self.ask_uci(f"go {limit} searchmoves a2a3 h2h3")[-1], ("bestmove a2a3", "bestmove h2h3"))
        self.assertEqual(self.ask_uci("go searchmoves b1b5 depth 2")[-1], "bestmove 0000")

    def test_uci_has_no_move_for_a_bad_position(self):
        for bad in ("fen nonsense", "startpos moves e2e4 e2e4", "elsewhere", "fen"):
            said = self.ask_uci("position startpos moves e2e4", "position " + bad, "go depth 1")
            self.assertEqual(said[-1], "bestmove 0000")
            self.assertTrue(any(line.startswith("info string") for line in said))
        self.assertNotEqual(self.ask_uci("position " + bad, "position startpos", "go depth 1")[-1], "bestmove 0000")

    def test_uci_reads_odd_numbers(self):
        self.ask_uci("go wtime -20 btime -20 winc 9223372036854775807")
        self.ask_uci("go nodes -1 movetime 100")


if __name__ == "__main__":
    main()
