#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every .game file below this folder against the comments in it.

A comment `# error 7` or `# warning 12` expects that message on its line; nothing
else may be said. Files in messages/ are compared with the whole text beside them.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESSERA = os.environ.get("TESSERA", "tessera")
EXPECT = re.compile(r"#\s*(error|warning) (\d+)")


def expected(path):
    found = set()
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            for level, code in EXPECT.findall(line):
                found.add((number, level, int(code)))
    return found


def said(paths):
    """What the compiler says about many files: path -> set of messages."""
    out = {p: set() for p in paths}
    for i in range(0, len(paths), 50):
        batch = paths[i : i + 50]
        run = subprocess.run([TESSERA, "check", "--json", *batch], capture_output=True, text=True)
        if run.returncode not in (0, 2) or run.stderr:
            sys.exit(f"check failed ({run.returncode}): {run.stderr}")
        for line in run.stdout.splitlines():
            m = json.loads(line)
            out[m["file"]].add((m["line"], m["level"], m["number"]))
    return out


def golden(path, update):
    text = os.path.splitext(path)[0] + ".txt"
    folder, name = os.path.split(path)
    run = subprocess.run([TESSERA, "check", name], capture_output=True, text=True, cwd=folder)
    if update:
        with open(text, "w", encoding="utf-8") as f:
            f.write(run.stdout)
    with open(text, encoding="utf-8") as f:
        return f.read() == run.stdout


def main():
    update = "--update" in sys.argv
    plain, messages = [], []
    for folder, _, files in sorted(os.walk(HERE)):
        for name in sorted(files):
            if name.endswith(".game"):
                to = messages if os.path.basename(folder) == "messages" else plain
                to.append(os.path.join(folder, name))
    bad = 0
    for path, got in said(plain).items():
        want = expected(path)
        if got != want:
            bad += 1
            print(f"{os.path.relpath(path, HERE)}: missing {sorted(want - got)}, unexpected {sorted(got - want)}")
    for path in messages:
        if not golden(path, update):
            bad += 1
            print(f"{os.path.relpath(path, HERE)}: the message has changed")
    print(f"{len(plain) + len(messages)} files, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
