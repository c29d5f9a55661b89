#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing is missing from a game of the shelf: a leaflet, how moves are written, tags, minutes, a bound that a random
game ends within, and tests in the rules file whose counts say where they come from.

A count says so behind itself or in a comment above the tests. Tests that are inherited do not count.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TESSERA = Path(os.environ.get("TSR_BUILD_DIR", ROOT / "build/test")) / "tessera"
USUAL = {"abstract", "solo", "two", "several"}  # tags that are read from the rules
SHORTEST = 120  # letters of a leaflet


def told(*words):
    return subprocess.run([TESSERA, *words], capture_output=True, text=True, check=True).stdout


def leaflet_faults(name, rules):
    """Of the comments above the rules, without the line for lists and what is read by programs; for games in C of what
    `tessera rules` prints."""
    lines = rules[:rules.index("\ngame ")].splitlines()[1:] if rules else told("rules", name).splitlines()
    words = [line for line in lines if not re.match("# (A game takes|Tags:|Board:)", line)]
    return [] if sum(map(len, words)) > SHORTEST else ["a leaflet"]


def playthrough_faults(name):
    """Of the game in tests/playthroughs, which was played at random to its end."""
    path = ROOT / f"tests/playthroughs/{name}.txt"
    if not path.exists():
        return ["a playthrough"]
    text = path.read_text()
    played = re.search(r"seed \d+, (\d+) plies", text)
    bound = re.search(r"(?m)^bounds .* (\d+) plies$", text)
    ended = played and bound and int(played[1]) <= int(bound[1]) and "\nresult " in text
    written = re.search(r"(?m)^moves +[1-9]\d*: \S|^\d+ +chance: \S", text)
    return ([] if ended else ["an end within its bound"]) + ([] if written else ["how moves are written"])


def test_faults(text):
    """Of a rules file."""
    counts = re.findall(r"(?m)^test perft .*$", text)
    code = text[text.index("\ngame "):]
    above = re.search(r"(?m)^# .*(second program|\d \* \d)", code)
    faults = [f"the source of '{line}'" for line in counts if "#" not in line and not above]
    return faults if counts or re.search(r'(?m)^test "', text) else ["tests"]


def faults_of(game):
    name = game["name"]
    path = ROOT / f"games/rules/{name}.game"
    rules = path.read_text() if path.exists() and not (ROOT / f"games/{name}").exists() else ""
    faults = leaflet_faults(name, rules) + playthrough_faults(name)
    faults += [] if game["minutes"] > 0 else ["minutes"]
    faults += [] if set(game["tags"]) - USUAL else ["tags"]
    return faults + (test_faults(rules) if rules else [])


def check_faults():
    """What is looked for is found where it is missing."""
    assert test_faults('# x\ngame "X"\n') == ["tests"]
    assert test_faults('# x\ngame "X"\ntest perft 1 = 9\n') == ["the source of 'test perft 1 = 9'"]
    assert test_faults('# x\ngame "X"\ntest perft 1 = 9   # 3 * 3\n') == []
    assert leaflet_faults("x", "# x\n# A game takes about 9 minutes.\n# Tags: x.\ngame X") == ["a leaflet"]
    assert playthrough_faults("no such game") == ["a playthrough"]


def main():
    check_faults()
    games = [json.loads(line) for line in told("list", "--json").splitlines()]
    missing = {game["name"]: faults for game in games if (faults := faults_of(game))}
    for name, faults in missing.items():
        print(f"{name} lacks {', '.join(faults)}", file=sys.stderr)
    print(f"{len(games)} games, {len(missing)} with something missing")
    return 1 if missing or len(games) < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
