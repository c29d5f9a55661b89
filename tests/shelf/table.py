# SPDX-License-Identifier: MIT
"""A game of the shelf, opened through libtessera: what is legal, what is played, who has won."""
import ctypes
import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("TSR_BUILD_DIR", ROOT / "build/test"))
MOST = 4096
CHANCE = 8  # who plays while a die is thrown


class Problem(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("code", ctypes.c_int32), ("line", ctypes.c_uint32),
                ("column", ctypes.c_uint32), ("number", ctypes.c_int32), ("pad", ctypes.c_uint32),
                ("message", ctypes.c_char * 512), ("advice", ctypes.c_char * 1488)]


def library():
    lib = ctypes.CDLL(str(BUILD / "libtessera.so"))
    lib.tsr_state_free.restype = lib.tsr_close.restype = None
    for name in ("tsr_state_free", "tsr_close", "tsr_state_mover", "tsr_state_moves", "tsr_state_move_text",
                 "tsr_state_play_text", "tsr_state_text", "tsr_state_result", "tsr_state_new"):
        getattr(lib, name).argtypes = None
    return lib


LIB = library()


class Table:
    """One game in progress. Players are 0, 1 and so on, and what chance may come to are moves; winner() is one of them,
    a team of them, "draw", "nobody" where who plays alone has lost, or None while it goes on."""

    def __init__(self, game, options=""):
        self.why = Problem(size=ctypes.sizeof(Problem))
        self.rules, self.state = ctypes.c_void_p(), ctypes.c_void_p()
        file = ROOT / f"games/rules/{game}.game"
        self.teams = file.exists() and "\nteams " in file.read_text(encoding="utf-8")
        start, called = (LIB.tsr_open_file, str(file)) if file.exists() else (LIB.tsr_open_name, game)
        self.check(start(called.encode(), options.encode(), ctypes.byref(self.rules), ctypes.byref(self.why)))
        self.check(LIB.tsr_state_new(self.rules, ctypes.byref(self.state)))
        self.codes, self.weights = (ctypes.c_uint64 * MOST)(), (ctypes.c_uint32 * MOST)()

    def check(self, code):
        if code < 0:
            raise ValueError(self.why.message.decode())

    def words(self, function, *arguments):
        buf = ctypes.create_string_buffer(16384)
        function(self.state, *arguments, buf, ctypes.c_size_t(16384))
        return buf.value.decode()

    def mover(self):
        return LIB.tsr_state_mover(self.state)

    def moves(self):
        who = self.mover()
        if who == CHANCE:
            count = LIB.tsr_state_chance(self.state, self.codes, self.weights, ctypes.c_size_t(MOST))
        else:
            count = LIB.tsr_state_moves(self.state, who, self.codes, ctypes.c_size_t(MOST)) if who >= 0 else 0
        self.texts = [self.words(LIB.tsr_state_move_text, who, ctypes.c_uint64(self.codes[i])) for i in range(count)]
        return sorted(self.texts)

    def play(self, text):
        if self.mover() == CHANCE:
            code = self.codes[self.texts.index(text)]
            self.check(LIB.tsr_state_play(self.state, CHANCE, ctypes.c_uint64(code), ctypes.byref(self.why)))
            return
        self.check(LIB.tsr_state_play_text(self.state, -1, text.encode(), ctypes.byref(self.why)))

    def position(self):
        return self.words(LIB.tsr_state_text)

    def view(self, player):
        """The board that a player sees: the first word of the view's text, with a dot for every free place."""
        seen, buf = ctypes.c_void_p(), ctypes.create_string_buffer(16384)
        self.check(LIB.tsr_state_view(self.state, player, ctypes.byref(seen)))
        LIB.tsr_state_text(seen, buf, ctypes.c_size_t(16384))
        LIB.tsr_state_free(seen)
        return re.sub(r"\d", lambda run: "." * int(run[0]), buf.value.decode().split()[0])

    def winner(self):
        if self.mover() >= 0:
            return None
        rank = (ctypes.c_uint32 * 8)()
        LIB.tsr_state_result(self.state, None, rank)
        first = [i for i in range(8) if rank[i] == 1]
        if not first:
            return "nobody"
        return first[0] if len(first) == 1 else tuple(first) if self.teams else "draw"

    def scores(self, players):
        points = (ctypes.c_int32 * 8)()
        LIB.tsr_state_result(self.state, points, None)
        return list(points)[:players]

    def close(self):
        LIB.tsr_state_free(self.state)
        LIB.tsr_close(self.rules)
