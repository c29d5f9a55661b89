# SPDX-License-Identifier: MIT
"""The work of `tessera.jax` by a game's kernels: on a GPU in XLA's own queue, or on the processor ("lanes").

Nothing leaves the GPU: a state is rows of bytes in JAX's arrays, and a step is one launch that changes them in place.
"""
import ctypes

import numpy as np

import jax
import jax.numpy as jnp

from ._native import ffi, lib
from .device import device_number

_KEPT = []  # batches whose address is part of compiled functions


def register(name, function, platform):
    """Makes a function of ours known to XLA."""
    address = int(ffi.cast("intptr_t", ffi.addressof(lib, function)))
    capsule = jax.ffi.pycapsule(ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(address))
    jax.ffi.register_ffi_target(name, capsule, platform=platform)


def _register_all():
    for kind, platform in (("lanes", "cpu"), ("cuda", "CUDA")):
        for name in ("begin", "step", "watch"):
            register(f"tessera_{kind}_{name}", f"xla_{kind}_{name}", platform)


_register_all()


class Kernels:
    """What an Env asks of those who do its work. `row` is a tuple of arrays here, one for each part of a game."""

    def __init__(self, game, device):
        self.game, self.device = game, device
        self._kind = "lanes" if device_number(device) < 0 else "cuda"
        vector = game.vector(1, device=device, reset="none", illegal="loses")
        _KEPT.append(vector)
        self._batch = np.int64(int(ffi.cast("intptr_t", vector._b)))
        self._parts = [jax.ShapeDtypeStruct(part.shape[1:], np.uint8) for part in vector.parts]
        self._seen = [jax.ShapeDtypeStruct(game.planes, np.uint8),
                      jax.ShapeDtypeStruct((game.num_scalars,), np.float32)]
        self._told = [jax.ShapeDtypeStruct((game.num_actions,), np.bool_), jax.ShapeDtypeStruct((), np.int8)]
        self._paid = [jax.ShapeDtypeStruct((game.num_players,), np.float32), jax.ShapeDtypeStruct((), np.bool_)]

    def _call(self, name, results, args, **more):
        attributes = {key: more.pop(key) for key in ("viewer",) if key in more}
        call = jax.ffi.ffi_call(f"tessera_{self._kind}_{name}", results, vmap_method="broadcast_all", **more)
        return call(*args, batch=self._batch, **attributes)

    def _fields(self, results, was_player, rewards, steps):
        """`was_player` is named where a game is over."""
        count = len(self._parts)
        planes, scalars, mask, player = results[count:count + 4]
        over = player < 0
        return {"_row": tuple(results[:count]), "observation": planes, "_scalars": scalars, "rewards": rewards,
                "legal_action_mask": mask | over[..., None], "terminated": over, "_step_count": steps,
                "current_player": jnp.where(over, was_player, player.astype(jnp.int32))}

    def begin(self, bits):
        """The start of a game from two random words."""
        results = self._call("begin", self._parts + self._seen + self._told, (bits,))
        rewards = jnp.zeros(bits.shape[:-1] + (self.game.num_players,), jnp.float32)
        return self._fields(results, 0, rewards, jnp.zeros(bits.shape[:-1], jnp.int32))

    def step(self, state, action):
        """A game after an action."""
        aliases = {i: i for i in range(len(self._parts))}
        results = self._call("step", self._parts + self._seen + self._told + self._paid, (*state._row, action),
                             input_output_aliases=aliases)
        rewards, illegal = results[-2:]
        stays = state.terminated | illegal
        return self._fields(results, jnp.where(stays, state.current_player, 0), rewards,
                            state._step_count + ~state.terminated)

    def watch(self, state, player):
        """Planes and scalars of one seat; those of all are made and one is taken."""
        seen = [self._call("watch", self._seen, state._row, viewer=np.int64(seat))
                for seat in range(self.game.num_players)]
        planes, scalars = zip(*seen)
        at = jnp.asarray(player, jnp.int32)
        return tuple(jnp.choose(at.reshape(at.shape + (1,) * (each[0].ndim - at.ndim)), each, mode="clip")
                     for each in (planes, scalars))

    def position(self, row, index):
        """The bytes of one position."""
        return np.asarray(row[0]).reshape(-1, row[0].shape[-1])[index][:self.game.state_size]
