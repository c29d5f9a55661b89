# SPDX-License-Identifier: MIT
"""Many games at once where a network is: states, masks, observations and rewards in a GPU's memory.

The arrays speak DLPack and CUDA's array interface, so that torch, JAX and CuPy take them without a copy, and a
step takes actions from any of them. Device "lanes" is this machine's processor with the same kernels.
"""
import ctypes

import numpy as np

from . import errors
from ._batch import Batch, whole
from ._native import check, ffi, handle, lib, own, problem
from .state import State

_CODES = {"i": lib.DLPACK_INT, "u": lib.DLPACK_UINT, "f": lib.DLPACK_FLOAT, "b": lib.DLPACK_BOOL}
_KINDS = {code: kind for kind, code in _CODES.items()}
_DEFAULT_STREAM = 1  # what DLPack calls CUDA's default stream

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype = ctypes.c_void_p
_capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_DROP = int(ffi.cast("intptr_t", ffi.addressof(lib, "dlpack_drop")))


def device_number(device):
    """The number of a device by its name: "lanes", "cuda", "cuda:1"."""
    kind, _, number = str(device).partition(":")
    if kind == "lanes" and not number:
        return lib.TSR_DEVICE_HERE
    if kind != "cuda" or (number and not number.isdecimal()):
        raise ValueError(f'device is "cpu", "cuda", "cuda:1" or "lanes", not {device!r}')
    return int(number or 0)


class DeviceArray:
    """An array of a vector in its device's memory, rewritten in place by every step.

    torch.from_dlpack(a), jax.dlpack.from_dlpack(a), cupy.from_dlpack(a) share it; `numpy()` copies it.
    """

    def __init__(self, vector, shape, dtype, at=None):
        self.shape, self.dtype, self._vector = tuple(shape), np.dtype(dtype), vector
        self.nbytes = int(np.prod(self.shape)) * self.dtype.itemsize
        if at is None:
            out = ffi.new("void **")
            check(lib.tsr_device_alloc(vector._b, self.nbytes, out, vector._why), vector._why)
            at = out[0]
        self._at = at

    @property
    def address(self):
        """Where it is, in the device's memory."""
        return int(ffi.cast("uintptr_t", self._at))

    def numpy(self):
        """A copy, when all that was queued is done."""
        out = np.empty(self.shape, self.dtype)
        vector = self._vector
        vector.wait()
        check(lib.tsr_device_take(vector._b, ffi.cast("void *", out.ctypes.data), self._at,
                                  self.nbytes, vector._why), vector._why)
        return out

    def put(self, values):
        """Copies an array of this machine there."""
        values = np.ascontiguousarray(np.broadcast_to(np.asarray(values, self.dtype), self.shape))
        vector = self._vector
        vector.wait()
        check(lib.tsr_device_bring(vector._b, self._at, ffi.cast("void *", values.ctypes.data),
                                   self.nbytes, vector._why), vector._why)

    def __dlpack_device__(self):
        number = self._vector.device
        return (lib.DLPACK_CPU, 0) if number < 0 else (lib.DLPACK_CUDA, number)

    def __dlpack__(self, *, stream=None, dl_device=None, copy=None, **_):
        vector, shape = self._vector, ffi.new("int64_t[]", self.shape)
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the array is lent, not copied: numpy() copies it")
        if stream != -1 and (stream or _DEFAULT_STREAM) != (vector.stream or _DEFAULT_STREAM):
            vector.wait()
        like = ffi.new("dlpack_tensor *")
        like.device_type, like.device_id = self.__dlpack_device__()
        like.data, like.ndim, like.shape = self._at, len(self.shape), shape
        like.code, like.bits, like.lanes = _CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1
        lent = lib.dlpack_lend(vector._b, like)
        if not lent:
            raise MemoryError("no memory to lend an array")
        return _new_capsule(int(ffi.cast("intptr_t", lent)), b"dltensor", _DROP)

    @property
    def __cuda_array_interface__(self):
        if self._vector.device < 0:
            raise AttributeError("the array is in this machine's memory: numpy.from_dlpack takes it")
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.address, False),
                "version": 3, "stream": self._vector.stream or _DEFAULT_STREAM}

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"<DeviceArray {self.dtype} {self.shape} of {self._vector!r}>"


