# SPDX-License-Identifier: MIT
"""Looks at a made site as a visitor's browser would: every link, picture, script and style sheet has to be there, every
#place too; each page has a title, one first heading, a language, ids that are its own, and words for its pictures."""

from html.parser import HTMLParser
from os.path import dirname, isfile, join, normpath, relpath
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


def read(folder):
    """{name: Reader} of all pages."""
    return {p.relative_to(folder).as_posix(): Reader(p.read_text()) for p in sorted(folder.rglob("*.html"))}


def check_head(page):
    """What a page lacks by itself."""
    yield from page.faults
    if not page.title.strip():
        yield "no title"
    if page.firsts != 1:
        yield f"{page.firsts} first headings"
    if not page.lang:
        yield "no language"
    yield from (f"the id {i} is there twice" for i in sorted({i for i in page.ids if page.ids.count(i) > 1}))


def check_link(folder, name, target, pages):
    """What is wrong with one link of the page `name`, or None."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None if parts.scheme in ("https", "mailto", "data") else f"{target}: neither a page of the site nor https"
    path = normpath(join(folder, dirname(name), unquote(parts.path))) if parts.path else join(folder, name)
    if not isfile(path):
        return f"there is no {target}"
    other = pages.get(relpath(path, folder)) if parts.fragment else None
    if other and unquote(parts.fragment) not in other.ids:
        return f"{target}: there is no such place in that page"
    return None


def check_page(folder, name, pages):
    """What is wrong with one of the pages, a line each."""
    faults = [f"{name}: {fault}" for fault in check_head(pages[name])]
    for line, target in pages[name].targets:
        fault = check_link(folder, name, target, pages)
        if fault:
            faults.append(f"{name}:{line}: {fault}")
    return faults


def check(folder):
    """What is wrong, a line each, and how many links were followed."""
    pages = read(folder)
    return [fault for name in pages for fault in check_page(folder, name, pages)], sum(len(p.targets) for p in pages.values())
