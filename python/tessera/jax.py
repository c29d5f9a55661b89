# SPDX-License-Identifier: MIT
"""Games as pure functions for JAX, under the names of Pgx: `init`, `step`, `observe`.

    env = Env(tessera.load("connect4"))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 1024))
    state = jax.jit(jax.vmap(env.step))(state, actions)

A state carries its game as bytes, so it can be kept, copied, scanned over and mapped like any other array. The
work is done by C on the CPU (XLA's foreign function interface), one call for a whole batch. As in Pgx an
illegal action ends the game with -1 for whoever did it; steps after the end change nothing; the mask
is all ones when a game is over.
"""
import ctypes
import dataclasses
from dataclasses import dataclass

import numpy as np

import jax
import jax.numpy as jnp

from ._native import ffi, lib
from .game import Game, load

_KEPT = []  # rulesets whose address is part of compiled functions


def _register():
    for name in ("begin", "step", "watch"):
        address = int(ffi.cast("intptr_t", ffi.addressof(lib, f"xla_{name}")))
        capsule = jax.ffi.pycapsule(ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(address))
        jax.ffi.register_ffi_target(f"tessera_{name}", capsule, platform="cpu")


_register()


@dataclass(frozen=True)
class State:
    """A game, or many: every field may have leading axes."""

    current_player: jax.Array
    observation: jax.Array
    rewards: jax.Array
    terminated: jax.Array
    truncated: jax.Array
    legal_action_mask: jax.Array
    _step_count: jax.Array
    _scalars: jax.Array
    _row: jax.Array  # the game as bytes
    _env: "Env"

    @property
    def scalars(self):
        """The scalars of the observation."""
        return self._scalars

    @property
    def env_id(self):
        return self._env.id

    def replace(self, **changes):
        return dataclasses.replace(self, **changes)

    def to_svg(self, index=0):
        """A picture of a game; of game `index` where there are many."""
        rows = np.asarray(self._row).reshape(-1, self._row.shape[-1])
        return self._env._single(rows[index]).svg()

    def save_svg(self, filename, index=0):
        with open(filename, "w", encoding="utf-8") as file:
            file.write(self.to_svg(index))

    def _repr_svg_(self):
        return self.to_svg()


jax.tree_util.register_dataclass(
    State, data_fields=[f.name for f in dataclasses.fields(State) if f.name != "_env"],
    meta_fields=["_env"])


class Env:
    """A game as pure functions. `observation` is the planes (uint8), or the scalars where a game has no
    planes; scalars are also in `state.scalars`."""

    def __init__(self, game):
        self.game = game if isinstance(game, Game) else load(game)
        if not self.game.num_actions:
            raise ValueError(f"{self.game.name} has no action numbers")
        _KEPT.append(self.game)
        self.id, self.version = f"tessera_{self.game.name}", "v0"
        self.num_players, self.num_actions = self.game.num_players, self.game.num_actions
        self.observation_shape = self.game.planes if np.prod(self.game.planes) else \
            (self.game.num_scalars,)
        self._address = np.int64(int(ffi.cast("intptr_t", self.game._rules)))
        self._row_size = lib.xla_row_size(self.game._rules)

    def __hash__(self):
        return hash((Env, self.game.rules_hash))

    def __eq__(self, other):
        return isinstance(other, Env) and self.game is other.game

    def _call(self, name, *args):
        game = self.game
        results = [
            jax.ShapeDtypeStruct((self._row_size,), np.uint8),
            jax.ShapeDtypeStruct(game.planes, np.uint8),
            jax.ShapeDtypeStruct((game.num_scalars,), np.float32),
            jax.ShapeDtypeStruct((game.num_actions,), np.uint8),
            jax.ShapeDtypeStruct((game.num_players,), np.float32),
            jax.ShapeDtypeStruct((3,), np.int32),
        ]
        if name == "tessera_watch":
            results = results[1:3]
        call = jax.ffi.ffi_call(name, results, vmap_method="broadcast_all")
        return call(*args, rules=self._address)

    def _state(self, results):
        row, planes, scalars, mask, rewards, about = results
        return State(
            current_player=about[..., 0],
            observation=planes if np.prod(self.game.planes) else scalars,
            rewards=rewards, terminated=about[..., 1].astype(jnp.bool_),
            truncated=jnp.zeros_like(about[..., 1], jnp.bool_),
            legal_action_mask=mask.astype(jnp.bool_), _step_count=about[..., 2],
            _scalars=scalars, _row=row, _env=self)

    def init(self, key):
        """The start of a game; the key decides what chance brings in it."""
        return self._state(self._call("tessera_begin", jax.random.bits(key, (2,), jnp.uint32)))

    def step(self, state, action, key=None):
        """The game after an action. The key is not needed: chance comes from the one of `init`."""
        return self._state(self._call("tessera_step", state._row, jnp.asarray(action, jnp.int32)))

    def observe(self, state, player_id=None):
        """What a player sees."""
        player = state.current_player if player_id is None else player_id
        planes, scalars = self._call("tessera_watch", state._row, jnp.asarray(player, jnp.int32))
        return planes if np.prod(self.game.planes) else scalars

    def _single(self, row):
        """The position in a row of bytes, as a State of its own."""
        state, size = self.game.start(), self.game.state_size
        at = self._row_size - (size + 7) // 8 * 8
        position = np.ascontiguousarray(row[at:at + size]).tobytes()
        code = lib.tsr_state_set_bytes(state._s, position, size, ffi.NULL)
        if code:
            raise ValueError("these bytes are no position")
        return state
