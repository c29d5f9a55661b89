#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/games.md has a row and a picture for every game there is, and every picture shows something and has all it uses; docs/games-text.md is what a terminal shows."""
import importlib.util
import os
import subprocess
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools/games-doc"
GROUND = '<rect width="160" height="90" fill="#eee"/>'


def check_faults():
    """The tool itself sees a picture that is missing or empty."""
    sys.dont_write_bytecode = True
    loader = SourceFileLoader("games_doc", str(TOOL))
    tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("games_doc", loader))
    loader.exec_module(tool)
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.svg"
        assert tool.faults(picture) == ["is missing"]
        picture.write_text(f"<svg><defs>{GROUND * 9}</defs>{GROUND}</svg>")
        assert tool.faults(picture) == ["is empty"]
        picture.write_text(f'<svg>{GROUND * 9}<g><rect x="3" y="3" width="34" height="34" rx="5"/></g></svg>')
        assert tool.faults(picture) == ["has places without a colour"]
        picture.write_text(f"<svg>{GROUND * 9}</svg>")
        assert tool.faults(picture) == []


if __name__ == "__main__":
    check_faults()
    build = os.environ.get("TSR_BUILD_DIR", str(ROOT / "build/test"))
    sys.exit(subprocess.run([sys.executable, TOOL, "--check", build]).returncode)
