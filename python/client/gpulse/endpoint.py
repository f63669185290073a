"""Where gpulse listens, and the token that it expects."""

from __future__ import annotations

import os
import re
import socket
import stat
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from . import sockets
from .errors import GpulseError, TokenFileError
from .runtime import RuntimeFolderError, started_port

DEFAULT_URL = "http://127.0.0.1:8080"
TRUSTED_USERS = "GPULSE_TRUSTED_USERS"
"""Environment variable with users, separated by commas, whose gpulse on this machine may get the token."""
_PROBE_SECONDS = 0.5


@dataclass(frozen=True)
class Endpoint:
    """The base address of a gpulse, without a slash at the end, and the token for it."""

    url: str
    token: str | None = field(default=None, repr=False)


def find_endpoint(url: str | None = None, token: str | None = None) -> Endpoint:
    """Returns the given address and token, completed from the environment.

    The address is ``GPULSE_URL``, otherwise the port of a gpulse started for this user, otherwise
    http://127.0.0.1:8080. The token is ``GPULSE_TOKEN``, otherwise the content of the file ``GPULSE_TOKEN_FILE``;
    it is used for the address of the environment only, so that it never reaches another server. Raises GpulseError
    for an invalid address or token, and where a token of the environment would reach another user's server.
    """
    configured = os.environ.get("GPULSE_URL", "").strip()
    found = _checked_url(configured) if configured else _local_url()
    address = _checked_url(url) if url is not None else found
    if token is None and _base(address) == _base(found):
        token = _environment_token()
        if token and not configured:
            _require_trusted(address)
    return Endpoint(address, _checked_token(token) if token else None)


def _local_url() -> str:
    try:
        port = started_port()
    except RuntimeFolderError:
        port = None
    if port is not None and _listens(port) and not _untrusted(port):
        return f"http://127.0.0.1:{port}"
    return DEFAULT_URL


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=_PROBE_SECONDS):
            return True
    except OSError:
        return False


def _untrusted(port: int) -> list[str]:
    trusted = os.environ.get(TRUSTED_USERS, "").split(",")
    return sockets.untrusted(sockets.owners(port), trusted)


def _require_trusted(address: str) -> None:
    if not sockets.read_tables():
        raise GpulseError(
            f"This system does not show who owns the server at {address}, so it did not get your token: set GPULSE_URL "
            f"to {address} if you trust it."
        )
    users = _untrusted(urlsplit(address).port or 0)
    if users:
        raise GpulseError(
            f"The server at {address} belongs to the user {users[0]}, so it did not get your token: set GPULSE_URL to "
            f"{address} if you trust this user."
        )


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0 and min(url) > " "
    except ValueError:
        valid = False
    if not valid:
        raise GpulseError(f"{_without_password(url)!r} is not an address of gpulse: it must be like {DEFAULT_URL}.")
    if parts.username is not None or parts.query or parts.fragment:
        raise GpulseError(
            "The address of gpulse must not hold a user, a query or a fragment: put a token in GPULSE_TOKEN."
        )
    return url.rstrip("/")


def _without_password(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//***@", url)


def _base(url: str) -> tuple[str, str | None, int, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80), parts.path


def _environment_token() -> str | None:
    token = os.environ.get("GPULSE_TOKEN", "").strip()
    if token:
        return token
    file = os.environ.get("GPULSE_TOKEN_FILE", "").strip()
    return read_token_file(Path(file)) if file else None


def read_token_file(file: Path) -> str:
    """Returns the token in a file.

    Raises TokenFileError where the file is missing or empty, or where users other than its owner can read or write it.
    """
    path = str(file)
    try:
        with open(file, encoding="utf-8", opener=_open_without_waiting) as opened:
            status = os.fstat(opened.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise OSError("not a regular file")
            # Without user IDs, as on Windows, the mode is not about other users.
            if hasattr(os, "getuid") and status.st_mode & 0o077:
                mode = f"{stat.S_IMODE(status.st_mode):04o}"
                sentence = f"Other users can read the token file {path} (mode {mode}): run chmod 600 {path}."
                raise TokenFileError(sentence, "open", path=path, mode=mode)
            token = opened.read(4096).strip()
    except (OSError, UnicodeDecodeError) as e:
        error = "not a text file" if isinstance(e, UnicodeDecodeError) else e.strerror or str(e)
        sentence = f"The token file {path} cannot be read: {error}."
        raise TokenFileError(sentence, "unreadable", path=path, error=error) from None
    if not token:
        raise TokenFileError(f"The token file {path} is empty.", "empty", path=path)
    return token


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _checked_token(token: str) -> str:
    if not all("!" <= letter <= "~" for letter in token):
        raise GpulseError(
            "The token has letters that an HTTP header cannot hold: it must be one word of ASCII letters."
        )
    return token
