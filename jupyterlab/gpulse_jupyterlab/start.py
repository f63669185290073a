"""The start of one gpulse for all Jupyter servers of a user."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from importlib.metadata import files
from pathlib import Path

from gpulse.runtime import PORT, START_LOCK, USERS_LOCK, runtime_folder

from .configuration import Configuration
from .states import Finding, finding

LOG = "gpulse.log"
"""File of the runtime folder with the output of the started gpulse."""

_SLOW_SECONDS = 60
_SECONDS_AFTER_FAILURE = 600
# Variables that gpulse must not see: secrets of Jupyter, and names that gpulse would take for its own properties.
_HIDDEN = ("GPULSE_URL", "GPULSE_TOKEN", "GPULSE_TRUSTED_USERS", "GPULSE_JUPYTER_PREFIX", "JUPYTER", "JPY_")


class Starter:
    """Starts gpulse under the start lock of the runtime folder, and holds the users lock while it is used.

    The supervisor process inherits the start lock, so the lock is held as long as a started gpulse is supervised.
    Methods block for a short time and run in a thread.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._users_lock: int | None = None
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._failed_at: float | None = None
        self._waiting_since: float | None = None

    def command(self) -> list[str] | None:
        """Returns the command that starts gpulse, without its options; None where none is installed."""
        if self._configuration.command:
            return list(self._configuration.command)
        if importlib.util.find_spec("gpulse_server"):
            return [sys.executable, "-m", "gpulse_server"]
        installed = _installed_elsewhere()
        return [installed] if installed else None

    def start(self) -> Finding:
        """Starts gpulse unless it is being started already; raises RuntimeFolderError where the folder is unsafe."""
        if sys.platform != "linux":
            return finding("not-linux")
        command = self.command()
        if not self._configuration.autostart:
            return finding("autostart-off")
        if command is None:
            return finding("no-command")
        folder = runtime_folder()
        if self._has_failed():
            return finding("start-failed", path=folder / LOG)
        lock = _open(folder / START_LOCK)
        try:
            if not _lock(lock):
                return self._waiting(folder)
            if not self.join():
                return finding("starting")
            self._spawn(folder, lock, command)
        finally:
            os.close(lock)
        return self._waiting(folder)

    def waiting(self) -> Finding:
        """Returns the state of a gpulse that does not answer yet."""
        return self._waiting(runtime_folder())

    def join(self, answers: bool = True) -> bool:
        """Takes the shared users lock; returns False while the supervisor ends gpulse.

        Waiting for gpulse begins with the first call after one for which it answered. Raises RuntimeFolderError where
        the runtime folder is unsafe.
        """
        if answers:
            self._waiting_since = None
        path = runtime_folder() / USERS_LOCK
        if self._users_lock is not None:
            if _is_file_of(self._users_lock, path):
                return True
            # Programs that clean /tmp remove the file while it is locked.
            self.close()
        lock = _open(path)
        if not _lock(lock, shared=True):
            os.close(lock)
            return False
        self._users_lock = lock
        return True

    def close(self) -> None:
        """Releases the users lock, upon which the supervisor ends a gpulse that no other server uses."""
        if self._users_lock is not None:
            os.close(self._users_lock)
            self._users_lock = None

    def _has_failed(self) -> bool:
        if self._supervisor is not None and self._supervisor.poll() is not None:
            if self._supervisor.returncode == 1:
                self._failed_at = time.monotonic()
            self._supervisor = None
        return self._failed_at is not None and time.monotonic() < self._failed_at + _SECONDS_AFTER_FAILURE

    def _waiting(self, folder: Path) -> Finding:
        now = time.monotonic()
        if self._waiting_since is None:
            self._waiting_since = now
        if now - self._waiting_since > _SLOW_SECONDS:
            return finding("slow-start", seconds=_SLOW_SECONDS, path=folder / LOG)
        return finding("starting")

    def _spawn(self, folder: Path, lock: int, command: list[str]) -> None:
        (folder / PORT).unlink(missing_ok=True)
        log = os.open(folder / LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        arguments = [str(folder / PORT), str(folder / USERS_LOCK), str(self._configuration.port), *command]
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.supervise", *arguments],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={name: value for name, value in os.environ.items() if not name.startswith(_HIDDEN)},
                pass_fds=(lock,),
                start_new_session=True,
            )
        finally:
            os.close(log)


def _installed_elsewhere() -> str | None:
    """Returns the command gpulse of another installation; that of this one is of the client and has no server."""
    own = {Path(str(each.locate())).parent.resolve() for each in files("gpulse-client") or () if each.name == "gpulse"}
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return shutil.which("gpulse", path=os.pathsep.join(each for each in folders if Path(each).resolve() not in own))


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


def _is_file_of(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except OSError:
        return False


def _lock(descriptor: int, shared: bool = False) -> bool:
    import fcntl

    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
