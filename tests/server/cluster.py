#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cluster.py FAULT... : two servers on one PostgreSQL while people play, and what can happen to each of them.

    kill     kill -9 of the server that writes: the other takes over
    pause    it hangs (SIGSTOP) for longer than its lease and wakes with moves in hand: they are fenced off
    pgcut    the line between it and PostgreSQL is cut, for longer than its lease, and then mended: the same
    pgkill   kill -9 of PostgreSQL and all its processes; it comes back and recovers
    pgpause  PostgreSQL hangs for longer than a lease: nobody may bury anybody
    failover PostgreSQL's machine is lost, and its synchronous standby takes its place; alone and once
    hubs     no fault: each server has three hubs

A number after a fault repeats it: kill 5. Every acknowledged move must be in its match's record exactly once and
without a gap, and nothing that was refused may be there."""

import random
import shutil
import signal
import sys
import tempfile
import time

from client import HANG, Person, Server, wait_until
from kill import Player, compare, number
from link import BaseLink
from postgres import SKIPPED, Postgres, Twins, programs

LEASE_MS = 1000
PLAYERS = 4


class Node(Server):
    """A server on the common store. Until it may write it serves nothing: it is started without waiting."""

    def __init__(self, folder, name, url, *more, port=0):  # pylint: disable=super-init-not-called
        self.folder, self.clock, self.port = None, None, port
        self.db = f"{folder}/{name}"
        self.more, self.options, self.link, self.process = more, (), None, None
        self.go_to(url)

    def go_to(self, url):
        self.options = ("--no-limits", "--store", url, "--lease", str(LEASE_MS), *self.more)

    def begin(self):
        self.process = self.launch()

    def is_ready(self):
        """Whether it has said where it listens; asked when it has all shards."""
        if not self.port:
            self.port = self.read_port()
        return True


class Pair:
    """Two nodes as one address: that of the one that may write now."""

    def __init__(self, base):
        self.base = base
        self.folder = tempfile.mkdtemp(prefix="tessera-cluster-")
        self.nodes = self.make()
        self.port = 0
        for node in self.nodes:
            node.begin()
        self.look()

    def make(self):
        hubs = ("--hubs", "3") if "hubs" in sys.argv else ()
        nodes = [Node(self.folder, name, "", *hubs) for name in "ab"]
        for node in nodes:
            node.link = BaseLink(self.base) if "pgcut" in sys.argv else None
            node.go_to(node.link.url() if node.link else self.base.url())
        return nodes

    def owner(self):
        rows = self.base.sql("SELECT DISTINCT l.node FROM shards s JOIN lives l ON l.id=s.life JOIN fences f ON "
                             "f.life=l.id WHERE f.alive")
        pids = [int(row[0].split()[-1]) for row in rows]
        found = [n for n in self.nodes if n.process.pid in pids]
        return found[0] if len(found) == 1 and len(pids) == 1 else None

    def look(self, not_=None):
        """Waits until one of them has everything, and sends people there."""
        def found():
            time.sleep(0.05)  # wall clock: between two looks
            try:
                node = self.owner()
            except RuntimeError:
                return False  # PostgreSQL is not there
            return node is not None and node is not not_
        wait_until(found)
        node = self.owner()
        node.is_ready()
        self.port = node.port
        return node

    def close(self):
        for node in self.nodes:
            node.process.send_signal(signal.SIGCONT)
            node.process.send_signal(signal.SIGTERM)
        for node in self.nodes:
            node.process.wait(timeout=HANG)
            node.process.stdout.close()
            if node.link:
                node.link.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Client(Player):
    """A player who does not wait for a server that hangs, and thinks for a moment: faults last for seconds, in which
    four who did not would keep a processor busy."""

    def __init__(self, server, seed, think=0.005):
        super().__init__(server, seed)
        self.think = think
        self.person = Person(server)
        self.person.timeout = 2  # wall clock: a server that hangs is the fault itself
        self.refusals = []

    def refused(self, message):
        self.refusals.append((self.match, self.resend["ply"], self.resend["text"], message["why"]))

    def told(self, message):
        time.sleep(self.think)  # wall clock: nobody is faster


# --- Faults ------------------------------------------------------------------


def kill(pair):
    node = pair.owner()
    node.kill()
    node.port = 0
    pair.look(node)
    node.begin()


def pause(pair):
    node = pair.owner()
    node.process.send_signal(signal.SIGSTOP)
    pair.look(node)
    node.process.send_signal(signal.SIGCONT)


def pgcut(pair):
    node = pair.owner()
    node.link.cut()
    pair.look(node)
    node.link.mend()


def pgkill(pair):
    pair.base.kill()
    pair.base.start()
    pair.look()


def pgpause(pair):
    pair.base.each(signal.SIGSTOP)
    time.sleep(2 * LEASE_MS / 1000)  # wall clock: the length of the fault itself
    pair.base.each(signal.SIGCONT)
    pair.look()


def failover(pair):
    pair.base.fail_over()
    pair.look()


FAULTS = {"failover": failover, "kill": kill, "pause": pause, "pgcut": pgcut, "pgkill": pgkill, "pgpause": pgpause}


def wanted(words):
    out = []
    for word in words:
        if word.isdigit():
            out += [out[-1]] * (int(word) - 1)
        else:
            out.append(word)
    return out


class Crowd:
    """Players who play on, whatever happens to the servers."""

    def __init__(self, server):
        self.players = [Client(server, i) for i in range(PLAYERS)]
        for player in self.players:
            player.start()

    def acked(self):
        return [a for p in self.players for a in list(p.acked)]

    def play_on(self, moves):
        enough = len(self.acked()) + moves
        wait_until(lambda: len(self.acked()) >= enough or any(p.problem for p in self.players))
        for player in self.players:
            assert player.problem is None, player.problem

    def stop(self):
        for player in self.players:
            player.done = True
        for player in self.players:
            player.join(timeout=HANG)

    def check(self, base):
        """Every acknowledged move is there once, and nothing that was refused."""
        acked = self.acked()
        refused = [r for p in self.players for r in p.refusals]
        rows = base.sql("SELECT match, encode(convert_to(text,'UTF8'),'hex') FROM lines ORDER BY match, n")
        lost, twice, plies = compare([(int(m), bytes.fromhex(t).decode()) for m, t in rows], acked)
        there = [r for r in refused if plies.get(number(r[0]), {}).get(r[1]) == r[2]]
        lives = base.sql("SELECT count(*) FROM lives")[0][0]
        print(f"{lives} lives, {len(acked)} acknowledged moves, {len(lost)} lost, {twice} twice, "
              f"{len(refused)} refused, {len(there)} of them there")
        assert not lost and not twice and not there, (lost[:3], there[:3])


def main():
    if not programs():
        print("skipped: PostgreSQL is not installed (tools/setup test)")
        return SKIPPED
    rng = random.Random(1)
    base = Twins() if "failover" in sys.argv else Postgres(sync=True)
    pair = Pair(base)
    crowd = Crowd(pair)
    faults = wanted(w for w in sys.argv[1:] if w != "hubs")
    for fault in faults:
        crowd.play_on(rng.randrange(20, 60))
        FAULTS[fault](pair)
    crowd.play_on(50)
    crowd.stop()
    print(f"{len(faults)} faults")
    crowd.check(base)
    pair.close()
    base.close()
    assert len(crowd.acked()) > 20 * len(faults)
    return 0


if __name__ == "__main__":
    sys.exit(main())
