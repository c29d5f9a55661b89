# SPDX-License-Identifier: MIT
"""Runs the tests of the Python package from a virtual environment of their own.

    run.py quick|long|all [TEST...]         tests of this build's library
    run.py build FOLDER                     builds the wheel
    run.py wheel                            builds the wheel, installs it into a clean environment, tests that

The environments lie under build/python and are made once: pip installs the peers there by name. Where there is no
pip, or no way to a package index, the tests are skipped with a word why (77), but not where CI is set.
"""
import fcntl
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

SOURCE = Path(os.environ.get("TSR_SOURCE_DIR") or Path(__file__).resolve().parents[2])
BUILD = Path(os.environ.get("TSR_BUILD_DIR") or SOURCE / "build/test")
SKIPPED = 77

# What each part needs, by the names of the package index.
NEEDS = {
    "quick": ["numpy", "cffi", "gymnasium", "pettingzoo"],
    "long": ["numpy", "cffi", "gymnasium", "pettingzoo", "open_spiel", "jax", "pgx", "pyarrow",
             "matplotlib", "mypy", "nbclient", "nbformat", "ipykernel"],
}
TESTS = {
    "quick": ["test_package", "test_vector", "test_device", "test_input", "test_search", "test_arena",
              "test_records", "test_poker", "test_pettingzoo", "test_gym", "test_docs"],
    "long": ["test_docs", "test_openspiel", "test_jax", "test_types", "test_notebooks", "test_all_games",
             "test_leaks", "test_train_gpu"],
}
# PyTorch without its gigabytes for GPUs; what needs it is skipped where this cannot be had.
TORCH = ["torch", "--index-url", "https://download.pytorch.org/whl/cpu"]
# Where the peers' code would only be in the way of the sanitizers.
SANITIZED = ["test_package", "test_vector", "test_device", "test_input", "test_search", "test_arena",
             "test_records"]


def skip(why):
    print(f"skipped: {why}", file=sys.stderr)
    sys.exit(1 if os.environ.get("CI") else SKIPPED)


def run(*command, **more):
    subprocess.run([str(word) for word in command], check=True, **more)


def environment(name, packages):
    """The Python of a virtual environment that has these packages."""
    folder = SOURCE / "build/python"
    folder.mkdir(parents=True, exist_ok=True)
    venv, done = folder / name, folder / f"{name}.done"
    python, wanted = venv / "bin/python", " ".join([sys.version, *packages])
    with open(folder / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests of two builds may begin at once
        if done.exists() and done.read_text() == wanted:
            return python
        shutil.rmtree(venv, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", venv], capture_output=True, text=True)
        if made.returncode != 0:
            skip(f"no virtual environments here (Debian: python3-venv): {made.stdout.strip()}")
        got = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile",
                              *packages], capture_output=True, text=True)  # what is imported is compiled then
        if got.returncode != 0:
            skip(f"pip cannot install {' '.join(packages)}: {got.stderr.strip()[-300:]}")
        if name == "long":
            subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "0",
                            *TORCH], capture_output=True)
        done.write_text(wanted)
    return python


def compiler():
    """The compiler of this build and the flags a module of it needs."""
    cache = dict(line.split("=", 1) for line in (BUILD / "CMakeCache.txt").read_text().splitlines()
                 if "=" in line and not line.startswith(("#", "//")))
    flags = ["-O1", "-g", "-fPIC", "-shared", "-std=c17"]
    sanitize = cache.get("TSR_SANITIZE:STRING", "")
    if sanitize:
        flags += [f"-fsanitize={sanitize}", "-shared-libsan"]
    names = [key for key in cache if key.startswith("CMAKE_C_COMPILER:")]
    return (cache[names[0]] if names else "cc"), flags, sanitize


def package(python):
    """The package with a module made of this build's library, in the build folder."""
    folder = BUILD / "python"
    target = folder / "tessera"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(SOURCE / "python/tessera", target)
    shutil.copytree(SOURCE / "include", target / "include")
    c = folder / "_tessera.c"
    run(python, SOURCE / "python/binding.py", c, SOURCE / "include", stdout=subprocess.DEVNULL)
    headers = sysconfig.get_path("include")
    if not (Path(headers) / "Python.h").exists():
        skip("the headers of Python are missing (Debian: python3-dev)")
    cc, flags, sanitize = compiler()
    own = sorted((SOURCE / "python/src").glob("*.c"))
    run(*shlex.split(os.environ.get("CC", cc)), *flags, f"-I{headers}", f"-I{SOURCE}/include",
        f"-I{SOURCE}/python/src", "-o", target / "_tessera.abi3.so", c, *own, BUILD / "libtessera.a",
        "-Wl,--exclude-libs,ALL", "-lm", "-ldl", "-lpthread")
    return folder, cc, sanitize


def settings(folder, cc, sanitize):
    """The environment variables of the tests."""
    env = {**os.environ, "PYTHONPATH": f"{folder}:{SOURCE / 'tests/python'}",
           "TSR_SOURCE_DIR": str(SOURCE), "TSR_BUILD_DIR": str(BUILD), "JAX_PLATFORMS": "cpu",
           "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "MPLBACKEND": "Agg"}
    if sanitize:
        which = subprocess.run([cc, "-print-file-name=libclang_rt.asan-" + os.uname().machine +
                                ".so"], capture_output=True, text=True).stdout.strip()
        env["LD_PRELOAD"] = which
        env["ASAN_OPTIONS"] = "detect_leaks=0:exitcode=99"  # Python keeps much to its end
        env["UBSAN_OPTIONS"] = "halt_on_error=1:exitcode=99:print_stacktrace=1"
    return env


def build_wheel(out):
    """Builds the wheel; its path."""
    tools = environment("tools", ["build", "scikit-build-core", "cffi"])
    shutil.rmtree(out, ignore_errors=True)
    run(tools, "-m", "build", "--wheel", "--no-isolation", "-o", out, SOURCE)
    made, = Path(out).glob("*.whl")
    return made


def wheel():
    """Builds the wheel and tests it in an environment where nothing else of ours is."""
    made = build_wheel(BUILD / "wheel")
    clean = SOURCE / "build/python/clean"
    shutil.rmtree(clean, ignore_errors=True)
    run(sys.executable, "-m", "venv", clean)
    got = subprocess.run([clean / "bin/python", "-m", "pip", "install", "-q", "gymnasium",
                          "pettingzoo", made])
    if got.returncode != 0:
        skip("pip cannot install the wheel and its peers")
    print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB")
    env = {**os.environ, "PYTHONPATH": str(SOURCE / "tests/python"), "TSR_SOURCE_DIR": str(SOURCE)}
    env.pop("LD_PRELOAD", None)
    run(clean / "bin/python", "-m", "unittest", *TESTS["quick"], "test_import", env=env,
        cwd=BUILD)


def main():
    part, wanted = sys.argv[1], sys.argv[2:]
    if part == "wheel":
        return wheel()
    if part == "build":
        return print(build_wheel(Path(wanted[0])))
    needs = NEEDS["long" if part in ("long", "all") else "quick"]
    python = environment("long" if needs is NEEDS["long"] else "quick", needs)
    folder, cc, sanitize = package(python)
    tests = TESTS["quick"] + TESTS["long"][1:] if part == "all" else TESTS[part]
    if sanitize:
        tests = SANITIZED
    run(python, "-m", "unittest", *(wanted or tests), env=settings(folder, cc, sanitize), cwd=BUILD)


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode or 1)
