# SPDX-License-Identifier: MIT
"""Waiting for what happens, on however busy a machine."""

import time

HANG = 1500  # seconds that nothing takes


def wait_until(happened, process=None, what="what was waited for"):
    """Waits until `happened()`, or until `process` has ended; whether it happened."""
    end = time.monotonic() + HANG  # wall clock: only a hang meets it
    while not happened():
        if process and process.poll() is not None:
            return bool(happened())
        assert time.monotonic() < end, f"{what} did not happen"  # wall clock: as above
        time.sleep(0.002)  # wall clock: between two looks
    return True
