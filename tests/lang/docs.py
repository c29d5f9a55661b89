#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The documents about the rules language: samples compile, what they name is there.

Every ```game block in docs/language and README.md is checked with its tests. Tests
that docs/language/boardlang.md names must exist, and every row there must name one.
The lessons of `tessera explain` have a line for every message. The files of editors are what
tools/editor-words writes. The shelf is formatted.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

ROOT = os.environ.get("TSR_SOURCE_DIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
TESSERA = os.environ.get("TESSERA", "tessera")
FOLDERS = "board|chance|effect|ending|hand|history|inherit|limit|motion|phase|rule|sets|value"


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as f:
        return f.read()


def check_sample(name, text):
    with tempfile.NamedTemporaryFile("w", suffix=".game", encoding="utf-8") as f:
        f.write(text)
        f.flush()
        run = subprocess.run([TESSERA, "check", f.name], capture_output=True, text=True)
    if run.stdout.strip() != f"{f.name}: no errors":
        return [f"{name}: {text.splitlines()[0]}\n{run.stdout}{run.stderr}"]
    return []


def check_links(name):
    text = read(name)
    here = os.path.dirname(os.path.join(ROOT, name))
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target and not os.path.exists(os.path.join(here, target)):
            yield f"{name}: {target} is not there"
    for target in re.findall(r"`((?:docs|games|editors|tests|tools|src)/[\w./-]+)`", text):
        if not os.path.exists(os.path.join(ROOT, target)):
            yield f"{name}: {target} is not there"


def check_boardlang():
    text = read("docs/language/boardlang.md")
    for test in sorted(set(re.findall(rf"\b((?:{FOLDERS})/\w+)", text))):
        if not os.path.exists(os.path.join(ROOT, "tests/lang", test + ".game")):
            yield f"docs/language/boardlang.md names {test}, which is not there"
    for row in re.findall(r"^\|(?! ?BoardLang|-).*\|$", text, re.M):
        if not re.search(rf"\b(?:{FOLDERS})/\w+", row) and "no counterpart" not in row:
            yield f"docs/language/boardlang.md: no test in {row}"


def check_editors():
    made = subprocess.run([sys.executable, os.path.join(ROOT, "tools/editor-words"), "--check"],
                          capture_output=True, text=True)
    return made.stderr.splitlines()


def check_letters():
    """The table of letters is what tools/letters writes, by whoever knows the same Unicode."""
    table = read("src/lang/front/letter_table.inc")
    made = subprocess.run([sys.executable, os.path.join(ROOT, "tools/letters")], capture_output=True, text=True)
    known = f"Unicode {unicodedata.unidata_version}," in table
    return ["letter_table.inc is not what tools/letters writes"] if known and made.stdout != table else []


def check_format():
    """The games of the shelf are formatted; what is formatted stays as it is."""
    shelf = sorted(glob.glob(os.path.join(ROOT, "games/rules/*.game")))
    run = subprocess.run([TESSERA, "fmt", "--check", *shelf], capture_output=True, text=True)
    yield from run.stdout.splitlines()
    texts = [re.sub(r"^(players|piece|turn|board)(:?) ", r"\1\2    ", read(p), flags=re.M) for p in shelf]
    for path, text in zip(shelf, texts):
        with tempfile.NamedTemporaryFile("w", suffix=".game", encoding="utf-8") as f:
            f.write(text)
            f.flush()
            once = subprocess.run([TESSERA, "fmt", f.name], capture_output=True, text=True)
            twice = subprocess.run([TESSERA, "fmt", "--check", f.name], capture_output=True, text=True)
        if once.returncode or twice.returncode:
            yield f"{os.path.basename(path)}: formatting twice is not formatting once: {once.stderr}"


def main():
    bad, samples = [], 0
    pages = sorted(os.path.relpath(p, ROOT) for p in glob.glob(os.path.join(ROOT, "docs/language/*.md")))
    for name in [*pages, "README.md"]:
        for text in re.findall(r"```game\n(.*?)```", read(name), re.S):
            samples += 1
            bad += check_sample(name, text)
    for name in pages:
        bad += check_links(name)
    bad += check_boardlang()
    bad += check_editors()
    bad += check_letters()
    bad += check_format()
    doc = subprocess.run([sys.executable, os.path.join(ROOT, "tools/bytecode-doc"), "--check"])
    bad += ["docs/bytecode.md is not what tools/bytecode-doc writes"] if doc.returncode else []
    print("\n".join([*bad, f"{samples} samples, {len(bad)} wrong"]))
    return len(bad) != 0


if __name__ == "__main__":
    sys.exit(main())
