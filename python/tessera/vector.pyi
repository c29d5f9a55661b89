# SPDX-License-Identifier: MIT
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .game import Game
from .state import State

def batch_config(games: int, threads: int, reset: str, illegal: str, turned: bool, max_plies: int,
                 seed: int) -> Any: ...

class Vector:
    game: Game
    n: int
    rows: int
    reset_mode: str
    actions: npt.NDArray[np.int32]
    mask: npt.NDArray[np.bool_]
    planes: npt.NDArray[np.uint8]
    scalars: npt.NDArray[np.float32]
    final_planes: npt.NDArray[np.uint8]
    final_scalars: npt.NDArray[np.float32]
    rewards: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    illegal: npt.NDArray[np.bool_]
    player: npt.NDArray[np.int8]
    turn: npt.NDArray[np.uint32]
    plies: npt.NDArray[np.uint32]
    def __init__(self, game: Game, games: int, *, threads: int = 1,
                 reset: Literal["none", "same_step", "next_step"] = "same_step",
                 illegal: Literal["raise", "mark", "loses"] = "raise", turned: bool = False,
                 max_plies: int = 0, seed: int = 0) -> None: ...
    def __len__(self) -> int: ...
    def reset(self, which: npt.ArrayLike | None = None,
              seeds: npt.ArrayLike | None = None) -> Vector: ...
    def step(self, actions: Any) -> Vector: ...
    def sample(self) -> npt.NDArray[np.int32]: ...
    def look(self, viewer: int | None = None) -> Vector: ...
    def state(self, game: int) -> State: ...
    def set_state(self, game: int, state: State) -> None: ...
    def close(self) -> None: ...
