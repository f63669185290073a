"""The command ``gpulse run``: starts a program on free GPUs, which are held until it uses them."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from .client import Client, connect
from .devices import VISIBLE, require_own_gpus
from .errors import GpulseError
from .holds import Given, HeldGpus, Request
from .program import Foreground, is_supported
from .program_report import ProgramReport
from .run_options import PROGRAM, RunOptions, parse_run

_NOT_STARTED = 1
_WRONG_ARGUMENTS = 2
_NOT_EXECUTABLE = 126
_NOT_FOUND = 127
_INTERRUPTED = 130
_TIMEOUT_SECONDS = 4.0
_HOLD_TIMEOUT_SECONDS = 2.0
"""A gpulse that hangs delays the end of the program by this time, and that of the report."""


def run(arguments: Sequence[str]) -> int:
    """Returns the exit code of the program, or that of a failure before it; prints on standard error only."""
    try:
        options = parse_run(arguments)
    except GpulseError as e:
        print(e, file=sys.stderr)
        return _WRONG_ARGUMENTS
    program = options.command[0]
    if shutil.which(program) is None:  # Before a wait of hours.
        is_file = os.sep in program and os.path.exists(program)
        return _cannot_start(program, OSError(errno.EACCES if is_file else errno.ENOENT, ""))
    try:
        _require_effect()
        # It is not closed: a thread with a report that takes too long still uses it.
        client = connect(options.url, timeout=_TIMEOUT_SECONDS)
        require_own_gpus(client, "the program was not started")
        holding = connect(options.url, timeout=_HOLD_TIMEOUT_SECONDS)
        given = Request(client, options.wanted, _print, options.wait_seconds).take()
        held = None if given.hold is None else HeldGpus(holding, given.hold, _print)
        return _run(client, given, held, options)
    except GpulseError as e:
        _print(str(e))
        return _NOT_STARTED
    except KeyboardInterrupt:
        return _INTERRUPTED


def _require_effect() -> None:
    if not is_supported():
        raise GpulseError(f"{PROGRAM} needs Linux.")
    present = os.environ.get(VISIBLE)
    if present is not None:
        raise GpulseError(f"{VISIBLE} is already set to {present!r}: {PROGRAM} does not replace that.")


def _run(client: Client, given: Given, held: HeldGpus | None, options: RunOptions) -> int:
    with ExitStack() as hold:
        if held is not None:
            hold.callback(held.release)
        _print(str(given))
        with Foreground(_print) as foreground:  # Until the last line: a late signal does not replace the exit code.
            try:
                pid = foreground.start(options.command, {**os.environ, **given.variables})
            except OSError as e:
                return _cannot_start(options.command[0], e)
            if held is not None:
                held.start()
            report = ProgramReport(client, pid) if options.report else None
            code = foreground.wait(pid)
            if report is not None:
                report.stop()
            hold.close()
            for line in () if report is None else report.lines():
                _print(line)
            return code


def _cannot_start(program: str, error: OSError) -> int:
    _print(f"{program} cannot be started: {os.strerror(error.errno or 0)}.")
    return _NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_EXECUTABLE


def _print(text: str) -> None:
    """Prints on standard error, where the program prints as well; a terminal that is gone is no reason to end it."""
    with suppress(OSError):
        for line in text.splitlines():
            print(f"gpulse: {line}", file=sys.stderr, flush=True)
