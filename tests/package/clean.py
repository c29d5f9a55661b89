# SPDX-License-Identifier: MIT
"""Fresh Debians 12 to try packages in, from the mirror that this machine's apt uses."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["TSR_SOURCE_DIR"])
WORK = Path(os.environ["TSR_BUILD_DIR"]) / "package"


def run(*command, code=0):
    """What a command says; it has to end with `code`."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != code:
        raise AssertionError(f"{' '.join(map(str, command))}: exit {done.returncode}\n"
                             f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def need(*programs):
    """The address of a mirror, if there is all that it takes; else this test is skipped."""
    missing = [p for p in programs if not shutil.which(p)]
    listed = [] if missing else run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian",
                                    "Codename: bookworm", "Component: main", "Identifier: Packages").split()
    why = ("it takes root" if os.geteuid() != 0 else f"there is no {missing[0]}" if missing
           else "apt knows no mirror of Debian 12" if not listed else None)
    if why:
        print(f"skipped: {why}")
        sys.exit(77)
    WORK.mkdir(parents=True, exist_ok=True)
    return listed[0]


def bootstrap(root, packages, site):
    """A fresh Debian with these packages besides the least there is: a folder, or a .tar."""
    shutil.rmtree(root, ignore_errors=True)
    more = [f"--include={','.join(packages)}"] if packages else []
    run("mmdebstrap", "--variant=minbase", *more, "bookworm", root, site)
