#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check-order finds every line of bad.c that says so, no other one, and nothing in good.c."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOOL = HERE.parents[1] / "tools/check-order"


def lines_found(name):
    run = subprocess.run([sys.executable, TOOL, "--alone", HERE / name], capture_output=True, text=True)
    if run.stderr:
        sys.exit(run.stderr)
    return {int(n) for n in re.findall(rf"{name}:(\d+): ", run.stdout)}, run.returncode


def main():
    text = (HERE / "bad.c").read_text().splitlines()
    wanted = {n for n, line in enumerate(text, 1) if line.endswith("// bad")}
    found, status = lines_found("bad.c")
    for n in sorted(wanted - found):
        print(f"bad.c:{n}: not found: {text[n - 1].strip()}")
    for n in sorted(found - wanted):
        print(f"bad.c:{n}: found by mistake: {text[n - 1].strip()}")
    good, good_status = lines_found("good.c")
    for n in sorted(good):
        print(f"good.c:{n}: found by mistake")
    if wanted != found or good or status != 1 or good_status != 0:
        sys.exit(1)
    print(f"{len(wanted)} of {len(wanted)} found, no false alarm")


main()
