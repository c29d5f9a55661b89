# SPDX-License-Identifier: MIT
"""From records of games (the text files that Tessera writes) to data sets for learning."""
import glob
import os

import numpy as np

from . import errors
from ._native import CHANCE, check, ffi, lib, own, problem, text
from .game import Game
from .state import State

FORMAT = 2


class Replay:
    """A record that was read: every position of a game, each checked as it was replayed."""

    def __init__(self, path, game=None):
        self.path = os.fspath(path)
        with open(self.path, "rb") as file:
            content = file.read()
        out, why = ffi.new("tsr_replay **"), problem()
        rules = ffi.NULL if game is None else game._rules
        code = lib.tsr_replay_open(content, len(content), rules, out, why)
        check(code, why, rules=True)
        self._p = own(out[0], lib.tsr_replay_close, rules)
        self.game = game or self._opened()

    def _opened(self):
        """The game that the record names. Its rules belong to the replay, which lives as long as they do."""
        rules = own(ffi.cast("tsr_ruleset *", lib.tsr_replay_ruleset(self._p)), lambda _: None, self._p)
        name, chosen = (text(lib.tsr_ruleset_text, rules, which)
                        for which in (lib.TSR_TEXT_NAME, lib.TSR_TEXT_CHOSEN))
        return Game(rules, ("tsr_open_name", (name,), chosen, False))

    def __len__(self):
        return check(lib.tsr_replay_plies(self._p))

    def ply(self, i):
        """Who made move i (None = chance), and its code."""
        who, move = ffi.new("int *"), ffi.new("uint64_t *")
        check(lib.tsr_replay_ply(self._p, i, who, move, ffi.NULL))
        return (None if who[0] == CHANCE else who[0]), move[0]

    def state(self, ply):
        """The position after `ply` moves."""
        if not 0 <= ply <= len(self):
            raise ValueError(f"plies are 0 to {len(self)}, not {ply}")
        out = ffi.new("tsr_state **")
        check(lib.tsr_replay_state(self._p, ply, out))
        return State(self.game, own(out[0], lib.tsr_state_free, self._p))

    @property
    def seats(self):
        """The names of the players."""
        return [text(lib.tsr_replay_seat, self._p, i) for i in range(self.game.num_players)]

    def rewards(self):
        """What everybody got, -1 to 1; None if the game was not played to its end."""
        ranks, players = ffi.new("uint32_t[8]"), self.game.num_players
        check(lib.tsr_replay_result(self._p, ffi.NULL, ranks))
        ranks = list(ranks[0:players])
        if not any(ranks):
            return None
        if players == 1:
            return [1.0 if ranks[0] == 1 else -1.0]
        beaten = [sum((other > mine) + 0.5 * (other == mine) for other in ranks) - 0.5
                  for mine in ranks]
        return [2 * b / (players - 1) - 1 for b in beaten]

    def decisions(self):
        """Every number that a player picked: (ply, state before it, player, action)."""
        for ply in range(len(self)):
            who, code = self.ply(ply)
            if who is None:
                continue
            state = self.state(ply)
            for action in state._numbers(who, code):
                yield ply, state, who, action
                check(lib.tsr_state_act(state._s, who, action, ffi.NULL))
                if not state.picked:
                    break


