# SPDX-License-Identifier: MIT
"""What Python adds to the C loop: the same steps of a vector made from Python and made in C.

    python loop.py [--games connect4 chess] [--sizes 1 64 1024 4096]

The C loop is compiled from a few lines that call tsr_batch_sample and tsr_batch_step of the same library, in the
same process, on the same batch. Turns alternate; the median of the ratios is printed.
"""
import argparse
import ctypes
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import tessera as ts
from tessera._native import ffi, lib

LOOP = """
typedef int (*sample_fn)(void *, int *);
typedef int (*step_fn)(void *, const void *, void *);
void loop(sample_fn sample, step_fn step, void *batch, int *actions, const void *io, int times) {
    for (int i = 0; i < times; i++) {
        sample(batch, actions);
        step(batch, io, 0);
    }
}
"""


def c_loop(folder):
    source, module = Path(folder) / "loop.c", Path(folder) / "loop.so"
    source.write_text(LOOP)
    subprocess.run([shutil.which("cc") or "gcc", "-O2", "-shared", "-fPIC", "-o", module, source],
                   check=True)
    return ctypes.CDLL(str(module)).loop


def address(what):
    return ctypes.c_void_p(int(ffi.cast("intptr_t", what)))


def ratio(loop, name, size):
    vector = ts.load(name).vector(size, seed=1).reset()
    sample, step = ffi.addressof(lib, "tsr_batch_sample"), ffi.addressof(lib, "tsr_batch_step")
    times, ratios = max(3, 200_000 // size), []

    def in_c():
        loop(address(sample), address(step), address(vector._b), address(vector._own[1]),
             address(vector._io), times)

    def in_python():
        for _ in range(times):
            vector.step(vector.sample())

    for _ in range(7):
        spent = []
        for work in (in_c, in_python):
            begin = time.process_time()
            work()
            spent.append(time.process_time() - begin)
        ratios.append(spent[0] / spent[1])
    return statistics.median(ratios), size * times / spent[1] / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="*", default=["connect4", "reversi", "chess"])
    parser.add_argument("--sizes", nargs="*", type=int, default=[1, 64, 1024, 4096])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        loop = c_loop(folder)
        for name in options.games:
            for size in options.sizes:
                share, speed = ratio(loop, name, size)
                print(f"{name:12s} {size:6d} games: Python {share:.3f} of C, {speed:.2f} M steps/s",
                      flush=True)


if __name__ == "__main__":
    main()
