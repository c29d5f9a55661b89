# SPDX-License-Identifier: MIT
"""A PostgreSQL server of a test's own: in a folder that goes with it, behind a socket in that folder."""

import ctypes
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

from waiting import wait_until

SKIPPED = 77


def programs():
    """Where initdb and postgres are, or None."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: int(p.split("/")[4]))
    return os.path.dirname(found[-1]) if found else None


class Postgres:
    def __init__(self, sync=False):
        self.prepare(sync)
        self.run("initdb", "-D", self.data, "-U", "tessera", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self.start()

    def prepare(self, sync):
        self.bin = programs()
        self.folder = tempfile.mkdtemp(prefix="tessera-pg-")
        self.data = os.path.join(self.folder, "data")
        # It refuses to be run by root.
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        os.chmod(self.folder, 0o755)
        self.options = [] if sync else ["-c", "fsync=off"]
        self.process = None

    def become(self):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # a test that is cut off leaves nothing behind
        os.setsid()
        if self.user:
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # changing who we are has undone it

    def run(self, program, *arguments):
        subprocess.run([os.path.join(self.bin, program), *arguments], check=True, capture_output=True,
                       preexec_fn=self.become, cwd=self.folder)

    def url(self, database="postgres"):
        return f"postgresql:///{database}?user=tessera&host={self.folder}"

    def sql(self, text, database="postgres"):
        """The rows of a statement, each a list of texts."""
        psql = os.path.join(self.bin, "psql")  # itself: Debian's in /usr/bin is a script that looks for it
        done = subprocess.run([psql, "-X", "-At", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", text, self.url(database)],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def is_up(self):
        try:
            return self.sql("SELECT 1") == [["1"]]
        except RuntimeError:
            if self.process.poll() is not None:
                self.launch()  # one that it begat as it was killed still holds its memory, and will see and end
            time.sleep(0.05)  # wall clock: between two looks
            return False

    def launch(self):
        self.process = subprocess.Popen(
            [os.path.join(self.bin, "postgres"), "-D", self.data, "-k", self.folder, "-c", "listen_addresses=", *self.options],
            preexec_fn=self.become, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.launch()
        wait_until(self.is_up)

    def each(self, sign):
        """A signal to the server and all its processes."""
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False)
        for pid in [self.process.pid, *map(int, children.stdout.split())]:
            try:
                os.kill(pid, sign)
            except ProcessLookupError:
                pass

    def kill(self):
        self.each(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.each(signal.SIGCONT)
        self.process.send_signal(signal.SIGQUIT)  # at once, with its processes
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Twins:
    """A server and its synchronous standby, as one: what is committed on the first is on both."""

    def __init__(self):
        self.first = Postgres(sync=True)
        self.second = Postgres.__new__(Postgres)
        self.second.prepare(sync=True)
        self.second.run("pg_basebackup", "-h", self.first.folder, "-U", "tessera", "-D", self.second.data, "-R",
                        "-X", "stream", "-c", "fast", "--no-sync")
        self.second.start()
        self.now = self.first
        self.sql("ALTER SYSTEM SET synchronous_standby_names='*'")
        self.sql("SELECT pg_reload_conf()")
        wait_until(self.is_synchronous)

    def is_synchronous(self):
        time.sleep(0.05)  # wall clock: between two looks
        return self.sql("SELECT sync_state FROM pg_stat_replication") == [["sync"]]

    def url(self):
        """Both, of which that one is meant that takes changes."""
        return (f"postgresql:///postgres?user=tessera&host={self.first.folder},{self.second.folder}"
                "&target_session_attrs=read-write")

    def sql(self, text):
        return self.now.sql(text)

    def fail_over(self):
        """The first is lost for ever; the second takes its place."""
        self.first.kill()
        self.now = self.second
        self.sql("SELECT pg_promote()")

    def close(self):
        for one in (self.first, self.second):
            if one.process.poll() is None:
                one.close()
            else:
                shutil.rmtree(one.folder, ignore_errors=True)
