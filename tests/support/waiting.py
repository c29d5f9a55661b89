# SPDX-License-Identifier: MIT
"""Waiting for what happens, on however busy a machine."""

import time

HANG = 1500  # seconds that nothing takes


def wait_until(happened, process=None, what="what was waited for"):
    """Waits until `happened()`, or until `process` has ended; whether it happened."""
    end = time.monotonic() + HANG  # wall clock: only a hang meets it
    looked = time.monotonic()  # wall clock: what a look costs
    while not happened():
        if process and process.poll() is not None:
            return bool(happened())
        now = time.monotonic()  # wall clock: as above
        assert now < end, f"{what} did not happen"
        time.sleep(min(max(0.002, 3 * (now - looked)), 0.1))  # wall clock: most of it is left to what is waited for
        looked = time.monotonic()  # wall clock: as above
    return True
