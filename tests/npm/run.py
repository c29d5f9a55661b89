#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The npm package as somebody gets it: run.py BUILD VERSION. Puts it together, packs it, installs the tarball into an
empty folder, and runs the checks of package.mjs and the examples there, in node and, where there is one, in a browser.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
LONGEST = 900  # seconds: only what hangs meets it

CHECKS = """
import { load } from 'tessera';
import { run } from './package.mjs';
console.log(`all ${await run(await load(), console.log)} hold`);
process.exit(0);
"""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Checks</title><link rel="icon" href="data:,">
<script type="module">
import { load } from './node_modules/tessera/index.js';
import { run } from './package.mjs';
try {
    document.body.textContent = `all ${await run(await load())} hold`;
} catch (problem) {
    document.body.textContent = `failed: ${problem.message}`;
}
</script></html>
"""


def call(folder, *command):
    """What a command says; ends the test with it where the command fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")
    return done.stdout


def pack(build, version, folder):
    """The package and its tarball in `folder`."""
    package = folder / "tessera"
    print(call(folder, "node", SOURCE / "packaging/npm/assemble.js", build, version, package), end="")
    name = call(folder, "npm", "pack", "--silent", package).strip().splitlines()[-1]
    return folder / name


def check(tarball, folder):
    home = folder / "home"
    home.mkdir()
    (home / "package.json").write_text('{ "type": "module", "private": true }\n')
    call(home, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball)
    shutil.copy(SOURCE / "tests/npm/package.mjs", home)
    (home / "checks.mjs").write_text(CHECKS)
    print(call(home, "node", "checks.mjs"), end="")
    said = call(home, "node", "node_modules/tessera/examples/node.js", "tictactoe", "random", "level:n=4")
    if "place 1" not in said:
        sys.exit(f"the example has no end:\n{said}")
    with tarfile.open(tarball) as packed:
        names = packed.getnames()
    for wanted in ("package/wasm/engine.wasm", "package/games.json", "package/index.d.ts", "package/LICENSE"):
        if wanted not in names:
            sys.exit(f"the tarball lacks {wanted}")


def check_in_browser(build, folder):
    """The same in a page; said, and no more, where there is no browser."""
    (folder / "home/checks.html").write_text(PAGE)
    env = dict(os.environ, TSR_BUILD_DIR=str(build), TSR_SITE=str(folder / "home"))
    del env["npm_config_cache"]  # what the tests of pages need is fetched once
    done = subprocess.run([sys.executable, SOURCE / "tests/web/run.py", "npm.mjs"], env=env, capture_output=True, text=True,
                          timeout=LONGEST)
    if done.returncode not in (0, 77):
        sys.exit(f"in a browser:\n{done.stdout}{done.stderr}")
    print("and in a browser" if done.returncode == 0 else done.stdout.strip())


def main():
    build, version = Path(sys.argv[1]).resolve(), sys.argv[2]
    if not shutil.which("npm"):
        print("no npm here")
        return 77
    with tempfile.TemporaryDirectory() as room:
        os.environ["npm_config_cache"] = str(Path(room) / "cache")
        tarball = pack(build, version, Path(room))
        check(tarball, Path(room))
        check_in_browser(build, Path(room))
        if len(sys.argv) > 3:  # keep it
            shutil.copy(tarball, sys.argv[3])
            print(Path(sys.argv[3]) / tarball.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
