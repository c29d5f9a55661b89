#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three hubs in one process: matches of every hub are played over sockets, with bots and without, people are paired, the lobby
shows all of it, signing out closes sockets of other hubs, the figures are those of all; and the next start, with one hub, has it all."""

import re

from client import Person, Server, Socket, wait_until

HUBS = 3
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def hub_of(match):
    number = 0
    for letter in match:
        number = number * 32 + LETTERS.index(letter)
    return number % 256 % HUBS


def play_to_end(person, match):
    """On all seats of the match that are this person's; how many moves that were."""
    ws = Socket(person, f"match={match}&s=only")
    moves = 0
    while True:
        state = ws.wait("full", "event", "ask", "over")
        if state["t"] == "over":
            ws.close()
            return moves
        if state.get("ask"):
            ask, moves = state["ask"], moves + 1
            ws.send({"t": "move", "a": moves, "seat": ask["seat"], "ply": ask["ply"], "text": ask["moves"][0]["text"]})


def figure(person, name):
    text = person.get("/metrics", raw=True)[1].decode()
    return float(re.search(rf"^{name} (\S+)$", text, re.M)[1])


def played_everywhere(person, seats):
    found, moves = {}, 0
    while len(found) < HUBS:
        match = person.match("tictactoe", seats)
        moves += play_to_end(person, match)
        found[hub_of(match)] = match
    return found, moves


def seek(server):
    person = Person(server)
    person.get("/api/me")
    ws = Socket(person, "s=seeker")
    ws.send({"t": "seek", "a": 1, "game": "tictactoe", "players": 2})
    ws.wait("ack")
    return person, ws


def main():
    server = Server("--no-limits", "--hubs", str(HUBS))
    anna = Person(server)
    assert anna.post("/api/register", {"name": "Anna", "password": "a quiet tall ship"})[0] == 200
    found, moves = played_everywhere(anna, [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
    bots, _ = played_everywhere(anna, [{"kind": "me"}, {"kind": "bot", "spec": "level:n=1"}])
    assert figure(anna, "tessera_hubs") == HUBS
    wait_until(lambda: figure(anna, "tessera_moves_total") >= moves)

    (one, first), (two, second) = seek(server), seek(server)
    assert first.wait("paired")["id"] == second.wait("paired")["id"]

    waiting = [one.match("reversi", [{"kind": "me"}, {"kind": "open"}]) for _ in range(6)]
    assert len({hub_of(m) for m in waiting}) == HUBS
    wait_until(lambda: {m["id"] for m in two.get("/api/lobby")[1]["open"]} >= set(waiting))
    for match in waiting:
        assert two.post(f"/api/matches/{match}/join", {})[0] == 200

    sockets = [Socket(anna, f"match={m}&s=look") for m in found.values()]
    for ws in sockets:
        ws.wait("full")
    assert anna.post("/api/logout", {})[0] == 200
    for ws in sockets:
        message = ws.read()
        while not isinstance(message, tuple):
            message = ws.read()
        assert message == ("close", 1008), message

    assert server.stop() == 0
    server.options = ("--no-limits",)
    server.start()
    for match in [*found.values(), *bots.values()]:
        assert Person(server).get(f"/api/matches/{match}/record", raw=True)[0] == 200
    for match in waiting:
        Socket(one, f"match={match}&s=again").wait("full")
    server.close()
    print(f"{moves} moves of {HUBS} hubs")


if __name__ == "__main__":
    main()