class DeviceVector(Batch):
    """N games on a device. What `Vector` says of its arrays is true of these; they are DeviceArrays.

    device      -1 for "lanes", else the number of the GPU
    stream      where work is queued: a CUDA stream's address, or None for the default one
    """

    def __init__(self, game, games, config, *, device, illegal, reset, stream=None):
        self.game, self.n, self.reset_mode = game, games, reset
        self.device, self.stream, self.rows = device_number(device), stream, 1
        self._raises, self._why = illegal == "raise", problem()
        self._batch = handle("tsr_device_batch", lib.tsr_device_open, lib.tsr_device_close,
                             game._rules, game._rules, config, self.device)
        self._make_arrays()

    def _make_arrays(self):
        n, game = self.n, self.game
        seen, numbers = (n,) + game.planes, (n, game.num_scalars)
        arrays = {
            "mask": ("mask", (n, game.num_actions), np.bool_),
            "planes": ("planes", seen, np.uint8),
            "scalars": ("scalars", numbers, np.float32),
            "final_planes": ("final_planes", seen, np.uint8),
            "final_scalars": ("final_scalars", numbers, np.float32),
            "reward": ("rewards", (n, game.num_players), np.float32),
            "score": ("scores", (n, game.num_players), np.int32),
            "terminated": ("terminated", (n,), np.bool_),
            "truncated": ("truncated", (n,), np.bool_),
            "illegal": ("illegal", (n,), np.bool_),
            "player": ("player", (n,), np.int8),
            "turn": ("turn", (n,), np.uint32),
            "plies": ("plies", (n,), np.uint32),
        }
        self._io = ffi.new("tsr_batch_io *")
        self._io.size = ffi.sizeof("tsr_batch_io")
        for field, (name, shape, kind) in arrays.items():
            array = DeviceArray(self, shape, kind)
            setattr(self, name, array)
            if array.nbytes:
                kind = ffi.typeof(getattr(self._io, field))
                setattr(self._io, field, ffi.cast(kind, array._at))
        self.actions = DeviceArray(self, (n,), np.int32)
        self._which = self._seeds = None

    def __len__(self):
        return self.n

    @property
    def _on(self):
        return ffi.cast("void *", self.stream or 0)

    def _brought(self, name, values, dtype, what):
        """Values of this machine, copied to an array that is made once."""
        values = np.asarray(values)
        if values.shape != (self.n,):
            raise ValueError(f"{name} {what} of shape ({self.n},), not {values.dtype} of shape "
                             f"{values.shape}")
        if getattr(self, "_" + name) is None:
            setattr(self, "_" + name, DeviceArray(self, (self.n,), dtype))
        array = getattr(self, "_" + name)
        array.put(values)
        return array._at

    def reset(self, which=None, seeds=None):
        """Begins all games again, or those `which` (bool [n], of this machine) names; `seeds` (uint64 [n])
        fixes what is drawn in each. Returns the vector itself."""
        some = every = ffi.NULL
        if which is not None:
            if np.asarray(which).dtype != np.bool_:
                raise ValueError(f"which is bool, not {np.asarray(which).dtype}")
            some = ffi.cast("uint8_t *", self._brought("which", which, np.bool_, "is bool"))
        if seeds is not None:
            if np.asarray(seeds).dtype.kind not in "iu":
                raise ValueError(f"seeds are integers, not {np.asarray(seeds).dtype}")
            seeds = np.asarray(seeds).astype(np.uint64)
            every = ffi.cast("uint64_t *", self._brought("seeds", seeds, np.uint64, "are integers"))
        check(lib.tsr_device_reset(self._b, some, every, self._io, self._on, self._why), self._why)
        return self

    def _taken(self, actions):
        """The address of actions that are on the device already, whether they are of 64 bits, and
        what must stay until they are read."""
        device = actions.__dlpack_device__()
        if tuple(map(int, device)) != self.actions.__dlpack_device__():
            raise ValueError(f"actions are on device {tuple(device)}, the games on "
                             f"{self.actions.__dlpack_device__()} (DLPack's numbers)")
        stream = None if self.device < 0 else self.stream or _DEFAULT_STREAM
        capsule = actions.__dlpack__(stream=stream)
        tensor = ffi.cast("dlpack_managed *", _capsule_pointer(capsule, b"dltensor")).tensor
        kind = _KINDS.get(tensor.code, "?") + str(tensor.bits)
        shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
        if kind not in ("i32", "i64"):
            raise TypeError(f"actions on a device are int32 or int64, not {kind}")
        if shape != (self.n,):
            raise ValueError(f"actions have shape ({self.n},), not {shape}")
        if tensor.strides and self.n > 1 and tensor.strides[0] != 1:
            raise ValueError("actions must follow each other in memory")
        at = ffi.cast("char *", tensor.data) + tensor.byte_offset
        return at, kind == "i64", capsule

    def step(self, actions=None):
        """One action for each game: an array of the same device (torch, JAX, CuPy, or `actions`) of int32 or
        int64, or integers of this machine, which are copied. Without, legal ones are drawn. With
        illegal="raise" a step waits for its end and raises as `Vector.step` does; otherwise it is only
        queued. Returns the vector itself."""
        wide, keep, at = False, None, ffi.NULL
        if isinstance(actions, DeviceArray) and actions is self.actions:
            at = actions._at
        elif hasattr(actions, "__dlpack__") and not isinstance(actions, np.ndarray):
            at, wide, keep = self._taken(actions)
        elif actions is not None:
            self._copy(actions)
            at = self.actions._at
        self._io.action = ffi.cast("int32_t *", at)
        code = lib.tsr_device_step(self._b, self._io, wide, self._on, self._why)
        check(code, self._why)
        if self._raises and actions is not None:
            self._complain(at, wide)
        del keep
        return self

    def _copy(self, actions):
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {given.dtype}")
        if given.shape != (self.n,):
            raise ValueError(f"actions have shape ({self.n},), not {given.shape}")
        self.actions.put(np.clip(given, -1, self.game.num_actions))

    def _complain(self, at, wide):
        bad = check(lib.tsr_device_refused(self._b, self._on, self._why), self._why)
        if not bad:
            return
        game = int(np.argmax(self.illegal.numpy()))
        given = np.empty(self.n, np.int64 if wide else np.int32)
        check(lib.tsr_device_take(self._b, ffi.cast("void *", given.ctypes.data), at, given.nbytes,
                                  self._why), self._why)
        legal = np.flatnonzero(self.mask.numpy()[game]).tolist()
        more = f" (and {bad - 1} more games)" if bad > 1 else ""
        raise errors.IllegalMove(f"game {game}: action {given[game]} is not legal now; legal: "
                                 f"{', '.join(map(str, legal[:20]))}{more}", lib.TSR_FAIL_ILLEGAL,
                                 game, legal)

    def sample(self):
        """Uniform legal actions, in the array `actions`; -1 where there is nothing to decide."""
        to = ffi.cast("int32_t *", self.actions._at)
        check(lib.tsr_device_sample(self._b, to, self._on, self._why), self._why)
        return self.actions

    def look(self, viewer=None):
        """Shows all games again without a step, as `Vector.look`."""
        viewer = -1 if viewer is None else viewer
        check(lib.tsr_device_look(self._b, viewer, self._io, self._on, self._why), self._why)
        return self

    def rollouts(self, count):
        """`count` random games from each state to their end: rewards [n, count, players] and plies
        [n, count], as NumPy arrays. The states stay as they are."""
        if not hasattr(self, "_rolled") or self._rolled[1].shape[1] != count:
            self._rolled = (DeviceArray(self, (self.n, count, self.game.num_players), np.float32),
                            DeviceArray(self, (self.n, count), np.uint64))
        rewards, plies = self._rolled
        check(lib.tsr_device_rollouts(self._b, count, ffi.NULL, ffi.cast("float *", rewards._at),
                                      ffi.cast("uint64_t *", plies._at), self._on, self._why),
              self._why)
        return rewards.numpy(), plies.numpy()

    @property
    def parts(self):
        """What the games consist of: arrays of bytes, uint8 [n, row]. Whoever copies the same rows of all of
        them from one game to another, of this vector or of another of the same rules on the same device, has copied
        the game; `look` shows it."""
        parts, out, row = [], ffi.new("void **"), ffi.new("size_t *")
        while True:
            check(lib.tsr_device_part(self._b, len(parts), out, row, self._why), self._why)
            if out[0] == ffi.NULL:
                return tuple(parts)
            parts.append(DeviceArray(self, (self.n, row[0]), np.uint8, out[0]))

    def wait(self):
        """Until all that was queued is done."""
        check(lib.tsr_device_wait(self._b, self._on, self._why), self._why)

    def state(self, game):
        """A copy of one game, as a State."""
        out = ffi.new("tsr_state **")
        self.wait()
        check(lib.tsr_device_state(self._b, whole("game", game, 0, self.n - 1), out, self._why), self._why)
        return State(self.game, own(out[0], lib.tsr_state_free, self.game._rules))

    def set_state(self, game, state):
        """Puts a position there. `look` shows it."""
        self._refuse_other_rules(state)
        self.wait()
        check(lib.tsr_device_set_state(self._b, whole("game", game, 0, self.n - 1), state._s, self._why), self._why)

    def __repr__(self):
        name = "lanes" if self.device < 0 else f"cuda:{self.device}"
        return f"<DeviceVector of {self.n} games of {self.game.name} on {name}>"
