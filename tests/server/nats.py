# SPDX-License-Identifier: MIT
"""A NATS server of a test's own, and ways to it that can be cut."""

import shutil
import signal
import socket
import subprocess
import threading
import time

from client import _die_with_parent
from proxy_files import free_port
from waiting import wait_until

PROGRAM = shutil.which("nats-server")


class Nats:
    def __init__(self):
        self.port = free_port()
        self.start()

    def start(self):
        self.process = subprocess.Popen([PROGRAM, "-a", "127.0.0.1", "-p", str(self.port)], preexec_fn=_die_with_parent,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self.is_up)

    def is_up(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            time.sleep(0.02)  # wall clock: between two looks
            return False

    def each(self, sign):
        self.process.send_signal(sign)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.each(signal.SIGCONT)
        self.process.terminate()
        self.process.wait()


class Wire:
    """A way to a port that can be cut: bytes stop, and neither end is told."""

    def __init__(self, to):
        self.to = to
        self.whole = threading.Event()
        self.whole.set()
        self.door = socket.socket()
        self.door.bind(("127.0.0.1", 0))
        self.door.listen(64)
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        while True:
            try:
                here = self.door.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.join, args=(here,), daemon=True).start()

    def join(self, here):
        self.whole.wait()
        try:
            there = socket.create_connection(("127.0.0.1", self.to))
        except OSError:
            here.close()
            return
        for end in (here, there):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=self.carry, args=(there, here), daemon=True).start()
        self.carry(here, there)

    def carry(self, a, b):
        try:
            while data := a.recv(65536):
                self.whole.wait()
                b.sendall(data)
        except OSError:
            pass
        for end in (a, b):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.whole.clear()

    def mend(self):
        self.whole.set()

    def close(self):
        self.mend()
        self.door.close()
