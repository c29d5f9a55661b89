#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stores.py TEST...: runs tests of the server on a PostgreSQL of their own. What is tested with SQLite is
tested with this store, too."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from postgres import SKIPPED, Postgres, programs  # noqa: E402


def main(tests):
    if not programs():
        print("skipped: PostgreSQL is not installed (tools/setup test)")
        return SKIPPED
    base = Postgres()
    failed = []
    try:
        for test in tests:
            done = subprocess.run([test], env={**os.environ, "TSR_TEST_STORE": base.url()}, check=False)
            if done.returncode:
                failed.append(f"{test} ended with {done.returncode}")
    finally:
        base.close()
    print("\n".join(failed) or "ok")
    return 1 if failed else 0


sys.exit(main(sys.argv[1:]))
