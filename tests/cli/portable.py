#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library where there is less than glibc on Linux, and a program that is linked with it alone.

    portable.py musl    another C library; skipped (77) without musl-gcc
    portable.py posix   nothing but POSIX 2008: `_POSIX_C_SOURCE` for every file, and no other such macro

The program opens every game, and holds a record against another process. A few games are compiled, the others
interpreted: printed games ask for the same headers.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cli import SOURCE

PROGRAM = r"""
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <tessera/tessera.h>

static int open_games(void) {
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err;
    tsr_setup setup;
    tsr_rules *rules;
    if (tsr_registry_add_builtin(reg, &err) != TSR_OK) return 0;
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        tsr_setup_init(&setup, tsr_registry_game_at(reg, i));
        if (tsr_rules_open(&setup, NULL, &rules, &err) != TSR_OK) return puts(err.message), 0;
        puts(setup.game->name);
        tsr_rules_close(rules);
    }
    tsr_registry_free(reg);
    return 1;
}

/* 1 when another process is refused while this one has the record, and not afterwards. */
static int hold_record(void) {
    tsr_record_file *file, *other;
    tsr_error err;
    int status = -1;
    if (tsr_record_create("held.tsr", 0, &file, &err) != TSR_OK) return puts(err.message), 0;
    tsr_sink sink = tsr_record_sink(file);
    if (sink.write(sink.self, "line\n", 5) != TSR_OK) return 0;
    fflush(stdout);
    if (fork() == 0) _exit(tsr_record_append("held.tsr", 5, 0, &other, &err) != TSR_OK);
    wait(&status);
    tsr_record_close(file);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 1) return puts("the lock does not hold"), 0;
    if (tsr_record_append("held.tsr", 5, 0, &other, &err) != TSR_OK) return puts(err.message), 0;
    tsr_record_close(other);
    return 1;
}

int main(void) {
    return open_games() && hold_record() && tsr_fresh_seed() != tsr_fresh_seed() ? 0 : 1;
}
"""

POSIX = "-D_POSIX_C_SOURCE=200809L"
# A module of the library is one of these folders; the program's may ask for more.
FOLDERS = ("src/base", "src/core", "src/host", "src/lang", "src/learn", "src/agents", "src/builtin", "src/abi", "games")
MORE = re.compile(r"^\s*#\s*define\s+_[A-Z]+_SOURCE\b", re.M)


def run(*command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr}"
    return done.stdout


def asks_for_more():
    """The library's files that define a feature macro of their own."""
    files = (f for folder in FOLDERS for f in (SOURCE / folder).rglob("*.[ch]"))
    return [str(f.relative_to(SOURCE)) for f in sorted(files) if MORE.search(f.read_text())]


def main():
    kind = sys.argv[1]
    compiler = {"musl": "musl-gcc", "posix": "cc"}[kind]
    if not shutil.which(compiler):
        print(f"skipped: there is no {compiler} (Debian's musl-tools)")
        return 77
    assert asks_for_more() == ["src/host/beyond.c"], asks_for_more()
    build = Path(os.environ["TSR_BUILD_DIR"]) / kind
    only = ["-DTSR_POSIX_ONLY=ON", f"-DCMAKE_C_FLAGS={POSIX}"] if kind == "posix" else []
    run("cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={compiler}", "-DTSR_PROGRAM=OFF",
        "-DTSR_COMPILED_GAMES=chess;go;kalah", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0", *only)
    run("cmake", "--build", build, "--target", "tessera_static")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "program.c").write_text(PROGRAM)
        run(compiler, "-static", "-std=c17", "-I", SOURCE / "include", POSIX, "program.c", build / "libtessera.a",
            "-lm", "-o", "program", cwd=folder)
        games = run("./program", cwd=folder).split()
    assert {"chess", "azul", "unicorns"} <= set(games), games
    print(f"{len(games)} games with {kind}")
    return 0


sys.exit(main())
