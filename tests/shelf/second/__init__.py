# SPDX-License-Identifier: MIT
"""Second programs for games of the shelf, by name."""
from . import (alice, bao, camelot, cantstop, cards, darkchess, dice, draughts, entropy, frisian, hops, hunts, liarsdice,
               lines, mills, others, pushes, rummy, seas, slides, stacks, stones, sudoku, surakarta, tiles, twixt, yahtzee)

GAMES = {**alice.GAMES, **bao.GAMES, **camelot.GAMES, **cantstop.GAMES, **cards.GAMES, **darkchess.GAMES, **dice.GAMES,
         **draughts.GAMES, **entropy.GAMES, **frisian.GAMES, **hops.GAMES, **hunts.GAMES, **liarsdice.GAMES,
         **lines.GAMES, **mills.GAMES, **others.GAMES, **pushes.GAMES, **rummy.GAMES, **seas.GAMES, **slides.GAMES,
         **stacks.GAMES, **stones.GAMES, **sudoku.GAMES, **surakarta.GAMES, **tiles.GAMES, **twixt.GAMES,
         **yahtzee.GAMES}
