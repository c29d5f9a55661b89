#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sanitized make_shelf prints the games of its build byte for byte as the other make_shelf did that the build used.

    prints_the_same.py             the games that this build compiles, also with their options
    prints_the_same.py --shelf     and the table of all games

So the printer runs under sanitizers, which would take a build half a minute for the whole shelf, and two compilers'
make_shelf are compared.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD = Path(os.environ["TSR_BUILD_DIR"])
PRINTED = BUILD / "src/lang"
RULES = PRINTED / "rules_files.txt"


def commands(words):
    """What the build's commands give to make_shelf, those with one of these words."""
    text = (BUILD / "build.ninja").read_text()
    lines = re.findall(r"^  COMMAND = .*make_shelf (--.*)$", text, re.MULTILINE)
    return [line.replace("$:", ":").split() for line in lines if line.split()[0] in words]


def differing(arguments, folder):
    """Runs make_shelf once more, for another folder; the files that came out otherwise."""
    own = [folder if word == str(PRINTED) else word.replace(str(PRINTED / "shelf.c"), folder + "/shelf.c")
           for word in arguments]
    subprocess.run([BUILD / "make_shelf", *own], check=True)
    made = [path for path in Path(folder).iterdir() if path.suffix == ".c"]
    assert made, own
    wrong = [path.name for path in made if path.read_bytes() != (PRINTED / path.name).read_bytes()]
    for path in Path(folder).iterdir():
        path.unlink()
    return wrong


def main(arguments):
    todo = [words for words in commands({"--native"}) if str(PRINTED) in words]
    if "--shelf" in arguments:
        todo += commands({"--shelf"})
    with tempfile.TemporaryDirectory() as folder:
        wrong = [name for words in todo for name in differing(words, folder)]
    print("\n".join(f"{name} is printed otherwise" for name in wrong) or f"{len(todo)} times the same")
    return 1 if wrong or len(todo) < 10 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
