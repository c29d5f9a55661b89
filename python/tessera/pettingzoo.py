# SPDX-License-Identifier: MIT
"""PettingZoo environments over any game: `env(game)` in turns, `parallel_env(game)` all at once.

Observations are dicts: "observation" (the planes, or the scalars of games that have no planes), "scalars"
beside planes if there are any, and "action_mask". Chance is drawn inside, from the seed.
"""
import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from .errors import IllegalMove
from .game import Game, load


def spaces(game):
    """The observation and action space of one player."""
    seen = {}
    scalars = gymnasium.spaces.Box(-np.inf, np.inf, (game.num_scalars,), np.float32)
    if np.prod(game.planes):
        seen["observation"] = gymnasium.spaces.Box(0, 255, game.planes, np.uint8)
        if game.num_scalars:
            seen["scalars"] = scalars
    else:
        seen["observation"] = scalars
    seen["action_mask"] = gymnasium.spaces.Box(0, 1, (game.num_actions,), np.int8)
    return gymnasium.spaces.Dict(seen), gymnasium.spaces.Discrete(game.num_actions)


def observation(state, player):
    """What a player sees, in that space. The mask is empty unless the player decides."""
    planes, scalars = state.observe(player)
    seen = {"observation": planes if planes.size else scalars}
    if planes.size and scalars.size:
        seen["scalars"] = scalars
    mask = state.mask(player) if player in state.turn else np.zeros(state.game.num_actions)
    seen["action_mask"] = mask.astype(np.int8)
    return seen


class _Base:
    """What both kinds share: names, spaces, seeds, pictures."""

    metadata = {"name": "tessera_v0", "render_modes": ["ansi", "svg"], "render_fps": 1,
                "is_parallelizable": False}

    def __init__(self, game, render_mode=None):
        super().__init__()
        self.game = game if isinstance(game, Game) else load(game)
        if not self.game.num_actions:
            raise ValueError(f"{self.game.name} has no action numbers")
        self.render_mode = render_mode
        self.metadata = dict(self.metadata, name=f"tessera_{self.game.name}_v0")
        self.possible_agents = [f"player_{i}" for i in range(self.game.num_players)]
        self._number = {name: i for i, name in enumerate(self.possible_agents)}
        pairs = {name: spaces(self.game) for name in self.possible_agents}
        self.observation_spaces = {name: pair[0] for name, pair in pairs.items()}
        self.action_spaces = {name: pair[1] for name, pair in pairs.items()}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _new_game(self, seed):
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.game_state = self.game.start(seed=int(self._seeds.integers(2**63)))

    def render(self):
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode")
            return None
        return self.game_state.svg() if self.render_mode == "svg" else self.game_state.text()

    def close(self):
        pass

    def __str__(self):
        return self.metadata["name"]


class TesseraAEC(_Base, AECEnv):
    """One game, one decision at a time. Players who decide at the same moment are asked one after the
    other and do not see each other's answers."""

    def reset(self, seed=None, options=None):
        self._new_game(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: {} for name in self.agents}
        self._choose_next(0)

    def _choose_next(self, last):
        player = self.game_state.player
        if player is None:  # over: everybody takes a last step
            player = (last + 1) % self.game.num_players
        self.agent_selection = self.possible_agents[player]

    def observe(self, agent):
        return observation(self.game_state, self._number[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = self._number[agent]
        self.game_state.act(int(action), player)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game_state.is_over:
            for name, reward in zip(self.possible_agents, self.game_state.rewards()):
                self.rewards[name] = reward
            self.terminations = dict.fromkeys(self.agents, True)
        self._choose_next(player)
        self._accumulate_rewards()


class TesseraParallel(_Base, ParallelEnv):
    """One game in which everybody may answer in each step. Who has nothing to decide has an empty mask, and
    the action is not looked at."""

    metadata = dict(_Base.metadata, is_parallelizable=True)

    def reset(self, seed=None, options=None):
        self._new_game(seed)
        return self._seen(), {name: {} for name in self.agents}

    def _seen(self):
        return {name: observation(self.game_state, self._number[name]) for name in self.agents}

    def step(self, actions):
        asked = self.game_state.turn
        for player in asked:
            name = self.possible_agents[player]
            if name not in actions:
                raise ValueError(f"{name} must decide and has no action")
            legal = self.game_state.actions(player).tolist()
            if int(actions[name]) not in legal:
                raise IllegalMove(f"action {actions[name]} of {name} is not legal; legal: {legal}",
                                  legal=legal)
        for player in asked:
            self.game_state.act(int(actions[self.possible_agents[player]]), player)
        over, seen = self.game_state.is_over, self._seen()
        rewards = self.game_state.rewards() if over else [0.0] * self.game.num_players
        result = (seen, dict(zip(self.possible_agents, rewards)),
                  dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False),
                  {name: {} for name in self.agents})
        if over:
            self.agents = []
        return result


def env(game, render_mode=None):
    """A game (or its name) as an AEC environment."""
    return TesseraAEC(game, render_mode)


def parallel_env(game, render_mode=None):
    """A game (or its name) as a parallel environment."""
    return TesseraParallel(game, render_mode)
