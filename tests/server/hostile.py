#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad requests, each refused with a reason, and the server healthy after every one."""

import gzip
import http.client
import re
import resource
import socket
import struct

from client import HANG, Person, Server, Socket, wait_until

server = Server(driven=True)  # a minute passes between two checks, and otherwise no time at all
anna, ben, eve = (Person(server) for _ in range(3))


def raw(data, wait=True):
    """Sends bytes as they are; what comes back until the server closes or has sent a head."""
    s = socket.create_connection(("localhost", server.port), timeout=HANG)
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
    except ConnectionError:
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
    # In chunks, which do not say how many will come: told so at the end, and cut off if there is none.
    data = (head + "Transfer-Encoding: chunked\r\n\r\n").encode()
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    got = raw(data + chunk * 5 + b"0\r\n\r\n")
    assert got.startswith(b"HTTP/1.1 413 "), got[:100]
    assert raw(data + chunk * 4 + b"0\r\n\r\n").startswith(b"HTTP/1.1 400 ")  # just fits, and is no JSON
    assert raw(data + chunk * 100) == b""
    # A head without an end.
    got = raw(b"GET / HTTP/1.1\r\n" + b"X-Long: " + b"y" * 40000 + b"\r\n\r\n")
    assert got == b"" or b" 4" in got[:20] or b" 5" in got[:20], got[:60]
    deep = "{\"a\":" + "[" * 2000 + "]" * 2000 + "}"
    status, _ = anna.post("/api/matches", deep)
    assert status == 400


