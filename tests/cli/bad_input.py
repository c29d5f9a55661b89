# SPDX-License-Identifier: MIT
"""Bad input of every kind: one clear line, the right exit code, nothing lost."""

import os
import random
import re
import shutil
import subprocess

from cli import SOURCE, TESSERA, Case, build_plugin, main

PAIR = ("play", "tictactoe", "Ann=human", "Ben=human")

NO_SYMBOL = "int something_else(void) { return 1; }\n"

WRONG_ABI = """
#include <tessera/plugin.h>
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI + (1u << 16), 0, 0, NULL, NULL};
    (void)host_abi;
    return &plugin;
}
"""

REFUSES = """
#include <tessera/plugin.h>
const tsr_plugin *tessera_plugin(uint32_t host_abi) { (void)host_abi; return NULL; }
"""

EMPTY_GAME = """
#include <tessera/plugin.h>
static const tsr_game game = {.size = sizeof(tsr_game), .abi = TSR_ABI, .name = "empty"};
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_game *const games[] = {&game};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 1, 0, games, NULL};
    (void)host_abi;
    return &plugin;
}
"""

NO_LIST = """
#include <tessera/plugin.h>
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 1, 0, NULL, NULL};
    (void)host_abi;
    return &plugin;
}
"""

TAKEN_NAME = """
#include <tessera/plugin.h>
static tsr_err choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    (void)a, (void)q, (void)out, (void)err;
    return TSR_ERR_AGENT;
}
static const tsr_agent_type agent = {.size = sizeof(tsr_agent_type), .abi = TSR_ABI,
                                     .name = "random", .about = "again", .choose = choose};
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_agent_type *const agents[] = {&agent};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 0, 1, NULL, agents};
    (void)host_abi;
    return &plugin;
}
"""


class Names(Case):
    def test_unknown_game(self):
        for command in ("play", "rules", "position"):
            self.refused(1, ["tictoe", "did you mean 'tictactoe'"], command, "tictoe")
        self.refused(1, "did you mean", "perft", "tictactoo", 3)
        self.refused(1, "did you mean", "match", "tictactoo", "random", "random")

    def test_a_plugin_for_a_game(self):
        self.refused(1, "--plugin ./mine.so NAME", "perft", "./mine.so", "3")

    def test_unknown_player(self):
        self.refused(1, "did you mean 'random'", "play", "tictactoe", "human", "randon")
        self.refused(1, "a name has", "play", "tictactoe", "=human")
        self.refused(1, "is not a player", "play", "tictactoe", "Ann=")
        self.refused(1, "players", "play", "tictactoe", "human", "human", "human")
        self.refused(1, "players", "play", "tictactoe", "--players", 3)
        self.refused(1, "from 1 to 8", "play", "tictactoe", "--players", 9)
        self.refused(1, "2 players here; 1 is given", "match", "tictactoe", "random")
        for spec in ("mcts:nodes=many", "mcts:", "mcts:nodes=0.5x", "mcts:speed=1"):
            self.refused(1, "mcts", "play", "tictactoe", "human", spec)
            self.refused(1, "mcts", "match", "tictactoe", "random", spec)

    def test_unknown_option(self):
        self.refused(1, "tictactoe has no option 'size'", "play", "tictactoe", "--option", "size=3")
        self.refused(1, "NAME=VALUE", "play", "tictactoe", "--option", "=3")
        self.refused(1, "view called 'x'", "position", "tictactoe", "--view", "x")
        self.refused(1, "auto, always, never", "position", "tictactoe", "--color", "pink")

    def test_option_out_of_range(self):
        """The program, for a few games; test_registry has all of them."""
        games = {one["name"]: one["options"] for one in self.ok("list", "--json").objects()}
        for game, name, kind in (("go", "size", "number"), ("tron", "size", "number"), ("azul", "mode", "choice")):
            option, = (one for one in games[game] if one["name"] == name)
            self.assertEqual(option["kind"], kind)
            for value in (option["max"] + 1, "many") if kind == "number" else ("nothing",):
                self.refused(1, name, "rules", game, "--option", f"{name}={value}")

    def test_nothing_to_play(self):
        self.refused(1, "which game?", "play")
        self.refused(1, "not both", "play", "tictactoe", "--resume", "x")


