# SPDX-License-Identifier: MIT
"""tessera cards: what the cards of a game say, and what is wrong with a file of them."""

from cli import Case, main


class Cards(Case):
    def test_all_cards(self):
        out = self.ok("cards", "unicorns").out
        self.assertEqual(sum(not line.startswith(" ") for line in out.splitlines()), 66)
        self.assertIn("Neigh (instant, 14 copies)", out)

    def test_one_card(self):
        out = self.ok("cards", "unicorns", "rhinocorn").out
        self.assertEqual(out.splitlines()[0], "Rhinocorn (magical)")
        self.assertEqual(len(out.splitlines()), 2)

    def test_json(self):
        cards = self.ok("cards", "unicorns", "--json").objects()
        self.assertEqual(sum(c["copies"] for c in cards), 126)

    def test_part_of_a_name(self):
        out = self.ok("cards", "unicorns", "Flying").out
        self.assertEqual(out.count("Flying Unicorn (magical)"), 5)
        self.refused(1, "nothing in unicorns has 'Pegasus' in its name", "cards", "unicorns", "Pegasus")

    def test_a_good_file(self):
        path = self.folder / "good.cards"
        path.write_text('deck "Mine" from "base.cards"\nmagical "Owl"  enter: draw 1\n')
        self.assertIn("is fine", self.ok("cards", "unicorns", path).out)
        self.ok("match", "unicorns", "random", "random", "--games", 1, "--option", f"deck={path}")

    def test_files_that_build_on_files(self):
        (self.folder / "winter.cards").write_text('deck "Winter" from "base.cards"\n'
                                                  'magical "Skier"  enter: draw 1\n')
        path = self.folder / "party.cards"
        path.write_text('deck "Party" from "winter.cards"\nmagical "Host"  enter: draw 1\n')
        self.assertIn("is fine", self.ok("cards", "unicorns", path).out)
        out = self.ok("cards", "unicorns", "Skier", "--option", f"deck={path}").out
        self.assertIn("Skier (magical)", out)
        self.ok("match", "unicorns", "random", "random", "--games", 1, "--option", f"deck={path}")
        (self.folder / "winter.cards").unlink()
        out = self.run_program("cards", "unicorns", path)
        self.assertEqual(out.code, 2, out)
        self.assertIn('there is no deck "winter.cards" to build on', out.out)

    def test_a_bad_file(self):
        path = self.folder / "bad.cards"
        path.write_text('deck "Mine" from "base.cards"\nmagical "Owl"  enter: hoot\n'
                        'magical "Cat"  enter: draw\n')
        out = self.run_program("cards", "unicorns", path)
        self.assertEqual(out.code, 2, out)
        self.assertIn("`hoot` is not something a card can do", out.out)
        self.assertIn("bad.cards:3:", out.out)      # it goes on to the second mistake
        self.refused(2, "hoot", "match", "unicorns", "random", "random", "--option", f"deck={path}")


    def test_a_file_cannot_speak_to_the_terminal(self):
        path = self.folder / "bad.cards"
        path.write_bytes(b'deck "Mine" from "base.cards"\n\033]0;owned\007magic "Zip" play: draw 2\n')
        out = self.run_program("cards", "unicorns", path)
        self.assertEqual(out.code, 2, out)
        self.assertIn("2 | ?]0;owned?magic", out.out)
        self.assertNotIn("\033", out.out)
    def test_puzzles(self):
        out = self.ok("cards", "projectl", "W#17").out
        self.assertTrue(out.startswith("W#17 (white, 6 cells, 1 point, Z)"), out)
        self.assertEqual(len(out.splitlines()), 6)
        puzzles = [c for c in self.ok("cards", "projectl", "--json").objects() if "points" in c]
        self.assertEqual(len(puzzles), 52)

    def test_a_game_without_cards(self):
        self.refused(1, "chess has no cards or puzzles", "cards", "chess")
        path = self.folder / "none.txt"
        path.write_text("")
        self.refused(1, "chess reads no file of its own", "cards", "chess", path)

    def test_a_bad_puzzle_file(self):
        rows = "P #####\nP #...#\nP #####\nP #####\nP #####\n"
        path = self.folder / "puzzles.txt"
        path.write_text(f"I W 1 x\nR 1 Z\n{rows}"      # an extra word
                        f"I W 2\nR 1 Z 4\n{rows}"      # another one
                        f"I W 3\n{rows}"               # no R line
                        f"I W 4\nR\t1 Z\n{rows}"       # a tab
                        "I W 5\nR 1 Z\nP #...#\n")     # P lines missing
        out = self.run_program("cards", "projectl", path)
        self.assertEqual(out.code, 2, out)
        faults = out.out.splitlines()[:-1]
        for fault, (line, words) in zip(faults, [
                (1, "'x' is too much: an I line is 'I W 17', a colour and a number"),
                (9, "'4' is too much: an R line is 'R 2 L3', points and a piece"),
                (21, "a new puzzle begins, but the one on line 15 is not complete: no R line, 5 of 5 P lines"),
                (22, "a tab; the words of a line stand apart by blanks"),
                (30, "the file ends inside the puzzle that begins on line 28: 1 of 5 P lines")]):
            self.assertIn(words, fault)
            self.assertIn(f"puzzles.txt:{line}:", fault)
        self.assertEqual(len(faults), 5)


if __name__ == "__main__":
    main()
