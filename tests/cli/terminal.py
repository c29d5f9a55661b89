# SPDX-License-Identifier: MIT
"""tessera on a terminal of its own (a pty): screen, keys, signals, and what is left behind."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios

from cli import TESSERA, Case, build_plugin, main, wait_until

ENTER_SCREEN, LEAVE_SCREEN = "\033[?1049h", "\033[?1049l"
CODES = re.compile(r"\033\[[0-9;?]*[A-Za-z]|\033[=>]|\r")


class Screen:
    """A program on a pty, with everything it has written so far."""

    def __init__(self, case, *args, rows=24, cols=80, env=None):
        self.case = case
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        self.text = ""
        self.mark = 0
        self.run = subprocess.Popen([TESSERA, *map(str, args)], stdin=self.slave, stdout=self.slave,
                                    stderr=self.slave, env={**case.env, **(env or {})},
                                    cwd=case.folder, start_new_session=True,
                                    preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def read(self, seconds=0.05):
        while select.select([self.master], [], [], seconds)[0]:
            try:
                self.text += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                return

    def wait(self, words, then=""):
        """Waits until `words` are shown after the last wait, and `then` behind them."""
        def is_shown():
            self.read()
            _, found, behind = self.plain(self.text[self.mark:]).partition(words)
            return found and then in behind

        if not wait_until(is_shown, self.run):
            self.case.fail(f"{words!r} was not shown:\n{self.plain(self.text[self.mark:])[-2000:]}")
        part, self.mark = self.text[self.mark:], len(self.text)
        return self.plain(part)

    def plain(self, text):
        return CODES.sub("", text)

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self, code):
        """Waits for the end; the terminal must be as it was."""
        wait_until(lambda: self.read(0.02) or self.run.poll() is not None)
        self.read(0)  # the rest is there: it has ended
        self.case.assertEqual(self.run.poll(), code, self.plain(self.text)[-1500:])
        self.case.assertEqual(termios.tcgetattr(self.slave), self.modes)
        self.case.assertEqual(self.text.count(ENTER_SCREEN), self.text.count(LEAVE_SCREEN))
        self.close()

    def close(self):
        if self.run.poll() is None:
            self.run.kill()
            self.run.wait()
        for fd in (self.master, self.slave):
            try:
                os.close(fd)
            except OSError:
                pass


class Terminal(Case):
    def start(self, *args, **more):
        screen = Screen(self, *args, **more)
        self.addCleanup(screen.close)
        return screen

    def test_a_whole_game(self):
        s = self.start("play", "tictactoe", "Ann=human", "Ben=human")
        s.wait("Ann to move")
        self.assertIn(ENTER_SCREEN, s.text)
        for player, move in zip(("Ben", "Ann", "Ben", "Ann"), ("1,1", "0,0", "0,1", "0,2")):
            s.type(move + "\r")
            s.wait(f"{player} to move")
        s.type("2,1\r")
        page = s.wait("The game is over")
        self.assertIn("Result: Ann wins", page)
        s.type("\r")
        s.end(0)
        after = s.text.split(LEAVE_SCREEN)[-1]
        self.assertIn("Result: Ann wins", after)
        self.assertIn("Record: ", after)

    def test_colours(self):
        for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
            s = self.start("play", "tictactoe", "human", "random", env=env)
            s.wait("X to move")
            self.assertEqual("\033[0;38;5;209m" in s.text, coloured)
            s.type("quit\r")
            s.end(0)

    def test_dumb_terminal(self):
        s = self.start("play", "tictactoe", "human", "random", "--seed", 1, env={"TERM": "dumb", "LC_ALL": "C"})
        s.wait("> ")
        s.type("1,1\n")
        s.wait("random places O")
        s.type("quit\n")
        s.wait("--resume")
        self.assertNotIn("\033", s.text)
        self.assertTrue(s.text.isascii())
        s.end(0)

    def test_it_fits_the_screen(self):
        for game in ("tictactoe", "tron", "unashogi", "mastermind", "ardri"):
            s = self.start("play", game)
            s.wait("\n> ")
            lines = s.plain(s.text.split("\033[H")[-1]).split("\n")
            self.assertLessEqual(len(lines), 24, game)
            self.assertLessEqual(max(map(len, lines)), 80, game)
            s.type("quit\r")
            s.end(0)

    def test_large_pictures_leave_room_for_reasons(self):
        """A picture of 18 lines, in windows with and without the room: why a move is refused is always there."""
        three = ["azul", "human", "human", "human", "--seed", "4"]
        for view, rows, first, more in (("classic", 24, "Others:", ""), ("board", 24, "table", ""),
                                        ("board", 19, "table", "more lines")):
            s = self.start("play", *three, "--view", view, rows=rows)
            s.wait("\n> ")
            s.type("H3 3 9\r")
            s.wait("similar", then="> ")
            page = s.plain(s.text.split("\033[H")[-1])
            self.assertLess(page.count("\n"), rows, view)
            self.assertIn("'H3 3 9': display 3 has no red", page)
            self.assertIn(first, page)
            self.assertIn(more, page)
            s.type("quit\r")
            s.end(0)

    def test_four_players_are_whole_on_a_small_screen(self):
        """Azul's boards by the usual view, Project L's puzzles by its own."""
        four = [f"{name}=human" for name in ("Ann", "Ben", "Cem", "Dora")]
        s = self.start("play", "azul", *four, "--seed", 3, "--view", "board")
        s.wait("\n> ")
        page = s.plain(s.text.split("\033[H")[-1])
        self.assertNotIn("more lines", page)
        self.assertEqual(page.count("floor:"), 4)
        s.type("quit\r")
        s.end(0)
        s = self.start("play", "projectl", *four, "--seed", 3, "--option", "first=seat1")
        for player in ("Ann", "Ben", "Cem", "Dora"):
            for left in ("3 actions", "2 actions", "1 action"):
                s.wait(f"{player} has {left} left")
                s.type("take W1\r")
        s.wait("Ann has 3 actions left")
        page = s.plain(s.text.split("\033[H")[-1])
        self.assertNotIn("more lines", page)
        self.assertIn("> Ann  0 points", page)
        for name in ("Ben", "Cem", "Dora"):
            self.assertIn(f"{name}  0p  O1 I2", page)
        s.type("quit\r")
        s.end(0)

    def test_a_settled_round_has_a_page_where_the_screen_has_no_room(self):
        """Four players of Azul fill a small screen; scores must not change without a word."""
        bots = [f"{name}=azul-greedy" for name in "BCD"]
        self.ok("play", "azul", "A=azul-greedy", *bots, "--seed", 3, "--record", "all.tsr", "--quiet")
        plies = [line.split("\t") for line in (self.folder / "all.tsr").read_text().splitlines()]
        mine = [ply[4] for ply in plies if ply[1:2] == ["p1"]][:4]
        s = self.start("play", "azul", "A=human", *bots, "--seed", 3, "--no-record")
        for move in mine:
            s.wait("A takes tiles")
            s.type(move + "\r")
        s.wait("-- Enter to go on --")
        page = s.plain(s.text.split("\033[2J")[-1])
        self.assertIn("lays red in row 4: +1", page)
        self.assertIn("C begins round 2", page)
        s.type("\r")
        s.wait("Round: 2", "\n> ")
        s.type("quit\r")
        s.end(0)

    def test_the_whole_result_is_seen(self):
        """Four players of a large game: who won, and a line for each."""
        s = self.start("play", "azul", "Me=human", "random", "random", "random", "--seed", 1)
        s.wait("\n> ")
        s.type("resign\r")
        s.type("yes\r")
        s.wait("The game is over")
        page = s.plain(s.text.split("\033[H")[-1])
        self.assertIn("Result: ", page)
        self.assertIn("  4. Me", page)
        self.assertLessEqual(page.count("\n"), 23)
        s.type("\r")
        s.end(0)

    def test_cards_on_a_small_screen(self):
        """A table of many lines keeps to 24, cards say what they do, and Enter passes."""
        s = self.start("play", "unicorns", "Me=human", "unicorns-rules", "unicorns-rules", "--seed", 5)
        s.wait("Me: play a card or draw")
        page = s.plain(s.text.split("\033[H")[-1])
        self.assertLessEqual(page.count("\n"), 23)
        self.assertIn("your hand  Narwhal, Re-target, Unfair Bargain", page)
        s.type("what Glitter Bomb\r")
        s.wait("    destroy a card.")
        s.type("\r")  # nothing to pass on now
        s.wait("Me: play a card or draw")
        s.type("draw\r")
        s.wait("plays Zombie Unicorn: does anybody answer? (Enter: pass)")
        s.type("\r")
        s.wait("Me does not answer")
        s.type("quit\r")
        s.end(0)

    def test_history_and_completion(self):
        s = self.start("play", "tictactoe", "human", "human")
        s.wait("X to move")
        s.type("X 1,\t\t")
        s.wait("X 1,0  X 1,1  X 1,2")
        s.type("1\r")
        s.wait("O to move")
        s.type("hist\t\r")
        s.wait("X places X on 1,1")
        s.type("\r")
        s.wait("O to move")
        s.type("2,2\r")
        s.wait("X to move")
        s.type("\033[A\r")  # the line before: 2,2, which is taken by now
        s.wait("2,2 is taken")
        s.type("quit\r")
        s.end(0)

    def test_help_does_not_swallow_a_move(self):
        s = self.start("play", "tictactoe", "human", "human")
        s.wait("X to move")
        s.type("help\r")
        s.wait("-- Enter")
        s.type("1,1\r")
        s.wait("O to move")
        s.type("quit\r")
        s.end(0)

    def test_a_hint_says_that_it_thinks(self):
        s = self.start("play", "tictactoe", "human", "human")
        s.wait("X to move")
        s.type("hint\r")
        s.wait("try ")
        self.assertIn("thinking ...", s.text)
        s.type("quit\r")
        s.end(0)

    def test_undo_after_the_end_and_rematch(self):
        s = self.start("play", "tictactoe", "Ann=human", "Ben=human")
        for move in ("1,1", "0,0", "0,1", "0,2", "2,1"):
            s.wait("to move")
            s.type(move + "\r")
        s.wait("The game is over")
        s.type("undo\r")
        s.wait("Ann to move")
        s.type("2,1\r")
        s.wait("The game is over")
        s.type("hint\r")
        s.wait("no player is on turn")
        s.type("rematch\r")
        s.wait("Ben to move")  # seats have changed
        s.type("quit\r")
        s.end(0)
        self.assertEqual(len(self.kept()), 2)

    def test_a_rematch_renames_those_without_a_name(self):
        s = self.start("play", "tictactoe", "human", "random", "--no-record")
        s.wait("X: you, O: random")
        s.type("resign\r")
        s.wait("(yes/no)")
        s.type("yes\r")
        s.wait("The game is over")
        s.type("rematch\r")
        s.wait("X: random, O: you")
        s.type("quit\r")
        s.end(0)

    def test_a_load_that_is_refused_can_be_read(self):
        (self.folder / "bad.tsr").write_text("tessera\t1\ngame\tchess\nrules\t0123456789abcdef\n"
                                             "players\t2\nseed\t1\n"
                                             "seat\t1\tA\thuman\task\t1\tforfeit\t0\t0\t0\n"
                                             "seat\t2\tB\thuman\task\t1\tforfeit\t0\t0\t0\nbegin\n")
        s = self.start("play", "tictactoe", "human", "human")
        s.wait("to move")
        s.type("load bad.tsr\r")
        s.end(2)
        after = self.text_after(s)
        self.assertIn("other rules of chess", after)
        self.assertIn("The game is saved", after)

    def text_after(self, s):
        return s.plain(s.text.split(LEAVE_SCREEN)[-1])

    def test_resign_asks(self):
        s = self.start("play", "tictactoe", "Ann=human", "Ben=human")
        s.wait("Ann to move")
        s.type("resign\r")
        s.wait("(yes/no)")
        s.type("no\r")
        s.wait("Ann to move")
        s.type("resign\r")
        s.wait("(yes/no)")
        s.type("yes\r")
        s.wait("Ben wins by resignation")
        s.type("\r")
        s.end(0)

    def test_ctrl_c_asks_once(self):
        s = self.start("play", "tictactoe", "human", "random")
        s.wait("X to move")
        s.type("\x03")
        s.wait("Ctrl-C again to leave")
        s.type("1,1\r")
        s.wait("random places O")
        s.type("\x03")
        s.wait("Ctrl-C again to leave")
        s.type("\x03")
        s.end(130)
        self.assertIn("tessera play --resume", s.text)

    def test_end_of_input(self):
        s = self.start("play", "tictactoe", "human", "random")
        s.wait("X to move")
        s.type("\x04")
        s.end(0)
        self.assertIn("tessera play --resume", s.text)

    def test_signals_that_end_it(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            s = self.start("play", "tictactoe", "human", "random")
            s.wait("X to move")
            s.run.send_signal(number)
            s.end(130)

    def test_a_crash_restores_the_terminal(self):
        s = self.start("play", "tictactoe", "human", "random")
        s.wait("X to move")
        s.run.send_signal(signal.SIGABRT)
        s.end(-signal.SIGABRT)

    def test_stop_and_continue(self):
        s = self.start("play", "tictactoe", "Ann=human", "Ben=human")
        s.wait("Ann to move")
        s.type("1,")
        s.wait("1,")
        # An orphaned process group cannot stop itself; the handler is what is tested.
        before = s.text.count(LEAVE_SCREEN)
        s.run.send_signal(signal.SIGTSTP)
        wait_until(lambda: s.read() or s.text.count(LEAVE_SCREEN) > before)
        self.assertEqual(s.text.count(LEAVE_SCREEN), before + 1)
        s.run.send_signal(signal.SIGCONT)
        s.wait("Ann to move")  # drawn again, with what had been typed
        s.type("1\r")
        s.wait("Ben to move")
        s.type("quit\r")
        s.end(0)

    def test_resize_draws_again(self):
        s = self.start("play", "tron", "human", "human")
        s.wait("to move")
        fcntl.ioctl(s.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        s.run.send_signal(signal.SIGWINCH)
        page = s.wait("to move")
        self.assertIn("├───┼", page)  # there is room for lines now
        s.type("quit\r")
        s.end(0)

    def test_menu(self):
        s = self.start()
        s.wait("Game (number or name)")
        s.type("tictacto\t\r")
        s.wait("Who plays [1]")
        s.type("3\r")
        s.wait("Name of player 1")
        s.type("Ann\r")
        s.wait("Name of player 2")
        s.type("\r")
        s.wait("Ann to move")
        s.type("quit\r")
        s.end(0)
        s = self.start()
        s.wait("go on with the game you left")
        s.type("r\r")
        s.wait("Ann to move")
        s.type("quit\r")
        s.end(0)
        s = self.start()
        s.wait("Game (number or name)")
        s.type("horse\r")
        s.wait("no game is called")
        s.type("nine men's morris\r")  # as the list shows it, but for the capitals
        s.wait("Who plays [1]")
        s.type("q\r")
        s.end(0)

    def test_menu_is_in_the_order_of_the_alphabet(self):
        s = self.start()
        page = s.wait("Game (number or name)")
        number = lambda title: int(re.search(rf"(\d+) +{title} ", page)[1])
        titles = ("2048", "Abalone", "Azul", "Bao la Kujifunza", "Chess", "Game of the Goose", "m,n,k", "Xiangqi")
        self.assertEqual(sorted(titles, key=number), list(titles))
        s.type(f"{number('Xiangqi')}\r")
        s.wait("Who plays [1]")
        s.type("q\r")
        s.end(0)

    def test_menu_mixes_people_and_bots(self):
        s = self.start()
        s.wait("Game (number or name)")
        s.type("azul\r")
        s.wait("Players, 2 to 4 [2]")
        s.type("4\r")
        s.wait("5  some people, some bots")
        s.type("5\r")
        s.wait("People, 2 to 3, who begin [2]")
        s.type("\r")
        s.wait("Strength")
        s.type("1\r")
        s.wait("Name of player 1")
        s.type("Ann\r")
        s.wait("Name of player 2")
        s.type("Ben\r")
        page = s.wait("\n> ")
        for name in ("Ann", "Ben", "level"):
            self.assertIn(name, page)
        s.type("quit\r")
        s.end(0)

    def test_curtain(self):
        plugin = build_plugin(self.folder, "whisper", None)
        s = self.start("play", "whisper", "Ann=human", "Ben=human", "--plugin", plugin, "--seed", 1)
        page = s.wait("Press Enter when nobody else can see the screen")
        self.assertIn("Pass to Ann.", page)
        self.assertNotIn("[card", page)
        s.type("\r")
        self.assertEqual(s.wait("Ann: keep or swap").count("[card"), 1)
        s.type("keep\r")
        s.wait("Press Enter to continue")
        s.type("\r")
        page = s.wait("Press Enter when nobody else can see the screen")
        self.assertIn("Pass to Ben.", page)
        self.assertNotIn("[card", page)
        s.type("\r")
        s.wait("Ben: keep or swap")
        s.type("quit\r")
        s.end(0)
        # What stays on the terminal afterwards is what everybody may see.
        self.assertNotIn("[card", s.text.split(LEAVE_SCREEN)[-1])

    def test_replay_steps(self):
        self.ok("play", "tictactoe", "human", "human", "--record", "game.tsr", stdin="1,1\n0,0\n")
        s = self.start("replay", "game.tsr", "--step")
        s.wait("0 of 2")
        s.type("\r")
        s.wait("1 of 2")
        s.type("l\r")
        s.wait("2 of 2")
        s.type("b\r")
        s.wait("1 of 2")
        s.type("q\r")
        s.end(0)

    def test_a_long_line(self):
        s = self.start("play", "tictactoe", "human", "random")
        s.wait("X to move")
        for _ in range(60):
            s.type("y" * 100)
            s.read(0.01)
        s.type("\r")
        s.wait("X to move")
        s.type("quit\r")
        s.end(0)


class WatchedScreen(Case):
    def test_the_file_is_saved_while_somebody_types(self):
        path = self.folder / "race.game"
        rules = ('game "Race"\nplayers White, Black\nboard grid 3x5\npiece Pawn: step forward to empty\n'
                 "setup: put Pawn on rank 1\nturn: move\nwin when my Pawn on rank 5\nstuck: lose\n")
        path.write_text(rules)
        s = Screen(self, "play", "race.game", "--watch", "Ann=human", "Ben=human")
        self.addCleanup(s.close)
        s.wait("Ann to move")
        s.type("a1a2\r")
        s.wait("Ben to move")
        s.type("a5")
        s.wait("a5")
        path.write_text(rules.replace("step forward", "stepp forward"))
        s.wait("did you mean `step`?")
        path.write_text(rules.replace("rank 5", "rank 2"))
        s.wait("1 move kept")
        s.type("undo\r")  # what was typed before is still there
        s.wait("'a5undo'")
        path.write_text(rules)
        s.wait("kept")
        s.type("quit\r")
        s.end(0)


if __name__ == "__main__":
    main()
