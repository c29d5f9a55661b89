#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/games.md has a row and a picture for every game there is, and every picture has all it uses; docs/games-text.md is what a terminal shows."""
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

if __name__ == "__main__":
    build = os.environ.get("TSR_BUILD_DIR", str(ROOT / "build/test"))
    sys.exit(subprocess.run([sys.executable, ROOT / "tools/games-doc", "--check", build]).returncode)
