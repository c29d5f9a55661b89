#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an honest pair notices while somebody attacks: attacks.py [SECONDS]

A server with its limits on. Four pairs at 127.0.0.1 move in turn, about thirty times a second together, which is within
the limits; somebody at 127.0.0.2 does one thing after the other as hard as one process can. Says for each how long moves took to be
acknowledged, and what the server held. Needs a release build; TESSERA names another program.
"""

import base64
import http.client
import json
import multiprocessing
import os
import random
import shutil
import socket
import struct
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("TESSERA", str(ROOT / "build/release/tessera"))
sys.path.insert(0, str(ROOT / "tests/server"))

from client import Person, Server, Socket  # noqa: E402

OUTSIDE = ("127.0.0.2", 0)
PAIRS = 4


def connect(port):
    """A connection that is reset when it is closed: an idle machine would soon be out of ports otherwise."""
    s = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=OUTSIDE)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return s


def ask(port, method, path, body=None, cookie=None):
    c = http.client.HTTPConnection("127.0.0.1", port)
    c.sock = connect(port)
    head = {"Origin": f"http://localhost:{port}", "Host": f"localhost:{port}"}
    if cookie:
        head["Cookie"] = cookie
    c.request(method, path, json.dumps(body) if body is not None else None, head)
    answer = c.getresponse()
    answer.text = answer.read().decode(errors="replace")
    c.close()
    return answer


def raw_socket(port, query=""):
    s = connect(port)
    key = base64.b64encode(os.urandom(16)).decode()
    s.sendall(f"GET /ws?{query} HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nOrigin: http://localhost:{port}\r\n\r\n".encode())
    s.recv(4096)
    return s


def pings(port):
    while True:
        s = raw_socket(port)
        try:
            while True:
                s.sendall(b"\x89\x84\0\0\0\0ping" * 400)
        except OSError:
            s.close()


def profiles(port):
    while True:
        ask(port, "GET", "/api/users/Anna")


def guests(port):
    while True:
        ask(port, "GET", "/api/me")


def passwords(port):
    n = 0
    while True:
        n += 1
        ask(port, "POST", "/api/login", {"name": f"Anna{n % 50}", "password": "wrong horse"})


def bots(port):
    cookie = None
    while True:
        a = ask(port, "POST", "/api/matches", {"game": "chess", "seats": [{"kind": "me"}, {"kind": "bot", "spec": "level:n=8"}]}, cookie)
        cookie = cookie or (a.getheader("Set-Cookie") or "").split(";")[0]


def matches(port):
    cookie = None
    while True:
        a = ask(port, "POST", "/api/matches", {"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "open"}]}, cookie)
        cookie = cookie or (a.getheader("Set-Cookie") or "").split(";")[0]


def connections(port):
    held = []
    while True:
        try:
            held.append(connect(port))
            held[-1].sendall(b"GET / HTTP/1.1\r\nX: ")
        except OSError:
            held = held[len(held) // 2:]


ACCOUNT = {"name": "Mallory", "password": "a quiet tall ship"}
HEAD = 'game "Hostile"\nplayers White, Black\n'
SLOW = HEAD + ("board grid 20x20\npiece Stone: hop any over pieces then repeat hop any over pieces | step any\n"
               "setup: place Stone on rank 1\nsetup: place Stone on rank 3\nturn: move\nstuck: lose\n")
DOUBLING = (HEAD + "board grid 3x3\npiece Stone\ndef z0 = mine is empty\n"
            + "".join(f"def z{i + 1} = z{i} or not z{i} and z{i}\n" for i in range(40))
            + "turn: place Stone on empty if z40\nwin when line 3 of mine\n")


def author(port):
    """The cookie of an account that publishes."""
    a = ask(port, "POST", "/api/register", ACCOUNT)
    if a.status != 200:
        a = ask(port, "POST", "/api/login", ACCOUNT)
    return (a.getheader("Set-Cookie") or "").split(";")[0]


def hostile_texts(port):
    """Rules that double and double, published again and again."""
    cookie = author(port)
    while True:
        ask(port, "POST", "/api/published", {"rules": DOUBLING, "open": True}, cookie)


def hostile_bots(port):
    """Published rules whose turns take long, with bots of the highest level on all seats."""
    cookie = author(port)
    made = ask(port, "POST", "/api/published", {"rules": SLOW, "open": True}, cookie)
    name = json.loads(made.text).get("name")
    assert name, made.text
    while True:
        ask(port, "POST", "/api/matches", {"game": name, "players": 2, "seats": [{"kind": "me"}, {"kind": "bot", "spec": "level:n=8"}]}, cookie)
        ask(port, "POST", "/api/matches", {"game": name, "players": 2, "seats": [{"kind": "bot", "spec": "level:n=8"}] * 2}, cookie)


class Pair:
    """Two people who put stones on a large board: gomoku, and a new match whenever one is over."""

    def __init__(self, server, seed):
        self.random = random.Random(seed)
        self.people = [Person(server), Person(server)]
        self.begin()

    def close(self):
        for s in self.sockets:
            s.close()

    def begin(self):
        a, b = self.people
        match = a.match("gomoku", [{"kind": "me"}, {"kind": "open"}])
        assert b.post(f"/api/matches/{match}/join", {})[0] == 200
        self.sockets = [Socket(p, f"match={match}&s={'ab'[i]}") for i, p in enumerate(self.people)]
        self.asks = [s.wait("full").get("ask") for s in self.sockets]
        self.number = 0

    def move(self):
        """One move; seconds until it was acknowledged, or None where the match was over."""
        who = next((i for i in (0, 1) if self.asks[i]), None)
        if who is None:
            self.close()
            self.begin()
            return None
        ask_, mover, other = self.asks[who], self.sockets[who], self.sockets[1 - who]
        self.number += 1
        begin = time.monotonic()
        mover.send({"t": "move", "a": self.number, "seat": ask_["seat"], "ply": ask_["ply"], "text": self.random.choice(ask_["moves"])["text"]})
        took, told = None, None
        while took is None or told is None:
            m = mover.read()
            if m["t"] in ("ack", "refuse"):
                assert m["t"] == "ack", m
                took = time.monotonic() - begin
            elif m["t"] == "event":
                told = m
        self.asks[who] = told.get("ask")
        seen = other.wait("event")
        self.asks[1 - who] = seen.get("ask")
        return took


def measure(server, name, attack, seconds):
    pairs = [Pair(server, seed) for seed in range(PAIRS)]
    helper = multiprocessing.Process(target=attack, args=(server.port,), daemon=True) if attack else None
    if helper:
        helper.start()
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        pairs.append(pairs.pop(0))
        took = pairs[0].move()
        if took is not None:
            times.append(took)
        time.sleep(0.03)  # wall clock: as people play, only faster
    if helper:
        helper.kill()
        helper.join()
    for pair in pairs:
        pair.close()
    times.sort()
    kb = next(int(line.split()[1]) for line in open(f"/proc/{server.process.pid}/status") if line.startswith("VmRSS"))
    print(f"{name:28} {len(times):5} moves  median {times[len(times) // 2] * 1e3:6.1f} ms  99 % {times[len(times) * 99 // 100] * 1e3:6.1f} ms"
          f"  worst {times[-1] * 1e3:6.1f} ms  {kb / 1024:5.0f} MB", flush=True)


def main(seconds):
    folder = tempfile.mkdtemp(prefix="tessera-published-")
    server = Server("--published", folder)
    Person(server).post("/api/register", {"name": "Anna", "password": "a quiet tall ship"})
    for name, attack in (("nobody attacks", None), ("pings on a socket", pings), ("profiles", profiles), ("visitors", guests),
                         ("passwords", passwords), ("bots of level 8", bots), ("open matches", matches),
                         ("half-open connections", connections), ("published: texts", hostile_texts),
                         ("published: bots", hostile_bots), ("nobody attacks, after it", None)):
        measure(server, name, attack, seconds)
    print("load of the machine:", open("/proc/loadavg").read().split()[:3])
    server.close()
    shutil.rmtree(folder)


main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
