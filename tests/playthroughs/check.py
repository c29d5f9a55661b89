#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares every registered game with its playthrough, or writes them anew.

    check.py                    compare; differences are shown and fail
    check.py --write [GAME...]  write the files (all, or those named)
"""

import difflib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = Path(os.environ.get("TSR_BUILD_DIR", ROOT / "build/test")) / "playthrough"
EMULATOR = os.environ.get("TSR_EMULATOR", "").split()
LARGEST = 60 * 1024  # a file that nobody reads helps nobody
SHOWN = 40  # lines of a difference


def run(word):
    return subprocess.run([*EMULATOR, PROGRAM, word], check=True, stdout=subprocess.PIPE, text=True).stdout


def compare(game):
    """What is wrong with the playthrough of `game`, as text; empty if nothing."""
    path = HERE / f"{game}.txt"
    if not path.exists():
        return f"there is no playthrough of {game}: tests/playthroughs/regenerate {game}\n"
    old, new = path.read_text(), run(game)
    if len(new.encode()) > LARGEST:
        return f"the playthrough of {game} has {len(new.encode())} bytes, more than {LARGEST}\n"
    if old == new:
        return ""
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), f"{game}.txt", "now", n=1,
                                      lineterm=""))
    more = f"\n({len(lines) - SHOWN} more lines)" if len(lines) > SHOWN else ""
    return (f"{game} plays otherwise than its playthrough says:\n" + "\n".join(lines[:SHOWN]) + more
            + f"\nIf that is meant: tests/playthroughs/regenerate {game}, and read the difference.\n")


def main(arguments):
    games = run("--list").split()
    if arguments[:1] == ["--write"]:
        for game in arguments[1:] or games:
            (HERE / f"{game}.txt").write_text(run(game))
            print(f"wrote tests/playthroughs/{game}.txt")
        return 0
    faults = [fault for fault in map(compare, games) if fault]
    for path in sorted(HERE.glob("*.txt")):
        if path.stem not in games and path.name != "CMakeLists.txt":
            faults.append(f"{path.name} is the playthrough of no registered game\n")
    print("\n".join(faults) if faults else f"{len(games)} playthroughs are as written")
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
