# SPDX-License-Identifier: MIT
"""tessera play on a pipe: a script plays, and everything a player may type works."""

import os
import random
import resource
import shlex
import signal
import subprocess

from cli import HANG, SOURCE, TESSERA, Case, DrivenClock, build_plugin, main

PAIR = ("play", "tictactoe", "Ann=human", "Ben=human")
WIN = "1,1\n0,0\n0,1\n0,2\n2,1\n"


class Pipe(Case):
    def test_golden_transcript(self):
        out = self.ok(*PAIR, "--glyphs=ascii", stdin="# a comment\nX 1,1\no 0,0\n0,1\n2,1\n1,0\n1,2\n"
                                                     "0,2\n2,0\n2,2\n")
        golden = SOURCE / "tests/cli/golden/tictactoe.txt"
        self.assertEqual(out.out, golden.read_text())
        self.assertEqual(out.err, "")

    def test_results_on_stdout_talk_on_stderr(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\nnonsense\n" + WIN[4:])
        self.assertEqual(out.out, "1. Ann places X on 1,1\n2. Ben places O on 0,0\n"
                                  "3. Ann places X on 0,1\n4. Ben places O on 0,2\n"
                                  "5. Ann places X on 2,1\nResult: Ann wins\n")
        self.assertIn("'nonsense': that is not a move", out.err)
        self.assertNotIn("> ", out.out)

    def test_wrong_move_has_a_reason_and_near_moves(self):
        out = self.ok(*PAIR, stdin="1,1\n1,1\n")
        self.assertIn("taken", out.err)
        self.assertRegex(out.err, r"similar: O \d,\d   O \d,\d   O \d,\d ")

    def test_a_beginning_of_several_moves_names_only_these(self):
        out = self.ok("play", "chess", "Ann=human", "Ben=human", stdin="g1\nNf\n")
        self.assertIn("'g1': that fits 2 moves\n  such as: g1f3   g1h3   ('moves g1' lists all)\n", out.err)
        self.assertRegex(out.err, r"similar: \S+   \S+   \S+   \('moves' lists all\)")

    def test_strict(self):
        out = self.run_program(*PAIR, "--strict", stdin="1,1\n1,1\n0,0\n")
        self.assertEqual(out.code, 3)
        self.assertEqual(len(self.kept()), 1)
        self.assertIn("--resume", out.err)

    def test_words(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\nhistory\nmoves O 0\nwhere X\nwhat 1,1\nscores\n"
                                              "help\nrules\nflip\nboard\nredo\nhint 2\n?\n:moves\nsco\n")
        for words in ("   1. Ann places X on 1,1", "  O 0,0   O 0,1   O 0,2", "3 of 8 legal moves",
                      "X on 1,1", "  score                       0        0", "Type a move, such as ", "or one of these commands",
                      "Tic-tac-toe is played on", " random games", "8 of 8 legal moves"):
            self.assertIn(words, out.out)
        self.assertIn("there is nothing to redo", out.err)

    def test_words_that_need_more(self):
        out = self.ok(*PAIR, stdin="where\nwhat 9,9\nwhere unicorn\ngoto 7\ngoto x\nhint 99\nsave\nload\n"
                                   "undo\nrematch\n")
        for words in ("'where' needs a name", "there is no cell or item '9,9'", "there is no item called 'unicorn'",
                      "goto takes the number", "hint takes a number", "'save' needs a file name", "'load' needs a file name",
                      "nothing to undo", "the game is not over"):
            self.assertIn(words, out.err)

    def test_undo_redo_goto(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\n0,0\nundo\nundo\nredo\nredo\ngoto 0\ngoto 1\n2,2\n"
                                              "history\n")
        self.assertEqual(out.err.count("not possible"), 0)
        self.assertTrue(out.out.endswith("   1. Ann places X on 1,1\n   2. Ben places O on 2,2\n"),
                        out)
        out = self.ok("replay", self.kept()[0])
        self.assertIn("unfinished after 2 moves", out.out)

    def test_undo_against_a_bot_goes_to_ones_own_move(self):
        out = self.ok("play", "tictactoe", "human", "random", "--seed", 1, "--quiet",
                      stdin="1,1\n2,2\nundo\nhistory\n")
        self.assertIn("   2. random places O on 0,1\n", out.out)
        self.assertNotIn("   3. ", out.out)

    def test_a_clock(self):
        clock = DrivenClock(self.folder / "clock")
        run = subprocess.Popen([TESSERA, *PAIR, "--time", "300ms", "--quiet", "--record", "late.tsr"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**self.env, **clock.env}, cwd=self.folder)
        run.stdin.write(b"1,1\n")
        run.stdin.flush()
        run.stdout.readline()
        clock.advance(0.5)
        out, _ = run.communicate(b"0,0\n")
        self.assertIn("Ann wins by forfeit", out.decode())
        self.assertIn("late", (self.folder / "late.tsr").read_text())
        self.ok("replay", "late.tsr", "--quiet")

    def test_whoever_leaves_is_told_apart(self):
        out = self.ok("play", "azul", "Anna=human", "Ben=random", "Cleo=random", "--seed", 3, "--quiet",
                      stdin="resign\nyes\n").out
        table = out[out.index("Result:"):].splitlines()[1:4]
        self.assertRegex(table[2], r"3\. Anna +-?\d+  left the game$")
        self.assertEqual([line.count("left") for line in table], [0, 0, 1])

    def test_resign(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\nresign\n")
        self.assertIn("Result: Ann wins by resignation", out.out)

    def test_moves_win_over_words(self):
        # In unashogi a move may begin like a word; a colon makes it a word.
        out = self.ok("play", "unashogi", "human", "human", "--quiet", stdin="h\n:h\nH 4,4\n")
        self.assertIn("places", out.out)

    def test_seed_gives_the_same_game(self):
        runs = [self.ok("play", "tictactoe", "--seed", 9, "--no-record", stdin="1,1\n2,2\n").out
                for _ in range(2)]
        self.assertEqual(runs[0], runs[1])

    def test_json(self):
        found = self.ok(*PAIR, "--json", stdin="9,9\n" + WIN).objects()
        kinds = [o["type"] for o in found]
        self.assertEqual(kinds.count("move"), 5)
        self.assertEqual(kinds.count("refused"), 1)
        self.assertEqual(kinds[0], "ask")
        self.assertEqual(found[-1]["type"], "result")
        self.assertEqual(found[-1]["ranks"], [1, 2])
        self.assertEqual([o["move"] for o in found if o["type"] == "move"][0], "X 1,1")
        self.assertTrue(found[1]["reason"])

    def test_position(self):
        text = self.ok("position", "tictactoe", "--after", "1,1", "--after", "0,0",
                       "--json").objects()[0]["position"]
        out = self.ok(*PAIR, "--position", text, "--quiet", stdin="0,1\n0,2\n2,1\n")
        self.assertIn("Result: Ann wins", out.out)
        self.assertEqual(self.ok("replay", self.kept()[0], "--json").objects()[-1]["ply"], 3)

    def test_bots_only_keeps_nothing(self):
        out = self.ok("play", "tictactoe", "random", "random", "--seed", 1)
        self.assertIn("Result:", out.out)
        self.assertEqual(self.kept(), [])


class Keeping(Case):
    def test_end_of_input_keeps_the_game_and_says_where(self):
        out = self.ok(*PAIR, stdin="1,1\n0,0")
        (record,) = self.kept()
        self.assertIn(f"tessera play --resume {record}", out.err)
        out = self.ok("play", "--resume", record, "--quiet", stdin="0,1\n0,2\n2,1\n")
        self.assertIn("Result: Ann wins", out.out)
        self.assertEqual(self.ok("replay", record, "--json").objects()[-1]["ranks"], [1, 2])

    def test_the_path_can_be_pasted_into_a_shell(self):
        env = {"XDG_STATE_HOME": str(self.folder / "it's a \"place\"")}
        out = self.ok(*PAIR, stdin="1,1\n", env=env)
        command = out.err.strip().split("The game is saved: tessera ")[1]
        (word,) = shlex.split(command)[2:]
        self.assertTrue(os.path.exists(word))

    def test_the_words_to_go_on_name_the_plugin(self):
        plugin = build_plugin(self.folder, "whisper", None)
        out = self.ok("play", "whisper", "human", "human", "--plugin", plugin, "--quiet")
        said = out.err.strip().splitlines()[-1].split("tessera play ")[1]
        again = self.ok("play", *shlex.split(said), "--quiet")
        self.assertIn("--plugin", again.err)

    def test_resume_last_after_stepping_back_from_the_end(self):
        # Ann wins with her fourth stone; on a pipe the game ends there, so the record steps back.
        self.ok(*PAIR, "--quiet", stdin="1,1\n0,0\n0,1\n0,2\n2,1\n")
        (record,) = self.kept()
        with record.open("a") as file:
            file.write("back\t4\n")
        self.assertIn("Ann places X on 2,1", self.ok("play", "--resume", "last", "--quiet",
                                                     stdin="2,1\n").out)

    def test_resume_last(self):
        self.refused(2, "no unfinished game", "play", "--resume", "last")
        self.ok(*PAIR, stdin="1,1\n")
        out = self.ok("play", "--resume", "last", "--quiet", stdin="0,0\n0,1\n0,2\n2,1\n")
        self.assertIn("Result: Ann wins", out.out)
        self.refused(2, "no unfinished game", "play", "--resume", "last")

    def test_save_and_load(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\nsave one.tsr\n0,0\nsave one.tsr\nload one.tsr\n"
                                              "2,2\nquit\n")
        self.assertIn("saved: one.tsr", out.err)
        self.assertIn("File exists", out.err)
        self.assertIn("2. Ben places O on 2,2", out.out)
        moves = [o["move"] for o in self.ok("replay", "one.tsr", "--json").objects()
                 if o["type"] == "move"]
        self.assertEqual(moves, ["X 1,1", "O 2,2"])
        (record,) = self.kept()
        moves = [o["move"] for o in self.ok("replay", record, "--json").objects()
                 if o["type"] == "move"]
        self.assertEqual(moves, ["X 1,1", "O 0,0"])

    def test_a_failed_load_changes_nothing(self):
        (self.folder / "bad.tsr").write_text("hello\n")
        out = self.ok(*PAIR, "--quiet", stdin="1,1\nload bad.tsr\nload gone.tsr\n0,0\n")
        self.assertIn("2. Ben places O on 0,0", out.out)
        self.assertIn("not a Tessera record", out.err)
        self.assertIn("No such file", out.err)

    def test_replay_at_and_step(self):
        self.ok(*PAIR, "--record", "game.tsr", stdin=WIN)
        self.assertEqual(self.kept(), [])
        out = self.ok("replay", "game.tsr")
        self.assertIn("5. Ann places X on 2,1", out.out)
        self.assertIn("result: rules; Ann is 1.", out.out)
        out = self.ok("replay", "game.tsr", "--at", 2, "--glyphs=ascii")
        self.assertIn("0 |[O]|", out.out)
        self.assertNotIn("3.", out.out)
        self.assertEqual(self.ok("replay", "game.tsr", "--step", "--glyphs=ascii").out.count("+---+---+---+"),
                         5 * 4)
        self.refused(1, "only 5 moves", "replay", "game.tsr", "--at", 6)
        self.assertEqual(self.ok("replay", "game.tsr", "--at", 0, "--json").objects()[0]["ply"], 0)

    def test_attempts_are_in_the_record(self):
        self.ok(*PAIR, "--record", "game.tsr", stdin="1,1\n1,1\n0,0\n")
        lines = (self.folder / "game.tsr").read_text().splitlines()
        self.assertEqual(sum("\tfail\t1,1\t" in line for line in lines), 1)
        self.assertEqual(sum("\tok\t" in line for line in lines), 2)

    def test_without_a_home_the_game_goes_on(self):
        env = {"XDG_STATE_HOME": "", "HOME": "/dev/null"}
        out = self.ok(*PAIR, "--quiet", stdin=WIN, env=env)
        self.assertIn("this game is not saved", out.err)
        self.assertIn("Result: Ann wins", out.out)

    def test_disk_full_in_mid_game(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (280, 280))
        done = subprocess.run([TESSERA, *PAIR, "--quiet", "--record", "small.tsr"],
                              input=b"1,1\n0,0\n0,1\n0,2\n2,1\n" * 3, capture_output=True,
                              env=self.env, cwd=self.folder, preexec_fn=limit, timeout=HANG)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"File too large: the move was not played", done.stderr)
        # What counted is there, whole, and goes on.
        before = self.ok("replay", "small.tsr", "--json").objects()
        self.assertFalse(before[0]["torn"])
        self.assertGreater(len(before), 2)
        self.ok("play", "--resume", "small.tsr", "--quiet", stdin="2,2\n")

    def test_kill_at_any_instant(self):
        dice = random.Random(7)
        for n in range(10):
            record = self.folder / f"{n}.tsr"
            run = subprocess.Popen([TESSERA, "play", "unashogi", "human", "human", "--quiet",
                                    "--record", record], env=self.env, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            acknowledged = []
            for r in range(9):
                for c in range(0, 9, 2):
                    run.stdin.write(f"H {r},{c}\nh {r},{c + 1}\n".encode() if c < 8 else b"")
            run.stdin.flush()
            heard = b"".join(run.stdout.readline() for _ in range(dice.randrange(19)))
            run.send_signal(signal.SIGKILL)
            out = heard + run.stdout.read()  # by the same reader: it may have read ahead
            run.wait()
            run.stdin.close()
            run.stdout.close()
            acknowledged = [l for l in out.decode().splitlines() if " places " in l and ". " in l]
            if not record.exists() or b"begin\n" not in record.read_bytes():
                self.assertEqual(acknowledged, [])
                continue
            moves = [o["text"] for o in self.ok("replay", record, "--json").objects()
                     if o["type"] == "move"]
            # Everything that was said to have happened is there.
            self.assertEqual([l.split(". ", 1)[1] for l in acknowledged],
                             moves[:len(acknowledged)])
            self.ok("play", "--resume", record, "--quiet", stdin="")


class Signals(Case):
    def start(self, *args):
        return subprocess.Popen([TESSERA, *args], env=self.env, cwd=self.folder,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def test_a_script_that_is_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            run = self.start(*PAIR, "--quiet")
            run.stdin.write(b"1,1\n0,0\n")
            run.stdin.flush()
            self.assertEqual(run.stdout.readline(), b"1. Ann places X on 1,1\n")
            run.send_signal(number)
            out, err = run.communicate(timeout=HANG)
            self.assertEqual(run.returncode, 130, err)
            self.assertIn(b"tessera play --resume", err)


class HotSeat(Case):
    def setUp(self):
        super().setUp()
        self.plugin = build_plugin(self.folder, "whisper", None)
        self.args = ("play", "whisper", "Ann=human", "Ben=human", "--seed", 1, "--plugin",
                     self.plugin)

    def test_hidden_cards_and_secret_answers(self):
        out = self.ok(*self.args, stdin="keep\nkeep\nhigh\nlow\n").out
        parts = out.split("--- pass to ")[1:]
        self.assertEqual([p.split()[0] for p in parts], ["Ann", "Ben", "Ann", "Ben"])
        for part in parts[:3]:
            self.assertEqual(part.count("[card "), 1)
        self.assertEqual(parts[3].count("[card "), 1 + 2)  # Ben's own, then everybody's
        self.assertIn("Ann: bet\n", out)
        self.assertNotIn("Ann: high", out)
        self.assertIn("Result:", out)

    def test_undo_across_hidden_things_is_refused_with_the_reason(self):
        out = self.ok(*self.args, "--quiet", stdin="keep\nundo\ngoto 0\n")
        self.assertEqual(out.err.count("hidden information"), 2)

    def test_a_bot_that_fails_does_not_stop_the_game(self):
        out = self.run_program("play", "whisper", "Ann=human", "mute", "--seed", 1, "--plugin",
                               self.plugin, "--quiet", stdin="keep\nhigh\n")
        self.assertEqual(out.code, 4)
        self.assertIn("mute gave no answer", out.err)
        self.assertIn("Result:", out.out)

    def test_listening_bots(self):
        out = self.ok("play", "whisper", "Ann=human", "ear", "ear", "--seed", 2, "--plugin",
                      self.plugin, "--quiet", stdin="swap\nhigh\n")
        self.assertNotIn("gave no answer", out.err)


RACE = """game "Race"
players White, Black
board grid 3x5
piece Pawn:
  step forward to empty
  step forward + sideways to enemy
setup: put Pawn on rank 1
turn: move
win when my Pawn on rank 5
stuck: lose
"""


class RulesFiles(Case):
    def write(self, text, name="race.game"):
        (self.folder / name).write_text(text)

    def test_a_game_of_a_rules_file_is_kept_and_resumed(self):
        self.write(RACE)
        out = self.ok("play", "race.game", "Ann=human", "Ben=human", stdin="a1a2\n")
        self.assertIn("--resume", out.err)
        out = self.ok("play", "--resume", "last", "--quiet", stdin="a5a4\nhistory\n")
        self.assertIn("   1. Ann: a1a2\n   2. Ben: a5a4\n", out.out)
        self.write(RACE.replace("rank 5", "rank 4"))
        out = self.run_program("play", "--resume", "last")
        self.assertEqual(out.code, 2)
        self.assertIn("rules", out.err)

    def test_rules_files_of_the_shelf_have_names(self):
        out = self.ok("perft", "tictactoe.game", "3")
        self.assertEqual(out.out, "1 9\n2 72\n3 504\n")
        out = self.ok("play", "tictactoe.game", "Ann=human", "Ben=human", stdin="b2\n")
        self.assertIn("1. Ann: b2", out.out)
        out = self.ok("play", "--resume", "last", stdin="a1\n")
        self.assertIn("2. Ben: a1", out.out)
        self.refused(2, "nothing.game", "play", "nothing.game")


class Reasons(Case):
    """A move that is refused names the condition that fails and the cells it is about."""

    def test_games_of_the_shelf(self):
        for game, moves, words in (
                ("connect4", "d1 e3", "this needs `here + south is not empty`; e2 is"),
                ("reversi", "d3 a1", "this needs `flanked`; for a1 there is none"),
                ("checkers", "c3d4 b6c5 a3b4", "a jump is possible, so it must be made"),
                ("morris", "a1 a1", "a1 is not free"),
                ("amazons", "d1d7 d7d8", "now it is about where the Arrow goes"),
                ("neutron", "a1a4 c3a3", "that is only a part of the turn"),
                ("kalah", "a a", "a cannot be chosen: it must be in `my pits with seeds`"),
                ("chess", "e1g1", "this needs `no pieces on between(here, rook)`; f1 is one"),
                ("chess", "a1a4", "the Rook on a1 cannot reach a4: a2 is in the way"),
                ("clobber", "a1a2", "the Stone on a1 is not yours"),
                ("gomoku", "h8 h8", "h8 is not free"),
                ("breakthrough", "a2a4", "a Pawn cannot go from a2 to a4")):
            out = self.run_program("play", game, "Ann=human", "Ben=human", "--quiet", "--no-record",
                                   stdin=moves.replace(" ", "\n") + "\n")
            self.assertIn(f"'{moves.split()[-1]}': {words}\n", out.err, game)


class Pgn(Case):
    """Chess in the notations of other programs, as a person would use them."""

    def test_there_and_back(self):
        self.ok("play", "chess", "Ann=human", "Ben=human", "--record", "a.tsr",
                stdin="e4\ne5\nNf3\nNc6\nBc4\nNf6\nO-O\nNxe4\n")
        out = self.ok("pgn", "a.tsr").out
        self.assertIn('[White "Ann"]', out)
        self.assertIn("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Nxe4 *", out)
        (self.folder / "a.pgn").write_text(out)
        self.ok("pgn", "a.pgn", "--record", "b.tsr")
        self.assertEqual(self.ok("pgn", "b.tsr").out, out)
        self.assertIn("9. Ann: d2d3", self.ok("play", "--resume", "b.tsr", "--quiet", stdin="d3\n").out)

    def test_results_and_positions(self):
        fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        self.ok("play", "chess", "Ann=human", "Ben=human", "--record", "a.tsr", "--position", fen,
                stdin="e2e4\nresign\n")
        out = self.ok("pgn", "a.tsr").out
        self.assertIn(f'[FEN "{fen}"]', out)
        self.assertIn("1. e4 1-0", out)
        (self.folder / "a.pgn").write_text(out)
        self.ok("pgn", "a.pgn", "--record", "b.tsr")
        self.assertIn("resigned; Ann is 1.", self.ok("replay", "b.tsr", "--quiet").out)

    def test_the_documents_know_the_solo_game(self):
        line = next(line for line in (SOURCE / "docs/projectl.md").read_text().splitlines()
                    if line.endswith("the solo game") and line.startswith("tessera"))
        words = line.removesuffix("the solo game").split()[1:]
        self.ok(*words, "--record", "solo.tsr", "--quiet")
        self.assertIn("\nplayers\t1\n", (self.folder / "solo.tsr").read_text())

    def test_pgn_of_several_games_with_tags(self):
        games = ('[Event "Club ] night"]\n[Site "Ghent"]\n[Date "2024.05.01"]\n[Round "3.1"]\n[White "Ann \\"A\\""]\n'
                 '[Black "Ben"]\n[Result "1-0"]\n[WhiteElo "2100"]\n[ECO "C20"]\n\n1. e4 e5 2. Qh5 1-0\n',
                 '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Cleo"]\n[Black "Dan"]\n'
                 '[Result "1/2-1/2"]\n\n1. d4 d5 1/2-1/2\n',
                 '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Eve"]\n[Black "Finn"]\n'
                 '[Result "*"]\n\n1. c4 *\n')
        path = self.folder / "games.pgn"
        path.write_text("\n".join(games))
        self.ok("pgn", path, "--records", "all")
        records = sorted((self.folder / "all").iterdir())
        self.assertEqual(len(records), 3)
        self.assertEqual(self.ok("pgn", *records).out, "\n".join(games))
        for record in records:
            self.ok("replay", record, "--quiet")
        self.ok("pgn", path, "--record", "two.tsr", "--number", 2)
        self.assertEqual(self.ok("pgn", "two.tsr").out, games[1])
        self.refused(1, "has 3 games", "pgn", path, "--record", "x.tsr")
        self.refused(1, "has 3 games", "pgn", path, "--record", "x.tsr", "--number", 4)
        self.refused(1, "not both", "pgn", path, "--record", "x.tsr", "--records", "y")
        self.refused(1, "--number says", "pgn", path, "--records", "y", "--number", 2)
        self.refused(1, "--records is for", "pgn", "two.tsr", "--records", "y")
        self.refused(2, "File exists", "pgn", path, "--records", "all")
        (self.folder / "empty.pgn").write_text("\n% nothing\n")
        self.refused(2, "no game", "pgn", "empty.pgn", "--record", "x.tsr")
        (self.folder / "bad.pgn").write_text(games[1] + "\n" + games[2].replace("c4", "c5"))
        self.refused(2, f"bad.pgn:{games[1].count(chr(10)) + 10}", "pgn", "bad.pgn", "--records", "bad")

    def test_what_is_wrong(self):
        (self.folder / "a.pgn").write_text('[White "Ann"]\n\n1. e4 e5 2. Ke3 *\n')
        self.refused(2, ["a.pgn:3", "Ke3"], "pgn", "a.pgn", "--record", "b.tsr")
        self.refused(1, "--record", "pgn", "a.pgn")
        self.ok("play", "tictactoe", "Ann=human", "Ben=human", "--record", "t.tsr", stdin="1,1\n")
        self.refused(1, "tictactoe has no PGN", "pgn", "t.tsr")

    def test_reasons_in_algebraic_notation(self):
        out = self.ok("play", "chess", "Ann=human", "Ben=human", stdin="Ke2\nNe4\n")
        self.assertIn("'Ke2': e2 is not free", out.err)
        self.assertIn("'Ne4': a Knight cannot go from b1 to e4", out.err)


class Watch(Case):
    """tessera play FILE --watch on a pipe: lines are said, files are saved, answers come."""

    def start(self, text, *more):
        self.path = self.folder / "race.game"
        self.path.write_text(text)
        self.run = subprocess.Popen([TESSERA, "play", "race.game", "--watch", "--quiet", *more, "Ann=human",
                                     "Ben=human"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True, env=self.env, cwd=self.folder)
        self.addCleanup(self.run.kill)
        self.addCleanup(self.run.stdout.close)

    def say(self, line):
        self.run.stdin.write(line + "\n")
        self.run.stdin.flush()

    def hear(self, words):
        heard = ""
        while words not in heard:
            line = self.run.stdout.readline()
            if not line:
                self.fail(f"{words!r} was not said:\n{heard}")
            heard += line
        return heard

    def end(self):
        self.run.stdin.close()
        rest = self.run.stdout.read()
        self.assertEqual(self.run.wait(timeout=HANG), 0)
        return rest

    def test_moves_that_fit_are_kept(self):
        self.start(RACE)
        for line in ("a1a2", "a5a4", "b1b2"):
            self.say(line)
        self.hear("3. Ann: b1b2")
        self.path.write_text(RACE.replace("rank 5", "rank 3"))
        self.hear("The rules were read again: 3 moves kept.")
        self.say("history")
        self.hear("   3. Ann: b1b2")
        self.say("b5b4")
        self.say("a2a3")
        self.assertIn("Result: Ann wins", self.end())

    def test_moves_that_do_not_fit_are_told(self):
        self.start(RACE)
        for line in ("a1a2", "b5b4", "b1b2"):
            self.say(line)
        self.hear("3. Ann: b1b2")
        self.path.write_text(RACE.replace("to empty", "to empty if not on column 2"))
        self.hear("1 of 3 moves kept. Move 2, b5b4, is no longer possible: this needs `not on column 2`")
        self.say("a5a4")
        self.hear("2. Ben: a5a4")
        self.end()

    def test_mistakes_are_shown_and_the_old_rules_stay(self):
        self.start(RACE)
        self.say("a1a2")
        self.hear("1. Ann: a1a2")
        self.path.write_text(RACE.replace("forward to empty", "forwrad to empty"))
        heard = self.hear("The game continues with the previous rules.")
        self.assertIn("error 1: there is no direction called `forwrad`", heard)
        self.assertIn("did you mean `forward`?", heard)
        self.say("a5a4")
        self.hear("2. Ben: a5a4")
        self.path.write_text(RACE + "# mended\n")
        self.hear("The rules were read again: 2 moves kept.")
        self.end()

    def test_a_parent_is_watched_too(self):
        (self.folder / "parent.game").write_text(RACE.replace('"Race"', '"Parent"'))
        self.start('game "Race" from "Parent"\n')
        self.say("a1a2")
        self.hear("1. Ann: a1a2")
        (self.folder / "parent.game").write_text(RACE.replace('"Race"', '"Parent"').replace("rank 5", "rank 4"))
        self.hear("1 move kept.")
        self.end()

    def test_json(self):
        self.start(RACE, "--json")
        self.say("a1a2")
        self.hear('"type":"move"')
        self.path.write_text(RACE + "# again\n")
        self.assertIn("1 move kept", self.hear('"type":"reloaded"'))
        self.path.write_text(RACE + "trun: move\n")
        self.assertIn("did you mean `turn`?", self.hear('"type":"mistakes"'))
        self.end()

    def test_other_players_do_not_fit(self):
        self.start(RACE)
        self.say("a1a2")
        self.hear("1. Ann: a1a2")
        self.path.write_text(RACE.replace("players White, Black", "players White")
                             .replace("  step forward + sideways to enemy\n", ""))
        self.hear("The new rules cannot be opened with the options of this game")
        self.end()

    def test_what_cannot_be_watched(self):
        self.refused(1, "--watch wants a rules file", "play", "tictactoe", "--watch")
        self.refused(1, "not both", "play", "race.game", "--watch", "--record", "x.tsr")


if __name__ == "__main__":
    main()
