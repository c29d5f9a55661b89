# SPDX-License-Identifier: MIT
"""What importing costs, and that nothing optional is imported."""
import os
import resource
import subprocess
import sys
import unittest


def cpu(code, runs=7):
    """Processor seconds of a Python that runs `code`: the least of some runs."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=os.environ)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


class Import(unittest.TestCase):
    def test_time(self):
        more = cpu("import tessera") - cpu("import numpy")
        print(f"import tessera: {1000 * more:.0f} ms beyond NumPy")
        self.assertLess(more, 0.25)  # 50 ms on an idle machine; slow and busy ones are not caught

    def test_nothing_optional(self):
        code = ("import sys, tessera; "
                "bad = {'gymnasium', 'pettingzoo', 'jax', 'pyspiel', 'matplotlib', 'pyarrow', 'torch'} & "
                "set(sys.modules); assert not bad, bad")
        subprocess.run([sys.executable, "-c", code], check=True)