class Records(Case):
    played = None  # the record's text, when it has been played once

    def setUp(self):
        super().setUp()
        self.record = self.folder / "game.tsr"
        if Records.played is None:
            self.ok(*PAIR, "--record", "game.tsr", stdin="1,1\n0,0\n0,1\n")
            Records.played = self.record.read_text()
        self.text = Records.played
        self.record.write_text(self.text)

    def both(self, code, words, text):
        """Wants `replay` and `resume` to refuse the record, and the file left alone."""
        bad = self.folder / "bad.tsr"
        bad.write_text(text)
        for args in (("replay", "bad.tsr"), ("play", "--resume", "bad.tsr")):
            self.refused(code, words, *args)
        self.assertEqual(bad.read_text(), text)

    def test_missing_and_foreign_files(self):
        self.refused(2, "gone.tsr: No such file", "replay", "gone.tsr")
        self.refused(2, "No such file", "play", "--resume", "gone.tsr")
        self.refused(2, "directory", "replay", str(self.folder))
        self.both(2, "not a Tessera record", "")
        self.both(2, "not a Tessera record", "# some other file\n")

    def test_cut_in_the_last_line_is_no_loss(self):
        for cut in (1, 2, 8, 17, 29):  # anywhere: test_record_cut
            self.record.write_text(self.text[:-cut])
            out = self.ok("replay", "game.tsr", "--quiet")
            self.assertIn("unfinished after 2 moves", out.out)
            self.assertIn("the last line is incomplete", out.err)
        self.ok("play", "--resume", "game.tsr", "--quiet", stdin="2,2\n")
        moves = [o["move"] for o in self.ok("replay", "game.tsr", "--json").objects()
                 if o["type"] == "move"]
        self.assertEqual(moves, ["X 1,1", "O 0,0", "X 2,2"])

    def test_cut_in_the_header(self):
        body = self.text.index("begin\n")
        for cut in range(1, body, 31):  # anywhere: test_record_cut
            out = self.run_program("replay", self.write("cut.tsr", self.text[:cut]))
            self.assertEqual(out.code, 2, (cut, out))
            self.assertEqual(len(out.err.strip().split("\n")), 1, out)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def test_another_game_or_other_rules(self):
        self.both(2, "no game is called 'chequers'", self.text.replace("\ttictactoe\n",
                                                                       "\tchequers\n", 1))
        self.both(2, "rules", self.text.replace("\ttictactoe\n", "\tdomineering\n", 1))
        line = next(l for l in self.text.splitlines() if l.startswith("rules\t"))
        self.both(2, "rules", self.text.replace(line, "rules\t0123456789abcdef"))

    def test_a_line_that_was_changed(self):
        self.both(2, "bad.tsr:", self.text.replace("X 0,1", "X 1,1", 1))
        self.both(2, "bad.tsr:", self.text.replace("\nbegin\n", "\nbegin\nwhat is this\n"))
        self.both(2, "bad.tsr:", self.text.replace("\n2\t", "\n7\t", 1))

    def test_a_result_that_was_changed(self):
        self.ok("match", "tictactoe", "random", "random", "--games", 1, "--seed", 3,
                "--record", "over.tsr", "--quiet")
        over = (self.folder / "over.tsr").read_text()
        end = over.index("\nresult\trules\t") + 1
        result = over[end:]
        ranks, scores = result.strip().split("\t")[2:]
        worse = (f"result\trules\t{ranks[::-1]}\t{scores}\n", f"result\trules\t{ranks}\t7 9\n",
                 f"result\tresigned\t{ranks}\t{scores}\n")
        for line in worse:
            self.both(2, "the result does not fit the game", over[:end] + line)
        self.both(2, "a second result", over + result)

    def test_moves_after_somebody_left(self):
        self.both(2, "a move after the end", self.text.replace("begin\n", "begin\nresign\tp1\n"))
        self.both(2, "has left", self.text + "resign\tp1\nresign\tp1\n")
        self.both(2, "does not fit", self.text + "result\tresigned\t2 1\t0 0\n")

    def test_the_place_is_told_once(self):
        out = self.refused(2, "bad.tsr:10:1: ply 7 where 2 is next", "replay", self.write(
            "bad.tsr", self.text.replace("\n2\t", "\n7\t", 1)))
        self.assertNotIn("line", out.err)
        self.refused(2, "bad.tsr:8:7: the start position: tictactoe has no piece", "replay",
                     self.write("bad.tsr", self.text.replace("begin\n", "start\tQ\nbegin\n")))
        self.refused(2, "CR LF", "replay", self.write("bad.tsr", self.text.replace("\n", "\r\n")))
        self.refused(2, "'': No such file", "replay", "")

    def test_a_stranger_cannot_write_to_the_terminal(self):
        out = self.refused(2, "no game is called '?[31mred'", "replay", self.write(
            "bad.tsr", self.text.replace("\ttictactoe\n", "\t\033[31mred\n", 1)))
        self.assertNotIn("\033", out.err)
        self.refused(1, "'two?lines'", "play", "two\nlines")

    def test_two_writers(self):
        """While one program writes a record, a second may read it and not write."""
        first = subprocess.Popen([TESSERA, "play", "--resume", "game.tsr", "--quiet"],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, env=self.env, cwd=self.folder)
        first.stdin.write(b"2,0\n")
        first.stdin.flush()
        first.stdout.readline()
        self.refused(2, "another program is writing", "play", "--resume", "game.tsr", stdin="2,2\n")
        self.ok("replay", "game.tsr")
        first.communicate(b"0,2\n")
        self.assertEqual(first.returncode, 0)
        self.assertIn("unfinished after 5 moves", self.ok("replay", "game.tsr", "--quiet").out)

    def test_what_a_crash_kept_from_the_file_is_written(self):
        """Draws that are due when a record is resumed are written to it, once."""
        self.ok("play", "mastermind", "--seed", 5, "--record", "m.tsr", stdin="quit\n")
        whole = (self.folder / "m.tsr").read_text()
        torn = self.folder / "torn.tsr"
        torn.write_text(whole[:whole.index("begin\n") + 20])
        for move in ("A 0,0", "B 0,1"):
            self.ok("play", "--resume", "torn.tsr", "--quiet", stdin=move + "\n")
        text = torn.read_text()
        self.assertTrue(text.startswith(whole), text)
        self.assertIn("unfinished after 6 moves", self.ok("replay", "torn.tsr", "--quiet").out)

    def test_unknown_agent_in_a_record(self):
        self.refused(4, "no player is called 'deepblue'", "play", "--resume",
                     self.write("bad.tsr", self.text.replace("\thuman\t", "\tdeepblue\t", 1)))

    def test_random_damage_never_crashes(self):
        dice = random.Random(11)
        data = self.record.read_bytes()
        for _ in range(60):
            bad = bytearray(data)
            for _ in range(dice.randint(1, 5)):
                bad[dice.randrange(len(bad))] = dice.randrange(256)
            (self.folder / "bad.tsr").write_bytes(bad)
            self.assertIn(self.run_program("replay", "bad.tsr").code, (0, 2))

    def test_paths_that_cannot_be_written(self):
        self.refused(2, "File exists", *PAIR, "--record", "game.tsr")
        self.assertEqual(self.record.read_text(), self.text)
        self.refused(2, "No such file or directory", *PAIR, "--record", "no/such/folder.tsr")
        self.refused(2, "No space left", *PAIR, "--record", "/dev/full")
        if os.geteuid() != 0:
            self.refused(2, "Permission denied", *PAIR, "--record", "/record.tsr")

    def test_a_device_that_is_full_stays_where_it_is(self):
        (self.folder / "full").symlink_to("/dev/full")
        out = self.ok(*PAIR, "--quiet", stdin="1,1\nsave full\nsave game.tsr\nload gone.tsr\n")
        self.assertIn("full: No space left", out.err)
        self.assertTrue((self.folder / "full").is_symlink())
        self.assertNotIn("game.tsr: game.tsr", out.err)
        self.assertNotIn("gone.tsr: gone.tsr", out.err)

    def test_a_record_that_never_began_leaves_no_file(self):
        self.refused(2, "File too large", "match", "tictactoe", "random", "random", "--games", 1,
                     "--record", "none.tsr", limit=0)
        self.assertFalse((self.folder / "none.tsr").exists())

    def test_closed_descriptors(self):
        """A record must not get the number of a closed standard output."""
        for closed in (">&-", ">&- 2>&-", ">&- 2>&- <&-"):
            path = self.folder / "closed.tsr"
            subprocess.run(["sh", "-c", f"printf '1,1\\n' | '{TESSERA}' play tictactoe human human "
                            f"--record closed.tsr {closed}"], env=self.env, cwd=self.folder,
                           stderr=subprocess.DEVNULL)
            if path.exists():
                self.ok("replay", "closed.tsr")
                path.unlink()


