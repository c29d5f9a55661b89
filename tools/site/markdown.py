# SPDX-License-Identifier: MIT
"""Markdown as the documents of this repository use it, to HTML: headings, paragraphs, lists, tables, fenced code,
quotes, pictures, links, code, bold and italics. `Page` also keeps its sections as plain text, for the search."""

import html
import re

FENCE = re.compile(r"^( *)(```|~~~)\s*(\w*)")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
ITEM = re.compile(r"^( *)([-*]|\d+\.)\s+(.*)")
RULE = re.compile(r"^\|?[\s:|-]+\|[\s:|-]*$")
INLINE = re.compile(r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
                    r"|!\[(?P<alt>[^\]]*)\]\((?P<src>[^)\s]+)\)"
                    r"|\[(?P<words>(?:[^\[\]]|\[[^\]]*\])+)\]\((?P<href>[^)\s]+)\)"
                    r"|\*\*(?P<bold>.+?)\*\*|(?<![\w*])\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
                    r"|<(?P<auto>https?://[^>]+)>|(?P<bare>https?://[^\s<>)\"]*[\w/])", re.S)


def slug(text):
    """The id of a heading, as the usual viewers of Markdown make it."""
    words = re.sub(r"<[^>]*>", "", text).lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words).strip())


def cells(line):
    """The cells of a table's row; a bar in code or after a backslash is no border."""
    line = re.sub(r"`[^`]*`", lambda m: m[0].replace("|", "\0"), line.strip().replace("\\|", "\0"))
    return [c.strip().replace("\0", "|") for c in line.removeprefix("|").removesuffix("|").split("|")]


