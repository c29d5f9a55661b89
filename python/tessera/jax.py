# SPDX-License-Identifier: MIT
"""Games as pure functions for JAX, under the names of Pgx: `init`, `step`, `observe`.

    env = Env(tessera.load("connect4"))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, 1024))
    state = jax.jit(jax.vmap(env.step))(state, actions)

A state carries its game as bytes, so it can be kept, copied, scanned over and mapped like any other array. The
work is done by C on the CPU (XLA's foreign function interface), one call for a whole batch; with
Env(game, device="cuda") by the game's kernels on a GPU, one launch for a whole batch. As in Pgx an illegal action ends the game with -1 for whoever did it; steps after the end change nothing; the mask
is all ones when a game is over.
"""
import dataclasses
from dataclasses import dataclass

import numpy as np

import jax
import jax.numpy as jnp

from ._jax_device import Kernels, register
from ._native import ffi, lib
from .game import Game, load

_KEPT = []  # rulesets whose address is part of compiled functions


for _name in ("begin", "step", "watch"):
    register(f"tessera_{_name}", f"xla_{_name}", "cpu")


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
    _row: jax.Array  # the game as bytes; by kernels a tuple, an array for each part of it
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
        return self._env._single(self._row, index).svg()

    def save_svg(self, filename, index=0):
        with open(filename, "w", encoding="utf-8") as file:
            file.write(self.to_svg(index))

    def _repr_svg_(self):
        return self.to_svg()


jax.tree_util.register_dataclass(
    State, data_fields=[f.name for f in dataclasses.fields(State) if f.name != "_env"],
    meta_fields=["_env"])


class _Engine:
    """What an Env asks of those who do its work, by the engine on the CPU: any game."""

    device = "cpu"

    def __init__(self, game):
        self.game = game
        _KEPT.append(game)
        self._address = np.int64(int(ffi.cast("intptr_t", game._rules)))
        self._row_size = lib.xla_row_size(game._rules)

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

    def _fields(self, results):
        row, planes, scalars, mask, rewards, about = results
        return {"_row": row, "observation": planes, "_scalars": scalars, "rewards": rewards,
                "legal_action_mask": mask.astype(jnp.bool_), "terminated": about[..., 1].astype(jnp.bool_),
                "_step_count": about[..., 2], "current_player": about[..., 0]}

    def begin(self, bits):
        return self._fields(self._call("tessera_begin", bits))

    def step(self, state, action):
        return self._fields(self._call("tessera_step", state._row, action))

    def watch(self, state, player):
        return self._call("tessera_watch", state._row, jnp.asarray(player, jnp.int32))

    def position(self, row, index):
        size = self.game.state_size
        at = self._row_size - (size + 7) // 8 * 8
        return np.asarray(row).reshape(-1, row.shape[-1])[index][at:at + size]


class Env:
    """A game as pure functions. `observation` is the planes (uint8), or the scalars where a game has no
    planes; scalars are also in `state.scalars`.

    device      "cpu", or where the game's kernels run: "cuda", "cuda:1", "lanes" (this machine's processor). Rules
                in the rules language without dice have kernels.
    """

    def __init__(self, game, device="cpu"):
        self.game = game if isinstance(game, Game) else load(game)
        if not self.game.num_actions:
            raise ValueError(f"{self.game.name} has no action numbers")
        self.id, self.version = f"tessera_{self.game.name}", "v0"
        self.num_players, self.num_actions = self.game.num_players, self.game.num_actions
        self.observation_shape = self.game.planes if np.prod(self.game.planes) else \
            (self.game.num_scalars,)
        self._work = _Engine(self.game) if str(device) == "cpu" else Kernels(self.game, str(device))

    def __hash__(self):
        return hash((Env, self.game.rules_hash, self._work.device))

    def __eq__(self, other):
        return isinstance(other, Env) and self.game is other.game and \
            self._work.device == other._work.device

    def _state(self, fields):
        over = fields["terminated"]
        seen = fields["observation"] if np.prod(self.game.planes) else fields["_scalars"]
        return State(**{**fields, "observation": seen, "truncated": jnp.zeros_like(over), "_env": self})

    def init(self, key):
        """The start of a game; the key decides what chance brings in it."""
        return self._state(self._work.begin(jax.random.bits(key, (2,), jnp.uint32)))

    def step(self, state, action, key=None):
        """The game after an action. The key is not needed: chance comes from the one of `init`."""
        return self._state(self._work.step(state, jnp.asarray(action, jnp.int32)))

    def observe(self, state, player_id=None):
        """What a player sees."""
        player = state.current_player if player_id is None else player_id
        planes, scalars = self._work.watch(state, player)
        return planes if np.prod(self.game.planes) else scalars

    def _single(self, row, index=0):
        """The position in one of these rows of bytes, as a State of its own."""
        state = self.game.start()
        position = np.ascontiguousarray(self._work.position(row, index)).tobytes()
        code = lib.tsr_state_set_bytes(state._s, position, self.game.state_size, ffi.NULL)
        if code:
            raise ValueError("these bytes are no position")
        return state
