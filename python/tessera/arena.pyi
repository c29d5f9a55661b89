# SPDX-License-Identifier: MIT
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from .game import Game
from .state import State

_Agent = str | Callable[..., Any]
_F = TypeVar("_F", bound=Callable[..., Any])

def batched(agent: _F) -> _F: ...

class Builtin:
    game: Game
    spec: str
    def __init__(self, game: Game, spec: str) -> None: ...
    def choose(self, state: State, who: int, seed: int) -> int: ...
    def __call__(self, state: State, seed: int = 0) -> str: ...

@dataclass
class Played:
    seats: tuple[int, ...]
    rewards: list[float]
    plies: int
    fault: str = ""
    record: str = field(default="", repr=False)

@dataclass
class Match:
    game: Game
    names: tuple[str, ...]
    games: list[Played]
    def rewards(self) -> npt.NDArray[np.float64]: ...
    @property
    def faults(self) -> list[tuple[int, str]]: ...
    def score(self, player: int = 0) -> float: ...
    def won_drawn_lost(self, player: int = 0) -> tuple[int, int, int]: ...
    def elo(self, player: int = 0) -> tuple[float, float, float]: ...

def match(game: Game, *agents: _Agent, games: int = 100, openings: int = 0, seed: int = 0,
          names: Sequence[str] | None = None, records: str | PathLike[str] | None = None,
          on_fault: Literal["forfeit", "raise"] = "forfeit") -> Match: ...

@dataclass
class Tournament:
    game: Game
    names: tuple[str, ...]
    score: npt.NDArray[np.float64]
    games: npt.NDArray[np.int64]
    matches: dict[tuple[str, str], Match] = field(repr=False)
    def ratings(self) -> npt.NDArray[np.float64]: ...

def tournament(game: Game, agents: Sequence[_Agent] | Mapping[str, _Agent], *, games: int = 20,
               openings: int = 0, seed: int = 0) -> Tournament: ...
