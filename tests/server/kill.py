#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kill.py KILLS [OPTION...]: kill -9 at random moments while people play. Every acknowledged move
must be in its match's record exactly once, and the record must have no gap. A copy that is made
now and then in the midst of it has every move that was acknowledged before."""

import os
import random
import sqlite3
import subprocess
import sys
import threading
import time

from client import HANG, Person, Server, Socket, wait_until

PLAYERS = 4


class Player(threading.Thread):
    """Plays gomoku on both seats, match after match, and notes what was acknowledged."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.random = random.Random(seed)
        self.person = Person(server)
        self.acked = []  # (match, ply, text)
        self.done = False
        self.match = None
        self.word = f"w{seed}"
        self.a = 0
        self.resend = None
        self.problem = None
        self.pause = 0.01  # seconds before it comes again

    def run(self):
        while not self.done:
            try:
                self.play()
            except (OSError, ValueError, RuntimeError, EOFError):
                time.sleep(self.pause)  # wall clock: the server is gone: again in a moment
            except Exception as problem:  # pylint: disable=broad-except
                if "http.client" not in type(problem).__module__:
                    self.problem = repr(problem)
                    return
                time.sleep(self.pause)  # wall clock: as above

    def refused(self, message):
        self.problem = message["why"]

    def told(self, message):
        """Of a move that was made; for those who look at the clock."""

    def play(self):
        if not self.match:
            self.match = self.person.match(
                "gomoku", [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
        ws = Socket(self.person, f"match={self.match}&s={self.word}", timeout=self.person.timeout)
        state = ws.wait("full")
        while not self.done:
            if not self.resend:
                ask = state["ask"]
                if not ask:  # over
                    ws.close()
                    self.match = None
                    return
                self.a += 1
                move = self.random.choice(ask["moves"])["text"]
                self.resend = {"t": "move", "a": self.a, "seat": ask["seat"], "ply": ask["ply"],
                               "text": move}
            ws.send(self.resend)
            answer = None
            event = None
            while answer is None or (event is None and answer["t"] == "ack"):
                message = ws.wait("ack", "refuse", "event", "full")
                if message["t"] in ("ack", "refuse"):
                    answer = message
                    if message["t"] == "ack":
                        self.acked.append((self.match, self.resend["ply"], self.resend["text"]))
                        self.told(message)
                    else:
                        self.refused(message)
                    sent, self.resend = self.resend, None
                    if state.get("ply", 0) >= sent["ply"]:
                        break  # it had been made before the socket was opened
                else:
                    event = message
            state = event or state
            if event is None:
                ws.close()
                return  # and come back for the present state


ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def number(word):
    n = 0
    for letter in word:
        n = n * 32 + ALPHABET.index(letter)
    return n


def compare(rows, acked):
    """What of `acked` is not in the rows of lines (match, text), or was acknowledged twice; and all plies."""
    records = {}
    for match, text in rows:
        records[match] = records.get(match, "") + text
    plies = {}
    for match, text in records.items():
        lines = [line.split("\t") for line in text.splitlines()]
        made = [(int(f[0]), f[4]) for f in lines if len(f) == 7 and f[3] == "ok"]
        assert [p for p, _ in made] == list(range(1, len(made) + 1)), f"a gap in match {match}"
        plies[match] = dict(made)
    lost = [a for a in acked if plies.get(number(a[0]), {}).get(a[1]) != a[2]]
    twice = len(acked) - len(set((m, p) for m, p, _ in acked))
    return lost, twice, plies


def check(db, acked):
    base = sqlite3.connect(db)
    lost, twice, _ = compare(base.execute("SELECT match, text FROM lines ORDER BY match, n"), acked)
    base.close()
    return lost, twice


def back_up(server, players):
    """How many moves were acknowledged before a copy was asked for, all of which it must have."""
    acked = [a for p in players for a in list(p.acked)]
    copy = server.db + ".copy"
    subprocess.run([os.environ["TESSERA"], "admin", "backup", copy, "--db", server.db],
                   check=True, capture_output=True)
    lost, _ = check(copy, acked)
    assert not lost, lost[:5]
    os.remove(copy)
    return len(acked)


def main():
    kills = int(sys.argv[1])
    rng = random.Random(1)
    server = Server("--no-limits", *sys.argv[2:])
    players = [Player(server, i) for i in range(PLAYERS)]
    for player in players:
        player.start()

    def play_on(moves):
        """Waits until so many more are acknowledged, or somebody has a problem."""
        enough = sum(len(p.acked) for p in players) + moves
        wait_until(lambda: sum(len(p.acked) for p in players) >= enough or any(p.problem for p in players))

    copied = []
    for kill in range(kills):
        play_on(rng.randrange(2, 40))
        if kill % max(5, kills // 20) == 4:
            copied.append(back_up(server, players))
        server.kill()
        server.start()
        for player in players:
            assert player.problem is None, player.problem
    play_on(20)
    for player in players:
        player.done = True
    for player in players:
        player.join(timeout=HANG)
        assert player.problem is None, player.problem
    assert server.stop() == 0
    acked = [a for p in players for a in p.acked]
    lost, twice = check(server.db, acked)
    print(f"{kills} kills, {len(acked)} acknowledged moves, {len(lost)} lost, {twice} twice; "
          f"{len(copied)} copies under play, the last with at least {copied[-1] if copied else 0} moves")
    server.close()
    assert not lost and not twice, lost[:5]
    assert len(acked) > kills


if __name__ == "__main__":
    main()
