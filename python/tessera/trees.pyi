# SPDX-License-Identifier: MIT
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .game import Game
from .state import State

_Evaluator = Callable[..., tuple[Any, Any]]

class Found(NamedTuple):
    visits: npt.NDArray[np.uint32]
    value: npt.NDArray[np.float32]
    def best(self) -> npt.NDArray[np.int64]: ...
    def policy(self, temperature: float = 1.0) -> npt.NDArray[np.float32]: ...

def uniform(planes: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_],
            player: npt.NDArray[np.int8]) -> tuple[npt.NDArray[np.float32],
                                                   npt.NDArray[np.float32]]: ...

class Search:
    game: Game
    evaluator: _Evaluator
    sims: int
    batch: int
    leaves: int | None
    explore: float
    noise: tuple[float, float] | None
    with_scalars: bool
    def __init__(self, game: Game, evaluator: _Evaluator = ..., *, sims: int = 200, batch: int = 256,
                 leaves: int | None = None, explore: float = 1.25,
                 noise: tuple[float, float] | None = None, with_scalars: bool = False,
                 seed: int = 0) -> None: ...
    def __call__(self, states: State | Sequence[State]) -> Found: ...

def search(game: Game, states: State | Sequence[State], evaluator: _Evaluator = ...,
           **options: Any) -> Found: ...
