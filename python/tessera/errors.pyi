# SPDX-License-Identifier: MIT
class TesseraError(Exception):
    code: int
    def __init__(self, message: str, code: int = 0) -> None: ...

class RulesError(TesseraError, ValueError):
    line: int
    column: int
    number: int
    advice: str
    def __init__(self, message: str, code: int = 0, line: int = 0, column: int = 0, number: int = 0,
                 advice: str = "") -> None: ...

class UnknownName(TesseraError, KeyError): ...

class IllegalMove(TesseraError, ValueError):
    game: int | None
    legal: tuple[int, ...]
    def __init__(self, message: str, code: int = 0, game: int | None = None,
                 legal: tuple[int, ...] | list[int] = ()) -> None: ...

class WrongRules(TesseraError, ValueError): ...
class WrongMoment(TesseraError, ValueError): ...
