# SPDX-License-Identifier: MIT
"""Matches and tournaments between agents: Tessera's own, named by a spec, and Python callables.

A callable gets what its seat sees, a State, and answers with a move as text or an action number:

    def first(state):
        return state.legal()[0]

Marked with `batched`, it gets a list of states of many games at once and answers with a list, as a network
on a GPU likes it.
"""
import math
import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from . import errors
from ._native import c_text, check, failure, ffi, handle, lib, own, problem, text
from .state import State


def batched(agent):
    """Marks a callable that answers about many states at once."""
    agent.batched = True
    return agent


class Builtin:
    """One of Tessera's agents on a seat, as a callable: `Builtin(game, "mcts:nodes=400")`."""

    def __init__(self, game, spec):
        self.game, self.spec = game, spec
        self._p = handle("tsr_player", lib.tsr_player_open, lib.tsr_player_close, game._rules,
                         game._rules, c_text(spec))

    def choose(self, state, who, seed):
        """The move's code."""
        move, why = ffi.new("uint64_t *"), problem()
        check(lib.tsr_player_choose(self._p, state._s, who, seed, 0, 0, move, why), why)
        return move[0]

    def __call__(self, state, seed=0):
        who = state.player
        if who is None:
            raise errors.WrongMoment("nobody is on turn")
        return text(lib.tsr_state_move_text, state._s, who, self.choose(state, who, seed))


class _Table:
    """A game under the referee, who draws chance and writes the record."""

    def __init__(self, game, seed, names):
        self.game = game
        self._t = handle("tsr_table", lib.tsr_table_open, lib.tsr_table_close, game._rules,
                         game._rules, seed, c_text(",".join(names)))

    def waiting(self):
        bits = lib.tsr_table_waiting(self._t)
        return [p for p in range(self.game.num_players) if bits >> p & 1]

    def state(self):
        out = ffi.new("tsr_state **")
        check(lib.tsr_table_state(self._t, out))
        return State(self.game, own(out[0], lib.tsr_state_free, self.game._rules))

    def play(self, who, code):
        why = problem()
        check(lib.tsr_table_play(self._t, who, code, why), why)

    def record(self):
        return text(lib.tsr_table_record, self._t)


@dataclass
class Played:
    """One game of a match: who sat where (`seats[seat]` is a player), what everybody got."""

    seats: tuple
    rewards: list
    plies: int
    fault: str = ""
    record: str = field(default="", repr=False)


@dataclass
class Match:
    """What a match came to."""

    game: object
    names: tuple
    games: list

    def rewards(self):
        """What each player got in each game, [games, players], -1 to 1."""
        table = np.zeros((len(self.games), len(self.names)))
        for i, played in enumerate(self.games):
            for seat, player in enumerate(played.seats):
                table[i, player] = played.rewards[seat]
        return table

    @property
    def faults(self):
        """What agents did wrong, game by game."""
        return [(i, played.fault) for i, played in enumerate(self.games) if played.fault]

    def score(self, player=0):
        """The share of the points a player won: 1 = every game, 0.5 = as much as was lost."""
        return float((self.rewards()[:, player].mean() + 1) / 2)

    def won_drawn_lost(self, player=0):
        """Of two players."""
        got = self.rewards()[:, player]
        return int((got > 0).sum()), int((got == 0).sum()), int((got < 0).sum())

    def elo(self, player=0):
        """How many rating points a player is ahead, and the 95 % interval of that, from the groups in which all
        seatings were played from one opening."""
        size = len(self.names)
        got = self.rewards()[:, player]
        groups = [(got[i:i + size].mean() + 1) / 2 for i in range(0, len(got), size)]
        mean = float(np.mean(groups))
        spread = 1.96 * float(np.std(groups, ddof=1)) / math.sqrt(len(groups)) \
            if len(groups) > 1 else 1.0
        return _elo(mean), _elo(mean - spread), _elo(mean + spread)

    def __str__(self):
        lines = [f"{self.game.name}, {len(self.games)} games"]
        for p, name in enumerate(self.names):
            won, drawn, lost = self.won_drawn_lost(p)
            lines.append(f"  {name}: {self.score(p):.3f} ({won} won, {drawn} drawn, {lost} lost)")
        lines += [f"  game {i}: {fault}" for i, fault in self.faults[:5]]
        return "\n".join(lines)


