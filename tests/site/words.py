#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check-spelling finds what is wrong where it stands, and leaves code alone. Skipped (77) without aspell."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["TSR_SOURCE_DIR"])
FILES = {
    "a.md": ("Right words, `wrogn` in code.\n\n```\nwrogn\n```\n\nHere it is wrogn, and in snake_caes not.\n", {"7: wrogn"}),
    "b.h": ("int wrogn; // a coment\n/* and one\n * more eror */\n", {"1: coment", "3: eror"}),
    "cmd_c.c": ('// not lookked at\nputs("a mesage of %d wrds\\n");\n', {"2: mesage", "2: wrds"}),
    "d.1": (".B boldd\n.TP\nPlain txet with \\-\\-optoin\n", {"3: txet"}),
    "e.md": ("The colour of the mcts players, perft's and README's, 7th, e2e4 and TSR_OK.\n", set()),
}


def check(*files):
    return subprocess.run([sys.executable, SOURCE / "tools/check-spelling", *files], capture_output=True, text=True)


def main():
    whole = check()
    if "not looked at" in whole.stdout:
        print("skipped:", whole.stdout.strip())
        return 77
    assert whole.returncode == 0, whole.stderr
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, wanted) in FILES.items():
            path = Path(folder, name)
            path.write_text(text)
            done = check(path)
            found = {line.split(f"{name}:")[1] for line in done.stderr.splitlines() if f"{name}:" in line}
            assert (found, done.returncode) == (wanted, 1 if wanted else 0), (name, found, wanted, done.stderr)
    print(f"{len(FILES)} files")
    return 0


sys.exit(main())
