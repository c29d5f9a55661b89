# SPDX-License-Identifier: MIT
"""Node packages for tests, installed by npm into the build folder."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def need_node():
    if not shutil.which("node") or not shutil.which("npm"):
        skip("node and npm are not installed (tools/setup test installs them)")


def install(here, build):
    """What package.json in `here` names into `build`, once, with the scripts beside it; tests may run
    at the same time."""
    build.mkdir(parents=True, exist_ok=True)
    with open(build / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for file in here.iterdir():
            if file.suffix in (".mjs", ".json"):
                shutil.copy(file, build)
        wanted = (here / "package.json").read_text()
        mark = build / "installed.json"
        if mark.exists() and mark.read_text() == wanted:
            return
        done = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=build,
                              capture_output=True, text=True)
        if done.returncode:
            skip("npm cannot install what package.json names: " + done.stderr.strip()[-300:])
        mark.write_text(wanted)


def run(build, script, **env):
    """Becomes `node --test SCRIPT` in `build`."""
    os.chdir(build)
    os.execvpe("node", ["node", "--test", "--test-reporter=spec", script], dict(os.environ, **env))


def build_folder(name):
    return Path(os.environ["TSR_BUILD_DIR"]) / name
