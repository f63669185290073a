"""The arguments of ``gpulse run``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import GpulseError
from .wanted import Parser, Wanted

PROGRAM = "gpulse run"
_USAGE = "%(prog)s [--gpus N] [--min-memory SIZE] [--model NAME] [--wait TIME] [--url URL] [--no-report] -- PROGRAM ..."
_DESCRIPTION = """\
Starts a program on free GPUs, which are held for it until it uses them, and prints at its end what it used.

With --wait it waits for enough free GPUs; requests are answered in the order of their arrival. A queue, with
priorities or restarts, is the task of gflow or Slurm."""
_EPILOG = """\
The program gets CUDA_VISIBLE_DEVICES with UUIDs. Nothing keeps a program from GPUs that are held for another one.
Exit codes: that of the program; 128 + N where signal N ended it; 126 or 127 where it cannot be started; 1 without
enough free GPUs, 2 for wrong arguments."""
_TIME = re.compile(r"(\d{1,6})([smh])", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "h": 3600}
_MAX_SECONDS = 24 * 3600
_WITHOUT_VALUE = ("--no-report", "--help", "-h")


@dataclass(frozen=True)
class RunOptions:
    """The program with its arguments, and the GPUs that it gets."""

    command: Sequence[str]
    wanted: Wanted
    wait_seconds: int = 0
    url: str | None = None
    report: bool = True


def parse_run(arguments: Sequence[str]) -> RunOptions:
    """Returns the options; raises GpulseError for wrong ones. ``--help`` ends this program."""
    options, command = _split(arguments)
    parser = Parser(
        prog=PROGRAM,
        usage=_USAGE,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--gpus", default="1", metavar="N", help="number of GPUs (default: 1)")
    parser.add_conditions()
    parser.add_argument("--wait", default="0s", metavar="TIME", help="how long to wait: 90s, 30m, 24h (default: not)")
    parser.add_argument("--url", metavar="URL", help="address of gpulse (default: GPULSE_URL)")
    parser.add_argument("--no-report", action="store_true", help="print nothing at the end")
    found = parser.parse_args(options)
    if not command:
        parser.error("the program is missing")
    wanted = Wanted(parser.count(found.gpus), min_memory=found.min_memory, model=found.model)
    return RunOptions(command, wanted, _seconds(found.wait), found.url, not found.no_report)


def _split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Returns the options, and the program with its arguments, which may be options as well."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        if arguments[at] == "--":
            return arguments[:at], arguments[at + 1 :]
        at += 1 if "=" in arguments[at] or arguments[at] in _WITHOUT_VALUE else 2
    return arguments[:at], arguments[at:]


def _seconds(text: str) -> int:
    found = _TIME.fullmatch(text)
    seconds = int(found[1]) * _SECONDS[found[2]] if found else _MAX_SECONDS + 1
    if seconds > _MAX_SECONDS:
        raise GpulseError(f"{PROGRAM}: --wait expects a time of at most 24h, such as 2h, not {text!r}.")
    return seconds
