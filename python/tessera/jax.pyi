# SPDX-License-Identifier: MIT
from dataclasses import dataclass
from os import PathLike
from typing import Any

import jax

from .game import Game

@dataclass(frozen=True)
class State:
    current_player: jax.Array
    observation: jax.Array
    rewards: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    legal_action_mask: jax.Array
    _step_count: jax.Array
    _scalars: jax.Array
    _row: jax.Array | tuple[jax.Array, ...]
    _env: Env
    @property
    def scalars(self) -> jax.Array: ...
    @property
    def env_id(self) -> str: ...
    def replace(self, **changes: Any) -> State: ...
    def to_svg(self, index: int = 0) -> str: ...
    def save_svg(self, filename: str | PathLike[str], index: int = 0) -> None: ...
    def _repr_svg_(self) -> str: ...

class Env:
    game: Game
    id: str
    version: str
    num_players: int
    num_actions: int
    observation_shape: tuple[int, ...]
    def __init__(self, game: Game | str, device: str = "cpu") -> None: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    def init(self, key: jax.Array) -> State: ...
    def step(self, state: State, action: Any, key: jax.Array | None = None) -> State: ...
    def observe(self, state: State, player_id: Any = None) -> jax.Array: ...
