#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one browser test: run.py NAME.mjs [PART]; the test finds PART in TSR_PART.

Needs Node, npm and Debian's Chromium. Where they are not there and cannot be
installed, the test is skipped (exit code 77) and says why.
"""

import os
import shutil
import subprocess
import sys
import fcntl
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ["TSR_BUILD_DIR"]) / "web-tests"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def install():
    """What package.json names into the build folder, once; tests may run at the same time."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with open(BUILD / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for file in HERE.iterdir():
            if file.suffix in (".mjs", ".json"):
                shutil.copy(file, BUILD)
        wanted = (HERE / "package.json").read_text()
        mark = BUILD / "installed.json"
        if mark.exists() and mark.read_text() == wanted:
            return
        done = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=BUILD,
                              capture_output=True, text=True)
        if done.returncode:
            skip("npm cannot install what package.json names: " + done.stderr.strip()[-300:])
        mark.write_text(wanted)


def main():
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not shutil.which("node") or not shutil.which("npm"):
        skip("node and npm are not installed (tools/setup test installs them)")
    if not browser and sys.argv[1] not in ("units.mjs", "answers.mjs", "quality.mjs"):
        skip("there is no Chromium (tools/setup test installs it)")
    install()
    env = dict(os.environ, TSR_BROWSER=browser or "", TSR_WEB=str(HERE.parent.parent / "web"),
               TSR_PART=" ".join(sys.argv[2:]))
    os.chdir(BUILD)
    os.execvpe("node", ["node", "--test", "--test-reporter=spec", sys.argv[1]], env)


main()
