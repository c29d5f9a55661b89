#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one test of what editors use: run.py NAME.mjs. Needs Node and npm; skipped (77) without."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import node_packages as node  # noqa: E402

node.need_node()
build = node.build_folder("editor-tests")
node.install(HERE, build)
node.run(build, sys.argv[1])
