# SPDX-License-Identifier: MIT
"""The player protocol, version 2, for bots in Python: copy it beside your bot.

    from player import Player

    class Mine(Player):
        name = "my bot"
        def choose(self, moves):     # the texts of the legal moves
            return moves[0]          # one of them

    Mine().run()

Before `choose` these are set: `data` (the game as JSON: rules, cards, puzzles), `seat` (your
number, from 0), `kind` ("move", "choice" or "react"), `view` (the position as text), `random`
(the only randomness to use), `deadline` (on time.monotonic()). docs/protocol.md has the rest.
"""
import json
import random
import sys
import time


class TimeIsUp(Exception):
    """Told to stop, or an answer cannot be had: choose with what you know."""


class Player:
    name = "a bot"

    def __init__(self):
        self.data, self.seat, self.kind, self.view, self.moves = {}, 0, "move", "", []
        self.random, self.deadline = random.Random(), 0.0

    # --- What a bot does ---

    def choose(self, moves):
        return self.random.choice(moves)

    def happened(self, who, move):
        """Somebody ("p1" ... or "chance") made a move."""

    def ended(self, how, ranks, scores):
        """The match is over."""

    # --- What a bot may ask while it chooses ---

    def what(self, *request):
        """What if: guess, list, play, undo, value, text; the answer as a dictionary."""
        return json.loads(self._ask("what", *request))

    def why(self, move):
        """Why a move is not possible; None if it is."""
        answer = self._ask("why", move)
        return None if answer == "legal" else answer.partition(" ")[2]

    # --- The protocol ---

    def _ask(self, word, *request):
        self._say(word, *request)
        for line in sys.stdin:
            first, _, rest = line.rstrip("\n").partition(" ")
            if first == word:
                return rest
            if first == "stop":
                break
        raise TimeIsUp

    @staticmethod
    def _say(*words):
        print(*words, flush=True)  # a line that is not flushed has not been said

    def run(self):
        for line in sys.stdin:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "quit":
                break
            handler = getattr(self, "_on_" + word, None)  # lines of later versions: skipped
            if handler:
                handler(rest)

    def _on_hello(self, _):
        for line in ("protocol 2", "id name " + self.name, "ready"):
            self._say(line)

    def _on_game(self, rest):
        self.seat = int(rest.split()[4][1:]) - 1

    def _on_data(self, rest):
        self.data = json.loads(rest)

    def _on_event(self, rest):
        who, _, move = rest.partition(" ")
        self.happened(who, move)

    def _on_decide(self, rest):
        _, self.kind, ms, _ = rest.split()
        self.deadline = time.monotonic() + int(ms) / 1000
        self.moves = []

    def _on_seed(self, rest):
        self.random.seed(int(rest))

    def _on_view(self, rest):
        self.view = rest

    def _on_legal(self, rest):
        self.moves.append(rest.partition(" ")[2])

    def _on_go(self, rest):
        self._say("choose", rest, self.choose(list(self.moves)))

    def _on_ping(self, rest):
        self._say("pong", rest)

    def _on_result(self, rest):
        words = rest.split()
        at = words.index("scores")
        self.ended(words[0], [int(w) for w in words[2:at]], [int(w) for w in words[at + 1:]])
