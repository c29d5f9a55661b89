#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says which C files a compiler may read as one, so that it starts once for many and reads their headers once.

    together.py MOST [-- FILE...]...    prints a number for each file of each list: those of a list with equal numbers
                                        go together, -1 goes alone

Files go together, MOST at a time, when no name of one means something else in another: neither in the file itself nor
in a header of ours that it reads. Names are found by the layout that tools/format keeps: what a file declares begins
in the first column. A file that defines a macro before it reads a header may give that header another meaning, and a
macro in small letters would replace names of its neighbours: such files go alone, and so does one with a main().
"""

import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / folder for folder in ("include", "src", "games", "bench")]
INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.MULTILINE)
DEFINE = re.compile(r"^# *define (\w+)((?:\\\n|.)*)", re.MULTILINE)
UNDEF = re.compile(r"^# *undef (\w+)", re.MULTILINE)
# Or a variable: what stands before its name, and the name.
FUNCTION = re.compile(r"^(?!typedef|(?:struct|union|enum) \w+;)([A-Za-z_][\w \*]*?)\b(\w+)(?:\(|\[| = |;)", re.MULTILINE)
ATTRIBUTE = re.compile(r"\b[A-Z_]+\([0-9, ]+\) ")
TAG = re.compile(r"^(?:typedef )?(?:static )?(?:const )?((?:struct|union|enum) \w+) {", re.MULTILINE)
SECOND_NAME = re.compile(r"^typedef (?:struct|union|enum) \w+ (\w+);", re.MULTILINE)
ENUM = re.compile(r"\benum (?:\w+ )?{([^}]*)}")
VALUE = re.compile(r"(?:^|,)\s*([A-Z]\w*)\s*(?=,|=|$)")
TYPES = (
    re.compile(r"^typedef (?!(?:struct|union|enum) \w+ \w+;)[^;{]*?\b(\w+)(?:\[\w*\])?;", re.MULTILINE),
    re.compile(r"^typedef [^;{]*?\(\*(\w+)\)", re.MULTILINE),
    re.compile(r"^} (\w+)(?:;|\[| = )", re.MULTILINE),  # also of a variable
)


@cache
def text_of(path):
    text = re.sub(r"/\*.*?\*/", "", path.read_text(errors="replace"), flags=re.DOTALL)
    return re.sub(r"//[^\n]*", "", text)


@cache
def names_of(path):
    """What a file declares: by name, that which it must be everywhere. What only this file knows is the file."""
    text = text_of(path)
    if path.suffix == ".def":
        return {}  # rows
    names = dict(DEFINE.findall(text))
    for name in UNDEF.findall(text):
        names.pop(name, None)
    for before, name in FUNCTION.findall(ATTRIBUTE.sub("", text)):
        words = before.split() or [""]
        private = "static" in words or words[0].isupper()  # or a macro that may stand for it
        names[name] = path if private else "everybody's"
    names.update((name, "the tag's") for name in SECOND_NAME.findall(text))
    for pattern in (TAG, *TYPES):
        names.update((name, path) for name in pattern.findall(text))
    for values in ENUM.findall(text):
        names.update((name, path) for name in VALUE.findall(values))
    return names


@cache
def headers_of(path):
    """The files of ours that a file includes."""
    found = set()
    for name in INCLUDE.findall(text_of(path)):
        for folder in (path.parent, *FOLDERS):
            if (folder / name).is_file():
                found.add((folder / name).resolve())
                break
    return found


@cache
def all_names_of(path):
    """Pairs of names and what they mean, in a file and all that it reads. It may say two things, and be right."""
    seen, todo = {path}, [path]
    while todo:
        new = headers_of(todo.pop()) - seen
        seen |= new
        todo += new
    return {pair for file in seen for pair in names_of(file).items()}


def goes_alone(path):
    text = text_of(path)
    defines = [match.start() for match in DEFINE.finditer(text)]
    includes = [match.start() for match in INCLUDE.finditer(text)]
    small = any(not name.isupper() for name, _ in DEFINE.findall(text))
    changes_headers = bool(defines and includes) and defines[0] < includes[-1]
    return small or changes_headers or "#pragma" in text or "\nint main(" in text


class Group:
    def __init__(self):
        self.files = 0
        self.names, self.pairs = set(), set()

    def take(self, path, most):
        """Takes a file, unless the group is full or a name would mean two things."""
        if self.files == most:
            return False
        pairs = all_names_of(path)
        if any(name in self.names and (name, meaning) not in self.pairs for name, meaning in pairs):
            return False
        self.pairs |= pairs
        self.names.update(name for name, _ in pairs)
        self.files += 1
        return True


def numbers(most, files):
    groups = []
    for file in files:
        path = Path(file).resolve()
        if not path.is_file() or goes_alone(path):  # or it is made by the build
            yield -1
            continue
        at = next((n for n, group in enumerate(groups) if group.take(path, most)), len(groups))
        if at == len(groups):
            groups.append(Group())
            groups[at].take(path, most)
        yield at


def main(most, arguments):
    lists = []
    for argument in arguments:
        if argument == "--":
            lists.append([])
        else:
            lists[-1].append(argument)
    for files in lists:
        print(*numbers(most, files), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
