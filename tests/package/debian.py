#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Debian packages: built in one clean Debian, installed, tried and removed again in another.

    built       dpkg-buildpackage, then lintian without an error or a warning
    valid       the desktop entry and the AppStream file, by their own validators
    installed   from the packages alone, by apt; the tests in debian/tests pass
    booted      by systemd-nspawn, where the service starts as the package left it
    removed     every file that was not there before is gone, but for the database

Needs root, mmdebstrap, systemd-nspawn and a Debian mirror: the one that this machine's apt uses. Skipped (77)
without. The Debian that builds is kept in the build folder for the next time. DEB_BUILD_OPTIONS is passed on (noopt
builds in a third of the time).
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys

from clean import SOURCE, WORK, bootstrap, need, run

TOOLS = ["appstream", "build-essential", "desktop-file-utils", "lintian"]
# What apt, dpkg, the linker and systemd note for themselves; it says nothing about the package.
NOISE = re.compile(r"/(proc|sys|dev|run|tmp|var/tmp|var/log|var/cache|var/lib/(apt|dbus|dpkg|systemd)|root|packages)(/|$)|"
                   r"/etc/(ld\.so\.cache|machine-id|\.updated|mtab|resolv\.conf|hostname)|/var/\.updated|"
                   r"/etc/systemd/system/trial|/usr/share/mime/|.*-old$|.*-$")
DATABASE = re.compile(r"/var/lib/(private(/tessera(/games\.db.*)?)?|tessera)")

TRIAL = """[Unit]
Description=The package's own test of its service
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c '/packages/tests/service >/packages/service.log 2>&1; echo $? >/packages/service.exit'
ExecStopPost=/usr/bin/systemctl --no-block poweroff
[Install]
WantedBy=default.target
"""


def inside(root, *command, **more):
    """In that Debian, with /proc and an environment of its own."""
    return run("systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--pipe", "-D", root,
               "--setenv=DEBIAN_FRONTEND=noninteractive", "--setenv=LC_ALL=C.UTF-8", *command, **more)


def build_depends():
    text = re.search(r"^Build-Depends:\n((?: .*\n)+)", (SOURCE / "debian/control").read_text(), re.M)[1]
    names = [re.sub(r"\(.*?\)|:any", "", line).split("|")[0].strip(" ,\n") for line in text.splitlines()]
    return ["debhelper" if n.startswith("debhelper") else n for n in names]


def building_debian(site):
    packages = sorted(TOOLS + build_depends())
    mark = hashlib.sha256(" ".join(packages).encode()).hexdigest()
    root, done = WORK / "builder", WORK / "builder.done"
    if not done.exists() or done.read_text() != mark:
        done.unlink(missing_ok=True)
        bootstrap(root, packages, site)
        done.write_text(mark)
    return root


def copy_sources(to):
    shutil.rmtree(to, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=SOURCE, capture_output=True,
                            text=True)
    if listed.returncode != 0:  # an unpacked tarball
        shutil.copytree(SOURCE, to, ignore=shutil.ignore_patterns("build"))
        return
    for name in filter(None, listed.stdout.split("\0")):
        if (SOURCE / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE / name, to / name)


def build(root):
    """The packages that come out, after lintian has looked at them."""
    here = root / "build"
    shutil.rmtree(here, ignore_errors=True)
    copy_sources(here / "tessera")
    options = os.environ.get("DEB_BUILD_OPTIONS", "")
    inside(root, "--chdir=/build/tessera", f"--setenv=DEB_BUILD_OPTIONS={options}", "dpkg-buildpackage", "-us", "-uc")
    told = inside(root, "sh", "-c", "lintian --allow-root --fail-on error,warning --tag-display-limit 0 "
                  "--display-info /build/*.changes")
    print(told.strip() or "lintian: nothing at all")
    inside(root, "desktop-file-validate", "/build/tessera/packaging/desktop/tessera.desktop")
    inside(root, "appstreamcli", "validate", "--no-net", "/build/tessera/packaging/desktop/tessera.metainfo.xml")
    made = sorted(here.glob("*.deb"))
    names = [m.name.split("_")[0] for m in made if "-dbgsym" not in m.name]
    soname = re.search(r"TSR_ABI_MAJOR (\d+)u", (SOURCE / "include/tessera/game.h").read_text())[1]
    assert set(names) == {"libtessera-dev", f"libtessera{soname}", "tessera-doc", "tessera"}, names
    return [m for m in made if "-dbgsym" not in m.name]


def files(root):
    out = set()
    for folder, folders, names in os.walk(root):
        for name in (*folders, *names):
            path = "/" + os.path.relpath(os.path.join(folder, name), root)
            if not NOISE.match(path):
                out.add(path)
    return out


def boot(root):
    """Starts it as a machine that runs the test of the service and goes off."""
    unit = root / "etc/systemd/system/trial.service"
    unit.write_text(TRIAL)
    inside(root, "systemctl", "enable", "trial.service")
    subprocess.run(["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "-D", root],
                   stdin=subprocess.DEVNULL, capture_output=True)
    inside(root, "systemctl", "disable", "trial.service")
    unit.unlink()
    log, code = root / "packages/service.log", root / "packages/service.exit"
    assert code.exists(), "the machine did not come as far as the test"
    assert code.read_text().strip() == "0", log.read_text()
    return log.read_text().strip()


def install_and_remove(packages, site):
    root = WORK / "clean"
    bootstrap(root, ["systemd-sysv", "dbus"], site)
    before = files(root)
    (root / "packages").mkdir()
    for package in packages:
        shutil.copy2(package, root / "packages")
    shutil.copytree(SOURCE / "debian/tests", root / "packages/tests")
    inside(root, "apt-get", "-q", "update")
    inside(root, "sh", "-c", "apt-get -q -y --no-install-recommends install /packages/tessera_*.deb")
    print(inside(root, "/packages/tests/play").strip())
    print(boot(root))
    inside(root, "sh", "-c", "apt-get -q -y --no-install-recommends install gcc libc6-dev pkgconf /packages/*.deb")
    print(inside(root, "/packages/tests/library").strip())
    assert (root / "usr/share/doc/tessera/html/gallery.html").exists()
    inside(root, "sh", "-c", "apt-get -q -y purge tessera tessera-doc libtessera-dev 'libtessera[0-9]' "
           "gcc libc6-dev pkgconf")
    inside(root, "apt-get", "-q", "-y", "autoremove", "--purge")
    left = sorted(files(root) - before)
    kept = [p for p in left if DATABASE.fullmatch(p)]
    assert any(p.endswith("games.db") for p in kept), left
    assert left == kept, f"left behind: {[p for p in left if p not in kept]}"
    gone = sorted(before - files(root))
    assert not gone, f"taken away: {gone[:20]}"
    shutil.rmtree(root)
    print(f"removed; what is left is {' '.join(kept)}")


def main():
    site = need("apt-get", "mmdebstrap", "systemd-nspawn")
    packages = build(building_debian(site))
    print("built", *(p.name for p in packages))
    install_and_remove(packages, site)


if __name__ == "__main__":
    sys.exit(main())
