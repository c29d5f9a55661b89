# SPDX-License-Identifier: MIT
"""`make install` into an empty folder, and what a stranger can do with that alone."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli import HANG, SOURCE

BUILD = Path(os.environ.get("TSR_BUILD_DIR") or SOURCE / "build/test")

PROGRAM = """
#include <stdio.h>
#include <tessera/tessera.h>
int buffer_add(void) { return 0; } /* a name of the library's own inside */
int main(void) {
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err;
    if (tsr_registry_add_builtin(reg, &err) != TSR_OK) return 1;
    puts(tsr_registry_game(reg, "tictactoe", NULL)->title);
    tsr_registry_free(reg);
    return buffer_add();
}
"""

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(stranger LANGUAGES C)
find_package(tessera {version} REQUIRED)
foreach(kind IN ITEMS shared static)
    add_executable(by_${{kind}} ${{kind}}.c)
endforeach()
target_link_libraries(by_shared PRIVATE tessera::tessera)
target_link_libraries(by_static PRIVATE tessera::static)
"""


def is_sanitized():
    cache = (BUILD / "CMakeCache.txt").read_text()
    return "TSR_SANITIZE:STRING=\n" not in cache


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.prefix = Path(cls.folder.name) / "prefix"
        cls.env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0", "XDG_STATE_HOME": cls.folder.name}
        for name in ("CPPFLAGS", "CFLAGS", "MAKEFLAGS", "PKG_CONFIG_PATH"):
            cls.env.pop(name, None)
        cls.do("cmake", "--install", BUILD, "--prefix", cls.prefix)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def do(cls, *command, env=None, stdin=""):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, input=stdin,
                              env={**cls.env, **(env or {})}, cwd=cls.folder.name, timeout=HANG)
        if done.returncode != 0:
            raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def about(self):
        return json.loads(self.do(self.prefix / "bin/tessera", "version", "--json"))

    def test_the_plugin_of_the_readme(self):
        """Its three commands, in a copy that cannot see the repository's headers."""
        readme = (SOURCE / "README.md").read_text()
        for command in ("make install PREFIX=$HOME/.local",
                        "make -C examples/plugin PREFIX=$HOME/.local",
                        "tessera play --plugin examples/plugin/nim.so nim"):
            self.assertIn(command, readme)
        copy = Path(self.folder.name) / "plugin"
        shutil.copytree(SOURCE / "examples/plugin", copy, ignore=shutil.ignore_patterns("*.so"))
        self.do("make", "-C", copy, f"PREFIX={self.prefix}")
        tessera = self.prefix / "bin/tessera"
        self.assertIn("nim", self.do(tessera, "list", "--plugin", copy / "nim.so"))
        out = self.do(tessera, "perft", "nim", 3, "--plugin", copy / "nim.so")
        self.assertEqual(out, "1 3\n2 9\n3 27\n")
        out = self.do(tessera, "play", "--plugin", copy / "nim.so", "nim", "human", "human", "--quiet",
                      "--no-record", stdin="3\n" * 7)
        self.assertIn("Result: ", out)
        source = (copy / "nim.c").read_text()
        self.assertLess(source.count("\n"), 100)
        symbols = self.do("nm", "-D", "--undefined-only", copy / "nim.so")
        self.assertNotIn("tsr_", symbols)

    @unittest.skipIf(is_sanitized(), "a sanitizer's library wants a sanitizer's program")
    def test_a_program_by_pkg_config(self):
        (Path(self.folder.name) / "program.c").write_text(PROGRAM)
        pc = next(self.prefix.rglob("tessera.pc")).parent
        env = {"PKG_CONFIG_PATH": str(pc), "LD_LIBRARY_PATH": str(pc.parent)}
        self.assertEqual(Path(self.do("pkg-config", "--variable=prefix", "tessera", env=env).strip()).resolve(),
                         self.prefix.resolve())
        flags = self.do("pkg-config", "--cflags", "--libs", "tessera", env=env).split()
        self.do("cc", "-std=c17", "-Wall", "-Werror", "program.c", "-o", "program", *flags)
        self.assertEqual(self.do("./program", env=env), "Tic-tac-toe\n")

    @unittest.skipIf(is_sanitized(), "a sanitizer's library wants a sanitizer's program")
    def test_a_program_by_cmake(self):
        """Also from a folder that the whole was moved to."""
        project = Path(self.folder.name) / "project"
        moved = Path(self.folder.name) / "moved"
        project.mkdir()
        shutil.copytree(self.prefix, moved, symlinks=True)
        (project / "shared.c").write_text(PROGRAM)
        (project / "static.c").write_text(PROGRAM)
        (project / "CMakeLists.txt").write_text(PROJECT.format(version=self.about()["version"]))
        self.do("cmake", "-S", project, "-B", project / "out", f"-DCMAKE_PREFIX_PATH={moved}")
        self.do("cmake", "--build", project / "out")
        for name in ("by_shared", "by_static"):
            self.assertEqual(self.do(project / "out" / name), "Tic-tac-toe\n")
        needed = self.do("readelf", "-d", project / "out/by_shared")
        self.assertIn(f"[libtessera.so.{self.about()['abi_major']}]", needed)
        self.assertNotIn("libtessera", self.do("readelf", "-d", project / "out/by_static").split("RUNPATH")[0])

    def test_the_library_is_named_after_its_interface(self):
        about = self.about()
        library = next(self.prefix.rglob("libtessera.so"))
        self.assertEqual(library.resolve().name, f"libtessera.so.{about['abi_major']}.{about['abi_minor']}.0")
        self.assertIn(f"[libtessera.so.{about['abi_major']}]", self.do("readelf", "-d", library))

    @unittest.skipIf(is_sanitized(), "a sanitizer adds symbols")
    def test_the_library_shows_its_own_names_only(self):
        library = next(self.prefix.rglob("libtessera.so"))
        names = [line.split()[-1] for line in
                 self.do("nm", "-D", "--defined-only", library).splitlines()]
        self.assertIn("tsr_match_open", names)
        self.assertEqual([n for n in names if not n.startswith("tsr_")], [])
        self.assertEqual([n for n in names if re.match("tsr_(azul|pl|unicorns|game|agent)_(?!check|list|open|close|spec)", n)], [])

    def test_the_archive_shows_its_own_names_only(self):
        library = next(self.prefix.rglob("libtessera.a"))
        listed = self.do("nm", "-g", "--defined-only", "--format=posix", library)
        names = {line.split()[0] for line in listed.splitlines() if len(line.split()) > 1}
        public = set(re.findall(r"\btsr_\w+", (SOURCE / "packaging/libtessera.map").read_text()))
        self.assertIn("tsr_match_open", names)
        self.assertEqual({n for n in names - public if not n.startswith("tsr__")}, set())

    def test_desktop(self):
        """An entry that opens the page, with its icon; valid, as far as there is somebody to say so."""
        share = self.prefix / "share"
        entry, about = share / "applications/tessera.desktop", share / "metainfo/tessera.metainfo.xml"
        self.assertIn("Exec=tessera serve --open\n", entry.read_text())
        self.assertTrue((share / "icons/hicolor/scalable/apps/tessera.svg").exists())
        if shutil.which("desktop-file-validate"):
            self.assertEqual(self.do("desktop-file-validate", entry), "")
        if shutil.which("appstreamcli"):
            self.do("appstreamcli", "validate", "--no-net", about)

    def test_man_page_and_completion(self):
        page = self.prefix / "share/man/man1/tessera.1"
        self.assertTrue(page.exists())
        if shutil.which("nroff"):
            done = subprocess.run(["nroff", "-man", "-ww", page], capture_output=True, text=True)
            self.assertIn("EXIT STATUS", re.sub(".\\x08", "", done.stdout))  # bold is overstruck
            self.assertEqual(done.stderr, "")
        for file in ("bash-completion/completions/tessera", "zsh/site-functions/_tessera",
                     "fish/vendor_completions.d/tessera.fish"):
            self.assertTrue((self.prefix / "share" / file).exists())


if __name__ == "__main__":
    unittest.main()
