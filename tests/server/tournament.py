#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A Swiss tournament of programs over the bot API, to its end: tournament.py N. Two of the programs are killed in the
midst of it and come back, and so is the server."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from itertools import combinations

from client import Person, Server

TESSERA = os.environ["TESSERA"]


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def program(server, word):
    return subprocess.Popen([TESSERA, "bot", "--server", f"http://localhost:{server.port}", "--token", word, "random"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)


def enrol(server, count):
    """Accounts with tokens: (person, word) each."""
    people = []
    for i in range(count):
        someone = Person(server)
        status, answer = someone.post("/api/register", {"name": f"Program {i}", "password": "a quiet tall ship"})
        assert status == 200, answer
        done = subprocess.run([TESSERA, "admin", "token", f"Program {i}", "--db", server.db],
                              capture_output=True, text=True, check=True)
        people.append((someone, done.stdout.strip()))
    return people


def check(event, count, rounds):
    entries, games = event["entries"], event["games"]
    assert event["round"] == rounds, event["round"]
    assert len(entries) == count and len(games) == rounds * (count // 2), (len(entries), len(games))
    assert all(g["over"] for g in games)
    assert sum(e["points"] for e in entries) == len(games)
    assert all(e["played"] == rounds and e["state"] == "in" for e in entries), entries
    met = [frozenset(g["players"]) for g in games]
    assert len(set(met)) == len(met), "somebody has met somebody twice"
    for number in range(1, rounds + 1):
        names = [n for g in games if g["round"] == number for n in g["players"]]
        assert len(names) == len(set(names)) == count, number
    points = {e["name"]: e["points"] for e in entries}
    for e in entries:  # ties as they are counted by hand
        others = [n for g in games if e["name"] in g["players"] for n in g["players"] if n != e["name"]]
        assert e["buchholz"] == sum(points[n] for n in others), e
    for a, b in combinations(entries, 2):
        assert (a["points"], a["buchholz"]) >= (b["points"], b["buchholz"])


def main(count):
    server = Server("--no-limits")
    people = enrol(server, count)
    owner = people[0][0]
    status, event = owner.post("/api/events", {"kind": "swiss", "title": "Programs", "game": "connect4", "pause": 0,
                                               "arrive": 0, "clock": {"base": 3600}})
    assert status == 200, event
    for someone, _ in people:
        assert someone.post(f"/api/events/{event['id']}/join", {})[0] == 200
    programs = [program(server, word) for _, word in people]
    assert owner.post(f"/api/events/{event['id']}/start", {})[0] == 200
    rounds = max(1, (count - 1).bit_length())
    killed = 0
    while True:
        _, now = owner.get(f"/api/events/{event['id']}")
        if now["state"] == "over":
            break
        if killed < 2 and now["round"] == killed + 1:
            victim = programs[killed * 3 + 1]
            victim.kill()
            victim.wait()
            if killed == 1:  # and the server, too
                server.kill()
                server.start()
            time.sleep(1)  # wall clock: it is away for a moment
            programs[killed * 3 + 1] = program(server, people[killed * 3 + 1][1])
            killed += 1
        assert all(p.poll() is None for p in programs), "a program has given up"
        time.sleep(0.3)  # wall clock: between two looks
    check(now, count, rounds)
    assert killed == 2
    for p in programs:
        p.kill()
        p.wait()
    verdict = subprocess.run([TESSERA, "admin", "verify", "--db", server.db], capture_output=True, text=True)
    assert verdict.returncode == 0, verdict.stdout
    server.close()
    print(f"{count} programs, {rounds} rounds, {len(now['games'])} matches; winner {now['entries'][0]['name']}")


main(int(sys.argv[1]))
