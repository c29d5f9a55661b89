#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tessera serve` as whoever starts it sees it: what it says, how it stops, what it
refuses, and a game from a plugin that is served like any other."""

import gzip
import hashlib
import http.client
import os
import re
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from client import HANG, Person, Server, Socket

TESSERA = os.environ["TESSERA"]
NIM = Path(os.environ["TSR_BUILD_DIR"]) / "tests/nim.so"


def refused(*options):
    """The one line that says why it does not start."""
    done = subprocess.run([TESSERA, "serve", *options], capture_output=True, text=True, timeout=HANG)
    assert done.returncode != 0, options
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1 and done.stdout == "", (options, done.stdout, done.stderr)
    return lines[0]


def check_refusals():
    server = Server()
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "other.db")
        said = refused("--port", str(server.port), "--db", other)
        assert f"port {server.port}" in said and "--port" in said, said
        said = refused("--port", "0", "--db", server.db)
        assert "another server" in said, said
        assert "not-there" in refused("--port", "0", "--db", f"{folder}/not-there/x.db")
        assert "nowhere" in refused("--port", "0", "--db", other, "--listen", "nowhere")
        for origin in ("games.example", "https://games.example/", "https://", "ftp://games.example"):
            assert f"not '{origin}'" in refused("--port", "0", "--db", other, "--origin", origin)
        assert "everybody" in refused("--port", "0", "--db", other, "--trust-proxy", "everybody")
        Path(folder, "text.db").write_text("this is no database, but it is long enough to be one" * 20)
        assert "database" in refused("--port", "0", "--db", f"{folder}/text.db")
    assert server.is_healthy()
    assert server.stop() == 0
    server.start()  # and again with the same file and port, at once
    assert server.is_healthy()
    server.close()


def check_stop():
    """Ctrl-C: sockets are told, what was played is there, the exit code is 0."""
    server = Server()
    anna = Person(server)
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    ws = Socket(anna, f"match={match}&s=a")
    ws.wait("full")
    ws.send({"t": "move", "seat": 0, "ply": 1, "text": "X 1,1", "a": 1})
    assert ws.wait("ack", "refuse")["t"] == "ack"
    server.process.send_signal(signal.SIGINT)
    message = ws.read()
    while not isinstance(message, tuple):
        message = ws.read()
    assert message == ("close", 1001), message
    assert server.process.wait(timeout=HANG) == 0
    server.process.stdout.close()
    server.start()
    assert anna.get(f"/api/matches/{match}")[1]["ply"] == 1
    server.close()


def fake_desktop(folder):
    """An xdg-open that only notes what it is asked for, in a pipe; the environment that has it first."""
    asked = Path(folder, "asked")
    os.mkfifo(asked)
    program = Path(folder, "xdg-open")
    program.write_text(f'#!/bin/sh\necho "$1" > {asked}\n')
    program.chmod(0o755)
    return asked, {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "XDG_DATA_HOME": f"{folder}/data"}


def check_open():
    """--open shows the page, with a database of the user's own; where a server runs, it shows that."""
    with tempfile.TemporaryDirectory() as folder:
        asked, env = fake_desktop(folder)
        first = subprocess.Popen([TESSERA, "serve", "--open", "--port", "0"], stdout=subprocess.PIPE, text=True,
                                 stderr=subprocess.DEVNULL, env=env, cwd=folder)
        url = re.search(r"http://\S+", first.stdout.readline())[0]
        assert asked.read_text() == f"{url}\n"
        assert Path(folder, "data/tessera/games.db").exists() and not Path(folder, "tessera.db").exists()
        port = url.rsplit(":", 1)[1]
        second = subprocess.Popen([TESSERA, "serve", "--open", "--port", port], stdout=subprocess.PIPE, text=True,
                                  env=env, cwd=folder)
        assert asked.read_text() == f"{url}\n"
        assert "is already running" in second.communicate(timeout=HANG)[0] and second.returncode == 0
        assert health(url).returncode == 0
        first.send_signal(signal.SIGTERM)
        assert first.wait(timeout=HANG) == 0
        first.stdout.close()
        gone = health(url)
        assert gone.returncode == 5 and port in gone.stderr, gone