class Plugins(Case):
    def load(self, name, source):
        return build_plugin(self.folder, name, source)

    def test_not_a_shared_object(self):
        (self.folder / "text.so").write_text("hello\n")
        self.refused(2, "text.so", "list", "--plugin", "text.so")
        self.refused(2, "gone.so", "list", "--plugin", "gone.so")

    def test_no_symbol(self):
        self.refused(2, "tessera_plugin", "list", "--plugin", self.load("plain", NO_SYMBOL))

    def test_wrong_abi(self):
        self.refused(2, ["contract", "build it again"], "list", "--plugin",
                     self.load("wrong", WRONG_ABI))

    def test_refusing(self):
        self.refused(2, "refuses", "list", "--plugin", self.load("refuses", REFUSES))

    def test_incomplete_game(self):
        self.refused(2, "empty", "list", "--plugin", self.load("empty", EMPTY_GAME))

    def test_counted_and_not_listed(self):
        self.refused(2, "lists none", "list", "--plugin", self.load("nolist", NO_LIST))

    def test_taken_name(self):
        self.refused(2, "random", "list", "--plugin", self.load("taken", TAKEN_NAME))

    def test_one_of_a_later_minor(self):
        """A later minor fills a reserved slot: sizes stay, and the slot is not looked at."""
        include = self.folder / "include"
        shutil.copytree(SOURCE / "include", include)
        header = include / "tessera/game.h"
        whole = header.read_text()
        for old, new in ((r"#define TSR_ABI_MINOR \d+u", "#define TSR_ABI_MINOR 999u"),
                         (r"    void \(\*reserved\[(\d+)\]\)\(void\);(\s+// NULL; room for)",
                          lambda m: f"    void (*later)(void);\n    void (*reserved[{int(m[1]) - 1}])(void);{m[2]}")):
            whole, found = re.subn(old, new, whole)
            self.assertEqual(found, 1, old)
        header.write_text(whole)
        nim = (SOURCE / "examples/plugin/nim.c").read_text()
        later = nim.replace(".min_players = 2,", ".later = (void (*)(void))8, .min_players = 2,")
        self.assertNotEqual(later, nim)
        old = build_plugin(self.folder, "later", later, include)
        new = build_plugin(self.folder, "new", nim)
        for command in (("perft", "nim", 4), ("rules", "nim"),
                        ("match", "nim", "mcts:nodes=50", "random", "--games", 4, "--seed", 1)):
            self.assertEqual(self.ok(*command, "--plugin", old).out, self.ok(*command, "--plugin", new).out)

    def test_good_one(self):
        plugin = self.load("whisper", None)
        self.assertIn("whisper", self.ok("list", "--plugin", plugin).out)
        self.refused(2, "whisper", "list", "--plugin", plugin, "--plugin", plugin)


