# SPDX-License-Identifier: MIT
"""A clock that a test drives, for a program under test (driven_clock.c)."""

import os
import struct
from pathlib import Path


class DrivenClock:
    """A clock in the file `path`. It stands still, unless it `goes_on`, until `advance` is called;
    with `step`, every look at it is so many seconds later than the one before."""

    def __init__(self, path, goes_on=False, step=0.0):
        self.path = Path(path)
        self.path.write_bytes(struct.pack("=qqq", goes_on, 0, int(step * 1e9)))

    def advance(self, seconds):
        """So much later, at once."""
        with self.path.open("r+b") as file:  # in place: the program has it mapped
            file.seek(8)
            ahead, = struct.unpack("=q", file.read(8))
            file.seek(8)
            file.write(struct.pack("=q", ahead + int(seconds * 1e9)))

    @property
    def env(self):
        """What the program's environment needs."""
        library = Path(os.environ["TSR_BUILD_DIR"]) / "tests/driven_clock.so"
        return {"LD_PRELOAD": str(library), "TSR_TEST_CLOCK": str(self.path)}
