#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mails through a relay and pushes to a browser's service, both of our own on loopback."""

import base64
import http.server
import json
import os
import queue
import socketserver
import subprocess
import threading

from client import HANG, Person, Server

TESSERA = os.environ["TESSERA"]
GOOD = "a quiet tall ship"


class Relay(socketserver.StreamRequestHandler):
    """As much of SMTP as one mail needs."""

    mails = queue.Queue()

    def handle(self):
        say = lambda text: self.wfile.write(text.encode() + b"\r\n")  # noqa: E731
        mail = {"to": []}
        say("220 relay")
        while line := self.rfile.readline():
            word = line.decode().strip()
            verb = word[:4].upper()
            if verb == "MAIL":
                mail["from"] = word
            elif verb == "RCPT":
                mail["to"].append(word)
            elif verb == "DATA":
                say("354 go on")
                text = b""
                while not text.endswith(b"\r\n.\r\n"):
                    text += self.rfile.readline()
                mail["text"] = text.decode()
                Relay.mails.put(mail)
            say("221 bye" if verb == "QUIT" else "250 ok")
            if verb == "QUIT":
                return


class Service(http.server.BaseHTTPRequestHandler):
    pushes = queue.Queue()
    status = 201

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Service.pushes.put((self.path, dict(self.headers), body))
        self.send_response(Service.status)
        self.end_headers()

    def log_message(self, *_):
        pass


def start(handler, kind):
    kind.allow_reuse_address = True
    server = kind(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def person(server, name):
    someone = Person(server)
    status, answer = someone.post("/api/register", {"name": name, "password": GOOD})
    assert status == 200, answer
    return someone


def main():
    relay, service = start(Relay, socketserver.ThreadingTCPServer), start(Service, http.server.ThreadingHTTPServer)
    server = Server("--no-limits", "--smtp", f"smtp://127.0.0.1:{relay}", "--mail-from", "club@tessera.example",
                    "--push", "mailto:club@tessera.example")
    anna, ben = person(server, "Anna"), person(server, "Ben")
    # An address counts when its link was opened.
    assert ben.post("/api/mail", {"mail": "ben@club.example"})[0] == 200
    mail = Relay.mails.get(timeout=HANG)
    assert mail["to"] == ["RCPT TO:<ben@club.example>"], mail
    assert "<club@tessera.example>" in mail["from"] and "Subject: Your address" in mail["text"], mail
    word = mail["text"].split("#mail=")[1].split()[0]
    assert ben.get("/api/notices")[1]["mail"] == ""
    assert ben.post("/api/mail/confirm", {"word": word})[0] == 200
    assert ben.get("/api/notices")[1]["by_mail"] is True
    # A browser.
    key = ben.get("/api/notices")[1]["push_key"]
    assert len(base64.urlsafe_b64decode(key + "=")) == 65
    keys = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    endpoint = f"http://127.0.0.1:{service}/browser"
    assert ben.post("/api/push", {"endpoint": endpoint, **keys})[0] == 200
    # His turn in a slow match.
    match = anna.match("tictactoe", [{"kind": "invite", "name": "Ben"}, {"kind": "me"}])
    assert ben.post(f"/api/matches/{match}/join", {})[0] == 200
    mail = Relay.mails.get(timeout=HANG)
    assert f"/m/{match}" in mail["text"] and "It is your turn" in mail["text"], mail
    path, headers, body = Service.pushes.get(timeout=HANG)
    assert path == "/browser" and headers["Content-Encoding"] == "aes128gcm", headers
    assert headers["Authorization"].startswith("vapid t=") and headers["Authorization"].endswith(",k=" + key)
    head, claims, _ = headers["Authorization"][len("vapid t="):].split(",k=")[0].split(".")
    read = lambda part: json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))  # noqa: E731
    assert read(head)["alg"] == "ES256"
    assert read(claims)["aud"] == f"http://127.0.0.1:{service}"
    assert read(claims)["sub"] == "mailto:club@tessera.example"
    assert body[16:21] == b"\0\0\x10\0A" and len(body) == 86 + 17 + len(
        json.dumps({"title": "Tic-tac-toe", "text": "It is your turn.", "url": f"/m/{match}"}, separators=(",", ":")))
    # A forgotten password.
    assert Person(server).post("/api/forgot", {"name": "Ben"})[0] == 200
    mail = Relay.mails.get(timeout=HANG)
    word = mail["text"].split("/reset.html#")[1].split()[0]
    assert Person(server).post("/api/reset", {"word": word, "password": "another tall ship"})[0] == 200
    server.stop()
    # The key stays, and nobody else reads it.
    assert os.stat(server.db + ".push-key").st_mode & 0o777 == 0o600
    server.start()
    assert Person(server).post("/api/login", {"name": "Ben", "password": "another tall ship"})[0] == 200
    server.close()
    # Wrong settings are said at once.
    done = subprocess.run([TESSERA, "serve", "--port", "0", "--db", "/nonexistent/x.db", "--smtp", "relay"],
                          capture_output=True, text=True)
    assert done.returncode != 0, done
    print("ok mails and pushes")


main()
