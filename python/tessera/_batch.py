# SPDX-License-Identifier: MIT
"""What vectors of games have in common, wherever their games are: a batch of the library's that is let go once."""
from . import errors
from ._native import ffi, lib


def whole(what, number, least, most=2**32 - 1):
    """The number, if it is within these bounds."""
    if not least <= number <= most:
        raise ValueError(f"{what} is {least} to {most}, not {number}")
    return number


class Batch:
    """A class with `game` and, as long as it is open, the library's `_batch`."""

    def close(self):
        """Lets its memory and threads go now instead of when nobody has it any more. Arrays stay with those who have
        them."""
        batch, self._batch = self._batch, None
        if batch is not None:
            ffi.release(batch)

    @property
    def _b(self):
        if self._batch is None:
            raise ValueError("the vector is closed")
        return self._batch

    def _refuse_other_rules(self, state):
        if not self.game.same_rules(state.game):
            raise errors.WrongRules(f"a state of {state.game.name} with other rules than these of "
                                    f"{self.game.name}", lib.TSR_FAIL_MISMATCH)
