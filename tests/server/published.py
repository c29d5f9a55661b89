#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Published games: rules of strangers, played by others in a process of their own that can be killed.

An account publishes a game; two guests play a match of it to its end over sockets; its process is killed in the middle and
the match goes on; rules that cannot be played, or that run away, get a message, and those whose process has died three times
are not started any more. While such a process does not answer at all, others play on: every move of theirs is acknowledged before
the first word of it.
"""

import os
import shutil
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from client import Person, Server, Socket, wait_until

RULES = """game "Line of Three"
players White, Black
board grid 4x4
piece Stone
turn: place Stone on empty
win when line 3 of mine
stuck: draw
"""
MOVES = 12
HEAD = 'game "Hostile"\nplayers White, Black\n'
HOSTILE = {
    "definitions that double": HEAD + "board grid 3x3\npiece Stone\ndef z0 = mine is empty\n" + "".join(
        f"def z{i + 1} = z{i} or not z{i} and z{i}\n" for i in range(40))
    + "turn: place Stone on empty if z40\nwin when line 3 of mine\n",
    "ten thousand brackets": HEAD + f"board grid 3x3\npiece Stone\nturn: place Stone on {'(' * 10000}empty{')' * 10000}\n"
    "win when line 3 of mine\n",
    "chains without an end": HEAD + "board grid 8x8\npiece Man:\n  jump: repeat hop orthogonal + diagonal over any\n"
    "  walk: step orthogonal + diagonal to empty\nsetup: put Man on rank 1 | rank 2 | rank 3\nturn: jump or walk\nstuck: lose\n",
    "nonsense": "nonsense",
    "an error": RULES.replace("empty", "emtpy"),
}

folder = tempfile.mkdtemp(prefix="tessera-published-")
server = Server("--no-limits", "--published", folder)


def account(name, at=None):
    person = Person(at or server)
    status, answer = person.post("/api/register", {"name": name, "password": "a quiet tall ship"})
    assert status == 200, answer
    return person


def publish(person, rules, is_open=False):
    return person.post("/api/published", {"rules": rules, "open": is_open})


def processes(of=None):
    """Those that play published games for a server."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            if f"\nPPid:\t{(of or server).process.pid}\n" in status.read_text():
                found.append(int(status.parent.name))
        except OSError:
            pass  # it has just ended
    return found


def play(table, who, ask):
    """Makes the first move that is offered."""
    move = ask["moves"][0]["text"]
    table.send({"t": "move", "a": ask["ply"], "seat": who, "ply": ask["ply"], "text": move})


def acknowledged(table):
    """The event of a move that was made just now, which is acknowledged too."""
    heard = {}
    while not {"ack", "event"} <= heard.keys():
        message = table.read()
        assert message["t"] != "refuse", message
        heard[message["t"]] = message
    return heard["event"]


def check_list(anna, ben, name):
    assert [g["name"] for g in anna.get("/api/published")[1]["games"]] == [name]
    assert ben.get("/api/published")[1]["games"] == []  # it is private
    status, answer = ben.get(f"/api/published/{name}")  # and for whoever has its link
    assert status == 200 and [g["title"] for g in answer["games"]] == ["Line of Three"], answer
    assert answer["games"][0]["name"] == name and len(answer["levels"]) == 8
    assert "Line of Three" in ben.get(f"/api/games/{name}/rules")[1]["text"]


def check_match(anna, ben, name):
    """Two people play it to the end; its process dies on the way."""
    status, made = anna.post("/api/matches", {"game": name, "players": 2, "rated": True,
                                              "seats": [{"kind": "me"}, {"kind": "invite"}]})
    assert status == 200, made
    match, code = made["id"], made["seats"][1]["invite"].rpartition("/")[2]
    assert match[0] == "z"
    assert ben.post(f"/api/matches/{match}/join", {"invite": code})[0] == 200
    summary = anna.get(f"/api/matches/{match}")[1]
    assert [p["name"] for p in summary["players"]] == ["Anna", "Ben"] and not summary["rated"], summary
    people, plies = [anna, ben], 0
    while True:
        tables = [Socket(p, f"match={match}") for p in people]
        fulls = [t.wait("full") for t in tables]
        assert fulls[0]["ply"] == plies, (fulls[0]["ply"], plies)  # nothing acknowledged is lost
        ended = False
        for _ in range(3):
            seat = fulls[0]["turn"][0]
            play(tables[seat], seat, fulls[seat]["ask"])
            plies += 1
            events = [t.wait("event") for t in tables]
            ended = not events[0]["turn"]
            if ended:
                break
            fulls = events
        if ended:
            assert tables[1].wait("over")["end"] == "rules"
            break
        for pid in processes() if plies == 3 else []:  # one strike
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda gone=pid: gone not in processes())  # the server has noticed
        for table in tables:
            table.close()
    assert anna.get(f"/api/published/{name}/history")[1]["matches"][0]["state"] == "over"
    assert b"game\t" + name.encode() in anna.get(f"/api/matches/{match}/record", raw=True)[1]
    assert anna.get("/api/matches/z000000000")[0] == 404
    return match


