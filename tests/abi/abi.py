#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The border to other languages stays as it is.

Stored beside this file: border.txt, every function that abi.h, batch.h and device.h declare, with its declaration;
layout.txt, the size of every struct that crosses and where its members are. What is added raises the
minor of TSR_ABI, what goes or changes the major; `abi.py --update` then writes both files anew.
"""

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = Path(os.environ.get("TSR_SOURCE_DIR", HERE.parent.parent))
HEADERS = ("abi.h", "batch.h", "device.h")
BUILD = Path(os.environ.get("TSR_BUILD_DIR", SOURCE / "build/test"))


def declarations(header):
    """The functions of a header, each on one line."""
    text = re.sub(r"//.*", "", (SOURCE / "include/tessera" / header).read_text())
    found = re.findall(r"^TSR_API ([^;{]*);", text, re.M)
    return [re.sub(r"\s+", " ", one).strip() + ";" for one in found]


def border():
    return [one for header in HEADERS for one in declarations(header)]


def name_of(declaration):
    return re.search(r"(\w+)\(", declaration)[1]


def layout():
    emulator = os.environ.get("TSR_EMULATOR", "").split()
    done = subprocess.run([*emulator, str(BUILD / "tests/abi_layout")], capture_output=True, text=True, check=True)
    return done.stdout


def listed():
    """The names of the version script."""
    text = re.sub(r"/\*.*?\*/", "", (SOURCE / "packaging/libtessera.map").read_text(), flags=re.S)
    return sorted(re.findall(r"\b(tsr_\w+);", text))


def declared():
    """What the public headers declare that is neither inline nor a type."""
    text = "".join(f.read_text() for f in sorted((SOURCE / "include/tessera").glob("*.h")))
    text = re.sub(r"//.*", "", text)
    return set(re.findall(r"\b(tsr_\w+)\b", text))


class Border(unittest.TestCase):
    def test_functions_are_the_stored_ones(self):
        self.assertEqual("\n".join(border()) + "\n", (HERE / "border.txt").read_text(),
                         "raise the version, then run abi.py --update")

    def test_structs_are_the_stored_ones(self):
        self.assertEqual(layout(), (HERE / "layout.txt").read_text(),
                         "raise the version, then run abi.py --update")

    def test_every_struct_of_the_border_is_laid_out(self):
        text = "".join((SOURCE / "include/tessera" / h).read_text() for h in HEADERS)
        for name in re.findall(r"^typedef struct (\w+) \{", text, re.M):
            self.assertIn(f"\n{name} ", layout())

    def test_the_version_script_names_what_headers_declare(self):
        self.assertEqual([n for n in listed() if n not in declared()], [])
        self.assertEqual([n for n in map(name_of, border()) if n not in listed()], [])

    def test_the_library_shows_just_that(self):
        library = BUILD / "libtessera.so"
        if "TSR_SANITIZE:STRING=\n" not in (BUILD / "CMakeCache.txt").read_text():
            self.skipTest("a sanitizer adds symbols")
        done = subprocess.run(["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True)
        shown = sorted(line.split()[-1].split("@")[0] for line in done.stdout.splitlines())
        self.assertEqual([n for n in shown if n.startswith("tsr_")], listed())
        self.assertEqual([n for n in shown if not n.startswith("tsr_")], [])

    def test_its_name_is_the_major(self):
        major = re.search(r"^abi (\d+)\.", layout())[1]
        self.assertTrue((BUILD / f"libtessera.so.{major}").exists())

    def test_the_headers_can_be_read_by_tools(self):
        """Without lines of the preprocessor and TSR_API nothing is left that cffi does not know."""
        for header in HEADERS:
            text = (SOURCE / "include/tessera" / header).read_text()
            text = re.sub(r"//.*", "", text)
            for word in ("inline", "static", "__attribute__", "_Alignas", "bool", "size_t size_t"):
                plain = "\n".join(l for l in text.splitlines() if not l.lstrip().startswith("#"))
                self.assertNotIn(word, plain)


def update():
    (HERE / "border.txt").write_text("\n".join(border()) + "\n")
    (HERE / "layout.txt").write_text(layout())


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        unittest.main()
