# SPDX-License-Identifier: MIT
"""tessera grade: a game is compared with the game it should be, and the first difference is told."""
import os
import shlex
import subprocess
import sys
from pathlib import Path

from cli import SOURCE, Case, build_plugin, main

LINES = """game "Mine"
players X, O
board grid 3x3
piece Mark
turn: place Mark on empty
{ending}
stuck: draw
"""

BUILD = Path(os.environ.get("TSR_BUILD_DIR") or SOURCE / "build/test")

TABLE = """
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_game *const games[] = {&tsr_game_domineering};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 1, 0, games, NULL, 0, 0, NULL};
    (void)host_abi;
    return &plugin;
}
"""

PROGRAM = """
import sys
played = []
lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

def tell(moves):
    mine = [{int(c[-3]) * 3 + int(c[-1]) for c in played[who::2]} for who in (0, 1)]
    won = [any(set(line) <= cells for line in lines) for cells in mine]
    if any(won) or len(played) == 9:
        print("over", 1 + (won[1] and not won[0]), 1 + (won[0] and not won[1]))
    else:
        print("turn", "p" + str(1 + turn))
        for move in moves:
            print("move", move)
    print(".", flush=True)

for line in sys.stdin:
    word, _, rest = line.rstrip().partition(" ")
    turn = len(played) % 2
    taken = [p[-3:] for p in played]
    cells = [f"{r},{c}" for r in range(3) for c in range(3) if f"{r},{c}" not in taken]
    if word == "game":
        print("ready", flush=True)
    elif word == "start":
        played = []
    elif word == "play":
        played.append(rest)
    elif word == "look":
        LOOK
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

    # --- Programs ---------------------------------------------------------------

    def program(self, look):
        """A program of tic-tac-toe, with cells by row and column; `look` writes what it answers."""
        (self.folder / "mine.py").write_text(PROGRAM.replace("LOOK", look))
        return f"exec:{shlex.quote(sys.executable)} mine.py"

    def grade_program(self, look, code, *more):
        out = self.run_program("grade", self.program(look), "--as", "tictactoe.game", "--games", 5, *more)
        self.assertEqual(out.code, code, out)
        return out

    def test_a_program(self):
        """Its moves are written in another way than the reference's, and as the kit writes them."""
        out = self.grade_program("tell(cells)", 0, "--json").objects()[0]
        self.assertTrue(out["same"])
        self.assertIsNone(out["game"])
        self.assertEqual((out["depth"], out["nodes"], out["games_same"]), (4, 3024, 5))
        self.ok("grade", self.program("tell(['XO'[turn] + ' ' + c for c in cells])"), "--as", "tictactoe", "--games", 2)

    def test_a_program_with_other_moves(self):
        out = self.grade_program("tell([c for c in cells if c != '1,1'] if played else cells)", 2)
        self.assertRegex(out.out, r"first difference: after a1\n  moves that are missing: b2\n")
        out = self.grade_program("tell(cells + cells[:1])", 2)
        self.assertIn("at the start\n  10 moves are listed, not 9", out.out)

    def test_programs_that_fail(self):
        for look, words in (("sys.exit(3)", "the program exited with status 3"),
                            ("print('.', flush=True)", "says neither whose turn it is"),
                            ("print('hello', flush=True)", 'the program wrote "hello"'),
                            ("print('turn p9', flush=True)", '"turn" names p1 to p8'),
                            ("print('over 1 x', flush=True)", '"over" has everybody\'s rank'),
                            ("print('turn p1\\nmove ' + 300 * 'a', flush=True)", "a move has 1 to 255 letters"),
                            ("print('turn p1\\n' + 70000 * 'move a\\n', flush=True)", "lists more than 65536 moves"),
                            ("print(3000000 * 'a', flush=True)", "the program wrote more than")):
            out = self.grade_program(look, 2).out
            self.assertIn(words, out)
            self.assertIn("The program is not yet Tic-Tac-Toe", out)
        self.refused(2, "the program exited with status 4", "grade", "exec:exit 4", "--as", "tictactoe")

    # --- Plugins ------------------------------------------------------------------

    def test_a_plugin(self):
        nim = build_plugin(self.folder, "nim", (SOURCE / "examples/plugin/nim.c").read_text())
        self.assertIn("Nim is Nim", self.ok("grade", "nim", "--plugin", nim, "--as", "nim").out)

    def test_a_plugin_on_the_kit(self):
        source = (SOURCE / "games/domineering/domineering.c").read_text().replace('"domineering"', '"mine"')
        (self.folder / "mine.c").write_text("#include <tessera/plugin.h>\n" + source + TABLE)
        subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-shared", "-fPIC", "-O1",
                        f"-I{SOURCE}/include", "-o", self.folder / "mine.so", self.folder / "mine.c",
                        BUILD / "libtessera.a", "-lm", "-lpthread"], check=True)
        self.ok("grade", "mine", "--plugin", self.folder / "mine.so", "--as", "domineering", "--games", 20)

    def test_bad_input(self):
        self.refused(1, "--as NAME", "grade", "tictactoe.game")
        self.refused(1, "hidden information", "grade", "unicorns", "--as", "unicorns")
        self.refused(2, "is for", "grade", "pegs", "--as", "tictactoe")


if __name__ == "__main__":
    main()
