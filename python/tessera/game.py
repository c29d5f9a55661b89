# SPDX-License-Identifier: MIT
"""Opening games: by name, from rules text, from a file, from a plugin."""
import os

from . import errors
from ._native import c_text, check, ffi, handle, lib, problem, text
from .device import DeviceVector
from .state import State
from .vector import Vector, batch_config

_FLAGS = {
    "has_chance": lib.TSR_INFO_CHANCE,
    "has_hidden": lib.TSR_INFO_HIDDEN,
    "simultaneous": lib.TSR_INFO_SIMULTANEOUS,
    "zero_sum": lib.TSR_INFO_ZERO_SUM,
    "cooperative": lib.TSR_INFO_COOPERATIVE,
    "compiled": lib.TSR_INFO_COMPILED,
    "turns": lib.TSR_INFO_TURNS,
}


def _option(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    word = str(value)
    if "," in word:
        raise ValueError(f"an option's value may not hold a comma: {word!r}")
    return word


def _options(options):
    return ",".join(f"{name}={_option(value)}" for name, value in options.items())


def _refuse_nul(rules_text):
    before, nul, _ = os.fsencode(rules_text).partition(b"\0")
    if nul:
        lines = before.split(b"\n")
        raise errors.RulesError("there is a NUL character here", lib.TSR_FAIL_PARSE, len(lines),
                                len(lines[-1]) + 1)


def _open(how, source, options, compiled=False):
    """`how` is what a pickled game remembers: the name of a function below."""
    arguments = [ffi.NULL if word is None else c_text(os.fsencode(word)) for word in source]
    rules = handle("tsr_ruleset", getattr(lib, how), lib.tsr_close, None, *arguments,
                   c_text(options), rules=True)
    if compiled:
        why = problem()
        check(lib.tsr_compile(rules, why), why)
    return Game(rules, (how, source, options, compiled))


def load(name, **options):
    """Opens a game by its name: `load("go", size=9)`. `games()` lists the names."""
    return _open("tsr_open_name", (name,), _options(options))


def loads(rules_text, *, compiled=False, **options):
    """Opens a game from the text of its rules. `compiled=True` has them compiled to machine code by the
    computer's C compiler: several times faster, the same game."""
    _refuse_nul(rules_text)
    return _open("tsr_open_text", (rules_text,), _options(options), compiled)


def open_file(path, *, compiled=False, **options):
    """Opens a rules file, which may inherit from others beside it."""
    return _open("tsr_open_file", (os.fspath(path),), _options(options), compiled)


def plugin(path, name=None, **options):
    """Opens a game of a shared object; `name` may be left out if it is the only one."""
    return _open("tsr_open_plugin", (os.fspath(path), name), _options(options))


def games():
    """The names that `load` knows."""
    return text(lib.tsr_game_list).split()


def agents():
    """The agents that come with Tessera, and what they are."""
    lines = text(lib.tsr_player_list).splitlines()
    return dict((line.split("\t") + [""])[:2] for line in lines)


class Game:
    """Opened rules. They never change, and threads share them freely."""

    def __init__(self, rules, source):
        self._rules, self._source = rules, source
        info = ffi.new("tsr_ruleset_info *")
        info.size = ffi.sizeof("tsr_ruleset_info")
        check(lib.tsr_ruleset_about(rules, info))
        self.num_players, self.num_actions = info.players, info.actions
        self.planes = (info.planes, info.height, info.width)
        self.num_scalars = info.scalars
        self.state_size = info.state_size
        self.max_moves, self.max_chance = info.max_moves, info.max_chance
        self.max_plies = info.max_plies
        self.rules_hash, self.action_hash = info.rules_hash, info.action_hash
        for name, bit in _FLAGS.items():
            setattr(self, name, bool(info.flags & bit))
        self.name = text(lib.tsr_ruleset_text, rules, lib.TSR_TEXT_NAME)
        self.title = text(lib.tsr_ruleset_text, rules, lib.TSR_TEXT_TITLE)

    about = property(lambda self: text(lib.tsr_ruleset_text, self._rules, lib.TSR_TEXT_ABOUT),
                     doc="One line about the game.")
    leaflet = property(lambda self: text(lib.tsr_ruleset_text, self._rules, lib.TSR_TEXT_LEAFLET),
                       doc="The rules for people.")

    @property
    def options(self):
        """The options as they were chosen."""
        chosen = text(lib.tsr_ruleset_text, self._rules, lib.TSR_TEXT_CHOSEN)
        return dict(word.split("=", 1) for word in chosen.split(",") if "=" in word)

    @property
    def seats(self):
        """What the players are called: "white", "black"."""
        return [text(lib.tsr_seat_text, self._rules, i) for i in range(self.num_players)]

    def action_text(self, action):
        """What an action number means, the same in every position."""
        if not 0 <= action < self.num_actions:
            raise ValueError(f"actions are 0 to {self.num_actions - 1}, not {action}")
        return text(lib.tsr_action_text, self._rules, action)

    def legend(self):
        """What each plane and each scalar of an observation holds."""
        planes = [text(lib.tsr_plane_text, self._rules, i) for i in range(self.planes[0])]
        scalars = [text(lib.tsr_scalar_text, self._rules, i) for i in range(self.num_scalars)]
        return {"planes": planes, "scalars": scalars}

    def start(self, seed=None):
        """The start of a game. With a seed chance is drawn by itself; without one, by you."""
        return State._start(self, seed)

    def parse(self, position, seed=None):
        """The state that a line of text describes, as `State.text` wrote it."""
        return State._parse(self, position, seed)

    def vector(self, games, *, threads=1, reset="same_step", illegal="raise", turned=False,
               max_plies=0, seed=0, device="cpu", stream=None):
        """Many games at once, on NumPy arrays: see `Vector`. On a GPU (device="cuda", "cuda:1"), or by its
        kernels on the processor ("lanes"): see `DeviceVector`."""
        if str(device) != "cpu":
            config = batch_config(games, 1, reset, illegal, turned, max_plies, seed)
            return DeviceVector(self, games, config, device=device, illegal=illegal, reset=reset,
                                stream=stream)
        return Vector(self, games, threads=threads, reset=reset, illegal=illegal, turned=turned,
                      max_plies=max_plies, seed=seed)

    def same_rules(self, other):
        """Whether states of `other` may be used here."""
        return self is other or self.rules_hash == other.rules_hash

    def __reduce__(self):
        return _open, self._source

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        size = "x".join(map(str, self.planes))
        return (f"<Game {self.name}: {self.num_players} players, {self.num_actions} actions, "
                f"planes {size}>")
