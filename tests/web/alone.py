#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page as files, in a browser: alone.py BUILD writes the site of a build for WebAssembly into a folder of its own;
alone.py BUILD NAME.mjs runs a test against it, skipped (77) where there is no browser;
alone.py BUILD NAME.mjs NATIVE one with the server of another build, which gets the engine of this one.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def write(site, build):
    done = subprocess.run([HERE.parent.parent / "tools/page-site", site, build], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"tools/page-site:\n{done.stdout}{done.stderr}")
    print(done.stdout, end="", flush=True)


def main():
    build = Path(sys.argv[1]).resolve()
    site = build / "page-site-test"
    if len(sys.argv) < 3:
        write(site, build)
        return
    os.environ.update(TSR_BUILD_DIR=str(build), TSR_SITE=str(site))
    if len(sys.argv) > 3:
        native = Path(sys.argv[3]).resolve()
        if not (native / "tessera").exists():
            print(f"skipped: there is no server in {native} (make build)")
            sys.exit(77)
        os.environ.update(TSR_BUILD_DIR=str(native), TESSERA=str(native / "tessera"))
    os.execv(sys.executable, [sys.executable, str(HERE / "run.py"), sys.argv[2]])


main()
