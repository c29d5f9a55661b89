# SPDX-License-Identifier: MIT
"""The poker plugin keeps every law of the conformance suite, where this build has it."""
import os
import subprocess
import unittest
from pathlib import Path

from help import poker_plugin

CONFORMANCE = Path(os.environ.get("TSR_BUILD_DIR", "")) / "conformance"


@unittest.skipUnless(os.environ.get("TSR_BUILD_DIR") and CONFORMANCE.exists(),
                     "no conformance program in this build")
class Poker(unittest.TestCase):
    def test_laws(self):
        env = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
        for name in ("kuhn", "leduc"):
            done = subprocess.run([CONFORMANCE, "--plugin", poker_plugin()[0], "--game", name, "--games", "20"],
                                  capture_output=True, text=True, env=env)
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
