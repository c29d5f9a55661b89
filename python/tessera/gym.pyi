# SPDX-License-Identifier: MIT
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from .game import Game
from .state import State
from .vector import Vector

class VsAgent(gymnasium.Env[dict[str, Any], Any]):
    metadata: dict[str, Any]
    game: Game
    agent: Any
    seat: int
    illegal: str
    game_state: State | None
    def __init__(self, game: Game | str, agent: str | Callable[..., Any] = "random", seat: int = 0,
                 illegal: Literal["loses", "raise"] = "loses",
                 render_mode: str | None = None) -> None: ...
    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]: ...
    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]: ...
    def render(self) -> Any: ...

class VectorVsAgent(gymnasium.vector.VectorEnv[Any, Any, Any]):
    MODES: ClassVar[dict[str, AutoresetMode]]
    game: Game
    agent: Any
    seat: int
    autoreset: str
    vector: Vector
    def __init__(self, game: Game | str, num_envs: int, agent: str | Callable[..., Any] = "random",
                 seat: int = 0,
                 autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
                 threads: int = 1, seed: int = 0) -> None: ...
    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]: ...
    def step(self, actions: Any) -> tuple[
        dict[str, Any], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_],
        dict[str, Any]]: ...
    def close_extras(self, **kwargs: Any) -> None: ...
