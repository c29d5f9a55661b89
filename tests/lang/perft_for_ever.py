#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A test that counts for ever ends with a message: it takes two million turns to find out."""

import os
import subprocess
import tempfile
from pathlib import Path

GAME = """game "T"
players White, Black
board grid 5x5
piece Man: step any
setup: put Man on rank 1
turn: move
draw when repeated 3
test perft 60 = 1
"""

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "t.game")
    path.write_text(GAME)
    done = subprocess.run([os.environ["TESSERA"], "check", path], capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode != 0 and "perft 60 is more than a test can count" in said, said
    assert "2000000 turns made on the way" in said, said
