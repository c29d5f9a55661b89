#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rules stay short: the median of the games for two is under 25 lines of code, and none has more than 90.

A line of code is one that is neither empty, nor a comment, nor a test. The texts of tests/shelf/written count too.
"""
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MEDIAN, MOST = 25, 90


def code_lines(path):
    lines = [line.strip() for line in path.read_text().splitlines()]
    return sum(1 for line in lines if line and not line.startswith(("#", "test ")))


def is_for_two(path):
    """Those that inherit have their parents' players."""
    told = [line for line in path.read_text().splitlines() if line.startswith("players ")]
    return not told or told[0].count(",") == 1 and ".." not in told[0]


def main():
    found = {path.stem: code_lines(path) for folder in ("games/rules", "tests/shelf/written")
             for path in (ROOT / folder).glob("*.game") if is_for_two(path)}
    median = statistics.median(found.values())
    long = {name: lines for name, lines in found.items() if lines > MOST}
    print(f"{len(found)} games for two: median {median} lines, most {max(found.values())}")
    if median >= MEDIAN or long or len(found) < 80:
        print(f"too long: {long or 'the median'}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
