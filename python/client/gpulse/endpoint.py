"""Where gpulse listens, and the token that it expects."""

from __future__ import annotations

import os
import socket
import stat
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from .errors import GpulseError
from .runtime import RuntimeFolderError, started_port

DEFAULT_URL = "http://127.0.0.1:8080"
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
    it is used for the address of the environment only, so that it never reaches another server.
    """
    found = _environment_url()
    address = _checked_url(url) if url is not None else found
    if token is None and _origin(address) == _origin(found):
        token = _environment_token()
    return Endpoint(address, _checked_token(token) if token else None)


def _environment_url() -> str:
    configured = os.environ.get("GPULSE_URL", "").strip()
    if configured:
        return _checked_url(configured)
    try:
        port = started_port()
    except RuntimeFolderError:
        port = None
    if port is not None and _listens(port):
        return f"http://127.0.0.1:{port}"
    return DEFAULT_URL


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=_PROBE_SECONDS):
            return True
    except OSError:
        return False


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise GpulseError(f"{url!r} is not an address of gpulse: it must be like {DEFAULT_URL}.")
    if parts.username is not None or parts.query or parts.fragment:
        raise GpulseError(
            "The address of gpulse must not hold a user, a query or a fragment: put a token in GPULSE_TOKEN."
        )
    return url.rstrip("/")


def _origin(url: str) -> tuple[str, str | None, int]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def _environment_token() -> str | None:
    token = os.environ.get("GPULSE_TOKEN", "").strip()
    if token:
        return token
    file = os.environ.get("GPULSE_TOKEN_FILE", "").strip()
    return read_token_file(Path(file)) if file else None


def read_token_file(file: Path) -> str:
    """Returns the token in a file.

    Raises GpulseError where the file is missing or empty, or where users other than its owner can read or write it.
    """
    try:
        with file.open(encoding="utf-8") as opened:
            status = os.fstat(opened.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise GpulseError(f"The token file {file} is not a regular file.")
            if status.st_mode & 0o077:
                mode = f"{stat.S_IMODE(status.st_mode):04o}"
                raise GpulseError(f"Other users can read the token file {file} (mode {mode}): run chmod 600 {file}.")
            token = opened.read(4096).strip()
    except OSError as e:
        raise GpulseError(f"The token file {file} cannot be read: {e.strerror}.") from None
    except UnicodeDecodeError:
        raise GpulseError(f"The token file {file} is not a text file.") from None
    if not token:
        raise GpulseError(f"The token file {file} is empty.")
    return token


def _checked_token(token: str) -> str:
    if not all("!" <= letter <= "~" for letter in token):
        raise GpulseError(
            "The token has letters that an HTTP header cannot hold: it must be one word of ASCII letters."
        )
    return token