def check_nonsense():
    for text in (b"\0\1\2\3\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                 b"POST /api/me HTTP/1.1\r\nContent-Length: -5\r\n\r\n"):
        raw(text, wait=False)  # some of them are answered, some only cut off in the end
        assert server.is_healthy(), text
    # No doubt about where a request goes and where it ends.
    host = f"Host: localhost:{server.port}\r\n"
    post = f"POST /api/logout HTTP/1.1\r\nOrigin: {anna.origin}\r\n"
    chunked = "Transfer-Encoding: chunked\r\n"
    for head in (post + host + "Content-Length: 5\r\n" + chunked,
                 post + host + "Content-Length: 5\r\nContent-Length: 0\r\n",
                 post + host + chunked + chunked, post + host + "Transfer-Encoding: gzip\r\n",
                 post + "Content-Length: 0\r\n", post + host + host + "Content-Length: 0\r\n"):
        got = raw((head + "\r\n0\r\n\r\n").encode())
        assert got.startswith(b"HTTP/1.1 400 "), (head, got[:80])
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    got = raw(f"HEAD /ws HTTP/1.1\r\n{host}Origin: {anna.origin}\r\n{upgrade}"
              f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode())
    assert got.startswith(b"HTTP/1.1 405 "), got[:80]
    for path in ("/api/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/js/../../x", "/api/games/%00"):
        status, _ = anna.get(path, raw=True)
        assert status in (400, 404), (path, status)
    status, _ = anna.request("DELETE", "/api/me")
    assert status == 405
    status, _ = anna.get("/api/users/" + "a'%20OR%20'1'='1")
    assert status == 404


def is_cut_off(s, seconds=11):
    """The server closes this socket, which says nothing more, when so many seconds have passed. They pass
    again and again: when it came to know the socket cannot be seen from here."""
    s.settimeout(0.5)  # wall clock: between two looks

    def is_closed():
        try:
            while s.recv(1000):
                pass
            return True
        except TimeoutError:
            server.clock.advance(seconds)
            return False
        except OSError:
            return True

    return wait_until(is_closed)


def check_slow_head():
    # Half a request and then nothing.
    s = socket.create_connection(("localhost", server.port), timeout=HANG)
    s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
    assert is_cut_off(s)
    s.close()


def check_slow_body():
    # A head that promises a body, and half of it: cut off, and nobody waits for it.
    s = socket.create_connection(("localhost", server.port), timeout=HANG)
    s.sendall((f"POST /api/login HTTP/1.1\r\nHost: localhost:{server.port}\r\nOrigin: {anna.origin}\r\n"
               "Content-Length: 1000\r\n\r\n{").encode())
    for _ in range(6):  # others are served meanwhile
        assert ben.get("/api/me")[0] == 200
    assert is_cut_off(s)
    s.close()


def check_slow_reader():
    """Somebody asks for much and reads nothing: dropped, while the others play on."""
    own = Server("--no-limits")  # or the flood would be cut off for being one
    dora = Person(own)
    match = dora.match("gomoku", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    slow, quick = Socket(dora, f"match={match}&s=slow"), Socket(dora, f"match={match}&s=quick")
    quick.wait("full")

    def is_dropped():
        try:
            slow.send({"t": "ping"})
            return False
        except ConnectionError:
            return True

    try:
        for a in range(1, 4000):  # each answer is a whole board
            slow.send({"t": "look", "ply": 0, "a": a})
        wait_until(is_dropped, what="dropping a reader that never reads")
    except ConnectionError:
        pass
    quick.send({"t": "move", "seat": 0, "ply": 1, "text": "h8", "a": 1})
    assert quick.wait("ack", "refuse")["t"] == "ack"
    quick.close()
    assert own.stop() == 0
    own.close()


def check_cookies():
    who = Person(server)

    def ask(path, **headers):
        connection = http.client.HTTPConnection("localhost", server.port, timeout=HANG)
        connection.request("GET", path, headers=headers)
        return connection.getresponse()

    cookie = ask("/api/me").getheader("Set-Cookie")
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie, cookie
    for wrong in ("", "x" * 32, "x" * 3000, "tsr_session", "\xff\xfe"):
        answer = ask("/api/me", Cookie=f"tsr_session={wrong}")
        assert answer.status in (200, 400), (wrong[:20], answer.status)
    head = ask("/")
    assert "script-src 'self'" in head.getheader("Content-Security-Policy")
    assert head.getheader("X-Content-Type-Options") == "nosniff"
    assert who.get("/api/sessions")[0] == 401


def check_caching():
    """Scripts are packed, named by their version and kept for ever; the page itself is asked for again."""
    def ask(path, **headers):
        connection = http.client.HTTPConnection("localhost", server.port)
        connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()

    page, text = ask("/")
    assert page.getheader("Cache-Control") == "no-cache" and not page.getheader("Content-Encoding")
    script = re.search(rb'src="(/v/[0-9a-f]+/js/main.js)"', text)[1].decode()
    plain, code = ask(script)
    assert plain.status == 200 and "immutable" in plain.getheader("Cache-Control")
    for coding, unpack in (("gzip", gzip.decompress), ("br", None)):
        packed, data = ask(script, Accept_Encoding=coding)
        if packed.getheader("Content-Encoding") != coding:
            assert coding == "br"  # built without brotli
            continue
        assert len(data) < len(code) / 2 and "Accept-Encoding" in packed.getheader("Vary")
        assert unpack is None or unpack(data) == code
        again, _ = ask(script, Accept_Encoding=coding, If_None_Match=packed.getheader("ETag"))
        assert again.status == 304
    assert not ask(script, Accept_Encoding="gzip;q=0, br;q=0")[0].getheader("Content-Encoding")
    old, data = ask("/v/000000000000/js/main.js")  # of a page from before an update
    assert old.status == 200 and data == code and old.getheader("Cache-Control") == "no-cache"
    assert ask("/v/000000000000/nothing.js")[0].status == 404
    assert not page.getheader("Strict-Transport-Security")
    secure = Server("--origin", "https://games.example")
    head = Person(secure)
    connection = http.client.HTTPConnection("localhost", secure.port)
    connection.request("GET", "/")
    assert "max-age" in connection.getresponse().getheader("Strict-Transport-Security")
    connection.close()
    assert head.get("/healthz", raw=True)[0] == 200
    secure.close()


def check_texts():
    """Too long, and of the wrong kind: refused before anybody looks at it."""
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    s = Socket(anna, f"match={match}&s=t")
    s.wait("full")
    for a, text in enumerate(("x" * 141, "", "a\nb", 7, None, ["x"]), 1):
        s.send({"t": "chat", "text": text, "a": a})
        assert s.wait("ack", "refuse")["t"] == "refuse", text
    for a, message in enumerate(({"t": "move"}, {"t": 5}, {"t": "why", "pick": "x"}, {"t": "show", "seat": 99},
                                 {"t": "look", "ply": -1}, {"t": "look", "ply": 1 << 40}, {"t": "undo", "seat": -1},
                                 {"t": "offer", "kind": "money"}, {"t": "answer"}, {"t": "claim", "seat": 1}), 50):
        s.send({**message, "a": a})
        assert s.wait("ack", "refuse", "past")["t"] == "refuse", message
    s.close()
    for name in ("x" * 21, "", "a\u0000b", "../..", "<b>"):
        assert anna.post("/api/register", {"name": name, "password": "long enough"})[0] == 400, name
    seats = [{"kind": "here", "name": "x" * 500}, {"kind": "me"}]
    status, _ = anna.post("/api/matches", {"game": "tictactoe", "players": 2, "seats": seats})
    assert status in (200, 400)
    status, summary = anna.get("/api/lobby")
    assert status == 200 and "x" * 100 not in str(summary)


def check_agents():
    """Programs are started from the command line only."""
    for spec in ("exec:/bin/sh", "exec:touch /tmp/owned", "uci:/usr/games/stockfish", "gtp:gnugo",
                 "level:n=3,cmd=/bin/sh", "mcts:time=1h", "level:n=99"):
        seats = [{"kind": "me"}, {"kind": "bot", "spec": spec}]
        status, answer = anna.post("/api/matches", {"game": "chess", "players": 2, "seats": seats})
        assert status == 400 and answer["error"], spec
    for file in ("/etc/passwd", "../../x.cards"):
        status, _ = anna.post("/api/matches", {"game": "unicorns", "players": 2, "options": {"deck": file},
                                               "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert status == 400, file


def check_forwarded():
    """Addresses in a header count only if they come from the proxy that was named."""
    def asked(where, address):
        person = Person(where)
        answers = [person.get("/api/games/tictactoe/rules", headers={"X-Forwarded-For": f"{address}{i % 200}"})[0]
                   for i in range(650)]
        return answers.count(429)

    def asked_twice(where):
        """The visitor's own line comes first, then the proxy's: always the same visitor."""
        statuses = []
        for i in range(650):
            connection = http.client.HTTPConnection("localhost", where.port)
            connection.putrequest("GET", "/api/games/tictactoe/rules")
            connection.putheader("X-Forwarded-For", f"10.2.2.{i % 200}")
            connection.putheader("X-Forwarded-For", "10.3.3.3")
            connection.endheaders()
            statuses.append(connection.getresponse().status)
            connection.close()
        return statuses.count(429)

    assert asked(server, "10.1.1.") > 0  # one visitor under many names
    proxied = Server("--trust-proxy", "127.0.0.1", driven=True)
    try:
        assert asked(proxied, "10.1.1.") == 0  # as many visitors
        assert asked_twice(proxied) > 0
    finally:
        assert proxied.stop() == 0
        proxied.close()


def check_ping_flood():
    """Frames that never become a message are counted, too, and nobody waits for them."""
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    s = Socket(anna, f"match={match}&s=flood")
    s.wait("full")
    ping = struct.pack(">BBI", 0x89, 0x80, 0)
    try:
        for _ in range(20):
            s.socket.sendall(ping * 1000)
    except OSError:
        pass  # cut off already
    pongs = 0
    try:  # cut off, by a word or by the connection; a silent one would run into the timeout
        while True:
            first, second = s.take(2)
            data = s.take(second & 127)
            if first & 15 == 8:
                assert struct.unpack(">H", data[:2])[0] == 1008
                break
            pongs += first & 15 == 10
    except (ConnectionResetError, BrokenPipeError):
        pass
    assert pongs <= 600, pongs
    status, _ = ben.get("/api/me")
    assert status == 200


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
    s.socket.sendall(struct.pack(">BBQI", 0x81, 0xff, 1 << 40, 0) + b"the first of them")
    closes(s, 1009, 1002)
    s = opened()
    s.socket.sendall(b"\x81")  # half a head, and then nothing
    assert is_cut_off(s.socket, 61)
    s = opened()
    for i in range(400):  # a flood
        try:
            s.send({"t": "sing", "a": i + 1})
        except OSError:
            break
    closes(s, 1008)
    refuses(anna, "match=0000000001", 404)
    refuses(anna, "match=nothing", 404)


def check_full_disk():
    """Files may not grow for a while: refused with a reason, and all well afterwards."""
    own = Server("--no-limits")
    dora = Person(own)
    seats = [{"kind": "me"}, {"kind": "here", "name": "B"}]
    first = dora.match("tictactoe", seats)
    ws = Socket(dora, f"match={first}")
    texts = [m["text"] for m in ws.wait("full")["ask"]["moves"]]
    unlimited = resource.RLIM_INFINITY
    resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (4096, unlimited))
    status, answer = dora.post("/api/matches", {"game": "tictactoe", "seats": seats})
    assert status == 503 and "disk" in answer["error"], (status, answer)
    ws.send({"t": "move", "seat": 0, "ply": 1, "text": texts[0], "a": 1})
    answer = ws.wait("ack", "refuse")
    assert answer["t"] == "refuse" and "disk" in answer["why"], answer
    assert dora.get(f"/api/matches/{first}")[1]["ply"] == 0 and own.is_healthy()
    resource.prlimit(own.process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
    ws.send({"t": "move", "seat": 0, "ply": 1, "text": texts[1], "a": 2})
    assert ws.wait("ack", "refuse")["t"] == "ack"
    dora.match("tictactoe", seats)
    own.kill()
    own.start()
    assert Socket(dora, f"match={first}").wait("full")["ply"] == 1
    own.close()


def check_many_sockets():
    match = anna.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "B"}])
    kept = []
    try:
        for _ in range(33):
            kept.append(Socket(anna, f"match={match}"))
        raise AssertionError("33 sockets from one address were opened")
    except ConnectionRefusedError as refusal:
        assert refusal.args[0] == 429
    assert len(kept) >= 30
    for s in kept:
        s.close()

    def is_let_in():
        try:
            Socket(anna, f"match={match}").close()
            return True
        except ConnectionRefusedError:
            return False

    wait_until(is_let_in)  # when the server has seen the others go


def check_requests_are_limited():
    statuses = [eve.get("/api/games/tictactoe/rules")[0] for _ in range(700)]
    assert 429 in statuses and statuses[0] == 200
    assert server.is_healthy()  # not limited: for operators


for test in (check_origin, check_sizes, check_nonsense, check_slow_head, check_slow_body, check_slow_reader, check_full_disk,
             check_cookies, check_caching, check_texts, check_agents, check_ping_flood, check_seats, check_frames, check_many_sockets,
             check_requests_are_limited, check_forwarded):
    test()
    server.clock.advance(60)  # for those limits that are so much a minute
    assert server.is_healthy(), test.__name__
    print("ok", test.__name__)

status, metrics = anna.get("/metrics", raw=True)
assert status == 200 and b"tessera_moves_total" in metrics
# Figures are for this machine alone, not for whom a proxy on it passes on.
assert anna.get("/metrics", raw=True, headers={"X-Forwarded-For": "10.1.1.1"})[0] == 404
assert server.stop() == 0
server.close()
