#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""upgrade.py [bus]: three servers on one PostgreSQL behind a real nginx are replaced one after the other while people play: nothing is
lost, everybody goes on with the match they are in, and pages are told that somebody else takes over (1012). Then one
hangs, and is in nobody's way when it wakes. With `bus` the three share the matches through NATS."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

from client import HANG, Person, Socket, _die_with_parent, wait_until
from cluster import Crowd, Node, Pair
from nats import PROGRAM as NATS
from postgres import SKIPPED, Postgres, programs
from proxy_files import FOLDER, example, free_port
import nodes

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def location():
    """What the example does with a request, towards all of them."""
    text = example("nginx.conf", ("http://127.0.0.1:8080", "http://tessera_nodes"))
    return text[text.index("    location / {"):text.index("    # For this machine alone")]


def start_nginx(folder, port, ports):
    upstream = (FOLDER / "nginx-nodes.conf").read_text()
    for i, behind in enumerate(ports):
        upstream = upstream.replace(f"10.0.0.1{i + 1}:8080", f"127.0.0.1:{behind}")
    upgrade = example("nginx.conf")
    upgrade = upgrade[upgrade.index("map $http_upgrade"):upgrade.index("server {")]
    temp = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    Path(folder, "conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;"
        f"events {{}} http {{ access_log off; {temp} {upgrade} {upstream}\n"
        f"server {{ listen 127.0.0.1:{port};\n{location().replace('Host $host', 'Host $http_host')} }} }}")
    return subprocess.Popen([NGINX, "-p", folder, "-e", f"{folder}/log", "-c", f"{folder}/conf"],
                            preexec_fn=_die_with_parent, stderr=subprocess.DEVNULL)


class Three(Pair):
    """They have ports that nginx knows, and people know nginx."""

    def make(self):
        self.front = free_port()
        ports = [free_port() for _ in range(3)]
        self.nginx = start_nginx(self.folder, self.front, ports)
        more = ("--origin", f"http://localhost:{self.front}", "--trust-proxy", "127.0.0.1")
        return [Node(self.folder, name, self.base.url(), *more, port=port) for name, port in zip("abc", ports)]

    def look(self, not_=None):
        node = super().look(not_)
        self.port = self.front
        return node

    def is_open(self):
        try:
            return Person(self).get("/healthz", raw=True)[0] == 200
        except OSError:
            return False

    def close(self):
        super().close()
        self.nginx.terminate()
        self.nginx.wait()


def replace(three, crowd):
    """The one that has the matches ends, and comes back as one that stands by."""
    node = three.owner()
    watcher = Person(three)
    match = watcher.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
    ws = Socket(watcher, f"match={match}&s=w")
    assert ws.wait("full")["seat"] == 0
    before = {a[0] for a in crowd.acked()[-20:]}
    count = len(crowd.acked())
    node.process.send_signal(signal.SIGTERM)
    said = ws.read()
    while not isinstance(said, tuple):
        said = ws.read()
    assert said == ("close", 1012), said
    assert node.process.wait(timeout=HANG) == 0
    node.process.stdout.close()
    three.look(node)
    node.begin()
    crowd.play_on(20)
    after = {a[0] for a in crowd.acked()[count:]}
    assert before & after, "nobody went on with the match that they were in"
    again = Socket(watcher, f"match={match}&s=w")  # the same guest in the same seat
    assert again.wait("full")["seat"] == 0


def replace_idle(three):
    """One that stands by ends as well as one that serves."""
    node = [n for n in three.nodes if n is not three.owner()][0]
    alive = f"SELECT count(*) FROM lives l JOIN fences f ON f.life=l.id WHERE f.alive AND node LIKE '% {node.process.pid}'"
    wait_until(lambda: three.base.sql(alive) == [["1"]])
    node.process.send_signal(signal.SIGTERM)
    assert node.process.wait(timeout=HANG) == 0
    node.process.stdout.close()
    node.begin()


def pause(three, crowd):
    """It hangs for longer than its lease, and wakes when another has its matches: it closes its port, where people
    would wait for nothing, and stands by."""
    node = three.owner()
    node.process.send_signal(signal.SIGSTOP)
    three.look(node)
    node.process.send_signal(signal.SIGCONT)

    def refuses():
        try:
            socket.create_connection(("127.0.0.1", node.port)).close()
        except ConnectionRefusedError:
            return True
        return False
    wait_until(refuses)
    crowd.play_on(30)
    assert node.process.poll() is None


# --- Three that share the matches --------------------------------------------


class Sharing(nodes.Town):
    """Behind nginx, which is all that people know."""

    def make(self, count):
        self.port = free_port()
        ports = [free_port() for _ in range(count)]
        self.nginx = start_nginx(self.folder, self.port, ports)
        more = ("--origin", f"http://localhost:{self.port}", "--trust-proxy", "127.0.0.1")
        return [nodes.Node(self, name, *more, port=port) for name, port in zip("abc", ports)]

    def close(self):
        super().close()
        self.nginx.terminate()
        self.nginx.wait()


class Page:
    """Somebody who has a match open, and opens it again when told to come back."""

    def __init__(self, town):
        self.person = Person(town)
        self.match = self.person.match("tictactoe", [{"kind": "me"}, {"kind": "here", "name": "Ben"}])
        self.open()

    def open(self):
        def is_open():
            try:
                self.ws = Socket(self.person, f"match={self.match}&s=page")
                return self.ws.wait("full")["seat"] == 0  # the same guest in the same seat
            except OSError:
                return False
        wait_until(is_open)

    def come_back(self):
        """Whatever closed its socket has said that somebody else takes over."""
        self.ws.send({"t": "ping"})
        try:
            self.ws.wait("pong")
        except ConnectionResetError as closed:
            assert str(closed) == "closed with 1012", closed
            self.open()
            return 1
        return 0


def share():
    town = Sharing()
    crowd = Crowd(town)
    pages = [Page(town) for _ in range(9)]
    moved = 0
    for node in town.nodes:
        crowd.play_on(30)
        before = {a[0] for a in crowd.acked()[-20:]}
        count = len(crowd.acked())
        nodes.term(town, node)
        crowd.play_on(30)
        assert before & {a[0] for a in crowd.acked()[count:]}, "nobody went on with the match that they were in"
        moved += sum(page.come_back() for page in pages)
        wait_until(town.is_whole)
    crowd.stop()
    crowd.check(town.base)
    assert moved >= len(pages), moved  # each is at some server, and so is its match
    town.close()
    return 0


def main():
    if not programs() or not NGINX or ("bus" in sys.argv and not NATS):
        print("skipped: PostgreSQL, nginx or NATS is not installed (tools/setup test)")
        return SKIPPED
    if "bus" in sys.argv:
        return share()
    base = Postgres(sync=True)
    three = Three(base)
    wait_until(three.is_open)
    crowd = Crowd(three)
    owners = set()
    for _ in range(3):
        crowd.play_on(30)
        owners.add(three.owner())
        replace(three, crowd)
    replace_idle(three)
    pause(three, crowd)
    crowd.play_on(30)
    crowd.stop()
    crowd.check(base)
    figures = Person(three.owner()).get("/metrics", raw=True)[1].decode()
    assert "tessera_store_shards 256\n" in figures and 'outcomes_total{then="fenced"} 0\n' in figures, figures
    three.close()
    base.close()
    assert len(owners) >= 2
    return 0


sys.exit(main())
