#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""restore.py: a copy of PostgreSQL made while people play, and its log kept meanwhile, give back any moment: every move that was acknowledged
before it is there, what came after it is not, every record can be played through (tessera admin verify), and a server
goes on from there."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

from client import Server, wait_until
from cluster import Crowd
from kill import compare
from postgres import SKIPPED, Postgres, programs

ROWS = "SELECT match, encode(convert_to(text,'UTF8'),'hex') FROM lines ORDER BY match, n"


class Archived(Postgres):
    """One that keeps its log in a folder."""

    def prepare(self, sync):
        super().prepare(sync)
        self.archive = tempfile.mkdtemp(prefix="tessera-log-")
        if self.user:
            os.chown(self.archive, self.user.pw_uid, self.user.pw_gid)
        self.options += ["-c", "archive_mode=on", "-c", f"archive_command=cp %p {self.archive}/%f"]

    def archived(self):
        return self.sql("SELECT archived_count, failed_count FROM pg_stat_archiver")[0]

    def finish_log(self):
        """All that was written so far is in the folder."""
        before = int(self.archived()[0])
        self.sql("SELECT pg_switch_wal()")

        def is_there():
            time.sleep(0.05)  # wall clock: between two looks
            count, failed = self.archived()
            assert failed == "0", "the log could not be kept"
            return int(count) > before
        wait_until(is_there)


def copy_of(base):
    """The folder of a copy that is made now."""
    copy = Postgres.__new__(Postgres)
    copy.prepare(True)
    copy.run("pg_basebackup", "-h", base.folder, "-U", "tessera", "-D", copy.data, "-X", "none", "-c", "fast", "--no-sync")
    return copy


def go_back(copy, archive, moment):
    """Starts the copy as the database was at that moment."""
    copy.options += ["-c", f"restore_command=cp {archive}/%f %p", "-c", f"recovery_target_time={moment}",
                     "-c", "recovery_target_action=promote"]
    signal_file = os.path.join(copy.data, "recovery.signal")
    with open(signal_file, "w", encoding="utf-8"):
        pass
    if copy.user:
        os.chown(signal_file, copy.user.pw_uid, copy.user.pw_gid)
    copy.start()

    def is_open():
        time.sleep(0.05)  # wall clock: between two looks
        return copy.sql("SELECT pg_is_in_recovery()") == [["f"]]
    wait_until(is_open)


def moves_in(base, acked):
    rows = [(int(m), bytes.fromhex(t).decode()) for m, t in base.sql(ROWS)]
    lost, twice, plies = compare(rows, acked)
    return lost, twice, sum(len(p) for p in plies.values())


def play(base):
    """People play before the copy, during it, up to a moment and after it."""
    server = Server("--no-limits", "--store", base.url())
    crowd = Crowd(server)
    crowd.play_on(30)
    copy = copy_of(base)
    crowd.play_on(30)
    before = crowd.acked()
    moment = base.sql("SELECT clock_timestamp()")[0][0]
    crowd.play_on(60)
    crowd.stop()
    server.close()
    return copy, before, moment, crowd.acked()


def main():
    if not programs():
        print("skipped: PostgreSQL is not installed (tools/setup test)")
        return SKIPPED
    base = Archived(sync=True)
    copy, before, moment, everything = play(base)
    base.finish_log()
    base.close()
    go_back(copy, base.archive, moment)
    lost, twice, there = moves_in(copy, before)
    print(f"back at {moment}: {len(before)} moves were acknowledged before it, {len(lost)} of them lost, {there} there; "
          f"{len(everything)} in the end")
    assert not lost and not twice and there < len(everything)
    done = subprocess.run([os.environ["TESSERA"], "admin", "verify", "--store", copy.url()], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    server = Server("--no-limits", "--store", copy.url())
    crowd = Crowd(server)
    crowd.play_on(20)
    crowd.stop()
    server.close()
    crowd.check(copy)
    copy.close()
    shutil.rmtree(base.archive, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
