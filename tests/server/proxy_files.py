# SPDX-License-Identifier: MIT
"""The example files of packaging/server, with the addresses of a test."""

import socket
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "packaging/server"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def example(name, *changes):
    """The example file with the addresses of this test."""
    text = (FOLDER / name).read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text
