# SPDX-License-Identifier: MIT
"""A NATS server of a test's own."""

import shutil
import signal
import socket
import subprocess
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
