#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The documentation as a site: Markdown, links and search, and the whole of it made once."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
SOURCE = Path(os.environ["TSR_SOURCE_DIR"])
BUILD = Path(os.environ["TSR_BUILD_DIR"])
sys.path.insert(0, str(SOURCE / "tools/site"))

import links  # noqa: E402
from markdown import Page  # noqa: E402


def to_html(text):
    return Page(text, lambda target, code=False: None).html


class Markdown(unittest.TestCase):
    def test_blocks(self):
        self.assertEqual(to_html("# A `b`\n\ntext\nmore"),
                         '<h1 id="a-b"><a class="self" href="#a-b">A <code>b</code></a></h1>\n<p>text\nmore</p>')
        self.assertEqual(to_html("```sh\na < b\n\n# no heading\n```"),
                         '<pre tabindex="0"><code class="sh">a &lt; b\n\n# no heading</code></pre>')
        self.assertEqual(to_html("- one\n  goes on\n- two\n\ntext"),
                         "<ul>\n<li>one\ngoes on</li>\n<li>two</li>\n</ul>\n<p>text</p>")
        self.assertEqual(to_html("3. three\n4. four"), '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>')
        self.assertEqual(to_html("1. a\n   - b"), "<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n</ol>")
        self.assertEqual(to_html("> said\n> so"), "<blockquote><p>said\nso</p></blockquote>")
        self.assertEqual(to_html("<!-- for a tool -->\nwords"), "<p>words</p>")

    def test_tables(self):
        self.assertEqual(to_html("| a | n |\n|---|--:|\n| `x|y` | 1 |"),
                         '<div class="wide" tabindex="0"><table>\n<thead><tr><th>a</th><th class="right">n</th></tr></thead>\n'
                         "<tbody>\n<tr><td><code>x|y</code></td><td class=\"right\">1</td></tr>\n</tbody></table></div>")

    def test_inline(self):
        for text, wanted in (("a **b** *c* `*d*`", "a <strong>b</strong> <em>c</em> <code>*d*</code>"),
                             ("2 * 3 * 4", "2 * 3 * 4"),
                             ("**b\nb**", "<strong>b\nb</strong>"),
                             ("``a`b``", "<code>a`b</code>"),
                             ("<b>", "&lt;b&gt;"),
                             ("[a `b`](c.html)", '<a href="c.html">a <code>b</code></a>'),
                             ("at https://games.example/x", "at https://games.example/x"),
                             ("![a](b.png)", '<img src="b.png" alt="a" loading="lazy">')):
            self.assertEqual(to_html(text), f"<p>{wanted}</p>")

    def test_two_headings_of_one_name(self):
        page = Page("# A\n## B\none\n## B\ntwo", lambda target, code=False: None)
        self.assertEqual([i for _, i, _ in page.headings], ["a", "b", "b-"])
        self.assertEqual([s[2].strip() for s in page.sections], ["", "one", "two"])


class Whole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.one = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.one.cleanup)
        cls.site = Path(cls.one.name) / "site"
        cls.made = cls.make()

    @classmethod
    def make(cls):
        return subprocess.run([sys.executable, SOURCE / "tools/site", cls.site, BUILD], capture_output=True, text=True)

    def test_every_document_and_game_has_a_page(self):
        self.assertEqual((self.made.returncode, self.made.stderr), (0, ""))
        listed = subprocess.run([os.environ["TESSERA"], "list", "games", "--json"], capture_output=True, text=True).stdout
        games = {json.loads(line)["name"] for line in listed.splitlines()}
        self.assertEqual({p.stem for p in (self.site / "games").iterdir()}, games)
        shown = re.findall(r'<li><a href="games/(\w+)\.html"><img src="([^"]+)"', (self.site / "gallery.html").read_text())
        self.assertEqual({game for game, _ in shown}, games)
        drawn = [game for game, picture in shown if picture == f"boards/{game}.svg"]
        self.assertGreater(len(drawn), 0.8 * len(games))  # by the program, after a line of moves
        for document in (SOURCE / "docs").rglob("*.md"):
            name = str(document.relative_to(SOURCE / "docs")).replace("README", "index").removesuffix(".md")
            self.assertTrue((self.site / f"{name}.html").exists(), name)

    def test_faults_are_found(self):
        """One page with one fault of each kind. The links of all pages were followed when the site was made."""
        pages = links.read(self.site)
        text = (self.site / "cli.html").read_text()
        self.assertEqual(links.check_page(self.site, "cli.html", pages), [])
        for old, new, said in (('href="json.html"', 'href="gone.html"', "there is no gone.html"),
                               ('href="#exit-status"', 'href="#nowhere"', "no such place"),
                               ("<title>", "<title></title><b>", "no title"),
                               ('lang="en"', "", "no language"),
                               ('id="exit-status"', 'id="search"', "twice"),
                               ("</h1>", "</h1><h1>again</h1>", "2 first headings"),
                               ("</main>", '<img src="icon.svg"></main>', "without words"),
                               ("</main>", '<a href="http://games.example">x</a></main>', "nor https")):
            self.assertIn(old, text)
            pages["cli.html"] = links.Reader(text.replace(old, new, 1))
            faults = links.check_page(self.site, "cli.html", pages)
            self.assertTrue(any(said in f for f in faults), (said, faults))

    @unittest.skipUnless(os.environ.get("TSR_SITE") == "long", "the long tests make it twice")
    def test_the_same_again(self):
        before = {p.name: p.read_bytes() for p in (self.site / "boards").iterdir()}
        self.assertEqual(self.make().returncode, 0)
        self.assertEqual(before, {p.name: p.read_bytes() for p in (self.site / "boards").iterdir()})

    def test_a_folder_that_is_no_site_stays(self):
        other = Path(self.one.name) / "other"
        other.mkdir()
        (other / "mine").write_text("x")
        done = subprocess.run([sys.executable, SOURCE / "tools/site", other, BUILD], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not overwritten", done.stderr)
        self.assertTrue((other / "mine").exists())

    def test_an_interrupted_site_is_known_as_one(self):
        program = runpy.run_path(str(SOURCE / "tools/site"), run_name="site")
        site = program["Site"](Path(self.one.name) / "interrupted", BUILD)
        site.write_documents = lambda: (site.out / "index.html").write_text("x") and self.fail("interrupted")
        with self.assertRaisesRegex(AssertionError, "interrupted"):
            site.make()
        self.assertFalse(program["is_foreign"](site.out))

    @unittest.skipUnless(shutil.which("node"), "there is no node")
    def test_search(self):
        ask = ("const s = require(process.argv[1]); const window = {};"
               "eval(require('fs').readFileSync(process.argv[2], 'utf8'));"
               "console.log(JSON.stringify(process.argv.slice(3).map(q => s.find(window.tesseraIndex, q))))")
        questions = ["exit status", "PERFT", "hex", "no-such-word-at-all", "  "]
        done = subprocess.run(["node", "-e", ask, self.site / "search.js", self.site / "index-of-words.js", *questions],
                              capture_output=True, text=True, check=True)
        status, perft, hexes, nothing, blank = json.loads(done.stdout)
        self.assertEqual((status[0]["page"], status[0]["place"]), ("cli.html", "exit-status"))
        self.assertIn("perft", perft[0]["heading"].lower())
        self.assertEqual(hexes[0]["page"], "games/hex.html")
        self.assertEqual((nothing, blank), ([], []))


if __name__ == "__main__":
    unittest.main()
