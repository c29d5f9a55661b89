#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shelf as C is free of warnings, also the games that this build interprets.

    clean_c.py          one game of each family
    clean_c.py --all    all of them

Each game is printed, and clang reads it with the options that printed games have here. It makes no
code of it: that takes a tenth of a second, where machine code takes seconds. (gcc finds what is
not used only when it makes code.)
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("TSR_BUILD_DIR", ROOT / "build/test"))
RULES = BUILD / "src/lang/rules_files.txt"
TOO_LONG = {"hearts", "rummy"}  # never machine code: native_never in src/lang/CMakeLists.txt
# One for each way that a turn is made or a position kept, beside the games that the build compiles: men in hand, an
# option for each placing of men, jumps over any distance, piles that are carried or split, dice and what must be made
# of them, tricks and bets, what others do not see, rings and trees of cells, three and more players, one alone.
FAMILIES = {"abalone", "battleship", "chess960", "chinesecheckers", "crazyhouse", "dotsandboxes", "dvonn", "frisian",
            "goose", "leducholdem", "nackgammon", "ohhell", "oware", "shogi", "skirmish", "sudoku", "tak", "ultimate",
            "xiangqi", "yavalath3"}


def compiler():
    """The command that reads a printed game, without its file."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        if Path(entry["file"]).name == "native_chess.c" and "NATIVE_V3" not in entry["command"]:
            words = shlex.split(entry["command"])
            return ["clang", *(word for word in words if re.match("-[IDW]|-std", word)),
                    "-Wno-unknown-warning-option", "-Werror", "-fsyntax-only"]
    sys.exit("chess is not printed in this build")


def faults(game, command, folder):
    """What the compiler says of a game, or nothing."""
    subprocess.run([BUILD / "make_shelf", "--native", game, folder, f"@{RULES}"], check=True)
    files = [Path(folder, f"native_{game}{end}.c") for end in ("", "_joined")]
    told = [file for file in files if file.stat().st_size > 200]  # where turns are whole moves the second says only that
    return subprocess.run(command + told, capture_output=True, text=True).stderr


def main():
    command = compiler()
    compiled = {path.stem.removeprefix("native_") for path in RULES.parent.glob("native_*.c")}
    shelf = {Path(line).stem for line in RULES.read_text().split()}
    if not FAMILIES <= shelf:
        sys.exit(f"not on the shelf: {', '.join(FAMILIES - shelf)}")
    games = sorted((shelf if "--all" in sys.argv else FAMILIES) - TOO_LONG - compiled)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        texts = pool.map(lambda game: faults(game, command, folder), games)
        found = [text for text in texts if text]
    print("\n".join(found) or f"{len(games)} printed games, no warning")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
