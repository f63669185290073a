"""The states of the connection between Jupyter and gpulse, each with a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class State(str, Enum):
    """State of the connection to gpulse."""

    READY = "READY"
    STARTING = "STARTING"
    NOT_FOUND = "NOT_FOUND"
    UNAUTHORIZED = "UNAUTHORIZED"
    FOREIGN_USER = "FOREIGN_USER"
    NOT_GPULSE = "NOT_GPULSE"
    NO_ANSWER = "NO_ANSWER"
    UNSUPPORTED_VERSION = "UNSUPPORTED_VERSION"
    INVALID_CONFIGURATION = "INVALID_CONFIGURATION"


_TOKEN = "GPULSE_TOKEN, GPULSE_TOKEN_FILE or GpulseJupyter.token_file"

_SENTENCES: dict[str, tuple[State, str]] = {
    "ready": (State.READY, "gpulse {version} answers at {address}."),
    "starting": (State.STARTING, "gpulse is starting; this takes a few seconds."),
    "slow-start": (State.STARTING, "gpulse has not opened its port for more than {seconds} s; see {path}."),
    "no-command": (
        State.NOT_FOUND,
        "No gpulse runs on this machine, and none is installed: install the package gpulse, or set GpulseJupyter.url.",
    ),
    "not-linux": (
        State.NOT_FOUND,
        "gpulse runs on Linux only: set GpulseJupyter.url (GPULSE_URL) to the gpulse of another machine.",
    ),
    "autostart-off": (
        State.NOT_FOUND,
        "No gpulse runs on this machine, and GpulseJupyter.autostart is off: start gpulse, or set GpulseJupyter.url.",
    ),
    "start-failed": (State.NOT_FOUND, "gpulse was started and ended again; {path} has the reason."),
    "no-connection": (
        State.NOT_FOUND,
        "No connection to {address}: start gpulse there, or correct GpulseJupyter.url (GPULSE_URL).",
    ),
    "token-missing": (
        State.UNAUTHORIZED,
        "gpulse at {address} requires a token: set " + _TOKEN + ", then restart Jupyter.",
    ),
    "token-refused": (
        State.UNAUTHORIZED,
        "gpulse at {address} refused the token: correct " + _TOKEN + ", then restart Jupyter.",
    ),
    "token-scope": (
        State.UNAUTHORIZED,
        "The token for gpulse at {address} has no scope to read: set another one in " + _TOKEN + ".",
    ),
    "foreign-user": (
        State.FOREIGN_USER,
        "gpulse at {address} belongs to the user {user}, and its pages would run in your Jupyter: "
        "add {user} to GpulseJupyter.trusted_users if you trust this user.",
    ),
    "unknown-owner": (
        State.FOREIGN_USER,
        "The owner of gpulse at {address} is unknown: set GpulseJupyter.url to {address} if you trust it.",
    ),
    "not-gpulse": (
        State.NOT_GPULSE,
        "The server at {address} is not gpulse (status {status}, {type}): correct GpulseJupyter.url (GPULSE_URL).",
    ),
    "redirect": (
        State.NOT_GPULSE,
        "{address} redirects to {location}: set GpulseJupyter.url (GPULSE_URL) to the address of gpulse itself.",
    ),
    "no-answer": (
        State.NO_ANSWER,
        "{address} did not answer within {seconds} s: restart the gpulse there, or correct GpulseJupyter.url.",
    ),
    "unsupported-version": (
        State.UNSUPPORTED_VERSION,
        "gpulse at {address} is version {version}, which is too old for gpulse-jupyterlab {extension}: update gpulse.",
    ),
    "invalid-url": (
        State.INVALID_CONFIGURATION,
        "Invalid GpulseJupyter.url (GPULSE_URL) {url}: set an address such as http://127.0.0.1:8080.",
    ),
    "invalid-token": (
        State.INVALID_CONFIGURATION,
        "The token for gpulse has characters that a header cannot have: correct " + _TOKEN + ".",
    ),
    "token-file-open": (
        State.INVALID_CONFIGURATION,
        "Other users can read the token file {path} (mode {mode}): run chmod 600 {path}, then restart Jupyter.",
    ),
    "token-file-unreadable": (
        State.INVALID_CONFIGURATION,
        "The token file {path} cannot be read ({error}): correct GPULSE_TOKEN_FILE or GpulseJupyter.token_file.",
    ),
    "token-file-empty": (
        State.INVALID_CONFIGURATION,
        "The token file {path} has no token: write the token into it, then restart Jupyter.",
    ),
    "runtime-folder": (State.INVALID_CONFIGURATION, "{message}"),
}


@dataclass(frozen=True)
class Machine:
    """The machine of a gpulse; a part is None when it is unknown."""

    boot_id: str | None = None
    pid_namespace: int | None = None


@dataclass(frozen=True)
class Finding:
    """Result of a search for gpulse.

    ``parameters`` has the variable words of the sentence and its key as ``reason``. ``address`` is None where no
    server is concerned; it has no slash at its end. ``local`` is true for a gpulse that was found on this machine,
    false for a configured one.
    """

    state: State
    detail: str
    parameters: dict[str, str] = field(default_factory=dict)
    address: str | None = None
    version: str | None = None
    started: bool = False
    local: bool = False
    machine: Machine = Machine()

    def as_json(self) -> dict[str, object]:
        """Returns the body of the status endpoint."""
        names = ("detail", "parameters", "address", "version", "started")
        return {"state": self.state.value, **{name: getattr(self, name) for name in names}}


def finding(reason: str, **parameters: object) -> Finding:
    """Returns the finding of a reason; ``address`` and ``version`` among the parameters are set as fields as well."""
    state, sentence = _SENTENCES[reason]
    words = {name: str(value) for name, value in parameters.items()}
    return Finding(
        state=state,
        detail=sentence.format_map(words),
        parameters={"reason": reason, **words},
        address=words.get("address"),
        version=words.get("version"),
    )
