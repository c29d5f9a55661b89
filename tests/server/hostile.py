#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad requests, each refused with a reason, and the server healthy after every one."""

import socket
import struct
import time

from client import Person, Server, Socket

server = Server()
anna, ben, eve = (Person(server) for _ in range(3))


def raw(data, timeout=15, wait=True):
    """Sends bytes as they are; what comes back until the server closes or is silent."""
    s = socket.create_connection(("localhost", server.port), timeout=timeout)
    got = b""
    try:
        s.sendall(data)
        while wait:
            more = s.recv(65536)
            if not more:
                break
            got += more
            if b"\r\n\r\n" in got:
                break
    except OSError:
        pass
    s.close()
    return got


def refuses(person, query, status, **more):
    try:
        Socket(person, query, **more)
    except ConnectionRefusedError as refusal:
        assert refusal.args[0] == status, refusal.args
        return
    raise AssertionError("the socket was opened")


def closes(ws, *codes):
    try:
        while True:
            message = ws.read()
            if isinstance(message, tuple):
                assert message[1] in codes, message
                return
    except OSError:
        return  # closed without a word is fine, too


def check_origin():
    body = {"game": "tictactoe", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for origin in ("http://evil.example", None, "null", "http://localhost:1"):
        status, answer = anna.post("/api/matches", body, headers={"Origin": origin})
        assert status == 403 and answer["error"], (origin, status)
    match = anna.match("tictactoe", body["seats"])
    refuses(anna, f"match={match}", 403, origin="http://evil.example")
    refuses(anna, f"match={match}", 403, origin="")


def check_sizes():
    status, answer = anna.post("/api/matches", "x" * 70000)
    assert status == 413, status
    # 100 MB announced: refused before it is read.
    head = f"POST /api/login HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {anna.origin}\r\n"
    got = raw((head + "Content-Length: 100000000\r\n\r\n").encode())
    assert b" 413 " in got, got[:100]
    # The same in chunks without an end: cut off.
    data = (head + "Transfer-Encoding: chunked\r\n\r\n").encode()
    raw(data + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 20)
    # A head without an end.
    got = raw(b"GET / HTTP/1.1\r\n" + b"X-Long: " + b"y" * 40000 + b"\r\n\r\n")
    assert got == b"" or b" 4" in got[:20] or b" 5" in got[:20], got[:60]
    deep = "{\"a\":" + "[" * 2000 + "]" * 2000 + "}"
    status, _ = anna.post("/api/matches", deep)
    assert status == 400


def check_nonsense():
    for text in (b"\0\1\2\3\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                 b"POST /api/me HTTP/1.1\r\nContent-Length: -5\r\n\r\n"):
        raw(text, timeout=3)
    for path in ("/api/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/js/../../x", "/api/games/%00"):
        status, _ = anna.get(path, raw=True)
        assert status in (400, 404), (path, status)
    status, _ = anna.request("DELETE", "/api/me")
    assert status == 405
    status, _ = anna.get("/api/users/" + "a'%20OR%20'1'='1")
    assert status == 404


def check_slow_head():
    # Half a request and then nothing: cut off after 10 seconds.
    s = socket.create_connection(("localhost", server.port), timeout=20)
    s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
    start = time.time()
    try:
        while s.recv(1000):
            pass
    except OSError:
        pass
    assert time.time() - start < 18
    s.close()


def check_seats():
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "open"}])
    assert ben.post(f"/api/matches/{match}/join", {"seat": 1})[0] == 200
    assert eve.post(f"/api/matches/{match}/join", {"seat": 1})[0] == 409
    assert eve.post(f"/api/matches/{match}/join", {"seat": 0})[0] == 409
    eve.get("/api/me")
    ws = {p: Socket(p, f"match={match}&s=x") for p in (anna, ben, eve)}
    for s in ws.values():
        s.wait("full")
    attempts = [
        (eve, {"t": "move", "seat": 0, "ply": 1, "text": "X 0,0"}),  # a stolen seat
        (ben, {"t": "move", "seat": 0, "ply": 1, "text": "X 0,0"}),
        (ben, {"t": "move", "seat": 1, "ply": 1, "text": "O 0,0"}),  # out of turn
        (anna, {"t": "move", "seat": 0, "ply": 5, "text": "X 0,0"}),  # a future ply
        (anna, {"t": "move", "seat": 0, "ply": 1, "text": "O 0,0"}),
        (anna, {"t": "move", "seat": "0", "ply": "1", "text": 5}),
        (anna, {"t": "move", "seat": 0, "ply": 1, "text": "x" * 5000}),
        (eve, {"t": "resign", "seat": 0}),
        (eve, {"t": "chat", "text": "hello"}),
        (ben, {"t": "show", "seat": 0}),
        (anna, {"t": "undo", "seat": 0}),
    ]
    for a, (who, message) in enumerate(attempts, 1):
        ws[who].send({**message, "a": a})
        answer = ws[who].wait("ack", "refuse")
        assert answer["t"] == "refuse" and answer["why"], (message, answer)
    status, summary = anna.get(f"/api/matches/{match}")
    assert summary["ply"] == 0 and summary["state"] == "live"
    ws[anna].send({"t": "move", "seat": 0, "ply": 1, "text": "X 1,1", "a": 99})
    assert ws[anna].wait("ack", "refuse")["t"] == "ack"
    # A watcher gets nothing to decide, and no invitations.
    assert all(m is None for m in [ws[eve].wait("event")["ask"]])
    for s in ws.values():
        s.close()


def check_frames():
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])

    def opened():
        s = Socket(anna, f"match={match}&s=y")
        s.wait("full")
        return s

    s = opened()
    s.frame(b"x" * 9000)
    closes(s, 1009, 1008)
    s = opened()
    s.frame(b"\0\1", opcode=2)
    closes(s, 1003)
    s = opened()
    s.frame(b'{"t":"ping"}', masked=False)
    closes(s, 1002)
    s = opened()
    s.frame(b"\xff\xfe")
    closes(s, 1007, 1008)
    s = opened()
    s.frame(b"[1,2")
    closes(s, 1008)
    s = opened()
    s.frame(b"{}", opcode=5)
    closes(s, 1002)
    s = opened()
    s.socket.sendall(struct.pack(">BBQ", 0x81, 0xff, 1 << 40))
    closes(s, 1009, 1002)
    s = opened()
    for i in range(400):  # a flood
        try:
            s.send({"t": "sing", "a": i + 1})
        except OSError:
            break
    closes(s, 1008)
    refuses(anna, "match=0000000001", 404)
    refuses(anna, "match=nothing", 404)


def check_many_sockets():
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    kept = []
    try:
        for _ in range(70):
            kept.append(Socket(anna, f"match={match}"))
        raise AssertionError("seventy sockets from one address were opened")
    except ConnectionRefusedError as refusal:
        assert refusal.args[0] == 429
    for s in kept:
        s.close()
    time.sleep(0.3)
    Socket(anna, f"match={match}").close()


def check_requests_are_limited():
    statuses = [eve.get("/api/games/tictactoe/rules")[0] for _ in range(700)]
    assert 429 in statuses and statuses[0] == 200
    assert server.is_healthy()  # not limited: for operators


for test in (check_origin, check_sizes, check_nonsense, check_slow_head, check_seats, check_frames,
             check_many_sockets, check_requests_are_limited):
    test()
    assert server.is_healthy(), test.__name__
    print("ok", test.__name__)

status, metrics = anna.get("/metrics", raw=True)
assert status == 200 and b"tessera_moves_total" in metrics
assert server.stop() == 0
server.close()
