# SPDX-License-Identifier: MIT
"""What the tests of the package share."""
import functools
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

import tessera as ts

SOURCE = Path(os.environ["TSR_SOURCE_DIR"])
RULES = SOURCE / "games/rules"


@functools.lru_cache
def poker_plugin():
    """examples/poker, compiled; its folder goes with the process."""
    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name) / "poker.so"
    cc = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    env = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    subprocess.run([cc, "-std=c17", "-O2", "-shared", "-fPIC", f"-I{ts.include_dir()}", "-o", path,
                    SOURCE / "examples/poker/poker.c"], check=True, env=env)
    return path, folder


def poker(name):
    """Kuhn or Leduc poker."""
    return ts.plugin(poker_plugin()[0], name)


def at_random(state, seed=0, plies=None):
    """Plays on at random, to the end or for some plies."""
    source = random.Random(seed)
    while not state.is_over and plies != 0:
        if state.is_chance:
            state.draw(seed=source.randrange(2**30))
        else:
            state.act(source.choice(state.actions().tolist()))
        plies = None if plies is None else plies - 1
    return state
