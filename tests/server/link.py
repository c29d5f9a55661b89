# SPDX-License-Identifier: MIT
"""Ways to PostgreSQL and to NATS that can be cut: bytes stop, and neither end is told. Each is a process of its own (relay.py), so
that what goes over it does not wait for those who play in the test's."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile

from client import _die_with_parent

RELAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")
SOCKET = ".s.PGSQL.5432"


class Link:
    """To a port of this machine, or to the path of a socket, from another of the same kind."""

    def __init__(self, to, door="0"):
        self.process = subprocess.Popen([sys.executable, "-IS", RELAY, door, str(to)], stdout=subprocess.PIPE, text=True,
                                        preexec_fn=_die_with_parent)
        self.door = self.process.stdout.readline().strip()

    def cut(self):
        self.process.send_signal(signal.SIGSTOP)

    def mend(self):
        self.process.send_signal(signal.SIGCONT)

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class BaseLink(Link):
    """To a PostgreSQL (postgres.py)."""

    def __init__(self, base):
        self.folder = tempfile.mkdtemp(prefix="tessera-link-")
        super().__init__(os.path.join(base.folder, SOCKET), os.path.join(self.folder, SOCKET))

    def url(self):
        return f"postgresql:///postgres?user=tessera&host={self.folder}"

    def close(self):
        super().close()
        shutil.rmtree(self.folder, ignore_errors=True)
