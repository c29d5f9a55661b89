# SPDX-License-Identifier: MIT
"""Every example in the documents of the package, and in its own words, is run."""
import doctest
import importlib.util
import unittest

import tessera
from help import SOURCE

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


class Documents(unittest.TestCase):
    def examples(self, name, least):
        found = doctest.testfile(str(SOURCE / "docs" / name), module_relative=False,
                                 optionflags=FLAGS, encoding="utf-8")
        self.assertEqual(found.failed, 0)
        self.assertGreaterEqual(found.attempted, least)

    def test_guide(self):
        self.examples("python.md", 50)

    def test_peers(self):
        if not all(map(importlib.util.find_spec, ("pyspiel", "jax"))):
            self.skipTest("OpenSpiel and JAX are not installed here: the long tests have them")
        self.examples("python-peers.md", 20)

    def test_package(self):
        found = doctest.testmod(tessera, optionflags=FLAGS)
        self.assertEqual(found.failed, 0)
        self.assertGreater(found.attempted, 1)
