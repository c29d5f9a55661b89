# SPDX-License-Identifier: MIT
"""Tree search with an evaluator of your own, asked about many positions at once: `search`, and `Search`,
which keeps its buffers from one time to the next."""
from typing import NamedTuple

import numpy as np

from . import errors
from ._native import check, ffi, handle, lib, pointer, problem


class Found(NamedTuple):
    """What a search found: `visits` uint32 [n, actions], how often each action was tried at the root, and
    `value` float32 [n, players], what each player may expect there."""

    visits: np.ndarray
    value: np.ndarray

    def best(self):
        """The action tried most, for each root; -1 where there was nothing to search."""
        return np.where(self.visits.any(axis=1), self.visits.argmax(axis=1), -1)

    def policy(self, temperature=1.0):
        """Visits as probabilities, as self-play draws from and networks learn."""
        weights = self.visits.astype(np.float64)
        if temperature != 1.0:
            weights = np.power(weights / np.maximum(weights.max(axis=1, keepdims=True), 1),
                               1.0 / temperature)
        return (weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)).astype(np.float32)


def _numbers(given, what, shapes):
    """An answer of the evaluator as float32, from NumPy, torch or JAX."""
    if hasattr(given, "detach"):
        given = given.detach().cpu()
    array = np.ascontiguousarray(np.asarray(given), np.float32)
    if array.shape not in shapes:
        wanted = " or ".join(map(str, shapes))
        raise ValueError(f"the evaluator's {what} have shape {array.shape}, not {wanted}")
    return array


def uniform(planes, mask, player):
    """An evaluator that knows nothing: every action alike, nobody ahead."""
    return np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32)


class Search:
    """A search with its buffers: for self-play, which searches again and again.

    evaluator(planes, mask, player) gets uint8 [k, c, h, w], bool [k, actions] and int8 [k] and answers with
    logits [k, actions] and values: [k], what the player on turn may expect from -1 to 1 (two players), or
    [k, players]. With `with_scalars=True` it gets float32 [k, scalars] as a fourth argument. Arrays are
    reused: copy what you keep.
    """

    def __init__(self, game, evaluator=uniform, *, sims=200, batch=256, leaves=None, explore=1.25,
                 noise=None, with_scalars=False, seed=0):
        if sims < 1 or batch < 1:
            raise ValueError("sims and batch are at least 1")
        if game.num_actions == 0:
            raise ValueError(f"{game.name} has no action numbers")
        self.game, self.evaluator, self.sims, self.batch = game, evaluator, sims, batch
        self.leaves, self.explore, self.noise = leaves, explore, noise
        self.with_scalars, self._rng = with_scalars, np.random.default_rng(seed)
        self._planes = np.zeros((batch, *game.planes), np.uint8)
        self._scalars = np.zeros((batch, game.num_scalars), np.float32)
        self._mask = np.zeros((batch, game.num_actions), np.bool_)
        self._player = np.zeros(batch, np.int8)

    def __call__(self, states):
        """Searches from each of the states (or the one), all at once."""
        states = [states] if not isinstance(states, (list, tuple)) else list(states)
        if not states:
            raise ValueError("there is nothing to search")
        forest = self._plant(states)
        fresh = self.noise is not None
        while (rows := self._collect(forest)):
            self._answer(forest, rows)
            if fresh:
                self._add_noise(forest, states)
                fresh = False
        return self._result(forest, len(states))

    def _plant(self, states):
        config = ffi.new("forest_config *")
        config.size, config.trees = ffi.sizeof("forest_config"), len(states)
        config.sims, config.explore = self.sims, self.explore
        # Few trees fill a batch with several leaves each; more than an eighth of the walks at once would
        # be walks on too little knowledge.
        leaves = self.leaves or max(1, min(self.batch // len(states), self.sims // 8))
        config.leaves = leaves
        config.seed = int(self._rng.integers(2**63))
        forest = handle("forest", lib.forest_open, lib.forest_close, self.game._rules,
                        self.game._rules, config)
        for i, state in enumerate(states):
            if not self.game.same_rules(state.game):
                raise errors.WrongRules(f"state {i} is of {state.game.name} with other rules than "
                                        f"these of {self.game.name}")
            if state.is_view and not self.game.has_hidden:
                state = state.guess(0, 0)  # it shows everything, so there is only one
            why = problem()
            check(lib.forest_root(forest, i, state._s, why), why)
        return forest

    def _collect(self, forest):
        why = problem()
        return check(lib.forest_collect(
            forest, self.batch, pointer("uint8_t *", self._planes),
            pointer("float *", self._scalars), pointer("uint8_t *", self._mask),
            pointer("int8_t *", self._player), why), why)

    def _answer(self, forest, rows):
        mask, player = self._mask[:rows], self._player[:rows]
        more = (self._scalars[:rows],) if self.with_scalars else ()
        logits, value = self.evaluator(self._planes[:rows], mask, player, *more)
        players, why = self.game.num_players, problem()
        logits = _numbers(logits, "logits", [(rows, self.game.num_actions)])
        value = _numbers(value, "values", [(rows,), (rows, players)] if players == 2 else
                         [(rows, players)])
        if value.ndim == 1:
            mine = np.where(player == 0, value, -value)
            value = np.ascontiguousarray(np.stack([mine, -mine], axis=1))
        check(lib.forest_supply(forest, rows, pointer("uint8_t *", self._mask),
                                pointer("float *", logits), pointer("float *", value), why), why)

    def _add_noise(self, forest, states):
        alpha, share = self.noise
        for i, state in enumerate(states):
            legal = state.actions()
            if len(legal):
                noise, why = np.zeros(self.game.num_actions, np.float32), problem()
                noise[legal] = self._rng.dirichlet(np.full(len(legal), alpha))
                check(lib.forest_noise(forest, i, pointer("float *", noise), share, why), why)

    def _result(self, forest, count):
        visits = np.zeros((count, self.game.num_actions), np.uint32)
        value = np.zeros((count, self.game.num_players), np.float32)
        for i in range(count):
            why = problem()
            check(lib.forest_result(forest, i, pointer("uint32_t *", visits[i]),
                                    pointer("float *", value[i]), why), why)
        return Found(visits, value)


def search(game, states, evaluator=uniform, **options):
    """Searches once from each of the states: see `Search`."""
    return Search(game, evaluator, **options)(states)
