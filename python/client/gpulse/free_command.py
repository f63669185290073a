"""The command ``gpulse free``: prints the variables with which CUDA programs use free GPUs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .client import Client, connect
from .devices import environment, reasons, shortage
from .errors import GpulseError
from .fleet import Found, find_in_fleet
from .wanted import Wanted, parse
from .words import SIMULATED

_NOT_FOUND = 1
_WRONG_ARGUMENTS = 2
_INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int:
    """Prints a line for each choice and returns 0; otherwise prints only reasons, on standard error, and returns 1."""
    try:
        wanted = parse("gpulse free", arguments, with_help=True)
    except GpulseError as e:
        print(e, file=sys.stderr)
        return _WRONG_ARGUMENTS
    try:
        with connect() as client:
            found = find_in_fleet(client, wanted) if wanted.fleet else _find_here(client, wanted)
    except GpulseError as e:
        print(e, file=sys.stderr)
        return _NOT_FOUND
    except KeyboardInterrupt:
        return _INTERRUPTED
    for note in found.notes:
        print(note, file=sys.stderr)
    for line in found.lines:
        print(line)
    return 0 if found.lines else _NOT_FOUND


def _find_here(client: Client, wanted: Wanted) -> Found:
    if client.same_machine() is not True:
        raise GpulseError(
            f"The gpulse at {client.url} is not known to be on this machine: with --fleet the machine is printed too."
        )
    source = client.status().get("source") or {}
    free = client.free(wanted.count, min_memory=wanted.min_memory, model=wanted.model)
    notes = [SIMULATED] if source.get("simulated") else []
    chosen = free.get("chosen") or []
    if len(chosen) >= wanted.count:
        return Found([environment(chosen)], notes)
    notes += [f"{shortage(wanted.count, len(chosen))}.", *reasons(free)]
    reason = source.get("reason")
    return Found([], [*notes, reason] if reason else notes)
