#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The C that the shelf is printed as is the C it was printed as before.

    printed.py            compares with printed.sha256, one line a game
    printed.py --update   writes that list anew

What only puts the compiler in order must not change what it prints, so a difference here is a
question: was that meant? The number of the program (`.program = 0x...`) is left out: it changes
with the form in which a program is kept. A game without a line in the list is not compared.
"""
import hashlib
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIST = HERE / "printed.sha256"
PRINTED = Path(os.environ.get("TSR_BUILD_DIR", ROOT / "build/test")) / "src/lang"
NUMBER = re.compile(rb"^    \.program = 0x[0-9a-f]+u,\n", re.M)


def sums():
    """{name: sha256} of every printed game of the shelf."""
    games = {path.stem for path in (ROOT / "games/rules").glob("*.game")}
    found = {}
    for path in sorted(PRINTED.glob("native_*.c")):
        name = path.stem.removeprefix("native_")
        text = path.read_bytes()
        if name.split("_")[0] in games and NUMBER.search(text):
            found[name] = hashlib.sha256(NUMBER.sub(b"", text)).hexdigest()
    return found


def main(arguments):
    now = sums()
    if arguments == ["--update"]:
        LIST.write_text("".join(f"{value}  {name}\n" for name, value in sorted(now.items())))
        print(f"wrote {len(now)} lines of {LIST.relative_to(ROOT)}")
        return 0
    before = {name: value for value, name in map(str.split, LIST.read_text().splitlines())}
    faults = [f"{name} is in the list, but not printed" for name in before if name not in now]
    faults += [f"{name} is printed otherwise than before" for name in before
               if name in now and now[name] != before[name]]
    if not before or faults:
        print("\n".join(faults or ["the list is empty"]))
        print("If that is meant: tests/lang/printed.py --update, and say why in the commit.")
        return 1
    print(f"{len(before)} printed games are as they were")
    return 0


sys.exit(main(sys.argv[1:]))
