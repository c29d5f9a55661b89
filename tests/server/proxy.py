#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server behind a real nginx or Caddy with the configuration of packaging/server: TLS, HSTS, sockets, and
visitors who claim to be others.

usage: proxy.py nginx|caddy
"""

import base64
import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from client import Server, Socket, _die_with_parent
from proxy_files import example, free_port

PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
LEFT_OUT = 77  # the test is skipped


def nginx(folder, plain, secure, behind):
    site = example("nginx.conf", ("listen 80;", f"listen 127.0.0.1:{plain};"),
                   ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
                   ("/etc/letsencrypt/live/games.example/fullchain.pem", f"{folder}/cert.pem"),
                   ("/etc/letsencrypt/live/games.example/privkey.pem", f"{folder}/key.pem"),
                   ("http://127.0.0.1:8080", f"http://127.0.0.1:{behind}"))
    temp = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    Path(folder, "conf").write_text(
        f"daemon off; pid {folder}/pid; worker_processes 1; error_log {folder}/log;"
        f"events {{}} http {{ access_log off; {temp} {site} }}")
    return ["-p", folder, "-e", f"{folder}/log", "-c", f"{folder}/conf"]


def caddy(folder, plain, secure, behind):
    site = example("Caddyfile", ("games.example {", f"games.example {{\n\tbind 127.0.0.1\n\ttls {folder}/cert.pem {folder}/key.pem"),
                   ("127.0.0.1:8080", f"127.0.0.1:{behind}"))
    Path(folder, "conf").write_text(
        f"{{\n\tadmin off\n\tskip_install_trust\n\tstorage file_system {folder}\n\thttp_port {plain}\n\thttps_port {secure}\n}}\n{site}")
    return ["run", "--adapter", "caddyfile", "--config", f"{folder}/conf"]


def start(program, name, folder, *ports):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=games.example", "-addext", "subjectAltName=DNS:games.example",
                    "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"], check=True, capture_output=True)
    arguments = {"nginx": nginx, "caddy": caddy}[name](folder, *ports)
    with open(f"{folder}/said", "wb") as said:
        process = subprocess.Popen([program, *arguments], preexec_fn=_die_with_parent, stderr=said, stdout=said,
                                   env={**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder})
    for _ in range(300):
        try:
            for port in ports[:2]:
                socket.create_connection(("127.0.0.1", port)).close()
            return process
        except OSError:
            assert process.poll() is None, Path(folder, "said").read_text()
            time.sleep(0.1)  # wall clock: between two looks
    raise AssertionError(f"{name} does not start: {Path(folder, 'said').read_text()}")


trust = ssl.create_default_context()
trust.check_hostname = False
trust.verify_mode = ssl.CERT_NONE


def connect(port):
    """TLS as a browser begins it: with the name it wants, by which Caddy chooses the site."""
    return trust.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="games.example")


def ask(port, path, method="GET", body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.sock = connect(port)
    connection.request(method, path, body, {"Host": "games.example", **{k.replace("_", "-"): v for k, v in headers.items()}})
    answer = connection.getresponse()
    return answer, answer.read()


def open_socket(port, match, cookie):
    ws = Socket.__new__(Socket)
    ws.socket = connect(port)
    ws.pending = b""
    key = base64.b64encode(os.urandom(16)).decode()
    ws.socket.sendall((f"GET /ws?match={match}&s=x HTTP/1.1\r\nHost: games.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nOrigin: https://games.example\r\nCookie: {cookie}\r\n\r\n").encode())
    while b"\r\n\r\n" not in ws.pending:
        ws.more()
    head, _, ws.pending = ws.pending.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101"), head
    return ws


def main(name):
    program = shutil.which(name, path=PATH)
    if not program:
        print(f"skipped: {name} is not installed (tools/setup)")
        return LEFT_OUT
    server = Server("--origin", "https://games.example", "--trust-proxy", "127.0.0.1")
    folder = tempfile.mkdtemp(prefix=f"tessera-{name}-")
    plain, secure = free_port(), free_port()
    proxy = start(program, name, folder, plain, secure, server.port)
    try:
        page, text = ask(secure, "/")
        assert page.status == 200 and b"Tessera" in text
        assert "max-age" in page.getheader("Strict-Transport-Security")
        connection = http.client.HTTPConnection("127.0.0.1", plain)
        connection.request("GET", "/m/x", headers={"Host": "games.example"})
        moved = connection.getresponse()
        assert moved.status in (301, 308) and moved.getheader("Location") == "https://games.example/m/x"
        assert ask(secure, "/metrics")[0].status == 404
        made, _ = ask(secure, "/api/me")
        cookie = made.getheader("Set-Cookie")
        assert cookie.startswith("__Host-") and "Secure" in cookie
        cookie = cookie.split(";")[0]

        answer, body = ask(secure, "/api/matches", "POST", json.dumps(
            {"game": "tictactoe", "players": 2, "seats": [{"kind": "me"}, {"kind": "here", "name": "B"}]}),
            Origin="https://games.example", Cookie=cookie)
        assert answer.status == 200, body
        ws = open_socket(secure, json.loads(body)["id"], cookie)
        ws.wait("full")
        ws.send({"t": "move", "seat": 0, "ply": 1, "text": "X 1,1", "a": 1})
        assert ws.wait("ack", "refuse")["t"] == "ack"
        ws.socket.close()
        # Whoever claims to be somebody else in every request is one visitor all the same.
        # (The limit for new matches: 60 in ten minutes.)
        body = json.dumps({"game": "pegs", "players": 1, "seats": [{"kind": "me"}]})
        statuses = [ask(secure, "/api/matches", "POST", body, Origin="https://games.example", Cookie=cookie,
                        X_Forwarded_For=f"10.9.1.{i}")[0].status for i in range(100)]
        assert statuses[0] == 200 and 429 in statuses, statuses
    finally:
        proxy.send_signal(signal.SIGTERM)
        proxy.wait()
        server.close()
        shutil.rmtree(folder, ignore_errors=True)
    print("ok")
    return 0


sys.exit(main(*sys.argv[1:]))
