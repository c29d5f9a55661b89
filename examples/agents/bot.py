#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A complete player for Tessera, in any game: plays a random legal move.

    tessera match tictactoe "exec:python3 examples/agents/bot.py" mcts --games 10
"""
import random
import sys


def say(*words):
    print(*words, flush=True)  # a line that is not flushed has not been said


legal = []
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "hello":
        say("id name random bot in Python")
        say("ready")
    elif word == "decide":  # id, kind, milliseconds, number of moves
        legal = []
    elif word == "seed":  # the only randomness to use: matches can be repeated
        random.seed(int(rest))
    elif word == "legal":  # number and text of a move
        legal.append(rest.partition(" ")[2])
    elif word == "go":
        say("choose", rest, random.choice(legal))
    elif word == "ping":
        say("pong", rest)
    elif word == "quit":
        break
