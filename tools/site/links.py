# SPDX-License-Identifier: MIT
"""Looks at a made site as a visitor's browser would: every link, picture, script and style sheet has to be there, every
#place too; each page has a title, one first heading, a language, ids that are its own, and words for its pictures."""

from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Reader(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.ids, self.targets, self.faults = [], [], []
        self.firsts, self.title, self.in_title, self.lang = 0, "", False, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if "id" in a:
            self.ids.append(a["id"])
        if tag == "html":
            self.lang = a.get("lang")
        if tag == "h1":
            self.firsts += 1
        if tag == "title":
            self.in_title = True
        if tag == "img" and not (a.get("alt") or "").strip():
            self.faults.append(f"a picture without words: {a.get('src')}")
        for name in ("href", "src"):
            if a.get(name) is not None:
                self.targets.append((self.getpos()[0], a[name]))

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False

    def handle_data(self, data):
        if self.in_title:
            self.title += data


def check(folder):
    """What is wrong, a line each, and how many links were followed."""
    pages = {p.relative_to(folder).as_posix(): Reader(p.read_text()) for p in sorted(folder.rglob("*.html"))}
    faults, count = [], 0
    for name, page in pages.items():
        faults += [f"{name}: {f}" for f in page.faults]
        if not page.title.strip():
            faults.append(f"{name}: no title")
        if page.firsts != 1:
            faults.append(f"{name}: {page.firsts} first headings")
        if not page.lang:
            faults.append(f"{name}: no language")
        faults += [f"{name}: the id {i} is there twice" for i in sorted({i for i in page.ids if page.ids.count(i) > 1})]
        for line, target in page.targets:
            count += 1
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if parts.scheme not in ("https", "mailto", "data"):
                    faults.append(f"{name}:{line}: {target}: neither a page of the site nor https")
                continue
            path = (folder / name).parent / unquote(parts.path) if parts.path else folder / name
            if not path.is_file():
                faults.append(f"{name}:{line}: there is no {target}")
            elif parts.fragment:
                other = pages.get(path.resolve().relative_to(folder.resolve()).as_posix())
                if other and unquote(parts.fragment) not in other.ids:
                    faults.append(f"{name}:{line}: {target}: there is no such place in that page")
    return faults, count
