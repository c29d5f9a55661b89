# SPDX-License-Identifier: MIT
from . import arena as arena, gym as gym, jax as jax, openspiel as openspiel
from . import pettingzoo as pettingzoo, plots as plots
from .data import Dataset as Dataset, Records as Records, Replay as Replay, records as records
from .device import DeviceArray as DeviceArray, DeviceVector as DeviceVector
from .errors import IllegalMove as IllegalMove, RulesError as RulesError, TesseraError as TesseraError
from .errors import UnknownName as UnknownName, WrongMoment as WrongMoment, WrongRules as WrongRules
from .game import Game as Game, agents as agents, games as games, load as load, loads as loads
from .game import open_file as open_file, plugin as plugin
from .state import State as State
from .trees import Found as Found, Search as Search, search as search
from .vector import Vector as Vector

__all__ = [
    "Dataset", "DeviceArray", "DeviceVector", "Found", "Game", "IllegalMove", "Records",
    "Replay", "RulesError", "Search", "State", "TesseraError", "UnknownName", "Vector", "WrongMoment",
    "WrongRules", "agents", "games", "include_dir", "load", "loads", "open_file", "plugin", "records",
    "search",
]

__version__: str
__abi__: int

def include_dir() -> str: ...
