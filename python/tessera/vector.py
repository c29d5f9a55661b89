# SPDX-License-Identifier: MIT
"""Many games at once, on NumPy arrays that C rewrites in place."""
import operator

import numpy as np

from . import errors
from ._batch import Batch, whole
from ._native import check, failure, ffi, handle, lib, own, pointer, problem
from .state import State

_RESETS = {"none": lib.TSR_RESET_NONE, "same_step": lib.TSR_RESET_SAME,
           "next_step": lib.TSR_RESET_NEXT}
_ILLEGAL = {"raise": lib.TSR_ILLEGAL_STAYS, "mark": lib.TSR_ILLEGAL_STAYS,
            "loses": lib.TSR_ILLEGAL_LOSES}


def _chosen(what, word, words):
    if word not in words:
        raise ValueError(f"{what} is one of {', '.join(words)}, not {word!r}")
    return words[word]


def _seed(number):
    try:
        return operator.index(number) % 2**64
    except TypeError:
        raise TypeError(f"seed is an integer, not {type(number).__name__}") from None


def batch_config(games, threads, reset, illegal, turned, max_plies, seed):
    """What a batch is opened with, for C."""
    config = ffi.new("tsr_batch_config *")
    config.size = ffi.sizeof("tsr_batch_config")
    config.games = whole("games", games, 1)
    config.threads = whole("threads", threads, 0, 1024)
    config.reset = _chosen("reset", reset, _RESETS)
    config.illegal = _chosen("illegal", illegal, _ILLEGAL)
    config.flags = lib.TSR_BATCH_TURNED if turned else 0
    config.max_plies = whole("max_plies", max_plies, 0)
    config.seed = _seed(seed)
    return config


