#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""nodes.py [SECONDS] FAULT... : three servers that share one PostgreSQL through NATS while people play, each coming to any of them, and
what can happen to each part.

    kill      kill -9 of a server: the others take its matches
    pause     it hangs (SIGSTOP) for longer than its lease and wakes with moves in hand: they are fenced off
    term      it is told to end, and started again
    pgcut     the line between it and PostgreSQL is cut, for longer than its lease, and then mended
    natscut   the same between it and NATS: it gives its matches to those who hear each other
    natskill  kill -9 of NATS; it is started again
    natslate  a server begins while NATS is away
    natspause NATS hangs
    pgkill    kill -9 of PostgreSQL and all its processes; it comes back and recovers
    pgpause   PostgreSQL hangs for longer than a lease: nobody may bury anybody

With SECONDS the faults are drawn at random for so long. Every acknowledged move must be in its match's record exactly once and without
a gap, and nothing that was refused may be there."""

import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time

from client import HANG, Server, wait_until
from cluster import Client, Crowd, wanted
from link import BaseLink, Link
from nats import PROGRAM, Nats
from postgres import SKIPPED, Postgres, programs

LEASE_MS = int(os.environ.get("LEASE_MS", "1000"))
SHARES = ("SELECT l.node, count(*) FROM shards s JOIN lives l ON l.id=s.life JOIN fences f ON f.life=l.id WHERE f.alive "
          "GROUP BY l.id, l.node")


class Node(Server):
    """One of several, on the same port whenever it is started."""

    def __init__(self, town, name, *more, port=0):  # pylint: disable=super-init-not-called
        self.folder, self.clock, self.port, self.process = None, None, port, None
        self.db = f"{town.folder}/{name}"
        self.link, self.wire = (None, None) if town.direct else (BaseLink(town.base), Link(town.nats.port))
        self.options = ("--no-limits", "--store", (self.link or town.base).url(),
                        "--bus", f"nats://127.0.0.1:{self.wire.door if self.wire else town.nats.port}",
                        "--lease", str(LEASE_MS), *more)

    def begin_again(self):
        self.process = self.launch()  # its port is known

    def close(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=HANG)
        self.process.stdout.close()
        for line in (self.link, self.wire):
            if line:
                line.close()


class Town:
    """Servers, their PostgreSQL and their NATS; with `direct` no line can be cut, and none is longer than it must be."""

    def __init__(self, count=3, direct=False):
        self.direct = direct
        self.base = Postgres(sync=True)
        self.nats = Nats()
        self.folder = tempfile.mkdtemp(prefix="tessera-nodes-")
        self.nodes = self.make(count)
        for node in self.nodes:
            node.process = node.launch()
        for node in self.nodes:
            node.port = node.read_port()
        wait_until(self.is_whole)

    def make(self, count):
        return [Node(self, name) for name in "abcdefgh"[:count]]

    def shares(self):
        """How many shards each process has that is alive and has some."""
        time.sleep(0.05)  # wall clock: between two looks
        try:
            return {int(node.split()[-1]): int(count) for node, count in self.base.sql(SHARES)}
        except RuntimeError:
            return {}  # PostgreSQL is not there

    def is_whole(self):
        ended = {n.db: n.process.returncode for n in self.nodes if n.process.poll() is not None}
        assert not ended, f"servers that nobody ended: {ended}"
        shares = self.shares()
        most = -(-256 // len(self.nodes))
        return (set(shares) == {n.process.pid for n in self.nodes} and sum(shares.values()) == 256
                and max(shares.values()) <= most)

    def lacks(self, node):
        return lambda: (shares := self.shares()) and node.process.pid not in shares

    def close(self):
        for node in self.nodes:
            node.close()
        self.nats.close()
        self.base.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Guest(Client):
    """A player who comes to another server each time."""

    def __init__(self, town, seed, think=0.0):
        super().__init__(town.nodes[seed % len(town.nodes)], seed, think)
        self.town = town
        self.times = []
        self.pause = 0.05  # all who come at once make each other wait

    def play(self):
        self.person.server = self.random.choice(self.town.nodes)
        super().play()

    def told(self, message):
        self.times.append(time.monotonic())  # wall clock: a figure, of which nothing is asked
        super().told(message)


class Guests(Crowd):
    def __init__(self, town, count, think=0.0):  # pylint: disable=super-init-not-called
        self.players = [Guest(town, i, think) for i in range(count)]
        for player in self.players:
            player.start()


# --- Faults ------------------------------------------------------------------


def kill(town, node):
    node.kill()
    wait_until(town.lacks(node))
    node.begin_again()


def pause(town, node):
    node.process.send_signal(signal.SIGSTOP)
    wait_until(town.lacks(node))
    node.process.send_signal(signal.SIGCONT)


def term(town, node):
    assert node.stop() == 0
    wait_until(town.lacks(node))
    node.begin_again()


def pgcut(town, node):
    node.link.cut()
    wait_until(town.lacks(node))
    node.link.mend()


def natscut(town, node):
    node.wire.cut()
    wait_until(town.lacks(node))
    node.wire.mend()


def natskill(town, _):
    town.nats.kill()
    time.sleep(LEASE_MS / 1000)  # wall clock: the length of the fault itself
    town.nats.start()


def natslate(town, node):
    town.nats.kill()
    node.kill()
    node.begin_again()
    time.sleep(2 * LEASE_MS / 1000)  # wall clock: the same
    town.nats.start()


def natspause(town, _):
    town.nats.each(signal.SIGSTOP)
    time.sleep(2 * LEASE_MS / 1000)  # wall clock: the same
    town.nats.each(signal.SIGCONT)


def pgkill(town, _):
    town.base.kill()
    town.base.start()


def pgpause(town, _):
    town.base.each(signal.SIGSTOP)
    time.sleep(2 * LEASE_MS / 1000)  # wall clock: the same
    town.base.each(signal.SIGCONT)


FAULTS = {f.__name__: f for f in (kill, pause, term, pgcut, natscut, natskill, natslate, natspause, pgkill, pgpause)}


def silence(player, since):
    """For how long the player was told nothing after that moment, or None: they were told often enough."""
    times = [t for t in player.times if t >= since - 1]
    gaps = [b - a for a, b in zip(times, times[1:]) if b > since]
    return max(gaps, default=0)


class Story:
    """What is done to the town, and how long people waited each time."""

    def __init__(self, town, crowd, seed=1):
        self.town, self.crowd, self.rng = town, crowd, random.Random(seed)
        self.waits = {}

    def one(self, fault):
        node = self.rng.choice(self.town.nodes)
        self.crowd.play_on(self.rng.randrange(20, 60))
        begin = time.monotonic()  # wall clock: the same
        FAULTS[fault](self.town, node)
        wait_until(self.town.is_whole)
        self.crowd.play_on(60)
        longest = max(silence(p, begin) for p in self.crowd.players)
        self.waits.setdefault(fault, []).append(longest)

    def tell(self):
        for fault, waits in self.waits.items():
            print(f"{fault}: {len(waits)} times; the longest that anybody waited: median {statistics.median(waits):.2f} s, "
                  f"worst {max(waits):.2f} s", flush=True)


def main(words):
    if not programs() or not PROGRAM:
        print("skipped: PostgreSQL or NATS is not installed (tools/setup test)")
        return SKIPPED
    seconds = int(words.pop(0)) if words[0].isdigit() else 0
    town = Town()
    crowd = Guests(town, 24) if seconds else Guests(town, 6, 0.03)
    story = Story(town, crowd)
    faults = wanted(words)
    end = time.monotonic() + seconds  # wall clock: how long the test itself is to last
    if seconds:
        while time.monotonic() < end:  # wall clock: the same
            story.one(story.rng.choice(faults))
    else:
        for fault in faults:
            story.one(fault)
    crowd.stop()
    story.tell()
    crowd.check(town.base)
    town.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