def health(url):
    return subprocess.run([TESSERA, "admin", "health", url], capture_output=True, text=True, timeout=HANG)


def check_packed():
    """The list of games is the same whether it is packed or not, and what belongs to a person is never packed."""
    server = Server()

    def fetch(path, coding):
        line = http.client.HTTPConnection("localhost", server.port, timeout=HANG)
        line.request("GET", path, headers={"Accept-Encoding": coding})
        answer = line.getresponse()
        return answer.headers.get("Content-Encoding"), answer.read()

    for path in ("/api/games", "/api/games/azul/rules"):
        plain, packed = fetch(path, "identity"), fetch(path, "deflate, gzip")
        assert plain[0] is None and packed[0] == "gzip"
        assert gzip.decompress(packed[1]) == plain[1] and len(packed[1]) < 0.7 * len(plain[1])
        assert fetch(path, "gzip;q=0")[0] is None
    assert fetch("/api/me", "gzip")[0] is None
    server.close()


def check_plugin():
    server = Server("--plugin", str(NIM))
    anna = Person(server)
    games = {g["name"]: g for g in anna.get("/api/games")[1]["games"]}
    assert games["nim"]["title"] and games["nim"]["bots"] == []
    assert "nim" in anna.get("/api/games/nim/rules")[1]["text"].lower()
    match = anna.match("nim", [{"kind": "me"}, {"kind": "bot", "spec": "level:n=2"}])
    ws = Socket(anna, f"match={match}&s=a")
    state = ws.wait("full")
    for a in range(1, 100):
        if state["ask"]:
            ask = state["ask"]
            ws.send({"t": "move", "seat": 0, "ply": ask["ply"], "text": ask["moves"][0]["text"], "a": a})
        state = ws.wait("event", "over")
        if state["t"] == "over":
            break
    assert state["t"] == "over"
    assert anna.get(f"/api/matches/{match}")[1]["state"] == "over"
    server.close()


