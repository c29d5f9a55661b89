# SPDX-License-Identifier: MIT
"""Tessera: board, tile and card games for research.

    >>> import tessera as ts
    >>> game = ts.load("connect4")
    >>> game.num_actions, game.num_players
    (42, 2)

Describe a game once, in a few lines of rules (`loads`) or in C (`plugin`), and get legal moves with reasons for
the illegal ones, thousands of games at once on NumPy arrays (`Game.vector`), search with your own network
(`search`), matches (`arena`), data sets (`records`) and adapters for PettingZoo, Gymnasium, OpenSpiel and
JAX. docs/python.md is the guide.
"""
import importlib

from . import _native
from .data import Dataset, Records, Replay, records
from .device import DeviceArray, DeviceVector
from .errors import IllegalMove, RulesError, TesseraError, UnknownName, WrongMoment, WrongRules
from .game import Game, agents, games, load, loads, open_file, plugin
from .state import State
from .trees import Found, Search, search
from .vector import Vector

__all__ = [
    "Dataset", "DeviceArray", "DeviceVector", "Found", "Game", "IllegalMove", "Records",
    "Replay", "RulesError", "Search", "State", "TesseraError", "UnknownName", "Vector", "WrongMoment",
    "WrongRules", "agents", "games", "include_dir", "load", "loads", "open_file", "plugin", "records",
    "search",
]

_version = _native.lib.tsr_version()
__version__ = f"{_version >> 16}.{_version >> 8 & 255}.{_version & 255}"
__abi__ = _native.lib.tsr_abi()

# Modules that are only imported when somebody uses them, so that `import tessera` stays quick.
_LATER = ("arena", "gym", "jax", "openspiel", "pettingzoo", "plots")


def __getattr__(name):
    if name in _LATER:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(set(__all__) | set(_LATER) | set(globals()))


def include_dir():
    """The folder of C headers, for games written in C: `cc -shared -fPIC -I...`."""
    from pathlib import Path
    return str(Path(__file__).parent / "include")
