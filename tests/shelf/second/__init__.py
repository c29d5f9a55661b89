# SPDX-License-Identifier: MIT
"""Second programs for games of the shelf, by name."""
from . import (alice, atomic, bao, camelot, cantstop, cards, classics, darkchess, dice, draughts, entropy, frisian, hops,
               hunts, liarsdice, lines, mills, others, poker, pushes, rummy, seas, slides, stacks, stones, sudoku,
               surakarta, tiles, twixt, yahtzee)

GAMES = {**alice.GAMES, **atomic.GAMES, **bao.GAMES, **camelot.GAMES, **cantstop.GAMES, **cards.GAMES, **classics.GAMES,
         **darkchess.GAMES, **dice.GAMES, **draughts.GAMES, **entropy.GAMES, **frisian.GAMES, **hops.GAMES, **hunts.GAMES,
         **liarsdice.GAMES, **lines.GAMES, **mills.GAMES, **others.GAMES, **poker.GAMES, **pushes.GAMES, **rummy.GAMES,
         **seas.GAMES, **slides.GAMES, **stacks.GAMES, **stones.GAMES, **sudoku.GAMES, **surakarta.GAMES, **tiles.GAMES,
         **twixt.GAMES, **yahtzee.GAMES}
