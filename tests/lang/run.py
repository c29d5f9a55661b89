#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every .game file below this folder against the comments in it.

A comment `# error 7` or `# warning 12` expects that message on its line; nothing
else may be said. Where messages are expected, their whole text stands beside the
file as .txt; `run.py --update` writes it anew, for you to read before you commit it.

What a message proposes must work: `did you mean` is put in place of the word, and
the files in messages/ have a twin NAME.fixed.game that takes the advice.

Every sentence of the compiler must be seen in one of the texts.

The files in limit/ ask for as much as they can: each is checked in little processor time.
"""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LANG = os.path.join(HERE, "..", "..", "src", "lang")
TESSERA = os.path.abspath(os.environ.get("TESSERA", "tessera"))
EXPECT = re.compile(r"#\s*(error|warning|note) (\d+)")

# Sentences no small file can bring about, and why.
UNSEEN = {
    "this game does not fit the machine: %s": "the verifier refuses what the compiler made: a bug if it happens",
    "this game needs too many %s": "tables of the machine, far beyond what a game needs",
    "a position of this game would be too big": "needs more cells and pieces than the other limits allow",
    "this board is too big for so many pieces": "the other limits keep every game below it",
    "a rules file may have at most %d bytes": "tests/unit/test_lang_front.c",
    "this is not something that can happen": "a kind of node the parser does not make there",
}

# For one file that is made to take long; it takes a tenth of a second. Without emulator and sanitizers.
MOST_SECONDS = 5


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def expected(path):
    found = set()
    for number, line in enumerate(read(path).split("\n"), 1):
        for level, code in EXPECT.findall(line):
            found.add((number, level, int(code)))
    return found


def check(args, folder=None):
    run = subprocess.run([TESSERA, "check", *args], capture_output=True, text=True, cwd=folder)
    if run.returncode not in (0, 2) or run.stderr:
        sys.exit(f"check failed ({run.returncode}): {run.stderr}")
    return run.stdout


def said(paths):
    """What the compiler says about many files: path -> list of messages."""
    out = {p: [] for p in paths}
    for i in range(0, len(paths), 50):
        for line in check(["--json", *paths[i : i + 50]]).splitlines():
            m = json.loads(line)
            out[m["file"]].append(m)
    return out


def takes_long(paths):
    """The files that do not end within the processor time a file may take."""
    if os.environ.get("TSR_SANITIZED") or os.environ.get("TSR_EMULATOR"):
        return []

    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))

    runs = {p: subprocess.run([TESSERA, "check", p], stdout=subprocess.DEVNULL, preexec_fn=bound) for p in paths}
    return [p for p, run in runs.items() if run.returncode < 0]


def seen_enough(path):
    """Whether sanitizers leave it at that: the file was read already, and printing a message is soon seen."""
    return os.environ.get("TSR_SANITIZED") and len(os.path.basename(path)) % 8


def golden(path, update):
    """The text beside the file, and whether it is what is said now."""
    beside = os.path.splitext(path)[0] + ".txt"
    folder, name = os.path.split(path)
    if seen_enough(path):
        return read(beside), True
    now = check([name], folder)
    if update:
        with open(beside, "w", encoding="utf-8") as f:
            f.write(now)
    return now, os.path.exists(beside) and read(beside) == now


def try_suggestions(path, messages):
    """Puts every `did you mean` in place. What remains is not about that word."""
    bad = []
    for m in messages:
        word = re.search(r"did you mean `(.+)`\?", m["text"])
        if not word:
            continue
        lines = read(path).split("\n")
        line = lines[m["line"] - 1]
        at = m["column"] - 1
        lines[m["line"] - 1] = line[:at] + word[1] + line[at + m["length"] :]
        with tempfile.NamedTemporaryFile("w", suffix=".game", encoding="utf-8") as f:
            f.write("\n".join(lines))
            f.flush()
            left = said([f.name])[f.name]
        if any(n["line"] == m["line"] for n in left):
            bad.append(f"`{word[1]}` does not work: {[n['head'] for n in left]}")
    return bad


def proposals(text):
    """What a message tells the author to write, as patterns; three dots stand for anything."""
    found = re.findall(r"did you mean `(.+?)`", text)
    for line in text.split("\n"):
        if line.startswith("      "):
            found += re.findall(r":   (.+)$", line)
            found += re.findall(r"say   (.+)$", line)
            found += re.findall(r"`([^`]+)`", line)
            found += re.findall(r"brackets: (.+)$", line)
    found += re.findall(r"is written `(.)`", text)
    return [".*".join(re.escape(part) for part in p.split("…")) for p in found]


def check_fixed(path):
    """The twin takes the advice, and nothing is wrong with it."""
    twin = path.replace(".game", ".fixed.game")
    text = read(os.path.splitext(path)[0] + ".txt")
    wanted = proposals(text)
    changed = "\n".join(set(read(twin).split("\n")) - set(read(path).split("\n")))
    if "the squares run from" in text:
        return ""
    return "" if any(re.search(p, changed) for p in wanted) else f"the fixed twin takes none of {wanted}"


def sentences():
    """The first line of every message in the compiler's source, as (file, format)."""
    paths = [os.path.join(at, name) for at, _, names in os.walk(LANG) for name in names]
    for path in sorted(paths):
        name = os.path.relpath(path, LANG)
        if not name.endswith(".c"):
            continue
        for call in re.findall(r"diag_add\(([^;]*?)\)\s*;", read(path), re.S):
            for text in re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', call):
                whole = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')
                if " " in whole.strip() and not whole.startswith(("rise", "fall")):
                    yield name, whole


def unseen(texts):
    everything = "\n".join(texts)
    for name, form in sentences():
        parts = re.split(r"%(?:\.\*)?[a-z]+", form)
        pattern = "(?:error|warning|note) \\d+: " + ".*".join(re.escape(p) for p in parts)
        if form not in UNSEEN and not re.search(pattern, everything):
            yield f"{name}: no file brings about \"{form}\""


def main():
    update = "--update" in sys.argv
    paths = []
    for folder, _, files in sorted(os.walk(HERE)):
        if os.path.basename(folder) == "texts":  # texts.py checks them
            continue
        paths += [os.path.join(folder, name) for name in sorted(files) if name.endswith(".game")]
    endless = takes_long([p for p in paths if os.sep + "limit" + os.sep in p])
    if endless:
        print("\n".join(f"{os.path.relpath(p, HERE)}: more than {MOST_SECONDS} s of processor time" for p in endless))
        return 1
    bad, texts = [], []
    for path, messages in said(paths).items():
        name = os.path.relpath(path, HERE)
        in_messages = name.startswith("messages") and not path.endswith(".fixed.game")
        got = {(m["line"], m["level"], m["number"]) for m in messages}
        want = expected(path)
        if got != want and not in_messages:
            bad.append(f"{name}: missing {sorted(want - got)}, unexpected {sorted(got - want)}")
        if want or in_messages:
            text, same = golden(path, update)
            texts.append(text)
            bad += [] if same else [f"{name}: the message has changed"]
            if not seen_enough(path):
                bad += [f"{name}: {b}" for b in try_suggestions(path, messages)]
        if in_messages:
            wrong = check_fixed(path)
            bad += [f"{name}: {wrong}"] if wrong else []
    bad += unseen(texts)
    print("\n".join(bad + [f"{len(paths)} files, {len(bad)} wrong"]))
    return len(bad) != 0


if __name__ == "__main__":
    sys.exit(main())
