#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The signature is the same by gcc and clang, at -O0 and at -O3, here and on the other architecture.

    builds.py FOLDER            builds the program `signature` eight times below FOLDER, runs each
    builds.py FOLDER gcc-O0     only that one; a name ends in -cross for the other architecture

What cannot be built here (no cross compiler, no clang) is named, and skipped.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OTHER = {"x86_64": ("aarch64", "arm64"), "aarch64": ("x86_64", "amd64")}.get(os.uname().machine)
NAMES = [f"{compiler}-{level}{where}" for where in ("", "-cross") for compiler in ("gcc", "clang")
         for level in ("O0", "O3")]


def missing(compiler, is_cross):
    """What keeps a variant from being built here, or None."""
    if not is_cross:
        return None if shutil.which(compiler) else f"there is no {compiler}"
    if not OTHER:
        return "no other architecture is known for this machine"
    needed = [f"qemu-{OTHER[0]}", compiler if compiler == "clang" else f"{OTHER[0]}-linux-gnu-gcc"]
    absent = [program for program in needed if not shutil.which(program)]
    if absent:
        return "there is no " + " and no ".join(absent)
    complete = ROOT / "build/sysroot" / OTHER[1] / "complete"
    return None if complete.exists() else "the libraries are not there: make cross fetches them"


def build_and_run(name, folder):
    """The complaint of a variant, or None if its signature is the golden one."""
    compiler, level, *cross = name.split("-")
    options = [f"-DCMAKE_C_FLAGS_RELWITHDEBINFO=-{level}", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
               "-DTSR_TESTS=ON", "-DTSR_ASSERTIONS=ON"]
    if cross:
        options += [f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/cross.cmake", f"-DTSR_CROSS_COMPILER={compiler}"]
    else:
        options += [f"-DCMAKE_C_COMPILER={compiler}"]
    for command in (["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, *options],
                    ["cmake", "--build", folder, "--target", "signature"]):
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode:
            return f"it cannot be built:\n{(made.stdout + made.stderr)[-3000:]}"
    emulator = []
    if cross:
        wrapper = (folder / "emulated/tessera").read_text().splitlines()[1]
        emulator = shlex.split(wrapper)[1:-2]
    run = subprocess.run([*emulator, folder / "signature", HERE / "golden.txt"],
                         capture_output=True, text=True)
    return None if run.returncode == 0 else (run.stdout + run.stderr)[-3000:]


def main(folder, names):
    failed = 0
    for name in names or NAMES:
        reason = missing(name.split("-")[0], name.endswith("-cross"))
        if reason:
            print(f"{name}: skipped: {reason}")
            continue
        fault = build_and_run(name, Path(folder).resolve() / name)
        print(f"{name}: {fault or 'the same'}", flush=True)
        failed += fault is not None
    return 1 if failed else 0


sys.exit(main(sys.argv[1], sys.argv[2:]))
