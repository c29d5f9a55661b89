# SPDX-License-Identifier: MIT
"""OpenSpiel games over any game: its Python and C++ algorithms run on them.

    register(tessera.load("hex"))             then pyspiel.load_game("tessera_hex")

Players who decide at the same moment are asked one after the other without seeing each other's answers, so every
game is sequential. What a player may know is told by `State.information_state`, which has perfect recall.
"""
import numpy as np
import pyspiel

from ._native import CHANCE, lib, text

_TYPE = pyspiel.GameType


def _game_type(game, name):
    zero_sum = game.zero_sum and not game.cooperative
    chance = _TYPE.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance else \
        _TYPE.ChanceMode.DETERMINISTIC
    hidden = game.has_hidden or game.simultaneous
    return _TYPE(
        short_name=name, long_name=game.title, dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=_TYPE.Information.IMPERFECT_INFORMATION if hidden else
        _TYPE.Information.PERFECT_INFORMATION,
        utility=_TYPE.Utility.ZERO_SUM if zero_sum else _TYPE.Utility.GENERAL_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=game.num_players, min_num_players=game.num_players,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={})


class Game(pyspiel.Game):
    """A Tessera game for OpenSpiel. With `score_range` a game is worth its points, which lie in that range;
    else -1 to 1."""

    def __init__(self, game, name=None, score_range=None, params=None):
        self._tessera, self._by_score = game, score_range is not None
        low, high = score_range or (-1.0, 1.0)
        kind = _game_type(game, name or f"tessera_{game.name}")
        zero_sum = kind.utility == _TYPE.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions, max_chance_outcomes=game.max_chance,
            num_players=game.num_players, min_utility=float(low), max_utility=float(high),
            utility_sum=0.0 if zero_sum else None,
            max_game_length=max(1, game.max_plies) * (2 if game.has_chance else 8))
        super().__init__(kind, info, params or {})

    def new_initial_state(self):
        return State(self, self._tessera, self._by_score)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self._tessera, iig_obs_type, params)


class State(pyspiel.State):
    """A position of such a game."""

    def __init__(self, spiel_game, game, by_score):
        super().__init__(spiel_game)
        self.state, self._by_score = game.start(), by_score

    def current_player(self):
        if self.state.is_over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.state.is_chance else self.state.player

    def _legal_actions(self, player):
        return self.state.actions(player).tolist()

    def chance_outcomes(self):
        _, weights = self.state._outcomes()
        whole = sum(weights)
        return [(i, weight / whole) for i, weight in enumerate(weights)]

    def _apply_action(self, action):
        if self.state.is_chance:
            self.state.draw(action)
        else:
            self.state.act(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            codes, _ = self.state._outcomes()
            return text(lib.tsr_state_move_text, self.state._s, CHANCE, codes[action])
        return self.state.game.action_text(action)

    def is_terminal(self):
        return self.state.is_over

    def returns(self):
        if not self.state.is_over:
            return [0.0] * self.state.game.num_players
        return [float(x) for x in
                (self.state.scores() if self._by_score else self.state.rewards())]

    def information_state_string(self, player=None):
        return self.state.information_state(self.state.player if player is None else player)

    def __str__(self):
        return self.state.text()


class Observer:
    """What a player sees, as OpenSpiel's observers tell it."""

    def __init__(self, game, iig_obs_type, params):
        if params:
            raise ValueError(f"observations have no parameters; there were {params}")
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        cells, scalars = int(np.prod(game.planes)), game.num_scalars
        self.tensor = np.zeros(max(1, cells + scalars), np.float32)
        self.dict = {}
        if cells:
            self.dict["planes"] = self.tensor[:cells].reshape(game.planes)
        if scalars:
            self.dict["scalars"] = self.tensor[cells:cells + scalars]

    def set_from(self, state, player):
        planes, scalars = state.state.observe(player)
        if planes.size:
            self.dict["planes"][...] = planes
        if scalars.size:
            self.dict["scalars"][...] = scalars

    def string_from(self, state, player):
        if self._recalls:
            return state.state.information_state(player)
        return state.state.view(player).text()


def register(game, name=None, score_range=None):
    """Registers a game for pyspiel.load_game, as "tessera_" and its name. Returns that name."""
    name = name or f"tessera_{game.name}"

    class Registered(Game):
        def __init__(self, params=None):
            super().__init__(game, name, score_range, params)

    if name not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(game, name), Registered)
    return name