def _elo(score):
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def _name(agent, i):
    name = agent if isinstance(agent, str) else getattr(agent, "name", None) or \
        getattr(agent, "__name__", None) or getattr(agent, "spec", None) or f"agent{i}"
    return str(name).replace(",", ";").replace("\t", " ")


class _Live:
    """A game that is being played."""

    def __init__(self, game, number, names, seed, openings):
        size = len(names)
        self.seats = tuple((seat + number) % size for seat in range(size))
        group = number // size
        self.random = random.Random(f"{seed} {group}" if game.has_chance else f"{seed} {number}")
        self.table = _Table(game, self.random.getrandbits(63), [names[p] for p in self.seats])
        self.plies, self.fault, self.loser = 0, "", None
        opening = random.Random(f"{seed} {group} opening")
        for _ in range(openings):
            state = self.table.state()
            for who in self.table.waiting():
                codes = state._codes(who)
                self.table.play(who, codes[opening.randrange(len(codes))])
                self.plies += 1

    def over(self):
        return self.loser is not None or not self.table.waiting()

    def rewards(self, players):
        if self.loser is not None:
            return [-1.0 if seat == self.loser else 1.0 for seat in range(players)]
        return self.table.state().rewards()


def _shown(state, who):
    """What a callable gets: its view where there are secrets, else a copy it may try moves on."""
    return state.view(who) if state.game.has_hidden else state.clone()


def _code(state, who, answer):
    """The move that a callable's answer means. An action number may be the beginning of several moves: then
    the callable is asked for the next one with `picked` set."""
    if isinstance(answer, str):
        why, code = problem(), ffi.new("uint64_t *")
        result = lib.tsr_state_read(state._s, who, c_text(answer, errors.IllegalMove), code, why)
        if result < 0:
            raise errors.IllegalMove(f"{answer!r}: {failure(result, why)}")
        return code[0]
    begun = state.picked + (int(answer),)
    fit = [m for m in state._codes(who) if state._numbers(who, m)[:len(begun)] == begun]
    if not fit:
        raise errors.IllegalMove(f"action {int(answer)} is not legal",
                                 legal=state.actions(who).tolist())
    return fit[0] if len(fit) == 1 else None


class _Run:
    """All games of a match, one decision of each at a time, so that batched agents get many at once."""

    def __init__(self, game, agents, names, games, seed, openings, on_fault):
        self.game, self.on_fault = game, on_fault
        self.agents = [Builtin(game, a) if isinstance(a, str) else a for a in agents]
        self.live = [_Live(game, i, names, seed, openings) for i in range(games)]

    def play(self):
        going = [live for live in self.live if not live.over()]
        while going:
            for player in range(len(self.agents)):
                asked = []
                for live in going:
                    who = live.seats.index(player)
                    if live.loser is None and who in live.table.waiting():
                        asked.append((live, live.table.state(), who))
                if asked:
                    self._ask(self.agents[player], asked)
            going = [live for live in going if not live.over()]
        players = self.game.num_players
        return [Played(g.seats, g.rewards(players), g.plies, g.fault, g.table.record())
                for g in self.live]

    def _ask(self, agent, asked):
        if isinstance(agent, Builtin):
            for live, state, who in asked:
                self._settle(live, state, who,
                             lambda: agent.choose(state, who, live.random.getrandbits(63)))
            return
        while asked:  # again for those whose number begins several moves
            shown = [_shown(state, who) for _, state, who in asked]
            if getattr(agent, "batched", False):
                answers = list(agent(shown))
                if len(answers) != len(shown):
                    raise ValueError(f"{len(shown)} states, but {len(answers)} answers")
            else:
                answers = [None] * len(shown)
            more = []
            for (live, state, who), view, answer in zip(asked, shown, answers):
                picks = None
                def choose():
                    nonlocal picks
                    picks = agent(view) if answer is None else answer
                    return _code(state, who, picks)
                if self._settle(live, state, who, choose) is None:
                    state.act(picks, who)
                    more.append((live, state, who))
            asked = more

    def _settle(self, live, state, who, choose):
        """Plays what `choose` answers; an illegal answer or an exception is a fault. None = the move is not
        whole yet."""
        try:
            code = choose()
            if code is not None:
                live.table.play(who, code)
                live.plies += 1
            return code
        except Exception as mistake:  # whatever an agent does, the match goes on
            if self.on_fault == "raise":
                raise
            live.loser, live.fault = who, f"{type(mistake).__name__}: {mistake}"
            return 0


