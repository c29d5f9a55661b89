#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Card files with a mistake each, and what `tessera cards` says about them.

The files are games/unicorns/tests/wrong/*.cards; what is said is kept beside them in messages.txt, so a
change of wording shows up as a difference. If it is meant: `TSR_UPDATE=1`, and read the diff.
"""

import os
import subprocess
import unittest
from pathlib import Path

WRONG = Path(__file__).resolve().parent / "wrong"
TESSERA = os.environ.get("TESSERA", "tessera")


def report(path):
    """What is said about one file, with the name of the file only."""
    done = subprocess.run([TESSERA, "cards", "unicorns", path.name], cwd=WRONG, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


class Wrong(unittest.TestCase):
    maxDiff = 4000

    def test_messages(self):
        files = sorted(WRONG.glob("*.cards"))
        self.assertGreaterEqual(len(files), 40)
        said = []
        for path in files:
            code, text = report(path)
            self.assertEqual(code, 2, f"{path.name} is accepted:\n{text}")
            self.assertIn("error ", text, path.name)
            said.append(f"== {path.name}\n{text}")
        golden = WRONG / "messages.txt"
        if os.environ.get("TSR_UPDATE"):
            golden.write_text("\n".join(said))
        self.assertEqual("\n".join(said), golden.read_text())

    def test_a_message_has_a_place_and_a_way_out(self):
        for path in sorted(WRONG.glob("*.cards")):
            text = report(path)[1]
            placed = f"  {path.name}:" in text or "b.cards:" in text
            whole = any(word in text for word in ("can meet in one link", "are dealt to"))
            self.assertTrue(placed or whole, text)  # some mistakes are of the deck as a whole


if __name__ == "__main__":
    unittest.main()
