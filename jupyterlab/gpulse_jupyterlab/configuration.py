"""The configuration of the extension, from traitlets and the environment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from gpulse.endpoint import TRUSTED_USERS, read_token_file
from gpulse.errors import TokenFileError

from .states import Finding, finding

DEFAULT_PORT = 8080
"""Port at which a gpulse of this machine is looked for, and on which one is started when it is free."""


class ConfigurationError(Exception):
    """The configuration cannot be used; ``finding`` has the sentence."""

    def __init__(self, reason: str, **parameters: object) -> None:
        self.finding: Finding = finding(reason, **parameters)
        super().__init__(self.finding.detail)


class Traits(Protocol):
    """The configurable values of GpulseJupyter."""

    url: str
    token: str
    token_file: str
    command: list[str]
    autostart: bool
    trusted_users: list[str]
    port: int


@dataclass(frozen=True)
class Configuration:
    """Checked configuration; ``url`` is None where gpulse must be looked for, and has no slash at its end."""

    url: str | None = None
    token: str | None = None
    token_file: str | None = None
    command: tuple[str, ...] = ()
    autostart: bool = True
    trusted_users: tuple[str, ...] = ()
    port: int = DEFAULT_PORT

    def for_kernels(self) -> dict[str, str]:
        """Returns the environment variables that let a kernel find the configured gpulse."""
        token = {"GPULSE_TOKEN": self.token} if self.token else {}
        if self.token_file:
            token = {"GPULSE_TOKEN_FILE": self.token_file}
        trusted = {TRUSTED_USERS: ",".join(self.trusted_users)} if self.trusted_users else {}
        return {**({"GPULSE_URL": self.url} if self.url else {}), **token, **trusted}


def resolve(traits: Traits, environment: Mapping[str, str]) -> Configuration:
    """Returns the configuration; traitlets precede the environment, and a token precedes a token file.

    Raises ConfigurationError for an invalid address or token and for a token file that others can read.
    """
    url = traits.url or environment.get("GPULSE_URL", "")
    token, token_file = traits.token, traits.token_file
    if not token and not token_file:
        token = environment.get("GPULSE_TOKEN", "")
        token_file = "" if token else environment.get("GPULSE_TOKEN_FILE", "")
    if token:
        token_file = ""
    elif token_file:
        token = read_token(token_file)
    if not re.fullmatch(r"[\x21-\x7e]*", token):
        raise ConfigurationError("invalid-token")
    return Configuration(
        url=checked_url(url) if url else None,
        token=token or None,
        token_file=token_file or None,
        command=tuple(traits.command),
        autostart=traits.autostart,
        trusted_users=tuple(traits.trusted_users),
        port=traits.port,
    )


def checked_url(url: str) -> str:
    """Returns an http or https address without a slash at its end; raises ConfigurationError for any other text."""
    try:
        parts = urlsplit(url)
        plain = parts.username is None and not parts.query and not parts.fragment
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and plain
    except ValueError:
        valid = False
    if not valid or re.search(r"[\s\x00-\x1f\\]", url):
        shown = re.sub(r"//[^/@]*@", "//***@", url)
        raise ConfigurationError("invalid-url", url=shown)
    return url.rstrip("/")


def read_token(path: str) -> str:
    """Returns the token in a file; raises ConfigurationError where users other than the owner can read the file."""
    try:
        return read_token_file(Path(path))
    except TokenFileError as e:
        raise ConfigurationError(f"token-file-{e.problem}", **e.parameters) from None