def match(game, *agents, games=100, openings=0, seed=0, names=None, records=None,
          on_fault="forfeit"):
    """A match. Agents change seats from game to game; `openings` random moves begin each group of games, in
    which everybody plays from every seat. A callable that raises or answers illegally loses that game
    (`on_fault="raise"` raises instead). `records` is a folder that gets a record of each game."""
    if len(agents) != game.num_players:
        raise ValueError(f"{game.name} has {game.num_players} players, not {len(agents)}")
    if on_fault not in ("forfeit", "raise"):
        raise ValueError(f"on_fault is forfeit or raise, not {on_fault!r}")
    if games < 1:
        raise ValueError(f"a match has at least 1 game, not {games}")
    names = tuple(names or [_name(a, i) for i, a in enumerate(agents)])
    if len(set(names)) < len(names):
        names = tuple(f"{name} {i + 1}" for i, name in enumerate(names))
    played = _Run(game, agents, names, games, seed, openings, on_fault).play()
    if records is not None:
        folder = Path(records)
        folder.mkdir(parents=True, exist_ok=True)
        for i, one in enumerate(played):
            (folder / f"{i:05d}.tsr").write_text(one.record)
    return Match(game, names, played)


@dataclass
class Tournament:
    """Everybody against everybody: `score[i, j]` is the share of points i won against j (nan on the diagonal),
    `games[i, j]` how many they played."""

    game: object
    names: tuple
    score: np.ndarray
    games: np.ndarray
    matches: dict = field(repr=False)

    def ratings(self):
        """Rating points that explain the results best, their mean 0, and their 95 % intervals: [n, 3]. A draw in
        thought against everybody keeps them finite."""
        n = len(self.names)
        wins = np.where(self.games > 0, np.nan_to_num(self.score) * self.games, 0)
        wins = wins + 0.5 * (1 - np.eye(n))
        played = self.games + (1 - np.eye(n))
        skill = np.ones(n)
        for _ in range(2000):  # the minorise-maximise steps of the Bradley-Terry model
            pairs = played / (skill[:, None] + skill[None, :])
            new = wins.sum(axis=1) / pairs.sum(axis=1)
            new /= np.exp(np.log(new).mean())
            if np.abs(np.log(new / skill)).max() < 1e-9:
                break
            skill = new
        chance = skill[:, None] / (skill[:, None] + skill[None, :])
        information = (played * chance * (1 - chance)).sum(axis=1)
        points = 400 / math.log(10) * np.log(skill)
        spread = 1.96 * 400 / math.log(10) / np.sqrt(information)
        return np.stack([points, points - spread, points + spread], axis=1)

    def __str__(self):
        rows, order = [], np.argsort(-self.ratings()[:, 0])
        for i in order:
            mean, low, high = self.ratings()[i]
            rows.append(f"{self.names[i]:24s} {mean:+6.0f}  ({low:+.0f} to {high:+.0f})")
        return "\n".join(rows)


def tournament(game, agents, *, games=20, openings=0, seed=0):
    """Everybody against everybody, `games` games each pair. `agents` are specs, callables, or a dict of them by
    name. For games of two players."""
    if game.num_players != 2:
        raise ValueError(f"{game.name} has {game.num_players} players: only pairs meet here")
    if not isinstance(agents, dict):
        agents = {_name(a, i): a for i, a in enumerate(agents)}
    names, n = tuple(agents), len(agents)
    score, count, matches = np.full((n, n), np.nan), np.zeros((n, n), int), {}
    for i in range(n):
        for j in range(i + 1, n):
            m = match(game, agents[names[i]], agents[names[j]], games=games, openings=openings,
                      seed=seed + i * n + j, names=(names[i], names[j]))
            score[i, j], score[j, i] = m.score(0), m.score(1)
            count[i, j] = count[j, i] = len(m.games)
            matches[names[i], names[j]] = m
    return Tournament(game, names, score, count, matches)
