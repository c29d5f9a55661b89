#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/dist and tools/release-check, in a copy of the repository."""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from cli import HANG, SOURCE, TESSERA, Case

sys.dont_write_bytecode = True
loader = SourceFileLoader("release_check", str(SOURCE / "tools/release-check"))
check = module_from_spec(spec_from_loader("release_check", loader))
loader.exec_module(check)


def has_repository():
    return subprocess.run(["git", "-C", SOURCE, "rev-parse", "HEAD"], capture_output=True).returncode == 0


@unittest.skipUnless(has_repository(), "these sources are no git repository")
class Copy(Case):
    @classmethod
    def setUpClass(cls):
        cls.one = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.one.cleanup)
        cls.copy = Path(cls.one.name) / "copy"
        cls.git(cls.one.name, "clone", "-q", "--shared", SOURCE, cls.copy)
        for name, value in (("user.name", "T"), ("user.email", "t@example.org")):
            cls.git(cls.copy, "config", name, value)
        cls.git(cls.copy, "tag", "-d", f"v{check.version_of(SOURCE)}", may_fail=True)
        cls.git(cls.copy, "branch", "as-it-was")

    def setUp(self):
        super().setUp()
        self.git(self.copy, "reset", "-q", "--hard", "as-it-was")
        self.git(self.copy, "clean", "-q", "-f")

    @staticmethod
    def git(where, *words, may_fail=False):
        subprocess.run(["git", *map(str, words)], cwd=where, check=not may_fail, capture_output=True,
                       timeout=HANG)

    def edit(self, name, old, new):
        path = self.copy / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def commit(self):
        self.git(self.copy, "commit", "-q", "-a", "-m", "change")

    def dist(self, folder):
        done = subprocess.run(["sh", self.copy / "tools/dist", folder], capture_output=True, text=True, timeout=HANG)
        self.assertEqual(done.returncode, 0, done.stderr)
        made = next(Path(folder).glob("*.tar.gz"))
        self.assertEqual(done.stdout.split(), [hashlib.sha256(made.read_bytes()).hexdigest(), made.name])
        return made


class Release(Copy):
    def test_the_tarball_is_the_same_each_time_and_has_what_is_committed(self):
        one = self.dist(self.folder / "one")
        (self.copy / "left-over").write_text("not committed")
        self.git(self.copy, "config", "tar.umask", "0077")
        two = self.dist(self.folder / "two")
        self.assertEqual(one.read_bytes(), two.read_bytes())
        self.assertEqual(one.name, f"tessera-{check.version_of(SOURCE)}.tar.gz")
        with tarfile.open(one) as tar:
            names = tar.getnames()
            self.assertEqual({m.uid for m in tar.getmembers()} | {m.gid for m in tar.getmembers()}, {0})
        tracked = subprocess.run(["git", "ls-files"], cwd=self.copy, capture_output=True, text=True).stdout.split("\n")
        top = one.name.removesuffix(".tar.gz")
        self.assertEqual({f"{top}/{name}" for name in tracked if name} - set(names), set())
        self.assertNotIn(f"{top}/left-over", names)

    def test_a_changelog_that_says_too_little(self):
        version = check.version_of(self.copy)
        log = self.copy / "CHANGELOG.md"
        text = log.read_text()
        log.write_text(text.replace(f"## {version}", "## 9.9.9"))
        self.assertIn(f"no section for {version}", *check.check_changelog(self.copy))
        log.write_text(f"# Changes\n\n## {version}, unreleased\n\nwords\n")
        self.assertIn("no date", *check.check_changelog(self.copy))
        log.write_text(f"# Changes\n\n## {version}, 2026-01-31\n\nwords\n\n## 0.0.1\n")
        self.assertIn("says nothing", *check.check_changelog(self.copy))
        self.assertIn("not committed", *check.check_commit(self.copy))
        log.unlink()
        self.assertIn("CHANGELOG.md is missing", list(check.check_files(self.copy, Path(TESSERA))))

    def test_a_changelog_that_counts_wrongly(self):
        self.assertEqual(list(check.check_claims(self.copy, Path(TESSERA))), [])
        log = self.copy / "CHANGELOG.md"
        log.write_text(f"## {check.version_of(self.copy)}\n- 7 games: chess\n- `libtessera` 1.9 with abi.h\n")
        games, library = check.check_claims(self.copy, Path(TESSERA))
        self.assertIn("says 7 games, the program has", games)
        self.assertIn("says libtessera 1.9", library)

    def test_a_program_that_is_not_there(self):
        done = subprocess.run([sys.executable, SOURCE / "tools/release-check", "/nowhere/tessera", self.copy],
                              capture_output=True, text=True, timeout=HANG)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("there is no program /nowhere/tessera", done.stdout)

    def test_versions_that_differ(self):
        version = check.version_of(self.copy)
        self.assertEqual(list(check.check_version(self.copy, Path(TESSERA))), [])
        self.edit("editors/vscode/package.json", f'"version": "{version}"', '"version": "7.7.7"')
        self.assertIn("7.7.7", *check.check_version(self.copy, Path(TESSERA)))
        self.edit("CMakeLists.txt", f"VERSION {version}\n", "VERSION 1.2\n")
        self.assertEqual(len(list(check.check_version(self.copy, Path(TESSERA)))), 4)

    def test_tags(self):
        version = check.version_of(self.copy)
        self.git(self.copy, "tag", f"v{version}")
        self.addCleanup(self.git, self.copy, "tag", "-d", f"v{version}")
        self.assertEqual(list(check.check_commit(self.copy)), [])
        self.edit("CHANGELOG.md", "# Changes", "# All changes")
        self.commit()
        self.assertIn("another commit", *check.check_commit(self.copy))

    def test_a_function_less_is_a_new_interface(self):
        self.git(self.copy, "tag", "v0.0.9")
        self.addCleanup(self.git, self.copy, "tag", "-d", "v0.0.9")
        self.assertEqual(list(check.check_interface(self.copy)), [])
        self.edit("packaging/libtessera.map", "tsr_batch_about; ", "")
        self.assertIn("lost tsr_batch_about", *check.check_interface(self.copy))
        major = int(check.abi_major((self.copy / "include/tessera/game.h").read_text()))
        self.assertEqual(list(check.check_package_name(self.copy)), [])
        self.edit("include/tessera/game.h", f"TSR_ABI_MAJOR {major}u", f"TSR_ABI_MAJOR {major + 1}u")
        self.assertEqual(list(check.check_interface(self.copy)), [])
        self.assertIn(f"no package libtessera{major + 1}", *check.check_package_name(self.copy))


class Whole(Copy):
    """With every check of `make check`."""

    def test_a_release_with_nothing_missing(self):
        version = check.version_of(self.copy)
        log = self.copy / "CHANGELOG.md"
        text = log.read_text()
        log.write_text(text.replace(f"## {version}, unreleased", f"## {version}, 2026-01-31"))
        if log.read_text() != text:
            self.commit()
        done = subprocess.run([sys.executable, SOURCE / "tools/release-check", TESSERA, self.copy],
                              capture_output=True, text=True, timeout=HANG)
        self.assertEqual((done.returncode, done.stdout.split(" can ")[0]), (0, version), done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
