#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules files in vim: the type is found, words have their colours, :make finds the mistake."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(os.environ.get("TSR_SOURCE_DIR") or Path(__file__).parents[2])
sys.path.insert(0, str(ROOT / "tests/support"))

from waiting import HANG  # noqa: E402

TEXT = """game "Chess" # the game
board grid 8x8
piece Knight as N: leap (1,2)
  double: slide forward 2 to empty if on rank 2
setup
  r n b
turn: move then require not check
test "castling": e1g1 legal
"""
# line, column, and the group of the word there, without `tessera`
WANTED = [(1, 1, "Declare"), (1, 6, "Text"), (1, 14, "Comment"), (2, 7, "FormWord"), (2, 12, "Size"),
          (3, 7, "Name"), (3, 20, "ActWord"), (4, 3, "Label"), (4, 17, "WayWord"), (4, 30, "ThingWord"),
          (4, 36, "JoinWord"), (5, 1, "Declare"), (6, 3, "Picture"), (7, 1, "Declare"), (7, 29, None), (8, 1, "Declare"),
          (8, 6, "Text"), (8, 18, "Moves"), (8, 23, "Verdict")]


def has_syntax():
    vim = shutil.which("vim")
    return vim and "+syntax" in subprocess.run([vim, "--version"], capture_output=True, text=True).stdout


def run_vim(folder, script, file):
    (folder / "script.vim").write_text(script)
    run = subprocess.run(["vim", "-es", "-N", "-u", "NONE", "-i", "NONE", "--cmd", f"set rtp^={ROOT}/editors/vim",
                          "--cmd", "syntax on | filetype plugin on", file, "-S", "script.vim"], cwd=folder,
                         stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANG,
                         env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", ASAN_OPTIONS="detect_leaks=0"))
    assert (folder / "out").exists(), run
    return (folder / "out").read_text().splitlines()


def check_colours(folder):
    (folder / "chess.game").write_text(TEXT)
    looks = ", ".join(f"synIDattr(synID({line}, {column}, 1), 'name')" for line, column, _ in WANTED)
    said = run_vim(folder, f"call writefile([&filetype, &shiftwidth, {looks}], 'out')\nqa!\n", "chess.game")
    assert said[:2] == ["tessera", "2"], said
    wrong = [(place, got) for place, got in zip(WANTED, said[2:]) if got != ("tessera" + place[2] if place[2] else "")]
    assert not wrong and len(said) == 2 + len(WANTED), wrong


def check_make(folder):
    (folder / "tessera").symlink_to(os.environ["TESSERA"])
    (folder / "bad.game").write_text(TEXT.replace("Knight as N: leap", "Knight as N: laep"))
    (folder / "out").unlink()
    said = run_vim(folder, "silent make\ncall writefile(map(getqflist(), 'v:val.nr . \" \" . v:val.lnum . \" \" . "
                           "bufname(v:val.bufnr)'), 'out')\nqa!\n", "bad.game")
    assert any(line.split()[1:] == ["3", "bad.game"] for line in said), said


def main():
    if not has_syntax():
        print("skipped: there is no vim with +syntax (tools/setup test installs it)")
        return 77
    with tempfile.TemporaryDirectory() as name:
        check_colours(Path(name))
        check_make(Path(name))
    print(f"{len(WANTED)} places have their colour")
    return 0


sys.exit(main())
