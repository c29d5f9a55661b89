# SPDX-License-Identifier: MIT
"""The examples for bot writers, by the commands of the docs, with an installed Tessera alone."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli import HANG, SOURCE

BUILD = Path(os.environ.get("TSR_BUILD_DIR") or SOURCE / "build/test")


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = Path(cls.folder.name)
        cls.prefix = root / "prefix"
        cls.tessera = [*shlex.split(os.environ.get("TSR_EMULATOR", "")), cls.prefix / "bin/tessera"]
        cls.env = {**os.environ, "XDG_STATE_HOME": cls.folder.name, "XDG_CACHE_HOME": cls.folder.name,
                   "ASAN_OPTIONS": "detect_leaks=0:exitcode=99"}
        for name in ("CPPFLAGS", "CFLAGS", "MAKEFLAGS", "PKG_CONFIG_PATH"):
            cls.env.pop(name, None)
        shutil.copytree(SOURCE / "examples", root / "examples",
                        ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        cls.do("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def do(cls, *command):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, env=cls.env,
                              cwd=cls.folder.name, timeout=HANG)
        if done.returncode != 0:
            raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def match(self, game, bot, other, games, *more):
        """Plays and returns the bot's row; nothing may have gone wrong."""
        out = self.do(*self.tessera, "match", game, f"Bot={bot}", f"Other={other}",
                      "--games", games, "--seed", 5, "--json", *more)
        report = next(r for r in map(json.loads, out.splitlines()) if r["type"] == "match")
        row = next(r for r in report["players"] if r["name"] == "Bot")
        for fault in ("illegal", "late", "failed"):
            self.assertEqual(row[fault], 0, row)
        return row

    def script(self, name):
        return f"exec:python3 examples/agents/{name}"

    def test_the_commands_of_the_docs(self):
        """Every command line of docs/protocol.md that plays an example, and the one that compiles one."""
        text = (SOURCE / "docs/protocol.md").read_text()
        commands = [shlex.split(line) for block in text.split("```")[1::2] for line in block.splitlines()
                    if "examples/agents" in line]
        played = {bot for command in commands for bot in re.findall(r"agents/(\w+\.\w+)", " ".join(command))}
        self.assertEqual(played | {"player.py"}, {p.name for p in (SOURCE / "examples/agents").glob("*.*")})
        least = {"azul": 5, "projectl": 2, "unicorns": 3}  # games to win against random
        for command in commands:
            if command[0] != "tessera":
                self.do(*command)
                continue
            players = json.loads(self.do(*self.tessera, *command[1:], "--seed", 5, "--json", "--quiet"))["players"]
            self.assertEqual([(p["illegal"], p["late"], p["failed"]) for p in players], [(0, 0, 0)] * 2, command)
            self.assertGreaterEqual(players[0]["won"], least.get(command[2], 0), command)

    def test_search_plays_what_it_does_not_know(self):
        source = (SOURCE / "examples/agents/search.py").read_text()
        self.assertLessEqual(source.count("\n"), 60)
        search = self.script("search.py 0.1")
        wins = sum(self.match(game, search, "random", 2)["won"]
                   for game in ("connect4", "breakthrough", "tictactoe"))
        self.assertGreaterEqual(wins, 4)
        for game in ("mastermind", "tron"):  # secrets, answers at once
            self.do(*self.tessera, "match", game, search,
                    *(["random"] if game == "tron" else []), "--games", 1, "--seed", 1)

    def test_agent_plugin(self):
        docs = (SOURCE / "docs/agents.md").read_text()
        for command in ("make -C examples/agent-plugin PREFIX=$HOME/.local",
                        "tessera match connect4 peek:games=20 random --games 20 "
                        "--plugin examples/agent-plugin/peek.so"):
            self.assertIn(command, docs)
        self.do("make", "-C", "examples/agent-plugin", f"PREFIX={self.prefix}")
        plugin = "examples/agent-plugin/peek.so"
        symbols = self.do("nm", "-D", "--undefined-only", plugin)
        self.assertNotIn("tsr_", symbols)
        row = self.match("connect4", "peek:games=20", "random", 10, "--plugin", plugin)
        self.assertGreaterEqual(row["won"], 9)
        self.match("unicorns", "peek:games=1", "random", 1, "--plugin", plugin)


if __name__ == "__main__":
    unittest.main()
