# SPDX-License-Identifier: MIT
"""Gymnasium environments: one seat learns, the others are played by an agent.

`VsAgent` is one game, `VectorVsAgent` many. Observations are dicts as in `tessera.pettingzoo`. An illegal
action ends the game with reward -1, unless illegal="raise".
"""
import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .arena import Builtin
from .errors import IllegalMove
from .game import Game, load
from .pettingzoo import observation, spaces


class VsAgent(gymnasium.Env):
    """One seat of one game. `agent` is a spec ("mcts:nodes=100") or a callable as in `tessera.arena`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, game, agent="random", seat=0, illegal="loses", render_mode=None):
        self.game = game if isinstance(game, Game) else load(game)
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"seats are 0 to {self.game.num_players - 1}, not {seat}")
        if illegal not in ("loses", "raise"):
            raise ValueError(f"illegal is loses or raise, not {illegal!r}")
        self.agent = Builtin(self.game, agent) if isinstance(agent, str) else agent
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self.observation_space, self.action_space = spaces(self.game)
        self.game_state = None

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.game_state = self.game.start(seed=int(self.np_random.integers(2**63)))
        self._answer()
        return self._seen(), {}

    def _answer(self):
        """Lets the others play until this seat decides or the game is over."""
        state = self.game_state
        while not state.is_over and self.seat not in state.turn:
            who = state.player
            if isinstance(self.agent, Builtin):
                seed = int(self.np_random.integers(2**63))
                state._play_code(who, self.agent.choose(state, who, seed))
                continue
            shown = state.view(who) if self.game.has_hidden else state.clone()
            answer = self.agent([shown])[0] if getattr(self.agent, "batched", False) else \
                self.agent(shown)
            state.play(answer, who) if isinstance(answer, str) else state.act(int(answer), who)

    def _seen(self):
        return observation(self.game_state, self.seat)

    def step(self, action):
        if self.game_state is None or self.game_state.is_over:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun: call reset()")
        try:
            self.game_state.act(int(action), self.seat)
        except IllegalMove:
            if self.illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {"illegal": True}
        self._answer()
        over = self.game_state.is_over
        reward = self.game_state.rewards()[self.seat] if over else 0.0
        return self._seen(), reward, over, False, {}

    def render(self):
        return self.game_state.text() if self.render_mode == "ansi" else None


class VectorVsAgent(gymnasium.vector.VectorEnv):
    """One seat of many games, stepped together in C.

    `agent` is "random", or a callable `agent(planes, mask, player)` that answers with actions for those
    rows. `autoreset` is one of Gymnasium's three: "same_step" (the default: what was seen at a game's end is
    in infos["final_obs"]), "next_step", "disabled".
    """

    MODES = {"same_step": AutoresetMode.SAME_STEP, "next_step": AutoresetMode.NEXT_STEP,
             "disabled": AutoresetMode.DISABLED}

    def __init__(self, game, num_envs, agent="random", seat=0, autoreset="same_step", threads=1,
                 seed=0):
        self.game = game if isinstance(game, Game) else load(game)
        if self.game.simultaneous:
            raise ValueError(f"players of {self.game.name} decide at the same time")
        if autoreset not in self.MODES:
            raise ValueError(f"autoreset is one of {', '.join(self.MODES)}, not {autoreset!r}")
        if agent != "random" and not callable(agent):
            raise ValueError('the agent of a vector is "random" or a callable')
        if not 0 <= seat < self.game.num_players:
            raise ValueError(f"seats are 0 to {self.game.num_players - 1}, not {seat}")
        self.num_envs, self.agent, self.seat, self.autoreset = num_envs, agent, seat, autoreset
        self.metadata = {"autoreset_mode": self.MODES[autoreset]}
        self.vector = self.game.vector(num_envs, threads=threads, reset="none", illegal="mark",
                                       seed=seed)
        self.single_observation_space, self.single_action_space = spaces(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        which = None if not options else options.get("reset_mask")
        self._begin(np.ones(self.num_envs, np.bool_) if which is None else
                    np.asarray(which, np.bool_))
        return self._seen(), {}

    def _begin(self, which):
        seeds = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        self.vector.reset(which, seeds)
        self._ended &= ~which
        rewards = np.zeros(self.num_envs, np.float32)
        self._answer(which, rewards)

    def _answer(self, which, rewards):
        """Lets the others play where it is their turn, until this seat decides or a game is over."""
        vector = self.vector
        while (theirs := which & (vector.player >= 0) & (vector.player != self.seat)).any():
            if self.agent == "random":
                actions = np.where(theirs, vector.sample(), -1)
            else:
                actions = np.full(self.num_envs, -1)
                actions[theirs] = self.agent(vector.planes[theirs], vector.mask[theirs],
                                             vector.player[theirs])
                wrong = theirs & ~self._legal(actions)
                if wrong.any():
                    game = int(np.argmax(wrong))
                    raise IllegalMove(f"game {game}: the agent's action {actions[game]} is not legal",
                                      game=game, legal=np.flatnonzero(vector.mask[game]).tolist())
            vector.step(actions)  # -1 moves nothing
            rewards += vector.rewards[:, self.seat]

    def _legal(self, actions):
        """Which of the actions may be picked, whatever numbers they are."""
        inside = (actions >= 0) & (actions < self.game.num_actions)
        return inside & self.vector.mask[np.arange(self.num_envs), np.where(inside, actions, 0)]

    def _seen(self):
        """What this seat sees in every game, also where the game is over."""
        vector = self.vector.look(self.seat)
        mask = (vector.mask & (vector.player == self.seat)[:, None]).astype(np.int8)
        seen = {"observation": vector.planes.copy() if vector.planes.size else
                vector.scalars.copy()}
        if vector.planes.size and vector.scalars.size:
            seen["scalars"] = vector.scalars.copy()
        seen["action_mask"] = mask
        return seen

    def step(self, actions):
        vector, actions = self.vector, np.asarray(actions).astype(np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions have shape ({self.num_envs},), not {actions.shape}")
        renewed = self._ended.copy() if self.autoreset == "next_step" else \
            np.zeros(self.num_envs, np.bool_)
        if self.autoreset == "disabled" and self._ended.any():
            raise gymnasium.error.ResetNeeded(
                f"game {int(np.argmax(self._ended))} is over: reset it first")
        if renewed.any():
            self._begin(renewed)
        mine = ~renewed
        illegal = mine & ~self._legal(actions)
        rewards = np.where(illegal, np.float32(-1), np.float32(0))
        vector.step(np.where(mine & ~illegal, actions, -1))
        rewards += vector.rewards[:, self.seat]
        self._answer(mine & ~illegal, rewards)
        ended = illegal | (mine & (vector.player < 0))
        infos = {"illegal": illegal, "_illegal": illegal.copy()} if illegal.any() else {}
        if self.autoreset == "same_step" and ended.any():
            final = self._seen()
            infos["final_obs"] = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(ended):
                infos["final_obs"][i] = {key: value[i].copy() for key, value in final.items()}
            infos["_final_obs"] = ended.copy()
            self._begin(ended)
        else:
            self._ended = ended
        return self._seen(), rewards.astype(np.float64), ended, np.zeros_like(ended), infos

    def close_extras(self, **kwargs):
        self.vector.close()
