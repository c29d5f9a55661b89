# SPDX-License-Identifier: MIT
"""Boards of all games as the program draws them, through the library (libtessera.so) and nothing else: after the moves of
docs/games/lines.txt, so that the same library draws the same picture. Games with chance have no line there."""

import ctypes
import json
import subprocess
from pathlib import Path

LINES = Path(__file__).resolve().parents[2] / "docs/games/lines.txt"

PLIES = {"azul": 14, "chess": 14, "go": 24, "hex": 18, "gomoku": 14, "reversi": 14, "mastermind": 5,
         "unicorns": 24, "loa": 2, "projectl": 16, "morris": 12, "tictactoe": 5, "kalah": 6, "pegs": 8, "dao": 5, "connect4": 13}
USUAL = 10
SEED = 7


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(str(path))
        for name in ("tsr_ruleset_text", "tsr_state_svg", "tsr_open_name", "tsr_player_open", "tsr_player_choose",
                     "tsr_state_move_text", "tsr_table_open", "tsr_table_play", "tsr_table_state", "tsr_player_start",
                     "tsr_ruleset_about", "tsr_state_read"):
            getattr(self.c, name).restype = ctypes.c_int
        self.c.tsr_table_waiting.restype = ctypes.c_uint32
        for name in ("tsr_close", "tsr_player_close", "tsr_table_close", "tsr_state_free"):
            getattr(self.c, name).restype = None

    def text(self, call, *words):
        """What a function writes into a buffer, whatever its length."""
        size = call(*words, None, ctypes.c_size_t(0))
        buffer = ctypes.create_string_buffer(size + 1)
        call(*words, buffer, ctypes.c_size_t(size + 1))
        return buffer.value.decode()


def must(code, what):
    if code < 0:
        raise RuntimeError(f"{what}: {code}")


class Game:
    """One game, open, with a table at which nothing has been played."""

    def __init__(self, library, name):
        self.l, self.name = library, name
        self.rules, self.table = ctypes.c_void_p(), ctypes.c_void_p()
        c = library.c
        must(c.tsr_open_name(name.encode(), None, ctypes.byref(self.rules), None), name)
        must(c.tsr_table_open(self.rules, ctypes.c_uint64(SEED), None, ctypes.byref(self.table), None), name)

    def close(self):
        c = self.l.c
        c.tsr_table_close(self.table)
        c.tsr_close(self.rules)

    def leaflet(self):
        return self.l.text(self.l.c.tsr_ruleset_text, self.rules, 3)

    def play(self, plies, bot):
        """Lets a bot play all seats; the texts of its moves."""
        c, line, player = self.l.c, [], ctypes.c_void_p()
        must(c.tsr_player_open(self.rules, bot, ctypes.byref(player), None), self.name)
        for ply in range(plies):
            waiting = c.tsr_table_waiting(self.table)
            if not waiting:
                break
            who = (waiting & -waiting).bit_length() - 1
            state, move = self.state(), ctypes.c_uint64()
            must(c.tsr_player_choose(player, state, who, ctypes.c_uint64(SEED + ply), ctypes.c_uint64(200),
                                     ctypes.c_uint32(0), ctypes.byref(move), None), self.name)
            line.append(self.l.text(c.tsr_state_move_text, state, who, move))
            c.tsr_state_free(state)
            must(c.tsr_table_play(self.table, who, move, None), self.name)
        c.tsr_player_close(player)
        return line

    def follow(self, line):
        """Plays the moves of a line."""
        c = self.l.c
        for text in line:
            waiting = c.tsr_table_waiting(self.table)
            who = (waiting & -waiting).bit_length() - 1
            state, move = self.state(), ctypes.c_uint64()
            must(c.tsr_state_read(state, who, text.encode(), ctypes.byref(move), None), f"{self.name}: {text}")
            c.tsr_state_free(state)
            must(c.tsr_table_play(self.table, who, move, None), f"{self.name}: {text}")

    def state(self):
        state = ctypes.c_void_p()
        must(self.l.c.tsr_table_state(self.table, ctypes.byref(state)), self.name)
        return state

    def svg(self):
        state = self.state()
        drawn = self.l.text(self.l.c.tsr_state_svg, state, -1)
        self.l.c.tsr_state_free(state)
        return drawn


def read_lines():
    """{game: moves}; moves stand between bars."""
    rows = [line.split(":", 1) for line in LINES.read_text().splitlines() if ":" in line] if LINES.exists() else []
    return {name: [move.strip() for move in moves.split("|") if move.strip()] for name, moves in rows}


def line_of(library, name):
    """Some moves of a bot from the start, as texts."""
    game = Game(Library(library), name)
    line = game.play(PLIES.get(name, USUAL), b"level:n=3")
    game.close()
    return line


def all_games(tessera, library):
    """Name, title, one line, players, leaflet and picture of every game; None for a picture where there is no line."""
    listed = subprocess.run([str(tessera), "list", "games", "--json"], capture_output=True, text=True, check=True)
    library, lines = Library(library), read_lines()
    for about in map(json.loads, listed.stdout.splitlines()):
        if about["type"] != "game":
            continue
        name = about["name"]
        game = Game(library, name)
        game.follow(lines.get(name, []))
        yield {**about, "leaflet": game.leaflet(), "svg": game.svg() if name in lines else None}
        game.close()
