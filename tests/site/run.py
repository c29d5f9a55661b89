#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the site and runs one test of it in a browser: run.py NAME.mjs. Needs Node, npm and Chromium; skipped (77)
without. With TSR_SCREENSHOTS=FOLDER every page is photographed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "support"))

import node_packages as node  # noqa: E402

node.need_node()
browser = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
if not browser:
    node.skip("there is no Chromium (tools/setup test installs it)")
site = Path(os.environ["TSR_BUILD_DIR"]) / "site"
subprocess.run([sys.executable, ROOT / "tools/site", site, os.environ["TSR_BUILD_DIR"]], check=True)
build = node.build_folder("site-tests")
node.install(HERE, build)
node.run(build, sys.argv[1], TSR_BROWSER=browser, TSR_SITE=str(site))
