# SPDX-License-Identifier: MIT
"""One game in progress, for people who think in positions and trees."""
import random

import numpy as np

from . import errors
from ._native import CHANCE, WATCHER, check, failure, ffi, handle, lib, listed, own, pointer
from ._native import c_text, problem, text

_NOBODY = -1


def _clean(result, why):
    if result < 0:
        raise failure(result, why)
    return result


class State:
    """A position, what was picked of a move that is not whole, and how it came about.

    Moves can be told as text (`play("e2e4")`) or as action numbers (`act(17)`), which mean the same in
    every position and are what networks learn.
    """

    __slots__ = ("game", "_s", "_random", "_seen", "_line", "_open", "is_view", "__weakref__")

    def __init__(self, game, handle_, seed=None, is_view=False):
        self.game, self._s, self.is_view = game, handle_, is_view
        self._random = None if seed is None else random.Random(seed)
        # What each player has seen happen (games with secrets), and the whole line of play.
        self._seen = [()] * game.num_players if game.has_hidden else None
        self._line = ()
        self._open = 0  # how many moves at its end are answers to a decision that others share

    @classmethod
    def _start(cls, game, seed):
        out = ffi.new("tsr_state **")
        check(lib.tsr_state_new(game._rules, out))
        state = cls(game, own(out[0], lib.tsr_state_free, game._rules), seed)
        state._draw_all()
        return state

    @classmethod
    def _parse(cls, game, position, seed):
        h = handle("tsr_state", lib.tsr_state_parse, lib.tsr_state_free, game._rules,
                   game._rules, c_text(position))
        state = cls(game, h, seed)
        state._draw_all()
        return state

    def _made(self, call, *args):
        """A state of the same game that `call(self, *args, &out)` makes."""
        out = ffi.new("tsr_state **")
        check(call(self._s, *args, out))
        return own(out[0], lib.tsr_state_free, self.game._rules)

    # --- Whose turn it is

    @property
    def turn(self):
        """The players who must decide now; several in simultaneous games, none when it is over or
        chance is on turn."""
        bits = lib.tsr_state_turn(self._s)
        return tuple(p for p in range(self.game.num_players) if bits >> p & 1)

    @property
    def player(self):
        """The player who decides now (the first, if several do); None if nobody does."""
        mover = lib.tsr_state_mover(self._s)
        return mover if 0 <= mover < CHANCE else None

    @property
    def is_chance(self):
        """Whether a draw is due: see `outcomes` and `draw`."""
        return lib.tsr_state_mover(self._s) == CHANCE

    @property
    def is_over(self):
        """Whether the game is over."""
        return lib.tsr_state_mover(self._s) < 0

    @property
    def prompt(self):
        """What is to be decided, in words."""
        return text(lib.tsr_state_prompt, self._s)

    def _who(self, who):
        if who is None:
            return _NOBODY
        if not 0 <= who < self.game.num_players:
            raise ValueError(f"players are 0 to {self.game.num_players - 1}, not {who}")
        return who

    # --- Moves

    def _codes(self, who):
        return listed(lib.tsr_state_moves, "uint64_t", self.game.max_moves, self._s, who)

    def legal(self, who=None):
        """The legal moves as text."""
        who = self._who(who)
        return [text(lib.tsr_state_move_text, self._s, who, m) for m in self._codes(who)]

    def play(self, move, who=None):
        """Plays a move given as text, the way people type it. An illegal one raises IllegalMove with the
        reason, and the state stays as it was. Returns the state itself."""
        if not isinstance(move, str):
            raise TypeError(f"a move is text, not {type(move).__name__}; for numbers there is act()")
        who, why, code = self._who(who), problem(), ffi.new("uint64_t *")
        result = lib.tsr_state_read(self._s, who, c_text(move, errors.IllegalMove), code, why)
        if result == lib.TSR_FAIL_PARSE:
            raise errors.IllegalMove(ffi.string(why.message).decode(errors="replace"), result)
        _clean(result, why)
        self._play_code(who, code[0])
        return self

    def _mover(self, who):
        return lib.tsr_state_mover(self._s) if who == _NOBODY else who

    def _play_code(self, who, code):
        mover, why, asked = self._mover(who), problem(), lib.tsr_state_turn(self._s)
        seen = self._what_is_seen(mover, code)
        _clean(lib.tsr_state_play(self._s, who, code, why), why)
        self._note(mover, code, seen, asked)
        self._draw_all()

    def why_not(self, move, who=None):
        """Why a move is not legal, in words; None if it is legal."""
        if "\0" in move:
            return "there is a NUL character in it"
        return text(lib.tsr_state_why_not, self._s, self._who(who), c_text(move)) or None

    # --- Actions

    def actions(self, who=None):
        """The action numbers that may be picked now, in order."""
        who = self._who(who)
        picks = listed(lib.tsr_state_actions, "int32_t", self.game.num_actions, self._s, who)
        return np.array(picks, np.int32)

    def mask(self, who=None):
        """The same as an array of bool, one for each action number."""
        out = np.zeros(self.game.num_actions, np.bool_)
        check(lib.tsr_state_mask(self._s, self._who(who), ffi.NULL, pointer("uint8_t *", out)))
        return out

    def act(self, action, who=None):
        """Picks an action number; as soon as it is clear which move is meant, it is played. An illegal
        one raises IllegalMove, which has the legal ones in `legal`. Returns the state itself."""
        who, why = self._who(who), problem()
        mover, asked = self._mover(who), lib.tsr_state_turn(self._s)
        code = self._meant(who, action) if self._seen is not None else 0
        seen = self._what_is_seen(mover, code) if code else None
        result = lib.tsr_state_act(self._s, who, action, why)
        if result == lib.TSR_FAIL_ILLEGAL:
            raise errors.IllegalMove(ffi.string(why.message).decode(errors="replace"), result,
                                     legal=self.actions(None if who < 0 else who).tolist())
        _clean(result, why)
        self._note(mover, f"a{int(action)}", seen, asked)
        self._draw_all()
        return self

    @property
    def picked(self):
        """The numbers picked so far of a move that is not whole."""
        return tuple(listed(lib.tsr_state_picked, "int32_t", 16, self._s, _NOBODY))

    def unpick(self):
        """Takes back what was picked of a move that is not whole."""
        picks = len(self.picked)
        lib.tsr_state_unpick(self._s)
        if picks:
            self._line = self._line[:-picks]

    def numbers(self, move, who=None):
        """All action numbers of a legal move given as text."""
        who, why, code = self._who(who), problem(), ffi.new("uint64_t *")
        _clean(lib.tsr_state_read(self._s, who, c_text(move, errors.IllegalMove), code, why), why)
        return self._numbers(who, code[0])

    def _numbers(self, who, code):
        return tuple(listed(lib.tsr_state_numbers, "int32_t", 16, self._s, who, code))

    def _meant(self, who, action):
        """The move that is whole once `action` is picked, else 0."""
        begun = self.picked + (int(action),)
        fit = [m for m in self._codes(who) if self._numbers(who, m)[:len(begun)] == begun]
        return fit[0] if len(fit) == 1 else 0

    # --- Chance

    def _outcomes(self):
        room = self.game.max_chance or 1
        codes, weights = ffi.new("uint64_t[]", room), ffi.new("uint32_t[]", room)
        count = check(lib.tsr_state_chance(self._s, codes, weights, room))
        return list(codes[0:count]), list(weights[0:count])

    def outcomes(self):
        """What chance may bring now: pairs of text and probability."""
        codes, weights = self._outcomes()
        whole = sum(weights)
        return [(text(lib.tsr_state_move_text, self._s, CHANCE, m), w / whole)
                for m, w in zip(codes, weights)]

    def draw(self, outcome=None, seed=None):
        """Lets chance bring outcome number `outcome`, or one by its weight. Returns the state itself."""
        codes, weights = self._outcomes()
        if not codes:
            raise errors.WrongMoment("chance is not on turn")
        if outcome is None:
            source = self._random or random
            source = source if seed is None else random.Random(seed)
            outcome = source.choices(range(len(codes)), weights)[0]
        if not 0 <= outcome < len(codes):
            raise ValueError(f"outcomes are 0 to {len(codes) - 1}, not {outcome}")
        seen, why = self._what_is_seen(CHANCE, codes[outcome]), problem()
        _clean(lib.tsr_state_play(self._s, CHANCE, codes[outcome], why), why)
        self._note(CHANCE, codes[outcome], seen, 1 << CHANCE)
        return self

    def _draw_all(self):
        if self._random is not None:
            while self.is_chance:
                self.draw()

    # --- What happened

    def _what_is_seen(self, who, code):
        if self._seen is None:
            return None
        out, seen = ffi.new("uint64_t *"), []
        for viewer in range(self.game.num_players):
            check(lib.tsr_state_seen(self._s, who, code, viewer, out))
            seen.append(out[0])
        return seen

    def _note(self, who, token, seen, asked):
        """Remembers what was done; with secrets, only whole moves, and of them what each may know. `asked` is
        who was on turn before: answers to a decision that several share stay unknown until all are in."""
        self._line += ((who, token),)
        if seen is not None:
            self._seen = [old + ((who, new),) for old, new in zip(self._seen, seen)]
        if not self.game.simultaneous:
            return
        if self.picked:
            self._open += self._seen is None and (self._open > 0 or asked & (asked - 1) != 0)
        else:
            others = asked & ~(1 << who)
            shared = others and lib.tsr_state_turn(self._s) == others
            self._open = self._open + 1 if shared else 0

    def information_state(self, player):
        """All that `player` has seen happen, as text: equal for two lines of play exactly if the player
        cannot tell them apart."""
        line = self._line if self._seen is None else self._seen[player]
        settled = len(line) - self._open
        line = line[:settled] + tuple(x for x in line[settled:] if x[0] == player)
        picked = self.picked if self.player == player and self._seen is not None else ()
        words = [f"{'c' if who == CHANCE else who}:{token}" for who, token in line]
        return " ".join([f"p{player}", *words, *(f"+{a}" for a in picked)])

    # --- Looking

    def view(self, viewer=None):
        """What a player sees (None = a watcher), as a state that cannot be played on."""
        viewer = WATCHER if viewer is None else self._who(viewer)
        return State(self.game, self._made(lib.tsr_state_view, viewer), is_view=True)

    def guess(self, viewer, seed):
        """A full state that fits what `viewer` sees here, drawn at random."""
        view = self if self.is_view else self.view(viewer)
        return State(self.game, view._made(lib.tsr_state_guess, self._who(viewer), seed))

    def observe(self, viewer=None):
        """What a player sees as numbers: planes of 0 and 1, and scalars."""
        planes = np.zeros(self.game.planes, np.uint8)
        scalars = np.zeros(self.game.num_scalars, np.float32)
        check(lib.tsr_state_observe(self._s, self._who(viewer), pointer("uint8_t *", planes),
                                    pointer("float *", scalars)))
        return planes, scalars

    def svg(self, viewer=None):
        """A picture of what a player sees (None = a watcher)."""
        viewer = WATCHER if viewer is None else self._who(viewer)
        return text(lib.tsr_state_svg, self._s, viewer)

    def _repr_svg_(self):
        return self.svg(self.player if self.game.has_hidden else None)

    def text(self):
        """The position as one line of text, for `Game.parse`."""
        return text(lib.tsr_state_text, self._s)

    def bytes(self):
        """The position as bytes: equal positions are equal bytes."""
        return bytes(ffi.buffer(lib.tsr_state_bytes(self._s), self.game.state_size))

    def __hash__(self):
        return lib.tsr_state_hash(self._s)

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return self.game.same_rules(other.game) and self.bytes() == other.bytes() and \
            self.picked == other.picked

    # --- Results

    def scores(self):
        """The points of every player, at any time."""
        out = ffi.new("int32_t[8]")
        check(lib.tsr_state_result(self._s, out, ffi.NULL))
        return list(out[0:self.game.num_players])

    def ranks(self):
        """1 for the best, shared by ties; all 0 before the end."""
        out = ffi.new("uint32_t[8]")
        check(lib.tsr_state_result(self._s, ffi.NULL, out))
        return list(out[0:self.game.num_players])

    def rewards(self):
        """-1 to 1 for every player when the game is over: the share of the others beaten."""
        out = ffi.new("float[8]")
        if not self.is_over:
            raise errors.WrongMoment("the game is not over")
        check(lib.tsr_state_reward(self._s, out))
        return list(out[0:self.game.num_players])

    def rollouts(self, count, seed=0):
        """Plays `count` random games from here to their end, at the speed of the engine. Returns their rewards, a
        row for each game, and how many plies were played in all. Equal seeds give equal games."""
        if count < 0:
            raise ValueError(f"{count} games cannot be played")
        out = np.zeros((count, self.game.num_players), np.float32)
        plies = lib.tsr_state_rollouts(self._s, count, seed, pointer("float *", out))
        if plies == lib.TSR_FAIL_STATE:
            raise errors.WrongMoment("a view cannot be played on: use guess()")
        return out, check(plies)

    def score_sheet(self):
        """How the scores are made up: the points of every player for each part."""
        points, sheet = ffi.new("int32_t[8]"), {}
        for i in range(check(lib.tsr_state_parts(self._s))):
            name = text(lib.tsr_state_part, self._s, i, points)  # writes the points too
            sheet[name] = list(points[0:self.game.num_players])
        return sheet

    # --- Copies

    def clone(self):
        """A copy that goes its own way."""
        copy = State(self.game, self._made(lib.tsr_state_copy), is_view=self.is_view)
        copy._line, copy._open = self._line, self._open
        copy._seen = None if self._seen is None else list(self._seen)
        if self._random is not None:
            copy._random = random.Random()
            copy._random.setstate(self._random.getstate())
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo):
        return self.clone()

    def __reduce__(self):
        if self.is_view:
            raise TypeError("a view cannot be pickled")
        rest = (self._line, self._open, self._seen, self.picked,
                self._random and self._random.getstate())
        return _restored, (self.game, self.bytes(), rest)

    def __repr__(self):
        kind = "view" if self.is_view else "State"
        return f"<{kind} of {self.game.name}: {self.text()}>"


def _restored(game, position, rest):
    state, why = State._start(game, None), problem()
    line, still_open, seen, picks, generator = rest
    _clean(lib.tsr_state_set_bytes(state._s, position, len(position), why), why)
    for action in picks:
        _clean(lib.tsr_state_act(state._s, _NOBODY, action, why), why)
    state._line, state._open, state._seen = line, still_open, seen
    if generator is not None:
        state._random = random.Random()
        state._random.setstate(generator)
    return state