class Vector(Batch):
    """N games of one kind. `reset` and `step` rewrite the arrays below in place; copy what you want to
    keep. Row i is game i; simultaneous games have a row for every player in `mask`, `planes`, `scalars`
    and `actions`.

    mask          bool     [n, actions]     what may be picked now
    planes        uint8    [n, c, h, w]     what the player on turn sees
    scalars       float32  [n, k]
    player        int8     [n]              who is on turn; -1 when the game is over
    rewards       float32  [n, players]     -1 to 1 where a game ended in this step, else 0
    scores        int32    [n, players]     points
    terminated    bool     [n]              ended in this step
    truncated     bool     [n]              cut off in this step
    illegal       bool     [n]              the action was refused
    plies         uint32   [n]              moves made; of the whole game where it ended
    final_planes, final_scalars             what was seen at the end of games that ended
    """

    def __init__(self, game, games, *, threads=1, reset="same_step", illegal="raise", turned=False,
                 max_plies=0, seed=0):
        config = batch_config(games, threads, reset, illegal, turned, max_plies, seed)
        self.game, self.n, self.reset_mode = game, games, reset
        self._raises, self._why = illegal == "raise", problem()
        self._batch = handle("tsr_batch", lib.tsr_batch_open, lib.tsr_batch_close, game._rules,
                             game._rules, config)
        self._make_arrays()

    def _make_arrays(self):
        space = ffi.new("tsr_batch_space *")
        space.size = ffi.sizeof("tsr_batch_space")
        check(lib.tsr_batch_about(self._b, space))
        n, game = self.n, self.game
        self.rows = space.rows
        lead = (n,) if self.rows == 1 else (n, self.rows)
        seen, numbers, players = lead + game.planes, lead + (game.num_scalars,), game.num_players
        arrays = {
            "action": ("actions", lead, np.int32),
            "mask": ("mask", lead + (game.num_actions,), np.bool_),
            "planes": ("planes", seen, np.uint8),
            "scalars": ("scalars", numbers, np.float32),
            "final_planes": ("final_planes", seen, np.uint8),
            "final_scalars": ("final_scalars", numbers, np.float32),
            "reward": ("rewards", (n, players), np.float32),
            "score": ("scores", (n, players), np.int32),
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
            array = np.zeros(shape, kind)
            setattr(self, name, array)
            if array.size:
                setattr(self._io, field, ffi.cast(ffi.typeof(getattr(self._io, field)),
                                                  array.ctypes.data))
        self._own = self.actions, pointer("int32_t *", self.actions)
        self._arrays = [getattr(self, name) for name, _, _ in arrays.values()]  # C writes there

    def __len__(self):
        return self.n

    def reset(self, which=None, seeds=None):
        """Begins all games again, or those `which` (bool [n]) names; `seeds` (uint64 [n]) fixes what
        chance brings in each. Returns the vector itself."""
        some = every = ffi.NULL
        if which is not None:
            which = np.ascontiguousarray(which)
            if which.dtype != np.bool_ or which.shape != (self.n,):
                raise ValueError(f"which is bool of shape ({self.n},), not {which.dtype} of shape "
                                 f"{which.shape}")
            some = pointer("uint8_t *", which)
        if seeds is not None:
            seeds = np.asarray(seeds)
            if seeds.dtype.kind not in "iu" or seeds.shape != (self.n,):
                raise ValueError(f"seeds are integers of shape ({self.n},), not {seeds.dtype} of "
                                 f"shape {seeds.shape}")
            seeds = np.ascontiguousarray(seeds.astype(np.uint64))
            every = pointer("uint64_t *", seeds)
        check(lib.tsr_batch_reset(self._b, some, every, self._io, self._why), self._why)
        return self

    def _take(self, actions):
        """Copies actions from anywhere into the array that C reads."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are integers, not {given.dtype}")
        if given.shape != self._own[0].shape:
            raise ValueError(f"actions have shape {self._own[0].shape}, not {given.shape}")
        if given.dtype.itemsize >= 4 and given.dtype != np.int32 and given.size and (
                int(given.max()) > 2**31 - 1 or int(given.min()) < -2**31):
            raise ValueError(f"actions are 0 to {self.game.num_actions - 1}")
        self._own[0][...] = given

    def step(self, actions):
        """One action for each game: NumPy, torch (on the CPU), JAX or a list, of any integer type. An
        illegal one raises IllegalMove with the game and its legal actions; that game has not moved, all
        others have. Returns the vector itself."""
        if actions is not self._own[0]:
            self._take(actions)
        bad = lib.tsr_batch_step(self._b, self._io, self._why)
        if bad:
            self._refused(bad)
        return self

    def _refused(self, bad):
        if bad < 0:
            raise failure(bad, self._why)
        if not self._raises:
            return
        game, why = int(np.argmax(self.illegal)), problem()
        actions = np.atleast_1d(self._own[0][game])
        for row, action in enumerate(actions):
            code = lib.tsr_batch_why_not(self._b, game, row, int(action), why)
            if code < 0:
                mask = self.mask[game] if self.rows == 1 else self.mask[game, row]
                more = f" (and {bad - 1} more games)" if bad > 1 else ""
                message = ffi.string(why.message).decode(errors="replace")
                raise errors.IllegalMove(message + more, code, game,
                                         np.flatnonzero(mask).tolist())
        raise errors.IllegalMove(f"{bad} games had illegal actions", lib.TSR_FAIL_ILLEGAL, game)

    def sample(self):
        """Uniform legal actions, in the array `actions`; -1 where there is nothing to decide."""
        check(lib.tsr_batch_sample(self._b, self._own[1]))
        return self._own[0]

    def look(self, viewer=None):
        """Shows all games again without a step; `viewer` is a player whose observation is wanted instead
        of that of the player on turn."""
        viewer = -1 if viewer is None else whole("viewer", viewer, 0, self.game.num_players - 1)
        check(lib.tsr_batch_look(self._b, viewer, self._io, self._why), self._why)
        return self

    def state(self, game):
        """A copy of one game, as a State."""
        out = ffi.new("tsr_state **")
        check(lib.tsr_batch_state(self._b, whole("game", game, 0, self.n - 1), out))
        return State(self.game, own(out[0], lib.tsr_state_free, self.game._rules))

    def set_state(self, game, state):
        """Puts a position there. `look` shows it."""
        whole("game", game, 0, self.n - 1)
        self._refuse_other_rules(state)
        check(lib.tsr_batch_set_state(self._b, game, state._s, self._why), self._why)

    def __repr__(self):
        return f"<Vector of {self.n} games of {self.game.name}>"
