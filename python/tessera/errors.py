# SPDX-License-Identifier: MIT
"""What can go wrong, as exceptions that say what and where."""


class TesseraError(Exception):
    """Something Tessera refused. `code` is the library's number for it."""

    def __init__(self, message, code=0):
        super().__init__(message)
        self.code = code


class RulesError(TesseraError, ValueError):
    """Rules that cannot be read: `line` and `column` (from 1; 0 = not about a place), `number` for
    `tessera explain`, and `advice`, the author's line with carets and a way out."""

    def __init__(self, message, code=0, line=0, column=0, number=0, advice=""):
        place = f"line {line}, column {column}: " if line else ""
        super().__init__(place + message + (f"\n{advice}" if advice else ""), code)
        self.line, self.column, self.number, self.advice = line, column, number, advice


class UnknownName(TesseraError, KeyError):
    """There is no game, agent or option of that name."""

    def __str__(self):
        return str(self.args[0])


class IllegalMove(TesseraError, ValueError):
    """A move or action that is not legal; nothing has moved. In a vector `game` is the first game
    it happened in and `legal` its legal actions."""

    def __init__(self, message, code=0, game=None, legal=()):
        super().__init__(message, code)
        self.game, self.legal = game, tuple(legal)


class WrongRules(TesseraError, ValueError):
    """A state, record or data set that belongs to other rules."""


class WrongMoment(TesseraError, ValueError):
    """Not possible now: a view is played on, a result asked for before the end."""
