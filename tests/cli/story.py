# SPDX-License-Identifier: MIT
"""A record alone explains every score.

Plays matches, replays their records as JSON, and adds up the points that the stories tell, seat
by seat: with the scores at the start they make the scores at the end. Nothing but the record and the words of `replay` is used.
"""

from cli import SOURCE, Case, main

MATCHES = [
    ("azul", 2, []),
    ("azul", 4, ["--option", "mode=advanced"]),
    ("projectl", 2, ["--option", "rounds=30"]),
    ("projectl", 1, ["--option", "rounds=30"]),
    ("unicorns", 3, []),
    ("unicorns", 4, ["--option", "set=all"]),
    ("kalah", 2, []),
]


def points_told(objects):
    """Seat -> points, from the stories of all moves."""
    told = {}
    for move in objects:
        for event in move.get("story", ()):
            if event.get("points"):
                assert event["text"], f"points without a word: {event}"
                told[event["seat"]] = told.get(event["seat"], 0) + event["points"]
    return told


class Stories(Case):
    def check(self, game, players, options, seed, *seen_by):
        record = self.folder / f"{game}-{players}-{seed}.tsr"
        self.ok("play", game, *["random"] * players, "--seed", seed, "--record", record, "--quiet",
                *options)
        objects = self.ok("replay", record, "--json", *seen_by).objects()
        start = self.ok("replay", record, "--at", 0, "--json").objects()[-1]["scores"]
        told = points_told(objects)
        scores = objects[-1]["scores"]
        for seat, score in enumerate(scores, 1):
            self.assertEqual(start[seat - 1] + told.get(seat, 0), score,
                             f"{game}, seat {seat} of {players}")
        return scores

    def test_scores_can_be_recomputed(self):
        for game, players, options in MATCHES:
            with self.subTest(game=game, players=players):
                self.check(game, players, options, 5)

    def test_as_one_player_saw_it(self):
        for game, players in [("azul", 2), ("unicorns", 3)]:
            with self.subTest(game=game):
                self.check(game, players, [], 6, "--seat", "1")

    def test_a_label_is_heard_where_the_card_is_hidden(self):
        record = self.folder / "heaps.tsr"
        game = SOURCE / "tests/lang/secret/labelled_heaps.game"
        self.ok("play", game, "random", "random", "--seed", 3, "--record", record, "--quiet")
        objects = self.ok("replay", record, "--json", "--seat", "1").objects()
        moves = [o["move"] for o in objects if "move" in o]
        self.assertEqual(len(moves), 6)
        self.assertEqual(set(moves[1::2]), {"keep:?", "away:?"})

    def test_something_was_scored(self):
        self.assertGreater(max(self.check("azul", 3, [], 9)), 0)

    def test_the_score_sheet_adds_up(self):
        script = (SOURCE / "games/azul/tests/basic.script").read_text()
        script = "".join(script.splitlines(keepends=True)[:45])  # three rounds and a little more
        # The script is of a game of format 1, whose tiles are drawn as they were then.
        record = self.folder / "sheet.tsr"
        self.ok("play", "azul", "Anna=human", "Ben=human", "--seed", 7, "--record", record,
                stdin="quit\n")
        text = record.read_text()
        header = text[:text.index("begin\n") + 6]
        record.write_text(header.replace("tessera\t2\n", "tessera\t1\n"))
        out = self.ok("play", "--resume", record, "--quiet", stdin=script + "scores\nquit\n").out
        sheet = [line.split() for line in out[out.rindex("Anna      Ben"):].splitlines()[1:]]
        rounds = [row[2:] for row in sheet if row[:1] == ["round"]]
        parts = [row[-2:] for row in sheet if row[:1] in (["tiles"], ["complete"], ["floor"])]
        score = next(row[1:] for row in sheet if row[:1] == ["score"])
        self.assertGreater(len(rounds), 1)
        for seat in range(2):
            self.assertEqual(sum(int(row[seat]) for row in rounds), int(score[seat]))
            self.assertEqual(sum(int(row[seat]) for row in parts), int(score[seat]))

    def test_azul_is_told_tile_by_tile(self):
        record = self.folder / "azul.tsr"
        self.ok("play", "azul", "azul-greedy", "azul-greedy", "--seed", 4, "--record", record,
                "--quiet")
        out = self.ok("replay", record).out
        for words in [" lays ", " across +", "takes the marker", "the floor costs",
                      " begins round 2", "a row is complete, and the game ends", "complete row"]:
            self.assertIn(words, out)


if __name__ == "__main__":
    main()