def check_bot(anna, name):
    status, made = anna.post("/api/matches", {"game": name, "players": 2,
                                              "seats": [{"kind": "me"}, {"kind": "bot", "spec": "level:n=2"}]})
    assert status == 200, made
    table = Socket(anna, f"match={made['id']}")
    full = table.wait("full")
    play(table, 0, full["ask"])
    while table.wait("event")["turn"] != [0]:  # the bot has answered
        pass
    table.close()


def check_hostile(anna):
    """Each gets a message, while somebody plays on undisturbed."""
    for what, rules in HOSTILE.items():
        status, answer = publish(anna, rules)
        assert status == 400 and len(answer["error"]) > 10, (what, status, answer)
    status, answer = publish(anna, RULES + "test perft 60 = 1\n")  # tests of a file are for its author: it is played
    assert status == 200 and anna.get(f"/api/published/{answer['name']}")[0] == 200, answer
    assert anna.post(f"/api/published/{answer['name']}/remove", {})[0] == 200
    assert len(list(Path(folder).glob("*.json"))) == 1, "what cannot be played is not kept"
    assert publish(anna, "x" * 50000)[0] == 413
    assert publish(anna, "")[0] == 400
    assert publish(Person(server), RULES)[0] == 401


def check_others():
    """Rules that do not answer keep nobody waiting who plays something else, and have less of the machine. No time passes for
    this server but what it is told: the process has its seconds for an answer, and they do not end before the moves are made."""
    rooms = tempfile.mkdtemp(prefix="tessera-published-")
    still = Server("--no-limits", "--published", rooms, driven=True)
    anna, ben = account("Anna", still), account("Ben", still)
    name = publish(anna, RULES)[1]["name"]
    match = ben.match("gomoku", [{"kind": "me"}, {"kind": "here", "name": "Carl"}])
    table = Socket(ben, f"match={match}")
    heard = table.wait("full")
    busy = processes(still)
    assert busy and all(os.getpriority(os.PRIO_PROCESS, pid) >= 10 for pid in busy), busy
    for pid in busy:
        os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(anna.get, f"/api/games/{name}/rules")
        for _ in range(MOVES):
            play(table, heard["ask"]["seat"], heard["ask"])
            heard = acknowledged(table)
        assert not waits.done(), waits.result()
        for pid in busy:
            os.kill(pid, signal.SIGCONT)
        assert waits.result()[0] == 200, waits.result()
    table.close()
    still.close()
    shutil.rmtree(rooms)


def check_strikes(anna, name):
    """Rules whose process dies again and again are not started any more, also not by the next server."""
    def dies():
        before = set(processes())
        assert anna.get(f"/api/published/{name}")[0] == 200 and processes()
        for pid in processes():
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not before & set(processes()))
    dies()
    wait_until(lambda: not processes())
    dies()
    wait_until(lambda: not processes())
    status, answer = anna.get(f"/api/published/{name}")
    assert status == 503 and "is disabled" in answer["error"], answer
    server.stop()
    server.start()
    assert anna.get(f"/api/published/{name}")[0] == 503
    assert anna.get("/api/published")[1]["games"][0]["stopped"] is True
    assert Person(server).post(f"/api/published/{name}/remove", {})[0] == 401
    assert anna.post(f"/api/published/{name}/remove", {})[0] == 200
    assert anna.get(f"/api/published/{name}")[0] == 404
    assert not list(Path(folder).iterdir()), list(Path(folder).iterdir())


def main():
    anna, ben = account("Anna"), account("Ben")
    assert Person(server).get("/api/published")[1] == {"games": []}
    status, answer = publish(anna, RULES)
    assert status == 200 and answer["title"] == "Line of Three", answer
    name = answer["name"]
    check_list(anna, ben, name)
    check_match(anna, ben, name)
    check_bot(anna, name)
    check_hostile(anna)
    server.stop()  # what was published is there after a restart
    server.start()
    check_list(anna, ben, name)
    check_strikes(anna, name)
    status, answer = publish(ben, RULES, is_open=True)
    assert status == 200, answer
    assert anna.get("/api/published")[1]["games"][0]["by"] == "Ben"
    server.close()
    check_others()
    plain = Server("--no-limits")
    assert Person(plain).get("/api/published")[0] == 404
    plain.close()
    print("published games: played, killed, resumed, refused")


if __name__ == "__main__":
    main()
