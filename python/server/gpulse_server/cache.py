"""The start-up cache: an AOT cache of the JVM, made in the background at the first start.

It is in ``$XDG_CACHE_HOME/gpulse`` (``~/.cache/gpulse``), in one folder per version of gpulse, Java and installation.
The JVM itself rejects a cache that does not fit. Nothing here prevents a start: without one gpulse starts more slowly.
"""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gpulse_server.java import APPLICATION, Java, jar, options

OLDEST = 25
"""The oldest Java version that makes such a cache."""

FILE = "gpulse.aot"
FAILED = "failed"
"""File in place of the cache where training failed: it is not repeated at each start."""
INSTALLATION = "installation"
"""File with the folder of the installation that a cache is for."""

_QUIET = "-Xlog:aot*=off,cds*=off"
_OFF = {"off", "false", "no", "0"}


def use(java: Java, train: bool) -> list[str]:
    """Returns the options for a JVM that uses the cache, none where there is no cache yet.

    Starts making it where ``train`` is true. Returns no options for a command that starts no server: it is faster
    without.
    """
    if not train or os.environ.get("GPULSE_CACHE", "").lower() in _OFF or (java.major or 0) < OLDEST:
        return []
    try:
        folder = prepare(java)
        if (folder / FILE).is_file():
            return [f"-XX:AOTCache={folder / FILE}", _QUIET]
        if not (folder / FAILED).exists():
            _start_training(java, folder)
    except (OSError, RuntimeError, subprocess.SubprocessError):
        pass
    return []


def prepare(java: Java) -> Path:
    """Returns the folder of the cache, created for its owner only.

    Raises OSError where it cannot be created, or belongs to or is open to others.
    """
    parent = root()
    parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = parent / _key(java)
    folder.mkdir(mode=0o700, exist_ok=True)
    for path in (parent, folder):
        found = path.lstat()
        writable = stat.S_IWGRP | stat.S_IWOTH
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & writable:
            raise PermissionError(f"{path} is not a folder of this user alone.")
    return folder


def root() -> Path:
    """Returns the folder of all caches of gpulse."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home().absolute() / ".cache") / "gpulse"


def _key(java: Java) -> str:
    """Everything that the JVM compares before it uses a cache."""
    runtime = java.program.resolve()
    modules = runtime.parent.parent / "lib" / "modules"
    facts = [str(APPLICATION), *options()]
    for path in (jar(), modules if modules.is_file() else runtime):
        found = path.stat()
        facts += [str(path), str(found.st_size), str(found.st_mtime_ns)]
    digest = hashlib.sha256("\0".join(facts).encode()).hexdigest()
    return f"{_version()}-{java.version}-{digest[:12]}"


def _version() -> str:
    try:
        return version("gpulse")
    except PackageNotFoundError:
        return "unknown"


def _start_training(java: Java, folder: Path) -> None:
    """Starts it detached: it has no terminal, none of our files, and ends at the latest after its own limit."""
    command = [sys.executable, "-m", "gpulse_server.training", str(java.program), str(folder)]
    null = subprocess.DEVNULL
    # It continues in a child of its own, so that no ended process remains when this one has become Java.
    # Python imports from the working directory first, so this must not be one that other users can write to.
    subprocess.run(
        command, cwd=folder, stdin=null, stdout=null, stderr=null, start_new_session=True, timeout=10, check=False
    )
