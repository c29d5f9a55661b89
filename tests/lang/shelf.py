#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A rules file that lies in games/rules is on the shelf, and nothing else has to be said about it.

The build is configured twice from a copy of the source tree (links, but for games/rules): as it is, and
with one more file. Then:

- the commands of the second build are those of the first, but for commands of the new game and for the few
  that put all games together;
- the new game is printed by one command and compiled by one a form, which wait for its file, the program
  that prints and nothing of other games;
- that command, run by the present build's make_shelf, prints C that compiles, and the shelf has the game.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("TSR_BUILD_DIR", ROOT / "build/test"))
NAME = "twig"
RULES = """# three leaves in a row
game "Twig"
players Left, Right
board grid 4x4
piece Leaf
turn: place Leaf on empty
win when line 3 of mine
stuck: draw
test perft 2 = 240
"""
# Files that are made of all games: the shelf's list, and what the library and the program are linked from.
OF_ALL = re.compile(r"shelf\.c|libtessera|libtsr_program|-o tessera |tessera\.pc|CMakeFiles/tessera")


def copy_tree(to):
    """The source tree as links, with a folder of its own for rules."""
    for path in ROOT.iterdir():
        if path.name not in ("games", "build", ".git"):
            (to / path.name).symlink_to(path)
    (to / "games").mkdir()
    for path in (ROOT / "games").iterdir():
        if path.name != "rules":
            (to / "games" / path.name).symlink_to(path)
    shutil.copytree(ROOT / "games/rules", to / "games/rules")


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def commands(tree):
    run("cmake", "-S", tree, "-B", tree / "b", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release")
    return set(run("ninja", "-C", tree / "b", "-t", "commands", "tessera").splitlines())


def check_commands(before, after):
    own = f"native_{NAME}"
    strange = [line for line in after - before if own not in line and not OF_ALL.search(line)]
    strange += [line for line in before - after if not OF_ALL.search(line)]
    for line in strange:
        print("another command than before:", line[:300])
    printing = [line for line in after - before if f"--native {NAME} " in line]
    compiling = [line for line in after - before if re.search(rf"-c \S*{own}(_joined)?\.c", line)]
    print(f"{NAME}: {len(printing)} command prints it, {len(compiling)} compile it")
    return not strange and len(printing) == 1 and len(compiling) >= 2


def check_waits(tree, other):
    """What the printed file waits for."""
    text = run("ninja", "-C", tree / "b", "-t", "query", f"src/lang/native_{NAME}.c")
    inputs = text.split("outputs:")[0]
    for part in (f"{NAME}.game", "make_shelf"):
        if part not in inputs:
            print(f"native_{NAME}.c does not wait for {part}:\n{text}")
            return False
    if f"{other}.game" in inputs:
        print(f"native_{NAME}.c waits for {other}.game")
        return False
    return True


def check_printed(tree):
    games = sorted((tree / "games/rules").glob("*.game"))
    (tree / "rules_files.txt").write_text("".join(f"{path}\n" for path in games))
    run(BUILD / "make_shelf", "--native", NAME, tree, f"@{tree / 'rules_files.txt'}")
    run("cc", "-std=c17", "-O1", "-c", "-I", ROOT / "include", "-I", ROOT / "src", tree / f"native_{NAME}.c",
        "-o", tree / "game.o")
    run(BUILD / "make_shelf", "--shelf", tree / "shelf.c", *games)
    return f'"{NAME}"' in (tree / "shelf.c").read_text()


def main():
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy_tree(tree)
        other = min(path.stem for path in (tree / "games/rules").glob("*.game"))
        before = commands(tree)
        (tree / f"games/rules/{NAME}.game").write_text(RULES)
        after = commands(tree)
        sound = check_commands(before, after) and check_waits(tree, other) and check_printed(tree)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
