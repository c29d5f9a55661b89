#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""relay.py DOOR TO: carries bytes from a door to somebody else's and back; each is a port of this machine or the path of a socket. A door 0
is any free port, which is printed. Whoever stops this process has cut the line: nothing comes through, and neither end is told (link.py)."""

import socket
import sys
import threading


def address(where):
    return ("127.0.0.1", int(where)) if where.isdigit() else where


def plug(where):
    end = socket.socket(socket.AF_INET if where.isdigit() else socket.AF_UNIX)
    if where.isdigit():
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return end


def carry(a, b):
    try:
        while data := a.recv(65536):
            b.sendall(data)
    except OSError:
        pass
    for end in (a, b):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def join(here, to):
    there = plug(to)
    try:
        there.connect(address(to))
    except OSError:
        here.close()
        return
    threading.Thread(target=carry, args=(there, here), daemon=True).start()
    carry(here, there)


def main(door, to):
    listening = plug(door)
    listening.bind(address(door))
    listening.listen(64)
    print(listening.getsockname()[1] if door.isdigit() else door, flush=True)
    while True:
        here = listening.accept()[0]
        if door.isdigit():
            here.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=join, args=(here, to), daemon=True).start()


main(*sys.argv[1:])