class Input(Case):
    def test_a_line_of_a_megabyte(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\n" + "x" * (1 << 20) + "\n0,0\n")
        self.assertIn("2. Ben places O on 0,0", out.out)
        self.assertEqual(out.err.count("too long"), 1)
        out = self.run_program(*PAIR, "--quiet", "--strict", stdin="x" * (1 << 20) + "\n")
        self.assertEqual(out.code, 3)

    def test_a_megabyte_without_an_end(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\n" + "x" * (1 << 20))
        self.assertIn("too long", out.err)
        self.assertEqual(len(self.kept()), 1)

    def test_binary_garbage(self):
        dice = random.Random(5)
        for _ in range(10):
            out = self.ok(*PAIR, "--quiet", stdin=dice.randbytes(20000) + b"\n1,1\n")
            self.assertNotIn("\033", out.err)
            self.assertNotIn("\0", out.err)
        record = self.kept()[-1]
        self.ok("replay", record)
        out = self.ok("play", "--resume", record, "--quiet", stdin="0,0\n")
        self.assertIn("Ben places O", out.out)

    def test_line_endings_of_other_systems(self):
        out = self.ok(*PAIR, "--quiet", stdin="1,1\r\n\t0,0\r\n  0,1  \r\n")
        self.assertIn("3. Ann places X on 0,1", out.out)


if __name__ == "__main__":
    main()
