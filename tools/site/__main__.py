# SPDX-License-Identifier: MIT
"""The documentation as a site: python3 tools/site [FOLDER [BUILD]]

Writes FOLDER (build/docs-site unless given): a page for every document, a gallery of all games with their boards drawn by the
program in BUILD (build/release unless given), a page for each game, and a search that works without a server. Only
Python's own library is needed. The links of what was written are followed; exit status 1 if one leads nowhere.
"""

import html
import json
import re
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import gallery  # noqa: E402
import links  # noqa: E402
from markdown import Page  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MARK = "index-of-words.js"  # what tells a site from any other folder

# The order of the menu. A document that is not named here comes last, under "More".
MENU = [
    ("Start", ["README.md", "docs/cli.md", "docs/games.md", "docs/games-text.md"]),
    ("Games", ["docs/azul.md", "docs/projectl.md", "docs/unicorns.md", "docs/cards.md"]),
    ("Making games", ["docs/language/README.md", "docs/language/tour.md", "docs/language/rulebook.md",
                      "docs/language/reference.md", "docs/language/boardlang.md", "docs/studio.md",
                      "docs/grid-kit.md", "docs/grading.md",
                      "docs/editors.md", "docs/testing.md"]),
    ("Bots and learning", ["docs/agents.md", "docs/protocol.md", "docs/analysis.md", "docs/teach.md", "docs/workers.md",
                           "docs/strength.md", "docs/shelf-strength.md", "docs/python.md", "docs/python-peers.md",
                           "docs/batch.md", "docs/gpu.md"]),
    ("Servers", ["docs/club-server.md", "docs/server.md", "docs/nodes.md", "docs/wire.md"]),
    ("Programs", ["docs/json.md", "docs/abi.md", "docs/wasm.md"]),
    ("Inside", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/compiler.md", "docs/bytecode.md", "docs/speed.md",
                "docs/screens/README.md", "docs/limits.md", "CHANGELOG.md"]),
]

# Games whose table has many parts: the picture of the page (docs/screens) shows them better than a drawing of boards.
TABLES = {"azul", "projectl", "unicorns"}

FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{up}icon.svg">
<link rel="stylesheet" href="{up}style.css">
<script src="{up}search.js" defer></script>
</head>
<body data-up="{up}">
<a class="skip" href="#main">To the text</a>
<header>
<a class="name" href="{up}index.html"><img src="{up}icon.svg" alt="Tessera's sign" width="24" height="24">Tessera</a>
<a href="{up}gallery.html">Games</a>
<form role="search"><label for="search">Search</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" aria-controls="found"></form>
</header>
<div id="found" role="status" hidden></div>
<div class="frame">
<nav aria-label="Documents"><details open><summary>Documents</summary>
{menu}
</details></nav>
<main id="main">
{body}
</main>
{contents}
</div>
</body>
</html>
"""


def documents():
    """The menu with every document that is there."""
    named = {name for _, names in MENU for name in names}
    every = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))
    menu = [(title, [n for n in names if (ROOT / n).exists()]) for title, names in MENU]
    more = [n for n in every if n not in named]
    texts = [n for n in more if n.startswith("docs/texts/")]
    more = [n for n in more if n not in texts]
    return menu + [(title, names) for title, names in (("More", more), ("Rules as plain text", texts)) if names]


def address(name):
    """Where the page of a document lies in the site."""
    if name == "README.md":
        return "index.html"
    path = Path(name)
    if path.name == "README.md":
        path = path.parent / "index.md"
    return str(path.relative_to("docs") if path.parts[0] == "docs" else path).lower().removesuffix(".md") + ".html"


def sentence(words):
    return html.escape(words[:1].upper() + words[1:] + ("" if words.endswith(".") else "."))


def paragraphs(leaflet):
    """Lines of a paragraph flow; a table, or lines that are set in, stay as they are."""
    out = []
    for part in re.split(r"\n\s*\n", leaflet.strip("\n")):
        kept = any(line.startswith("  ") or "   " in line for line in part.split("\n"))
        out.append(f'<pre tabindex="0"><code>{html.escape(part, quote=False)}</code></pre>' if kept else
                   f"<p>{html.escape(part, quote=False)}</p>")
    return "\n".join(out)


class Site:
    def __init__(self, out, build):
        self.out, self.build = out, build
        self.menu = documents()
        self.names = [n for _, names in self.menu for n in names]
        self.titles, self.index = {}, []
        self.files = set()  # pictures and the like that documents show

    # --- Links ------------------------------------------------------------------

    def resolver(self, name):
        """For the page of `name`: where a link, or a path in code, leads."""
        here = Path(name).parent
        up = "../" * address(name).count("/")

        def link(target, code=False):
            path, _, place = target.partition("#")
            if re.match(r"[a-z]+:", target) or not path:
                return None
            for base in (Path("."), here) if code else (here, Path(".")):
                other = (ROOT / base / path).resolve()
                if ROOT in other.parents and other.exists():
                    found = self.lead(str(other.relative_to(ROOT)), code)
                    return f"{up}{found}{'#' + place if place else ''}" if found else None
            return None
        return link

    def lead(self, name, code):
        if name.rstrip("/") in ("docs/language", "docs/screens"):
            name += "/README.md"
        if name in self.names:
            return address(name)
        if name == "games" or (code and not name.startswith("docs/")):
            return None
        if (ROOT / name).is_file() and Path(name).suffix in (".jpg", ".png", ".svg", ".webp"):
            self.files.add(name)
            return self.file_address(name)
        return None

    @staticmethod
    def file_address(name):
        return name.removeprefix("docs/")

    # --- Pages ------------------------------------------------------------------

    def draw_menu(self, here, up):
        out = []
        for title, names in self.menu:
            out.append(f"<h2>{title}</h2>\n<ul>")
            if title == "Games":
                mark = ' aria-current="page"' if here == "gallery.html" else ""
                out.append(f'<li><a href="{up}gallery.html"{mark}>All games</a></li>')
            for name in names:
                mark = ' aria-current="page"' if address(name) == here else ""
                out.append(f'<li><a href="{up}{address(name)}"{mark}>{html.escape(self.titles[name])}</a></li>')
            out.append("</ul>")
        return "\n".join(out)

    def write(self, where, title, body, contents=""):
        up = "../" * where.count("/")
        path = self.out / where
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = title if "Tessera" in title else f"{title}: Tessera"
        path.write_text(FRAME.format(title=html.escape(whole), up=up, menu=self.draw_menu(where, up), body=body,
                                     contents=contents))

    @staticmethod
    def draw_contents(page):
        rows = [f'<li class="l{level}"><a href="#{html.escape(i)}">{html.escape(text)}</a></li>'
                for level, i, text in page.headings if level in (2, 3)]
        if len(rows) < 3:
            return ""
        return '<aside aria-label="On this page"><h2>On this page</h2><ul>\n' + "\n".join(rows) + "\n</ul></aside>"

    def note(self, where, title, sections):
        for place, heading, text in sections:
            words = re.sub(r"\s+", " ", text).strip()
            self.index.append([where, place, title, heading if heading != title else "", words])

    def write_documents(self):
        pages = {name: Page((ROOT / name).read_text(), self.resolver(name)) for name in self.names}
        self.titles = {name: page.title or name for name, page in pages.items()}
        for name, page in pages.items():
            self.write(address(name), page.title, page.html, self.draw_contents(page))
            self.note(address(name), page.title, page.sections)

    def write_gallery(self):
        cards = []
        (self.out / "boards").mkdir(exist_ok=True)
        for game in gallery.all_games(self.build / "tessera", self.build / "libtessera.so"):
            name, title, about = game["name"], html.escape(game["title"]), sentence(game["about"])
            board = self.draw_board(game)
            players = f"{game['min_players']}" if game["min_players"] == game["max_players"] else \
                f"{game['min_players']} to {game['max_players']}"
            cards.append(f'<li><a href="games/{name}.html"><img src="{board}" alt="A board of {title}" '
                         f'loading="lazy"><strong>{title}</strong></a><span>{about}</span><small>{players} '
                         f'{"player" if players == "1" else "players"}</small></li>')
            self.write_game(game, players, board)
        body = ('<h1>Games</h1>\n<p>Every game that comes with the program, after some moves. Play one with '
                '<code>tessera play NAME</code>, or all of them in the browser with <code>tessera serve</code>.</p>\n'
                '<ul class="gallery">\n' + "\n".join(cards) + "\n</ul>")
        self.write("gallery.html", "Games", body)
        self.note("gallery.html", "Games", [["", "Games", "every game with a picture of its board"]])

    def draw_board(self, game):
        """Where its picture is: drawn here; photographed on the page where a table is more than a board; or, without a
        line of moves, the one of docs/games."""
        photograph = f"docs/screens/{game['name']}.jpg"
        stored = photograph if game["name"] in TABLES else f"docs/games/{game['name']}.svg"
        if (game["name"] in TABLES or not game["svg"]) and (ROOT / stored).exists():
            self.files.add(stored)
            return self.file_address(stored)
        where = f"boards/{game['name']}.svg"
        (self.out / where).write_text(game["svg"])
        return where

    def write_game(self, game, players, board):
        name, title = game["name"], html.escape(game["title"])
        own = f"docs/{name}.md"
        more = f'<p>More: <a href="../{address(own)}">{html.escape(self.titles[own])}</a>.</p>' if own in self.names else ""
        rows = "".join(f"<tr><td><code>{html.escape(o['name'])}</code></td><td>{html.escape(o['help'])}</td></tr>"
                       for o in game["options"])
        options = f'<h2 id="options">Options</h2><div class="wide" tabindex="0"><table>{rows}</table></div>' if rows else ""
        source = ROOT / f"games/rules/{name}.game"
        rules = ""
        if source.exists():
            rules = ('<h2 id="rules">Its rules file</h2>\n<pre tabindex="0"><code>' +
                     html.escape(source.read_text(), quote=False) + "</code></pre>")
        body = (f'<h1>{title}</h1>\n<p>{sentence(game["about"])} {players} '
                f'{"player" if players == "1" else "players"}.</p>\n<img class="board" src="../{board}" '
                f'alt="A board of {title}">\n<pre tabindex="0"><code>tessera play {name}</code></pre>\n'
                f'<h2 id="leaflet">How it is played</h2>\n{paragraphs(game["leaflet"])}\n'
                f"{more}{options}{rules}")
        self.write(f"games/{name}.html", game["title"], body)
        self.note(f"games/{name}.html", game["title"], [["", game["title"], f"{game['about']} {game['leaflet']}"]])

    def make(self):
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        self.write_index()  # empty, so that a folder left by an interrupted run is known as a site
        self.write_documents()
        self.write_gallery()
        for name in sorted(self.files):
            to = self.out / self.file_address(name)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to)
        for name in ("style.css", "search.js"):
            shutil.copy(HERE / name, self.out)
        shutil.copy(ROOT / "web/icon.svg", self.out)
        self.write_index()

    def write_index(self):
        words = json.dumps(self.index, separators=(",", ":"), ensure_ascii=False)
        (self.out / MARK).write_text(f"window.tesseraIndex = {words};\n")


def is_foreign(out):
    return out.exists() and any(out.iterdir()) and not (out / MARK).exists()


def main():
    if len(sys.argv) > 3 or "--help" in sys.argv:
        print(__doc__, file=sys.stderr)
        return 2
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/docs-site").resolve()
    build = Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/release").resolve()
    if is_foreign(out) or out == ROOT or out in ROOT.parents:
        print(f"tools/site: {out} is not a generated site, so it is not overwritten", file=sys.stderr)
        return 2
    for file in ("tessera", "libtessera.so"):
        if not (build / file).exists():
            print(f"tools/site: {build} has no {file}; make builds it", file=sys.stderr)
            return 2
    site = Site(out, build)
    site.make()
    faults, count = links.check(out)
    for fault in faults:
        print(f"tools/site: {fault}", file=sys.stderr)
    pages = len(list(out.rglob("*.html")))
    print(f"{out}: {pages} pages, {count} links" + (f", {len(faults)} faults" if faults else ""))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
