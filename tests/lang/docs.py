#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles every ```game block in the documents, and looks for the tests they name."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.environ.get("TSR_SOURCE_DIR", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
TESSERA = os.environ.get("TESSERA", "tessera")


def main():
    bad = 0
    with open(os.path.join(ROOT, "docs/rules-language.md"), encoding="utf-8") as f:
        samples = re.findall(r"```game\n(.*?)```", f.read(), re.S)
    for text in samples:
        with tempfile.NamedTemporaryFile("w", suffix=".game", encoding="utf-8") as f:
            f.write(text)
            f.flush()
            run = subprocess.run([TESSERA, "check", f.name], capture_output=True, text=True)
            if run.returncode or "error" in run.stdout.replace("no errors", ""):
                bad += 1
                print(text.splitlines()[0], run.stdout, run.stderr)
    with open(os.path.join(ROOT, "docs/boardlang.md"), encoding="utf-8") as f:
        named = re.findall(r"\b((?:rule|effect|motion|sets|history|ending|value|board)/\w+)", f.read())
    for name in sorted(set(named)):
        if not os.path.exists(os.path.join(ROOT, "tests/lang", name + ".game")):
            bad += 1
            print(f"docs/boardlang.md names {name}, which is not there")
    bad += subprocess.run([sys.executable, os.path.join(ROOT, "tools/bytecode-doc"), "--check"]).returncode
    print(f"{len(samples)} samples, {len(set(named))} tests named, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
