"""Makes a start-up cache: ``python -m gpulse_server.training JAVA FOLDER``, started by the cache itself."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gpulse_server.cache import FAILED, FILE, INSTALLATION
from gpulse_server.java import APPLICATION, jar, options

_LIMIT = 600
"""Seconds until training is given up; on a busy machine it waits for the processor."""

_WORK = "training-"
"""Beginning of the name of the folder of a running training; one is left over where it was killed."""

_KEPT = ("HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "TMPDIR")
"""Variables of the environment that training gets: nothing that configures gpulse."""


def main() -> None:
    java, folder = sys.argv[1], Path(sys.argv[2])
    if os.fork() == 0:
        _yield_processor()
        train(java, folder)


def _yield_processor() -> None:
    """Runs only while the processor has nothing else to do."""
    os.nice(19)
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def train(java: str, folder: Path) -> None:
    """Makes the cache of this folder, unless it is there or another process is making it."""
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return
        if not (folder / FILE).exists():
            for left_over in folder.glob(f"{_WORK}*"):
                shutil.rmtree(left_over, ignore_errors=True)
            _train(java, folder)


def _train(java: str, folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder, prefix=_WORK) as work:
        made = Path(work) / FILE
        reason = _run(java, made)
        if reason is None and made.is_file():
            (folder / INSTALLATION).write_text(str(APPLICATION), encoding="utf-8")
            made.chmod(0o600)
            made.rename(folder / FILE)
            remove_superseded(folder)
        else:
            (folder / FAILED).write_text(reason or "Java wrote no cache.", encoding="utf-8")


def _run(java: str, made: Path) -> str | None:
    """Returns why it failed, None where it did not. It touches no driver and stores nothing."""
    command = [
        java,
        *options(),
        f"-XX:AOTCacheOutput={made}",
        "-Xlog:aot*=error",
        "-Dspring.context.exit=onRefresh",
        "-jar",
        str(jar()),
        "--gpulse.source=demo",
        "--gpulse.history.enabled=false",
        "--server.port=0",
    ]
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    try:
        done = subprocess.run(
            command,
            cwd=made.parent,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_LIMIT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as e:
        return str(e)
    return None if done.returncode == 0 else done.stdout.decode(errors="replace")[-4000:]


def remove_superseded(folder: Path) -> None:
    """Removes caches of installations that are gone, and older ones of this installation."""
    for other in folder.parent.iterdir():
        if other == folder:
            continue
        try:
            installation = (other / INSTALLATION).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if installation == str(APPLICATION) or not os.path.isdir(installation):
            shutil.rmtree(other, ignore_errors=True)


if __name__ == "__main__":
    main()
