#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three servers on one PostgreSQL, joined by NATS, as people see them: whichever they come to, there is the same lobby, they are paired with
whoever came to another, see each other come and talk, play a tournament to its end, and signing out counts everywhere. What cannot
be is said so: a bus without a store, and one that is open to others."""

import os
import re
import subprocess
import sys

from client import Person, Socket, wait_until
from hubs import play_to_end, seek
from nats import PROGRAM
from nodes import Town
from postgres import SKIPPED, programs
from proxy_files import FOLDER


def meet(town):
    """Two who came to different servers are paired and play to the end, each on their own."""
    (one, first), (two, second) = seek(town.nodes[0]), seek(town.nodes[1])
    match = first.wait("paired")["id"]
    assert second.wait("paired")["id"] == match
    a, b = Socket(one, f"match={match}&s=a"), Socket(two, f"match={match}&s=b")
    seats = [ws.wait("full") for ws in (a, b)]
    assert {s["seat"] for s in seats} == {0, 1}
    a.send({"t": "chat", "a": 1, "text": "good evening"})
    assert b.wait("chat")["text"] == "good evening"
    b.close()
    while a.wait("present")["here"]:
        pass  # that they came
    return match


def lobby(town):
    """A match that waits at one server is found and joined at another."""
    host, guest = Person(town.nodes[2]), Person(town.nodes[1])
    waiting = [host.match("reversi", [{"kind": "me"}, {"kind": "open"}]) for _ in range(6)]
    for node in town.nodes:
        wait_until(lambda n=node: {m["id"] for m in Person(n).get("/api/lobby")[1]["open"]} >= set(waiting))
    for match in waiting:
        assert guest.post(f"/api/matches/{match}/join", {})[0] == 200


def sign_up(node, name):
    person = Person(node)
    assert person.post("/api/register", {"name": name, "password": "a quiet tall ship"})[0] == 200
    return person


def tournament(town):
    """Four who came to different servers; each plays wherever they are."""
    people = [sign_up(town.nodes[i % 3], f"Player {i}") for i in range(4)]
    status, event = people[0].post("/api/events", {"kind": "swiss", "title": "Town", "game": "tictactoe", "pause": 0,
                                                   "arrive": 0, "clock": {"base": 3600}})
    assert status == 200, event
    for i, someone in enumerate(people):
        someone.server = town.nodes[(i + 1) % 3]
        assert someone.post(f"/api/events/{event['id']}/join", {})[0] == 200
    assert people[0].post(f"/api/events/{event['id']}/start", {})[0] == 200

    def is_over():
        for someone in people:
            for turn in someone.get("/api/turns")[1].get("turns", []):
                someone.post(f"/api/matches/{turn['match']}/turn",
                             {"seat": turn["seat"], "ply": turn["ply"], "text": turn["moves"][0]})
        return people[1].get(f"/api/events/{event['id']}")[1]["state"] == "over"
    wait_until(is_over)
    games = people[2].get(f"/api/events/{event['id']}")[1]["games"]
    assert len(games) == 4 and all(g["over"] for g in games), games


def sign_out(town):
    """Sockets at other servers are closed, and the word is worth nothing there."""
    anna = sign_up(town.nodes[0], "Anna")
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
    sockets = []
    for node in town.nodes:
        anna.server = node
        sockets.append(Socket(anna, f"match={match}&s=at{node.port}"))
        assert sockets[-1].wait("full")["seat"] == 0
    cookie = anna.cookie
    assert anna.post("/api/logout", {})[0] == 200
    for ws in sockets:
        message = ws.read()
        while not isinstance(message, tuple):
            message = ws.read()
        assert message == ("close", 1008), message
    for node in town.nodes:
        anna.server, anna.cookie = node, cookie
        assert anna.get("/api/me")[1]["name"] != "Anna"


def refusals():
    for options, why in ((("--bus", "nats://127.0.0.1"), "needs --store"),
                         (("--store", "postgres://x", "--bus", "nats://127.0.0.1", "--hubs", "2"), "one hub a server"),
                         (("--store", "postgres://x", "--bus", "nats://127.0.0.1", "--published", "games"), "--published")):
        done = subprocess.run([os.environ["TESSERA"], "serve", "--port", "0", *options], capture_output=True, text=True, check=False)
        assert done.returncode and why in done.stderr, done.stderr


def is_open_refused(town):
    """Letters are nobody else's business: a bus on another machine without TLS is not opened."""
    done = subprocess.run([os.environ["TESSERA"], "serve", "--port", "0", "--db", f"{town.folder}/x", "--store", town.base.url(),
                           "--bus", "nats://192.0.2.1"], capture_output=True, text=True, check=False)
    assert done.returncode and "tls://user:password@host" in done.stderr, done.stderr


def main():
    if not programs() or not PROGRAM:
        print("skipped: PostgreSQL or NATS is not installed (tools/setup test)")
        return SKIPPED
    refusals()
    town = Town()
    meet(town)
    lobby(town)
    tournament(town)
    sign_out(town)
    for node in town.nodes:  # on both seats, at each
        someone = Person(node)
        play_to_end(someone, someone.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "Ben"}]))
    figures = Person(town.nodes[0]).get("/metrics", raw=True)[1].decode()
    assert "tessera_nodes 3\n" in figures and "tessera_bus_up 1\n" in figures and 'tessera_shard_matches{shard="' in figures
    alerts = (FOLDER / "alerts.yml").read_text()
    unknown = {name for name in re.findall(r"\btessera_\w+", alerts) if f"# TYPE {name} " not in figures}
    assert not unknown, unknown
    is_open_refused(town)
    town.close()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
