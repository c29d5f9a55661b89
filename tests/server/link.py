# SPDX-License-Identifier: MIT
"""A way to a PostgreSQL that can be cut: bytes stop, and neither end is told."""

import os
import shutil
import socket
import tempfile
import threading

SOCKET = ".s.PGSQL.5432"


class Link:
    def __init__(self, base):
        self.base = base
        self.folder = tempfile.mkdtemp(prefix="tessera-link-")
        self.whole = threading.Event()
        self.whole.set()
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(os.path.join(self.folder, SOCKET))
        self.door.listen(64)
        threading.Thread(target=self.take, daemon=True).start()

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
        shutil.rmtree(self.folder, ignore_errors=True)
