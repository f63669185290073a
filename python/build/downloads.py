"""Downloads by the ordinary clients of the registries, repeated, into a cache folder outside the checkout."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ATTEMPTS = 3
_SHOWN_CHARACTERS = 3000

PIP_PROBE = ("-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--retries=0", "--timeout=15", "pip")
NPM_PROBE = ("npm", "view", "npm", "version", "--prefer-online", "--fetch-retries=0", "--fetch-timeout=15000")


class NotCheckedError(Exception):
    """Something outside the checkout is missing, such as a registry; the message is the reason."""


def cache_folder() -> Path:
    """Returns the folder in which downloads are kept between builds."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    folder = (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "gpulse" / "build"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def key(*parts: str | Path) -> str:
    """Returns a short hash of texts and of the contents of files."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.read_bytes() if isinstance(part, Path) else part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


@contextmanager
def locked(folder: Path) -> Iterator[Path]:
    """Creates the folder and holds it for this build; another build of this user waits."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def once(folder: Path, make: Callable[[], None]) -> None:
    """Calls ``make`` unless it has succeeded in this folder before; the caller holds the folder."""
    stamp = folder / ".made"
    if not stamp.exists():
        make()
        stamp.touch()


def download(command: list[str], probe: Callable[[], bool], **more) -> None:
    """Runs a command that downloads, several times where it fails.

    Raises NotCheckedError where the registry does not answer, CalledProcessError where it answers and the command
    fails all the same.
    """
    done = None
    for attempt in range(1, ATTEMPTS + 1):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **more)
        if done.returncode == 0:
            return
        shown = done.stdout.decode(errors="replace")[-_SHOWN_CHARACTERS:]
        print(f"{shown}\nattempt {attempt} of {ATTEMPTS} failed", file=sys.stderr, flush=True)
    if not probe():
        raise NotCheckedError(f"the registry that {Path(command[0]).name} uses does not answer")
    raise subprocess.CalledProcessError(done.returncode, command)


def python_packages(venv: Path, kind: str, requirements: Path, *options: str) -> Path:
    """Returns a folder with the packages of a file, which no other test needs; ``options`` are those of pip."""
    folder = cache_folder() / f"{kind}-{key(sys.version, sys.executable, requirements)}"
    python, packages = str(venv / "bin/python"), folder / "packages"
    install = [python, "-m", "pip", "install", "--quiet", "--upgrade", *options, "--target", str(packages)]
    with locked(folder):
        command = [*install, f"--requirement={requirements}"]
        once(folder, lambda: download(command, lambda: python_registry_answers(python)))
    remove_old(kind, folder)
    return packages


def npm_package(kind: str, package: str) -> Path:
    """Returns a folder with a package of npm in its ``node_modules``."""
    folder = cache_folder() / f"{kind}-{key(package)}"
    install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), package]
    with locked(folder):
        once(folder, lambda: download(install, npm_registry_answers))
    remove_old(kind, folder)
    return folder


def python_registry_answers(python: Path) -> bool:
    """Whether pip can download a package that every registry has."""
    with tempfile.TemporaryDirectory() as folder:
        return _succeeds([str(python), *PIP_PROBE, f"--dest={folder}"])


def npm_registry_answers() -> bool:
    """Whether npm can look up a package that every registry has."""
    return _succeeds(list(NPM_PROBE))


def _succeeds(command: list[str]) -> bool:
    quiet = subprocess.DEVNULL
    try:
        return subprocess.run(command, stdout=quiet, stderr=quiet, timeout=60, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def npm_environment() -> dict[str, str]:
    """Returns the environment in which yarn uses the registry and certificates of npm, and a cache of its own."""
    environment = {**os.environ, "YARN_GLOBAL_FOLDER": str(cache_folder() / "yarn"), "YARN_ENABLE_TELEMETRY": "0"}
    for setting, variable in (("registry", "YARN_NPM_REGISTRY_SERVER"), ("cafile", "YARN_CA_FILE_PATH")):
        value = _npm_setting(setting)
        if value:
            environment.setdefault(variable, value.rstrip("/"))
    return environment


def _npm_setting(name: str) -> str | None:
    found = subprocess.run(["npm", "config", "get", name], capture_output=True, text=True, check=False).stdout.strip()
    return None if found in {"", "null", "undefined"} else found


def remove_old(prefix: str, kept: Path) -> None:
    """Removes what an earlier state of the checkout needed, three of a kind excepted."""
    others = [p for p in cache_folder().glob(f"{prefix}-*") if p != kept]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[3:]:
        shutil.rmtree(path, ignore_errors=True)
