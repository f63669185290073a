"""``gpulse nvidia-smi``: prints the output that a running gpulse gives for arguments of nvidia-smi.

The file nvidia-smi in this folder does the same in a shell, for a container without this package.
"""

from __future__ import annotations

import contextlib
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from .endpoint import find_endpoint
from .errors import GpulseError
from .transport import EXIT_CODE, READ_SECONDS, Transport
from .words import SIMULATED, STALE

_NO_ANSWER = 9
"""The exit code of nvidia-smi where the driver does not answer."""
_TOO_LONG = 2
_NOT_WRITTEN = 1
_INTERRUPTED = 130
_PRINT_SHELL = "--print-shell"
_ENDLESS = re.compile(r"-l([0-9=].*)?|-lms.*|--loop(=.*|-ms.*)?|dmon|pmon")
_COUNTED = re.compile(r"-c([0-9=].*)?|--count(=.*)?")
_LOGGING = re.compile(r"-.*|dmon|pmon")
"""Beginning of a command line in which -f is a file; in others, as conf-compute, it is not."""


def run(arguments: Sequence[str]) -> int:
    """Prints the output and returns the exit code of nvidia-smi, or one of those that the shell file lists."""
    if list(arguments) == [_PRINT_SHELL]:
        sys.stdout.write(Path(__file__).with_name("nvidia-smi").read_text(encoding="utf-8"))
        return 0
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    endless = any(_ENDLESS.fullmatch(each) for each in arguments)
    try:
        return _print(*_split_file(arguments), endless)
    except GpulseError as e:
        if e.status in (414, 431):
            print("gpulse: The command line is too long.", file=sys.stderr)
            return _TOO_LONG
        print(e, file=sys.stderr)
        return _NO_ANSWER
    except OSError as e:
        print(f"gpulse: The output cannot be written: {e}.", file=sys.stderr)
        return _NOT_WRITTEN
    except KeyboardInterrupt:
        return 0 if endless else _INTERRUPTED


def _print(arguments: list[str], file: str | None, endless: bool) -> int:
    transport = Transport(find_endpoint())
    outcome = "does not answer"
    try:
        with transport.output("nvidia-smi", arguments, None if endless else READ_SECONDS) as response:
            outcome = "no longer answers"
            code = _exit_code(response.headers.get(EXIT_CODE, "0"))
            if "Gpulse-Simulated" in response.headers:
                print(f"gpulse: {SIMULATED}", file=sys.stderr)
            if "Gpulse-Stale" in response.headers:
                print("gpulse:", STALE.format(response.headers["Gpulse-Stale"]), file=sys.stderr)
            with _opened(file if code == 0 else None) as out:
                for part in response.iter_raw():
                    out.write(part)
                    out.flush()
            counted = any(_COUNTED.fullmatch(each) for each in arguments)
            if endless and not counted and "Content-Length" not in response.headers and code == 0:
                raise GpulseError("")
    except GpulseError as e:
        if e.status is not None:
            raise
        raise GpulseError(f"gpulse at {transport.url} {outcome}") from None
    finally:
        transport.close()
    return code


def _split_file(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """Returns the arguments for gpulse, and the file of -f, which is written here."""
    rest = list(arguments)
    if not rest or not _LOGGING.fullmatch(rest[0]):
        return rest, None
    file, passed = None, []
    while rest:
        argument = rest.pop(0)
        if argument in ("-f", "--filename") and rest:
            file = rest.pop(0)
        elif argument.startswith(("-f=", "--filename=")):
            file = argument.partition("=")[2]
        else:
            passed.append(argument)
    return passed, file


def _exit_code(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else 1


def _opened(file: str | None) -> contextlib.AbstractContextManager[BinaryIO]:
    return contextlib.nullcontext(sys.stdout.buffer) if file is None else open(file, "wb")
