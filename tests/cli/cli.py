# SPDX-License-Identifier: MIT
"""What the program's tests share: running it, and building small plugins."""

import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TESSERA = os.environ.get("TESSERA") or str(Path(__file__).parents[2] / "build/test/tessera")
SOURCE = Path(os.environ.get("TSR_SOURCE_DIR") or Path(__file__).parents[2])
sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

# What tests share; the scripts beside this one have it from here.
from driven_clock import DrivenClock  # noqa: E402,F401
from waiting import HANG, wait_until  # noqa: E402,F401


class Case(unittest.TestCase):
    """A test with a folder of its own, where games are kept too."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)
        self.env = {k: v for k, v in os.environ.items()
                    if k not in ("NO_COLOR", "COLORTERM", "LC_ALL", "LANG", "COLUMNS", "LINES")}
        # Looking for leaks takes seconds a process; leaks.py does it for all.
        self.env.update(ASAN_OPTIONS="detect_leaks=0", XDG_STATE_HOME=str(self.folder / "state"), LC_ALL="C.UTF-8",
                        XDG_CACHE_HOME=str(self.folder / "cache"), TERM="xterm-256color")

    def run_program(self, *args, stdin="", env=None, limit=None):
        """Runs `tessera ARGS`, with files of at most `limit` bytes; asks nothing of the outcome."""
        if isinstance(stdin, str):
            stdin = stdin.encode()
        limiting = None
        if limit is not None:
            limiting = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        done = subprocess.run([TESSERA, *map(str, args)], input=stdin, capture_output=True,
                              env={**self.env, **(env or {})}, cwd=self.folder, timeout=HANG,
                              preexec_fn=limiting)
        return Outcome(done)

    def ok(self, *args, **more):
        """Runs `tessera ARGS` and wants success."""
        out = self.run_program(*args, **more)
        self.assertEqual(out.code, 0, out)
        return out

    def refused(self, code, words, *args, lines=1, **more):
        """Wants this exit code, and one clear line about it with these words."""
        out = self.run_program(*args, **more)
        self.assertEqual(out.code, code, out)
        said = out.err.strip().split("\n")
        self.assertEqual(len(said), lines, out)
        for word in [words] if isinstance(words, str) else words:
            self.assertIn(word, out.err)
        return out

    def kept(self):
        """The records in the usual place, oldest first."""
        return sorted((self.folder / "state/tessera").glob("*.tsr"), key=lambda p: p.stat().st_mtime)


class Outcome:
    def __init__(self, done):
        self.code = done.returncode
        self.raw = done.stdout
        self.out = done.stdout.decode(errors="replace")
        self.err = done.stderr.decode(errors="replace")

    def objects(self):
        """Standard output as JSON, one object a line, each with version and type."""
        found = [json.loads(line) for line in self.out.splitlines()]
        for one in found:
            assert one["v"] == 2 and one["type"], one
        return found

    def __repr__(self):
        return f"\nexit {self.code}\n--- out\n{self.out[-3000:]}\n--- err\n{self.err[-3000:]}"


def build_plugin(folder, name, source, include=SOURCE / "include"):
    """Compiles C text, or a file in plugins/, to folder/name.so."""
    path = Path(folder) / f"{name}.c"
    if source is None:
        source = (Path(__file__).parent / "plugins" / f"{name}.c").read_text()
    path.write_text(source)
    target = Path(folder) / f"{name}.so"
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-shared", "-fPIC", "-O1",
                    f"-I{include}", "-o", target, path], check=True)
    return target


def main():
    unittest.main(verbosity=1)
