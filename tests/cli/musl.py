#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library built with another C library, musl, and a program that is linked with it alone.

Nothing here may lean on glibc: the modules are compiled as POSIX (`_POSIX_C_SOURCE`), and what two of them
ask for beyond that is there in musl too. Skipped (77) without musl-gcc.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cli import SOURCE

PROGRAM = """
#include <stdio.h>
#include <tessera/tessera.h>
int main(void) {
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err;
    tsr_setup setup;
    tsr_rules *rules;
    if (tsr_registry_add_builtin(reg, &err) != TSR_OK) return 1;
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        tsr_setup_init(&setup, tsr_registry_game_at(reg, i));
        if (tsr_rules_open(&setup, NULL, &rules, &err) != TSR_OK) return puts(err.message), 1;
        puts(setup.game->name);
        tsr_rules_close(rules);
    }
    tsr_registry_free(reg);
    return 0;
}
"""


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr}"
    return done.stdout


def main():
    if not shutil.which("musl-gcc"):
        print("skipped: there is no musl-gcc (Debian's musl-tools)")
        return 77
    build = Path(os.environ["TSR_BUILD_DIR"]) / "musl"
    run("cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_C_COMPILER=musl-gcc", "-DTSR_PROGRAM=OFF",
        "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0")
    run("cmake", "--build", build, "--target", "tessera_static")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "program.c").write_text(PROGRAM)
        run("musl-gcc", "-static", "-std=c17", "-I", SOURCE / "include", "program.c", build / "libtessera.a", "-lm",
            "-o", "program", cwd=folder)
        games = run("./program", cwd=folder).split()
    assert {"chess", "azul", "unicorns"} <= set(games), games
    print(f"{len(games)} games with musl")
    return 0


sys.exit(main())
