# SPDX-License-Identifier: MIT
"""Prints the C source of the package's extension module from the headers: they are the binding.

    python binding.py OUT.c INCLUDE_FOLDER

Reads abi.h, batch.h and device.h in the folder's tessera/, and dlpack.h, forest.h and xla.h in src/, without
their comments, their lines for the preprocessor and the word TSR_API.
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PUBLIC = ("abi.h", "batch.h", "device.h")
OWN = ("dlpack.h", "forest.h", "xla.h")


def declarations(path):
    """What cffi needs of a header."""
    text = path.read_text()
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.DOTALL)
    text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.MULTILINE)
    return text.replace("TSR_API ", "")


def module(include):
    """The C source of the module `tessera._tessera`."""
    import cffi

    ffi = cffi.FFI()
    headers = [include / "tessera" / name for name in PUBLIC]
    for path in headers + [HERE / "src" / name for name in OWN]:
        ffi.cdef(declarations(path))
    includes = [f"#include <tessera/{name}>" for name in PUBLIC]
    includes += [f'#include "{name}"' for name in OWN]
    ffi.set_source("tessera._tessera", "\n".join(includes), py_limited_api=True)
    return ffi


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    module(Path(sys.argv[2])).emit_c_code(sys.argv[1])


if __name__ == "__main__":
    main()
