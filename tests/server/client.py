# SPDX-License-Identifier: MIT
"""A server of our own to test against, and a small client: HTTP and WebSockets from
the standard library alone."""

import base64
import ctypes
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from driven_clock import DrivenClock  # noqa: E402
from waiting import HANG, wait_until  # noqa: E402,F401


def _die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # a test that is cut off leaves no server behind


def free_port():
    """Below those that the kernel gives to outgoing connections: nobody takes it while the server is down."""
    low = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for port in random.sample(range(min(10000, low - 1000), low), 100):
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                s.bind(("", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no free port below {low}")


class Server:
    """`tessera serve` on a free port with a database of its own. If it is `driven`, its clock stands
    still but for `clock.advance`."""

    def __init__(self, *options, driven=False):
        self.folder = tempfile.mkdtemp(prefix="tessera-server-")
        self.clock = DrivenClock(os.path.join(self.folder, "clock")) if driven else None
        self.db = os.path.join(self.folder, "test.db")
        self.options = options
        self.port = free_port()
        self.process = None
        self.start()

    @classmethod
    def on(cls, db, *options):
        """On a database that is there already, and stays there."""
        server = cls.__new__(cls)
        server.folder, server.clock, server.db, server.options, server.port, server.process = None, None, db, options, free_port(), None
        server.start()
        return server

    def launch(self):
        self.log = tempfile.TemporaryFile("w+")
        return subprocess.Popen(
            [os.environ["TESSERA"], "serve", "--port", str(self.port), "--db", self.db,
             "--bot-pause", "0", *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
            env={**os.environ, **(self.clock.env if self.clock else {})},
            preexec_fn=_die_with_parent)

    def read_port(self):
        line = self.process.stdout.readline()
        found = re.search(r":(\d+) in a browser", line)
        if not found:
            self.log.seek(0)
            raise RuntimeError(f"the server did not start: {line!r} {self.log.read()!r}")
        return int(found[1])

    def start(self):
        self.process = self.launch()
        self.port = self.read_port()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """A graceful stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=HANG)
        self.process.stdout.close()
        return code

    def close(self):
        if self.process.poll() is None:
            self.stop()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def is_healthy(self):
        return Person(self).get("/healthz", raw=True)[0] == 200


class Person:
    """Somebody with a cookie."""

    def __init__(self, server):
        self.server = server
        self.cookie = None
        self.timeout = HANG

    @property
    def origin(self):
        return f"http://localhost:{self.server.port}"

    def request(self, method, path, body=None, headers=None, raw=False):
        connection = http.client.HTTPConnection("localhost", self.server.port,
                                                timeout=self.timeout)
        sent = {"Origin": self.origin}
        if self.cookie:
            sent["Cookie"] = self.cookie
        sent.update(headers or {})
        sent = {k: v for k, v in sent.items() if v is not None}
        data = json.dumps(body) if isinstance(body, (dict, list)) else body
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        text = answer.read()
        if answer.getheader("Set-Cookie"):
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        connection.close()
        return answer.status, (text if raw else json.loads(text or b"{}"))

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, body, **more):
        return self.request("POST", path, body, **more)

    def match(self, game, seats, **more):
        status, made = self.post("/api/matches",
                                 {"game": game, "players": len(seats), "seats": seats, **more})
        if status != 200:
            raise RuntimeError(f"{status}: {made}")
        return made["id"]


class Socket:
    """A WebSocket of a person; messages are dictionaries."""

    def __init__(self, person, query, origin=None, timeout=HANG):
        self.socket = socket.create_connection(("localhost", person.server.port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pending = b""
        key = base64.b64encode(os.urandom(16)).decode()
        head = (f"GET /ws?{query} HTTP/1.1\r\nHost: localhost:{person.server.port}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n")
        origin = person.origin if origin is None else origin
        if origin:
            head += f"Origin: {origin}\r\n"
        if person.cookie:
            head += f"Cookie: {person.cookie}\r\n"
        self.socket.sendall((head + "\r\n").encode())
        while b"\r\n\r\n" not in self.pending:
            self.more()
        answer, _, self.pending = self.pending.partition(b"\r\n\r\n")
        self.status = int(answer.split()[1])
        if self.status != 101:
            self.socket.close()
            raise ConnectionRefusedError(self.status)

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionResetError("closed")
        self.pending += data

    def take(self, size):
        while len(self.pending) < size:
            self.more()
        data, self.pending = self.pending[:size], self.pending[size:]
        return data

    def frame(self, data, opcode=1, masked=True):
        size = len(data)
        mask = 0x80 if masked else 0
        if size < 126:
            head = struct.pack(">BB", 0x80 | opcode, mask | size)
        elif size < 65536:
            head = struct.pack(">BBH", 0x80 | opcode, mask | 126, size)
        else:
            head = struct.pack(">BBQ", 0x80 | opcode, mask | 127, size)
        self.socket.sendall(head + (b"\0\0\0\0" if masked else b"") + data)

    def send(self, message):
        self.frame(json.dumps(message).encode())

    def read(self):
        """The next message, or ("close", code)."""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            data = self.take(size)
            if first & 15 == 1:
                return json.loads(data)
            if first & 15 == 8:
                return "close", struct.unpack(">H", data[:2])[0] if size >= 2 else 0

    def wait(self, *kinds):
        """Reads until a message of one of these kinds."""
        while True:
            message = self.read()
            if isinstance(message, tuple):
                raise ConnectionResetError(f"closed with {message[1]}")
            if message["t"] in kinds:
                return message

    def close(self):
        self.socket.close()
