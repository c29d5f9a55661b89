# SPDX-License-Identifier: MIT
"""Second programs for games of the shelf, by name."""
from . import (bao, camelot, cantstop, cards, dice, draughts, entropy, frisian, hunts, liarsdice, lines, mills, others,
               pushes, rummy, seas, stacks, stones, surakarta, tiles, twixt, yahtzee)

GAMES = {**bao.GAMES, **camelot.GAMES, **cantstop.GAMES, **cards.GAMES, **dice.GAMES, **draughts.GAMES,
         **entropy.GAMES, **frisian.GAMES, **hunts.GAMES, **liarsdice.GAMES, **lines.GAMES, **mills.GAMES,
         **others.GAMES, **pushes.GAMES, **rummy.GAMES, **seas.GAMES, **stacks.GAMES, **stones.GAMES,
         **surakarta.GAMES, **tiles.GAMES, **twixt.GAMES, **yahtzee.GAMES}
