# SPDX-License-Identifier: MIT
"""The type stubs: mypy reads them, stubtest compares them with the code."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PACKAGE = os.environ["PYTHONPATH"].split(":")[0]

USE = """
import numpy as np
import tessera as ts

game: ts.Game = ts.load("connect4")
state: ts.State = game.start(seed=1).play("d1")
vector = game.vector(8, reset="none")
vector.step(np.zeros(8, np.int32))
mask: ts.DeviceArray = game.vector(8, device="cuda").reset().step().mask
visits = ts.search(game, [state], sims=10).visits
total: int = int(visits.sum())
result = ts.arena.match(game, "random", lambda s: s.legal()[0], games=2)
score: float = result.score()
data: ts.Dataset = ts.records("x/*.tsr").dataset()
line: int
try:
    ts.loads("")
except ts.RulesError as mistake:
    line = mistake.line
"""
WRONG = """
import tessera as ts

ts.load(3)
ts.load("go").vector("many")
ts.load("go").vector(2, reset="sometimes")
"""


class Types(unittest.TestCase):
    def mypy(self, text):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "use.py"
            source.write_text(text)
            return subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--cache-dir", f"{folder}/cache", source],
                capture_output=True, text=True, env={**os.environ, "MYPYPATH": PACKAGE}, cwd=folder)

    def test_right_use(self):
        done = self.mypy(USE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_wrong_use_is_found(self):
        done = self.mypy(WRONG)
        self.assertEqual(done.stdout.count("error:"), 3, done.stdout)

    def test_stubs_fit_the_code(self):
        with tempfile.TemporaryDirectory() as folder:
            allowed = Path(folder) / "allowed"
            # Type files describe what is public; classes made by pyspiel have a metaclass of its own.
            allowed.write_text("tessera\\._.*\ntessera\\.openspiel\\.(Game|State)\n")
            settings = Path(folder) / "mypy.ini"
            settings.write_text("[mypy]\nignore_missing_imports = True\n")
            done = subprocess.run(
                [sys.executable, "-m", "mypy.stubtest", "tessera", "--allowlist", allowed, "--mypy-config-file", settings,
                 "--ignore-unused-allowlist", "--ignore-missing-stub"], capture_output=True, text=True,
                env={**os.environ, "MYPYPATH": PACKAGE}, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
