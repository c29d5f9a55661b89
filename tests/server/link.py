# SPDX-License-Identifier: MIT
"""Ways that can be cut: bytes stop, and neither end is told. Link is one to a PostgreSQL; nats.py has one to a port."""

import os
import shutil
import socket
import tempfile
import threading

SOCKET = ".s.PGSQL.5432"


class Way:
    """Whoever comes to the door is taken (`take`), and bytes are carried while the way is whole."""

    def __init__(self, door, at):
        self.whole = threading.Event()
        self.whole.set()
        self.door = door
        self.door.bind(at)
        self.door.listen(64)
        threading.Thread(target=self.take, daemon=True).start()

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


class Link(Way):
    def __init__(self, base):
        self.base = base
        self.folder = tempfile.mkdtemp(prefix="tessera-link-")
        super().__init__(socket.socket(socket.AF_UNIX), os.path.join(self.folder, SOCKET))

    def url(self):
        return f"postgresql:///postgres?user=tessera&host={self.folder}"

    def take(self):
        while True:
            try:
                here = self.door.accept()[0]
            except OSError:
                return
            there = socket.socket(socket.AF_UNIX)
            try:
                there.connect(os.path.join(self.base.folder, SOCKET))
            except OSError:
                here.close()
                continue
            for a, b in ((here, there), (there, here)):
                threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    def close(self):
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)
