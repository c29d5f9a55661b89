# SPDX-License-Identifier: MIT
"""tessera balance: what games between equal players say about the rules."""
import os
import re
import subprocess
import xml.dom.minidom

from cli import HANG, SOURCE, Case, build_plugin, main

# Whoever cannot step any more loses: twelve steps for each, so White is stuck first, whatever is played. The rock
# never does anything, and nobody comes to its column.
LANE = """game "Lane"
players White, Black
board grid 5x7
piece Man: step forward to empty
piece Rock
setup: put White Man on a1 | b1 then put Black Man on c7 | d7 then put White Rock on e4
turn: move
stuck: lose
"""


# Whoever takes the last stone wins, with the partner: stones for five turns, so the first player's team always does.
PARTNERS = """game "Partners"
players North, East, South, West
teams North with South, East with West
board grid 5x1
piece Stone
turn: place Stone on empty
win when no empty
limit 20 turns
"""


class Balance(Case):
    def lane(self, *more):
        (self.folder / "lane.game").write_text(LANE)
        return self.ok("balance", "lane.game", "--games", 12, "--agent", "random", *more)

    def test_who_is_stuck_first_loses_always(self):
        """Twelve steps each, White first: White has no thirteenth."""
        found = self.lane("--json").objects()[0]
        self.assertEqual(found["type"], "balance")
        self.assertEqual([s["won"] for s in found["seats"]], [0, found["games"]])
        self.assertEqual((found["draws"], found["endless"], found["decided"]), (0, 0, found["games"]))
        self.assertEqual(found["first_share"], 0)
        self.assertLess(found["first_high"], 0.5)
        self.assertEqual(found["verdict"], "first worse")
        self.assertEqual((found["shortest"], found["longest"]), (24, 24))

    def test_partners_win_together(self):
        (self.folder / "partners.game").write_text(PARTNERS)
        call = ("balance", "partners.game", "--games", 8, "--openings", "random:1", "--agent", "random", "--json")
        found = self.ok(*call).objects()[0]
        games = found["games"]
        self.assertGreater(games, 1)
        self.assertEqual([s["won"] for s in found["seats"]], [games, 0, games, 0])
        self.assertEqual((found["draws"], found["decided"], found["first_share"]), (0, games, 1))

    def test_dead_pieces_and_places_are_named(self):
        found = self.lane("--json").objects()[0]
        self.assertEqual(len(found["dead_pieces"]), 1)
        self.assertIn("e4", found["dead_pieces"][0])
        self.assertEqual(found["pieces"], 5)
        self.assertAlmostEqual(found["still"], 0.2)
        self.assertEqual((found["empty_places"], len(found["dead_places"])), (30, 6))
        text = self.lane().out
        self.assertRegex(text, r"dead pieces +1: .*e4")
        self.assertIn("first worse", text)

    def test_games_that_do_not_end_in_time(self):
        found = self.lane("--length", 10, "--json").objects()[0]
        self.assertEqual((found["endless"], found["decided"], found["longest"]), (found["games"], 0, 10))
        self.assertIsNone(found["first_share"])
        self.assertIsNone(found["verdict"])

    def test_any_number_of_jobs_says_the_same(self):
        call = ("balance", "breakthrough", "--games", 12, "--agent", "mcts:nodes=30", "--seed", 5, "--json")
        one = self.ok(*call).out
        self.assertEqual(one, self.ok(*call, "--jobs", 3).out)
        self.assertNotEqual(one, self.ok(*call[:-3], "--seed", 6, "--json").out)

    def test_expectations_and_glances(self):
        found = self.ok("balance", "connect4", "--games", 10, "--agent", "mcts:nodes=50", "--json").objects()[0]
        self.assertEqual(found["games"] + found["repeated"], 10)
        self.assertTrue(0 < found["overturned"] < 1)
        self.assertTrue(0 <= found["drama"] < 1)
        self.assertGreater(found["winner_expects_by_step"][-1], 0.7)  # at the end it shows
        self.assertLessEqual(found["choices_by_step"][0], 7)
        self.assertEqual(found["most_choices"], 7)
        self.assertEqual((found["pieces"], found["still"]), (0, None))

    def test_a_game_counts_once(self):
        """Without openings a player who leaves nothing to chance plays one game."""
        found = self.ok("balance", "connect4", "--games", 5, "--agent", "greedy", "--openings", "none",
                        "--json").objects()[0]
        self.assertEqual(found["games"] + found["repeated"], 5)
        (self.folder / "tiny.game").write_text('game "Tiny"\nplayers A, B\nboard grid 1x5\npiece Stone\n'
                                               "turn: place Stone on empty\nstuck: lose\n")
        found = self.ok("balance", "tiny.game", "--games", 300, "--openings", "random:1", "--agent", "alphabeta:depth=1",
                        "--json").objects()[0]
        self.assertGreater(found["repeated"], 0)
        self.assertEqual(found["games"] + found["repeated"], 300)

    def test_games_of_every_make(self):
        """In C, with chance, alone, with secrets, as a plugin."""
        for game, seats in (("azul", 2), ("pegs", 1), ("mastermind", 1), ("tictactoe", 2)):
            found = self.ok("balance", game, "--games", 3, "--agent", "random", "--json").objects()[0]
            self.assertEqual(len(found["seats"]), seats)
            self.assertGreater(found["games"], 0)
        plugin = build_plugin(self.folder, "nim", (SOURCE / "examples/plugin/nim.c").read_text())
        found = self.ok("balance", "nim", "--plugin", plugin, "--games", 4, "--agent", "random", "--json").objects()[0]
        self.assertEqual(found["decided"], found["games"])

    def test_the_picture(self):
        self.ok("balance", "tictactoe", "--games", 6, "--agent", "random", "--svg", "a <b>.svg", "--quiet")
        picture = (self.folder / "a <b>.svg").read_text()
        xml.dom.minidom.parseString(picture)
        for words in ("who won", "how long games are", "moves to choose from"):
            self.assertIn(words, picture)
        self.assertFalse(re.search(r"nan|inf", picture))

    def test_special_files_are_filled_not_replaced(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
        self.ok("balance", "tictactoe", "--games", 2, "--agent", "random", "--svg", "pipe", "--quiet")
        self.assertIn(b"<svg", reader.communicate(timeout=HANG)[0])
        self.assertTrue(pipe.is_fifo())

    def test_bad_input(self):
        self.refused(1, "did you mean 'chess'", "balance", "ches")
        self.refused(1, "is for agents only", "balance", "chess", "--agent", "human")
        self.refused(1, "nobody", "balance", "chess", "--agent", "nobody")
        self.refused(1, "--games", "balance", "chess", "--games", 0)
        self.refused(1, "--length", "balance", "chess", "--length", "long")
        self.refused(1, "--openings", "balance", "chess", "--openings", "some")
        self.refused(2, "nowhere/x.svg", "balance", "tictactoe", "--svg", "nowhere/x.svg", "--games", 1)
        (self.folder / "wrong.game").write_text('game "Wrong"\nplayers A, B\nboard grid 3x3\npiece Man: stepp any\n')
        wrong = self.run_program("balance", "wrong.game")
        self.assertEqual(wrong.code, 2)
        self.assertIn("wrong.game:4", wrong.err)
        self.refused(4, "exited", "balance", "tictactoe", "--agent", "exec:true", "--games", 1)


if __name__ == "__main__":
    main()
