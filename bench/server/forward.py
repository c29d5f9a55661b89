#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""forward.py [MOVES]: what passing on costs. Two servers share a PostgreSQL of the bench's own through NATS; one person plays the same matches
through the server that has them and through the other one, a move each in turn, and the times until the acknowledgement are compared.
Needs TESSERA, and what tests/server/nodes.py needs."""

import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "server"))

from client import Person, Socket  # noqa: E402
from nodes import Town  # noqa: E402

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def owner(town, match):
    number = 0
    for letter in match:
        number = number * 32 + ALPHABET.index(letter)
    node = town.base.sql(f"SELECT l.node FROM shards s JOIN lives l ON l.id=s.life WHERE s.id={number % 256}")[0][0]
    return [n for n in town.nodes if n.process.pid == int(node.split()[-1])][0]


class Way:
    """A socket to the match through one of the servers."""

    def __init__(self, person, node, match, word):
        person.server = node
        self.ws = Socket(person, f"match={match}&s={word}")
        self.state = self.ws.wait("full")
        self.times, self.a = [], 0

    def move(self):
        ask = self.state["ask"]
        self.a += 1
        begin = time.perf_counter()
        self.ws.send({"t": "move", "a": self.a, "seat": ask["seat"], "ply": ask["ply"], "text": ask["moves"][0]["text"]})
        for _ in range(2):  # the acknowledgement and what happened, in whichever order
            message = self.ws.wait("ack", "event")
            if message["t"] == "ack":
                self.times.append((time.perf_counter() - begin) * 1000)
            else:
                self.state = message

    def see(self):
        self.state = self.ws.wait("event")


def measure(town, moves):
    """Milliseconds through the server that has the match, and through the other one."""
    here, away = [], []
    while len(here) < moves:
        person = Person(town.nodes[0])
        match = person.match("gomoku", [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
        own = owner(town, match)
        other = [n for n in town.nodes if n is not own][0]
        ways = [Way(person, own, match, "own"), Way(person, other, match, "other")]
        for i in range(60):
            ways[i % 2].move()
            ways[(i + 1) % 2].see()
        here += ways[0].times
        away += ways[1].times
    return here, away


def main():
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    town = Town(2, direct=True)
    here, away = measure(town, moves)
    for name, times in (("by the server that has the match", here), ("passed on", away)):
        times.sort()
        print(f"{name}: median {statistics.median(times):.2f} ms, 95 % {times[len(times) * 95 // 100]:.2f} ms, {len(times)} moves")
    print(f"passing on adds {statistics.median(away) - statistics.median(here):.2f} ms at the median; "
          f"load of the machine: {os.getloadavg()[0]:.1f}")
    town.close()


main()
