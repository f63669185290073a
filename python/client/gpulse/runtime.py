"""The folder that the Python programs of one user share with a gpulse that they started."""

from __future__ import annotations

import os
import stat
from pathlib import Path

PORT = "port"
"""File with the decimal port, written by gpulse itself while it listens."""
START_LOCK = "start.lock"
"""File locked while a gpulse is looked for and started."""
USERS_LOCK = "users.lock"
"""File on which each Jupyter server that uses a started gpulse holds a shared lock."""


class RuntimeFolderError(Exception):
    """The runtime folder cannot be used; the message is one sentence that says why and what to do."""


def runtime_folder() -> Path:
    """Returns the runtime folder of this user, created with mode 0700 where it is missing.

    It is ``$XDG_RUNTIME_DIR/gpulse`` where that directory exists and belongs to this user, otherwise
    ``/tmp/gpulse-UID``.

    Raises RuntimeFolderError where the folder is a link, is not a directory, has another owner or is open to others,
    and on a system without user IDs, such as Windows.
    """
    if not hasattr(os, "getuid"):
        raise RuntimeFolderError("This system has no user IDs, so no program of it shares a gpulse: set GPULSE_URL.")
    folder = _location()
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except OSError as e:
        raise RuntimeFolderError(f"The runtime folder {folder} cannot be created: {e.strerror}.") from None
    _check(folder)
    return folder


def started_port() -> int | None:
    """Returns the port of a gpulse that was started for this user, or None where there is no valid port file.

    A port file may be left over from a gpulse that was killed. Raises RuntimeFolderError as runtime_folder() does.
    """
    try:
        text = (runtime_folder() / PORT).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    if not text.isdecimal() or len(text) > 5 or not 1 <= int(text) <= 65535:
        return None
    return int(text)


def _location() -> Path:
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(base) and _is_own_directory(base):
        return Path(base) / "gpulse"
    return _temporary() / f"gpulse-{os.getuid()}"


def _is_own_directory(path: str) -> bool:
    try:
        status = os.stat(path)
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()


def _temporary() -> Path:
    return Path("/tmp")


def _check(folder: Path) -> None:
    status = folder.lstat()
    if stat.S_ISLNK(status.st_mode):
        problem = "is a link"
    elif not stat.S_ISDIR(status.st_mode):
        problem = "is not a directory"
    elif status.st_uid != os.getuid():
        problem = f"belongs to the user with the ID {status.st_uid}"
    elif status.st_mode & 0o077:
        problem = f"is open to other users (mode {stat.S_IMODE(status.st_mode):04o})"
    else:
        return
    raise RuntimeFolderError(
        f"The runtime folder {folder} {problem}; remove it, or set XDG_RUNTIME_DIR to a directory of your own."
    )
