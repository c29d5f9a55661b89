# SPDX-License-Identifier: MIT
"""tessera grade: a game is compared with the game it should be, and the first difference is told."""
from cli import SOURCE, Case, main

LINES = """game "Mine"
players X, O
board grid 3x3
piece Mark
turn: place Mark on empty
{ending}
stuck: draw
"""


class Grade(Case):
    def grade(self, ending, code, *more):
        (self.folder / "mine.game").write_text(LINES.format(ending=ending))
        out = self.run_program("grade", "mine.game", "--as", "tictactoe.game", "--games", 60, *more)
        self.assertEqual(out.code, code, out)
        return out

    def test_the_same(self):
        out = self.grade("win when line 3 of mine", 0, "--json").objects()[0]
        self.assertTrue(out["same"])
        self.assertEqual((out["games"], out["games_same"], out["depth"]), (60, 60, 4))
        self.assertEqual(out["nodes"], out["nodes_wanted"])
        self.assertIsNone(out["difference"])

    def test_who_wins(self):
        """Counts agree to depth 4; the fifth move ends it the other way round."""
        out = self.grade("lose when line 3 of mine", 2).out
        self.assertIn("counts: the same to depth 4", out)
        self.assertRegex(out, r"in the reference the game is over, [XO] wins; here the game is over, [XO] wins")

    def test_an_ending_that_is_missing(self):
        out = self.grade("win when line 9 of mine", 2, "--depth", 6).out
        self.assertIn("sequences of 6 moves, not 54720", out)
        self.assertRegex(out, r"in the reference the game is over, [XO] wins; here ")

    def test_other_moves(self):
        found = self.run_program("grade", SOURCE / "games/rules/topaz.game", "--as", "morris", "--games", 40, "--depth", 2)
        self.assertEqual(found.code, 2, found)
        out = found.out
        self.assertIn("first difference: after ", out)
        self.assertIn("moves that should not be: ", out)
        self.assertIn("Topaz is not yet Nine Men's Morris", out)

    def test_bad_input(self):
        self.refused(1, "--as NAME", "grade", "tictactoe.game")
        self.refused(1, "secrets", "grade", "unicorns", "--as", "unicorns")
        self.refused(2, "is for", "grade", "pegs", "--as", "tictactoe")


if __name__ == "__main__":
    main()
