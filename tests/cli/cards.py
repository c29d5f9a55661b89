# SPDX-License-Identifier: MIT
"""tessera cards: what cards say, and what is wrong with a card file."""

from cli import Case, main


class Cards(Case):
    def test_all_cards(self):
        out = self.ok("cards").out
        self.assertEqual(sum(not line.startswith(" ") for line in out.splitlines()), 66)
        self.assertIn("Neigh (instant, 14 copies)", out)

    def test_one_card(self):
        out = self.ok("cards", "rhinocorn").out
        self.assertEqual(out.splitlines()[0], "Rhinocorn (magical)")
        self.assertEqual(len(out.splitlines()), 2)

    def test_json(self):
        cards = self.ok("cards", "--json").objects()
        self.assertEqual(sum(c["copies"] for c in cards), 126)

    def test_part_of_a_name(self):
        out = self.ok("cards", "Flying").out
        self.assertEqual(out.count("Flying Unicorn (magical)"), 5)
        self.refused(1, "no card has 'Pegasus' in its name", "cards", "Pegasus")

    def test_a_good_file(self):
        path = self.folder / "good.cards"
        path.write_text('deck "Mine" from "base.cards"\nmagical "Owl"  enter: draw 1\n')
        self.assertIn("is fine", self.ok("cards", path).out)
        self.ok("match", "unicorns", "random", "random", "--games", 1, "--option", f"deck={path}")

    def test_a_bad_file(self):
        path = self.folder / "bad.cards"
        path.write_text('deck "Mine" from "base.cards"\nmagical "Owl"  enter: hoot\n'
                        'magical "Cat"  enter: draw\n')
        out = self.run_program("cards", path)
        self.assertEqual(out.code, 2, out)
        self.assertIn("`hoot` is not something a card can do", out.out)
        self.assertIn("bad.cards:3:", out.out)      # it goes on to the second mistake
        self.refused(2, "hoot", "match", "unicorns", "random", "random", "--option", f"deck={path}")


    def test_a_file_cannot_speak_to_the_terminal(self):
        path = self.folder / "bad.cards"
        path.write_bytes(b'deck "Mine" from "base.cards"\n\033]0;owned\007magic "Zip" play: draw 2\n')
        out = self.run_program("cards", path)
        self.assertEqual(out.code, 2, out)
        self.assertIn("2 | ?]0;owned?magic", out.out)
        self.assertNotIn("\033", out.out)


if __name__ == "__main__":
    main()
