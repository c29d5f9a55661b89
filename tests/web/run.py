#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs one browser test: run.py NAME.mjs [PART]; the test finds PART in TSR_PART.

Needs Node, npm and Debian's Chromium. Where they are not there and cannot be
installed, the test is skipped (exit code 77) and says why.
"""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import node_packages as node  # noqa: E402

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first


def main():
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    node.need_node()
    if not browser and sys.argv[1] not in ("units.mjs", "drafts.mjs", "answers.mjs", "quality.mjs"):
        node.skip("there is no Chromium (tools/setup test installs it)")
    build = node.build_folder("web-tests")
    node.install(HERE, build)
    node.run(build, sys.argv[1], TSR_BROWSER=browser or "", TSR_WEB=str(HERE.parent.parent / "web"),
             TSR_PART=" ".join(sys.argv[2:]))


main()
