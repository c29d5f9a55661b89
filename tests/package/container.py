#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The container file, built and tried by buildah, without asking any registry: in place of its base, debian:12-slim, there
is a fresh Debian 12 from the mirror that this machine's apt uses.

    built       every step of packaging/server/Containerfile
    small       what the file adds to its base is bounded
    not root    the image names a user, and the program runs as that one
    healthy     the image has a health check, and it says yes when the server is up and no before

Needs root, buildah and mmdebstrap. Skipped (77) without. TSR_CONTAINER=run builds that kind instead of the release,
in a third of the time.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from clean import SOURCE, WORK, bootstrap, need, run

BASE, IMAGE = "localhost/debian:12-slim", "localhost/tessera-trial"
ADDS_AT_MOST = 60 << 20
HANG = 600


def buildah(*words, code=0):
    """With storage of its own, in the build folder."""
    return run("buildah", f"--root={WORK}/images", f"--runroot={WORK}/run", "--storage-driver=vfs", *words, code=code)


def make_base(site):
    tar = WORK / "base.tar"
    bootstrap(tar, [], site)
    name = buildah("from", "scratch").strip()
    buildah("add", name, tar, "/")
    buildah("commit", name, BASE)
    buildah("rm", name)
    tar.unlink()


def size_of(image):
    """Bytes in the image's tree."""
    name = buildah("from", "--pull-never", image).strip()
    tree = Path(buildah("mount", name).strip())
    total = sum(p.lstat().st_size for p in tree.rglob("*") if not p.is_symlink() and p.is_file())
    buildah("umount", name)
    buildah("rm", name)
    return total


def try_it():
    """The server in the container, and the health check of the image beside it."""
    config = json.loads(buildah("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    check = config["Healthcheck"]["Test"]
    assert check[0] == "CMD" and config["User"] not in ("", "root", "0"), config
    name = buildah("from", "--pull-never", IMAGE).strip()
    inside = ["buildah", f"--root={WORK}/images", f"--runroot={WORK}/run", "--storage-driver=vfs", "run",
              "--isolation=chroot", name, "--"]
    who = run(*inside, "id", "-un").strip()
    assert who == config["User"], who
    run(*inside, *check[1:], code=5)
    server = subprocess.Popen([*inside, *config["Entrypoint"]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
    try:
        said = server.stdout.readline()
        while "in a browser" not in said:
            assert said, "the server ended"
            said = server.stdout.readline()
        run(*inside, *check[1:])
    finally:
        server.terminate()
        server.wait(timeout=HANG)
    return who


def main():
    site = need("apt-get", "mmdebstrap", "buildah")
    try:
        make_base(site)
        buildah("build", "--isolation=chroot", "--format=docker", "--pull-never", "-t", IMAGE,
                "--build-arg", f"KIND={os.environ.get('TSR_CONTAINER', 'release')}",
                "-f", SOURCE / "packaging/server/Containerfile", SOURCE)
        added = size_of(IMAGE) - size_of(BASE)
        print(f"built; it adds {added / 1e6:.0f} MB to its base")
        assert added < ADDS_AT_MOST, added
        print(f"healthy, and runs as {try_it()}")
    finally:
        for folder in ("images", "run"):
            subprocess.run(["rm", "-rf", WORK / folder])


sys.exit(main())
