# SPDX-License-Identifier: MIT
"""The example files of packaging/server, with the addresses of a test."""

import random
import socket
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "packaging/server"


def free_port():
    """A port that is free, below those that the system gives away: who stands by leaves it closed, and another
    test's server that asked for any port would answer there."""
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def example(name, *changes):
    """The example file with the addresses of this test."""
    text = (FOLDER / name).read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text
