# SPDX-License-Identifier: MIT
"""The one place that talks to C: calls that can fail raise, calls that write text return it."""
from . import errors
from ._tessera import ffi, lib

CHANCE = 8
WATCHER = lib.TSR_VIEW_WATCHER
ABI_MAJOR = 3

if lib.tsr_abi() >> 16 != ABI_MAJOR:
    raise ImportError(f"this package speaks version {ABI_MAJOR} of Tessera's interface, "
                      f"the library version {lib.tsr_abi() >> 16}")

_KINDS = {
    lib.TSR_FAIL_UNKNOWN: errors.UnknownName,
    lib.TSR_FAIL_ILLEGAL: errors.IllegalMove,
    lib.TSR_FAIL_MISMATCH: errors.WrongRules,
    lib.TSR_FAIL_STATE: errors.WrongMoment,
}
_WORDS = {
    lib.TSR_FAIL_MEMORY: "out of memory",
    lib.TSR_FAIL_ARGUMENT: "an argument is out of range",
    lib.TSR_FAIL_MISMATCH: "it belongs to other rules",
    lib.TSR_FAIL_STATE: "that is not possible at this moment",
    lib.TSR_FAIL_LIMIT: "a limit is exceeded",
}
_TEXT_ROOM = 512


def problem():
    """An empty tsr_problem, to be handed to one call."""
    why = ffi.new("tsr_problem *")
    why.size = ffi.sizeof("tsr_problem")
    return why


def failure(code, why=None, rules=False):
    """The exception for a failed call."""
    message = ffi.string(why.message).decode(errors="replace") if why is not None else ""
    message = message or _WORDS.get(code, f"failed ({code})")
    if code == lib.TSR_FAIL_MEMORY:
        return MemoryError(message)
    if code == lib.TSR_FAIL_PARSE or (rules and why is not None and why.line):
        advice = ffi.string(why.advice).decode(errors="replace") if why is not None else ""
        return errors.RulesError(message, code, why.line, why.column, why.number, advice)
    if code == lib.TSR_FAIL_ARGUMENT:
        return ValueError(message)
    return _KINDS.get(code, errors.TesseraError)(message, code)


def check(code, why=None, rules=False):
    """Returns `code` if it is no failure, else raises."""
    if code < 0:
        raise failure(code, why, rules)
    return code


def c_text(words, refuse=ValueError):
    """Text for C, which would stop at a NUL and not see the rest."""
    data = words if isinstance(words, bytes) else words.encode()
    at = data.find(0)
    if at >= 0:
        raise refuse(f"there is a NUL character in it, at byte {at}")
    return data


def text(call, *args):
    """The text that `call(*args, buf, cap)` writes."""
    room = _TEXT_ROOM
    while True:
        buf = ffi.new("char[]", room)
        size = check(call(*args, buf, room))
        if size < room:
            return ffi.string(buf).decode(errors="replace")
        room = size + 1


def handle(kind, call, free, keep, *args, rules=False):
    """A new handle that `call(*args, &out, why)` makes, freed with `free` when nobody has it any
    more; `keep` lives until then."""
    out, why = ffi.new(kind + " **"), problem()
    check(call(*args, out, why), why, rules)
    return own(out[0], free, keep)


def own(pointer, free, keep):
    """A handle with its destructor. What it was made from is named by the destructor and so is let go
    after it, in whatever order Python clears an object."""
    return ffi.gc(pointer, lambda p, _keep=keep: free(p))


def listed(call, kind, room, *args):
    """The list that `call(*args, out, cap)` writes."""
    while True:
        out = ffi.new(kind + "[]", room or 1)
        size = check(call(*args, out, room))
        if size <= room:
            return ffi.unpack(out, size) if size else []
        room = size


def pointer(kind, array):
    """The address of a NumPy array, as `kind`."""
    return ffi.cast(kind, array.ctypes.data)