def check_nets():
    """A network is in the list of its game's bots, and of no other's, and plays; what is none is refused."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([TESSERA, "train", "tictactoe", f"{folder}/t", "--generations", "1", "--games", "8", "--nodes", "4",
                        "--width", "16 16", "--measure", "0", "--choose", "0"], check=True, capture_output=True,
                       timeout=HANG)
        net = f"{folder}/t/net.tnet"
        server = Server("--net", net, "--net", f"clever={net}")
        anna = Person(server)
        bots = {g["name"]: [b["spec"] for b in g["bots"]] for g in anna.get("/api/games")[1]["games"]}
        assert bots["tictactoe"][-2:] == ["tictactoe-net", "clever"], bots["tictactoe"]
        assert bots["connect4"] == ["connect4-net"]  # comes with the program
        match = anna.match("tictactoe", [{"kind": "bot", "spec": "clever"}, {"kind": "bot", "spec": "tictactoe-net"}])
        ws = Socket(anna, f"match={match}&s=a")
        ws.wait("over")
        server.close()
        assert "clever" in refused("--port", "0", "--db", f"{folder}/x.db", "--net", f"clever={net}",
                                   "--net", f"clever={net}")
        Path(folder, "text.tnet").write_text("nothing")
        assert "this is not a network" in refused("--port", "0", "--db", f"{folder}/x.db", "--net", f"{folder}/text.tnet")
        assert "cannot be opened" in refused("--port", "0", "--db", f"{folder}/x.db", "--net", f"{folder}/gone.tnet")


def check_old_sessions():
    """A session nobody can have a cookie of any more is not kept; a younger one is."""
    server = Server()
    anna, ben = Person(server), Person(server)
    for person in (anna, ben):
        person.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    assert server.stop() == 0
    db = sqlite3.connect(server.db)
    ages = {anna: 367, ben: 300}
    for person, days in ages.items():
        token = person.cookie.split("=", 1)[1]
        changed = db.execute("UPDATE sessions SET seen = seen - ? WHERE hash = ?",
                             (days * 86400, hashlib.sha256(token.encode()).digest())).rowcount
        assert changed == 1
    db.commit()
    db.close()
    server.start()
    assert len(ben.get("/api/history")[1]["matches"]) == 1
    assert len(anna.get("/api/history")[1]["matches"]) == 0
    server.close()


def check_prompt():
    """An answer that waited for the disk goes out when the disk is done, not when the server
    next looks round, every 20 ms: on a clock that stands still that would be never."""
    server = Server("--no-limits", driven=True)
    anna = Person(server)
    seats = [{"kind": "me"}, {"kind": "here", "name": "B"}]
    for _ in range(40):
        anna.match("tictactoe", seats)
    server.close()


def ready(server):
    status, answer = Person(server).get("/readyz")
    return status, answer["problems"]


def check_modes():
    """Nobody else on the machine reads the database; one that was open to all is closed."""
    old = os.umask(0)
    try:
        server = Server()
        Person(server).match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
        for file in Path(server.folder).iterdir():
            assert file.stat().st_mode & 0o077 == 0, (file, oct(file.stat().st_mode))
        assert server.stop() == 0
        os.chmod(server.db, 0o644)
        server.start()
        assert os.stat(server.db).st_mode & 0o007 == 0
    finally:
        os.umask(old)
    server.close()


def check_removed_file():
    """A file that is gone keeps nothing: moves are refused, and the server says that it is not ready."""
    server = Server()
    anna = Person(server)
    assert ready(server) == (200, []), ready(server)
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    ws = Socket(anna, f"match={match}&s=a")
    ws.wait("full")
    os.unlink(server.db)
    ws.send({"t": "move", "seat": 0, "ply": 1, "text": "X 1,1", "a": 1})
    assert ws.wait("ack", "refuse")["t"] == "refuse"
    status, problems = ready(server)
    assert status == 503 and any("gone" in p for p in problems), (status, problems)
    assert server.is_healthy()  # alive, and not ready
    asked = health(f"http://localhost:{server.port}")
    assert asked.returncode == 5 and "not ready" in asked.stderr, asked
    server.kill()
    server.close()


def check_damaged_file():
    """A file with pages overwritten is found out without anybody asking for what was on them."""
    server = Server()
    anna = Person(server)
    for _ in range(8):
        anna.match("chess", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    assert server.stop() == 0
    db = sqlite3.connect(server.db)  # talk that nobody will ask for
    for i in range(2000):
        db.execute("INSERT INTO chat VALUES(?,0,'nobody',?)", (i + 1, "x" * 200))
    db.commit()
    first = db.execute("SELECT rootpage FROM sqlite_master WHERE name='chat'").fetchone()[0]
    db.close()
    data = bytearray(Path(server.db).read_bytes())
    pages = [p for p in range(len(data) // 4096) if b"nobody" in data[p * 4096:p * 4096 + 4096] and p + 1 != first]
    assert len(pages) > 20
    for page in pages[::2]:
        data[page * 4096:page * 4096 + 4096] = b"\xa5" * 4096
    Path(server.db).write_bytes(data)
    server.start()
    for _ in range(300):
        status, problems = ready(server)
        if status == 503 and any("damaged" in p for p in problems):
            break
        time.sleep(0.1)  # wall clock: between two looks
    else:
        raise AssertionError("the damage was not found")
    server.kill()
    server.close()


for test in (check_modes, check_removed_file, check_damaged_file, check_refusals, check_stop, check_open, check_packed, check_plugin, check_nets, check_old_sessions, check_prompt):
    test()
    print("ok", test.__name__)