class Dataset:
    """Columns of a data set: a row for every decision.

    game, ply int32; player int8; action int32; result float32 [players]; planes uint8, 8 to the byte unless
    they hold counts; scalars float32; mask uint8, 8 to the byte. `meta` names the game and the meaning of
    actions: a data set is refused where action numbers mean something else.
    """

    COLUMNS = ("game", "ply", "player", "action", "result", "planes", "scalars", "mask")

    def __init__(self, columns, meta):
        self.columns, self.meta = columns, meta

    def __len__(self):
        return len(self.columns["action"])

    @classmethod
    def _of(cls, game, rows):
        """`rows` are tuples of the columns, planes and mask as they are."""
        packed = not any(row[5].max(initial=0) > 1 for row in rows)
        rows = [(*row[:5], np.packbits(row[5]) if packed else row[5], row[6], np.packbits(row[7]))
                for row in rows]
        cells = int(np.prod(game.planes))
        kinds = {"game": np.int32, "ply": np.int32, "player": np.int8, "action": np.int32,
                 "result": np.float32, "planes": np.uint8, "scalars": np.float32, "mask": np.uint8}
        wide = {"result": game.num_players, "scalars": game.num_scalars,
                "planes": -(-cells // 8) if packed else cells, "mask": -(-game.num_actions // 8)}
        columns = {}
        for i, name in enumerate(cls.COLUMNS):
            shape = (len(rows), wide[name]) if name in wide else (len(rows),)
            columns[name] = np.array([row[i] for row in rows], kinds[name]).reshape(shape)
        meta = {"format": FORMAT, "name": game.name, "players": game.num_players,
                "actions": game.num_actions, "planes": list(game.planes),
                "scalars": game.num_scalars, "rules_hash": f"{game.rules_hash:016x}",
                "action_hash": f"{game.action_hash:016x}", "packed": packed}
        return cls(columns, meta)

    def planes(self, rows=slice(None)):
        """Planes as uint8 [rows, c, h, w]."""
        shape, planes = tuple(self.meta["planes"]), self.columns["planes"][rows]
        if self.meta["packed"]:
            planes = np.unpackbits(planes, axis=1, count=int(np.prod(shape)))
        return planes.reshape(-1, *shape)

    def mask(self, rows=slice(None)):
        """Masks as bool [rows, actions]."""
        bits = np.unpackbits(self.columns["mask"][rows], axis=1, count=self.meta["actions"])
        return bits.astype(np.bool_)

    def iter(self, batch=4096, seed=None):
        """Batches of (planes, scalars, mask, player, action, result), shuffled if there is a seed."""
        order = np.arange(len(self))
        if seed is not None:
            np.random.default_rng(seed).shuffle(order)
        for at in range(0, len(self), batch):
            rows = order[at:at + batch]
            c = self.columns
            yield (self.planes(rows), c["scalars"][rows], self.mask(rows), c["player"][rows],
                   c["action"][rows], c["result"][rows])

    def check(self, game):
        """Refuses a game whose actions have other numbers than those in here."""
        if self.meta["action_hash"] != f"{game.action_hash:016x}":
            raise errors.WrongRules(f"this data set of {self.meta['name']} has other action numbers "
                                    f"than {game.name} as it is opened here")
        return self

    def to_npz(self, path):
        """Writes a compressed NumPy file. Returns the data set itself."""
        meta = {f"meta_{key}": np.array(value) for key, value in self.meta.items()}
        np.savez_compressed(path, **self.columns, **meta)
        return self

    @classmethod
    def from_npz(cls, path, game=None):
        """Reads such a file; with `game`, refuses it if its action numbers mean something else."""
        with np.load(path, allow_pickle=False) as file:
            meta = {key[5:]: file[key].tolist() for key in file.files if key.startswith("meta_")}
            if meta.get("format") != FORMAT:
                raise ValueError(f"{path} is no data set of this version")
            data = cls({name: file[name] for name in cls.COLUMNS}, meta)
        return data if game is None else data.check(game)

    def to_parquet(self, path):
        """Writes a Parquet file (needs pyarrow). Returns the data set itself."""
        import json

        import pyarrow
        import pyarrow.parquet
        arrays = {}
        for name, column in self.columns.items():
            column = np.ascontiguousarray(column)
            flat = pyarrow.array(column.reshape(-1))
            arrays[name] = flat if column.ndim == 1 else \
                pyarrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
        table = pyarrow.table(arrays).replace_schema_metadata({"tessera": json.dumps(self.meta)})
        pyarrow.parquet.write_table(table, path)
        return self

    @classmethod
    def from_parquet(cls, path, game=None):
        """Reads such a file."""
        import json

        import pyarrow.parquet
        table = pyarrow.parquet.read_table(path)
        meta = json.loads((table.schema.metadata or {}).get(b"tessera", b"{}"))
        if meta.get("format") != FORMAT:
            raise ValueError(f"{path} is no data set of this version")
        columns = {}
        for name in cls.COLUMNS:
            column = table[name].combine_chunks()
            if hasattr(column, "flatten") and hasattr(column.type, "list_size"):
                width = column.type.list_size
                columns[name] = column.flatten().to_numpy().reshape(-1, width)
            else:
                columns[name] = column.to_numpy()
        data = cls(columns, meta)
        return data if game is None else data.check(game)


class Records:
    """Some record files."""

    def __init__(self, paths, game=None):
        self.paths, self.game = list(paths), game
        if not self.paths:
            raise FileNotFoundError("there is no such record")

    def __len__(self):
        return len(self.paths)

    def __iter__(self):
        for path in self.paths:
            yield Replay(path, self.game)

    def dataset(self):
        """All decisions of all games, as columns. Games that were not played to their end count as even."""
        rows, game = [], None
        for number, replay in enumerate(self):
            game = game or replay.game
            if replay.game.action_hash != game.action_hash:
                raise errors.WrongRules(f"{replay.path} has other rules than {self.paths[0]}")
            result = replay.rewards() or [0.0] * game.num_players
            for ply, state, who, action in replay.decisions():
                planes, scalars = state.observe(who)
                rows.append((number, ply, who, action, result, planes.reshape(-1), scalars,
                             state.mask(who)))
        return Dataset._of(game, rows)

    def to_npz(self, path):
        """The data set of these records, also written to a file."""
        return self.dataset().to_npz(path)

    def to_parquet(self, path):
        """The same as a Parquet file (needs pyarrow)."""
        return self.dataset().to_parquet(path)


def records(where, game=None):
    """The records of a pattern ("games/*.tsr"), a path or several. Records of rules files need the game."""
    if isinstance(where, (str, os.PathLike)):
        where = os.fspath(where)
        where = sorted(glob.glob(where)) if glob.has_magic(where) else [where]
    return Records(where, game)