class Page:
    """One document. `link(target)` says where a link or a path in code leads, or None for nowhere."""

    def __init__(self, text, link):
        self.link = link
        self.title = ""
        self.headings = []  # (level, id, text)
        self.sections = []  # [id, heading, plain text]
        self.taken = set()
        text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
        self.html = "\n".join(self.blocks(text.split("\n")))

    # --- Inline -----------------------------------------------------------------

    def inline(self, text):
        out, at = [], 0
        for m in INLINE.finditer(text):
            out.append(html.escape(text[at:m.start()], quote=False))
            out.append(self.piece(m))
            at = m.end()
        out.append(html.escape(text[at:], quote=False))
        return "".join(out)

    def piece(self, m):
        if m["code"] is not None:
            code = f"<code>{html.escape(m['code'].strip() if len(m['ticks']) > 1 else m['code'])}</code>"
            where = self.link(m["code"], code=True)
            return f'<a href="{html.escape(where)}">{code}</a>' if where else code
        if m["src"]:
            return f'<img src="{html.escape(self.link(m["src"]) or m["src"])}" alt="{html.escape(m["alt"])}" loading="lazy">'
        if m["href"]:
            where = self.link(m["href"]) or m["href"]
            return f'<a href="{html.escape(where)}">{self.inline(m["words"])}</a>'
        if m["bold"]:
            return f"<strong>{self.inline(m['bold'])}</strong>"
        if m["italic"]:
            return f"<em>{self.inline(m['italic'])}</em>"
        url = html.escape(m["auto"] or m["bare"])
        if m["bare"] and re.match(r"https?://(localhost|127\.|[\w.]*\.example\b)", m["bare"]):
            return url  # nobody is there
        return f'<a href="{url}">{url}</a>'

    def note(self, text):
        """Plain words of the section that is open, for the search."""
        if self.sections:
            self.sections[-1][2] += re.sub(r"[`*|]|\]\([^)]*\)|!?\[", " ", text) + " "

    # --- Blocks -----------------------------------------------------------------

    def blocks(self, lines):
        i = 0
        while i < len(lines):
            line = lines[i]
            if not line.strip():
                i += 1
            elif FENCE.match(line):
                i = yield from self.fence(lines, i)
            elif HEADING.match(line):
                yield self.heading(HEADING.match(line))
                i += 1
            elif line.lstrip().startswith("|") and i + 1 < len(lines) and RULE.match(lines[i + 1]):
                i = yield from self.table(lines, i)
            elif ITEM.match(line):
                i = yield from self.list(lines, i)
            elif line.startswith("> "):
                i = yield from self.quote(lines, i)
            else:
                i = yield from self.paragraph(lines, i)

    def heading(self, m):
        level, text = len(m[1]), m[2]
        name = slug(self.inline(text).replace("&lt;", "").replace("&gt;", "").replace("&amp;", "").replace("&quot;", ""))
        while name in self.taken:
            name += "-"
        self.taken.add(name)
        plain = html.unescape(re.sub(r"<[^>]*>", "", self.inline(text)))
        self.title = self.title or plain
        self.headings.append((level, name, plain))
        self.sections.append([name, plain, ""])
        words = re.sub(r"</?a\b[^>]*>", "", self.inline(text))
        return f'<h{level} id="{html.escape(name)}"><a class="self" href="#{html.escape(name)}">{words}</a></h{level}>'

    def fence(self, lines, i):
        indent, mark, language = FENCE.match(lines[i]).groups()
        body = []
        i += 1
        while i < len(lines) and not lines[i].strip().startswith(mark):
            body.append(lines[i].removeprefix(indent))
            i += 1
        self.note("\n".join(body))
        kind = f' class="{language}"' if language else ""
        yield f'<pre tabindex="0"><code{kind}>{html.escape(chr(10).join(body), quote=False)}</code></pre>'
        return i + 1

    def table(self, lines, i):
        head = cells(lines[i])
        right = [c.endswith(":") and not c.startswith(":") for c in cells(lines[i + 1])]
        out = ['<div class="wide" tabindex="0"><table>']
        if any(head):
            self.note(lines[i])
            out.append("<thead>" + self.row(head, right, "th") + "</thead>")
        out.append("<tbody>")
        i += 2
        while i < len(lines) and lines[i].lstrip().startswith("|"):
            self.note(lines[i])
            out.append(self.row(cells(lines[i]), right, "td"))
            i += 1
        yield "\n".join((*out, "</tbody></table></div>"))
        return i

    def row(self, row, right, tag):
        out = []
        for n, cell in enumerate(row):
            kind = ' class="right"' if n < len(right) and right[n] else ""
            own = tag if cell else "td"  # a head without words is none
            out.append(f"<{own}{kind}>{self.inline(cell)}</{own}>")
        return "<tr>" + "".join(out) + "</tr>"

    def list(self, lines, i):
        """Items, each with the lines and blocks that are indented below it."""
        indent, mark = len(ITEM.match(lines[i])[1]), ITEM.match(lines[i])[2]
        tag = "ol" if mark[0].isdigit() else "ul"
        start = f' start="{mark[:-1]}"' if tag == "ol" and mark != "1." else ""
        out = [f"<{tag}{start}>"]
        while i < len(lines):
            m = ITEM.match(lines[i])
            if not m or len(m[1]) != indent or (m[2][0].isdigit()) != (tag == "ol"):
                break
            body, i = [m[3]], i + 1
            while i < len(lines) and self.belongs(lines[i:i + 2], " " * (indent + 2)):
                body.append(lines[i][indent + 2:])
                i += 1
            inner = list(self.blocks([b[1:] if b.startswith(" ") and not b[1:].startswith(" ") else b for b in body]))
            if inner and inner[0].startswith("<p>"):
                inner[0] = inner[0][3:-4]
            out.append("<li>" + "\n".join(inner) + "</li>")
        yield "\n".join((*out, f"</{tag}>"))
        return i

    @staticmethod
    def belongs(two, indent):
        """Whether the first of these lines is set in below an item, or blank before one that is."""
        return two[0].startswith(indent) or (not two[0].strip() and two[-1].startswith(indent))

    def quote(self, lines, i):
        body = []
        while i < len(lines) and lines[i].startswith(">"):
            body.append(lines[i].lstrip("> "))
            i += 1
        yield "<blockquote>" + "\n".join(self.blocks(body)) + "</blockquote>"
        return i

    def paragraph(self, lines, i):
        body = []
        while i < len(lines) and lines[i].strip() and not HEADING.match(lines[i]) and not FENCE.match(lines[i]) and \
                not lines[i].lstrip().startswith("|") and not (body and ITEM.match(lines[i])):
            body.append(lines[i].strip())
            i += 1
        if not body:  # a bar that begins no table
            body.append(lines[i].strip())
            i += 1
        text = "\n".join(body)
        self.note(text)
        yield f"<p>{self.inline(text)}</p>"
        return i
