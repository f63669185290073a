"""The arguments of ``gpulse free`` and ``%gpulse free``."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from .errors import GpulseError

MAX_GPUS = 1024
_MAX_OF_A_MACHINE = 64


@dataclass(frozen=True)
class Wanted:
    """Conditions for free GPUs of this machine, or with ``fleet`` of one of many."""

    count: int = 1
    fleet: bool = False
    min_memory: str | None = None
    model: str | None = None

    def __str__(self) -> str:
        """Returns the arguments without ``--fleet``."""
        options = {"--min-memory": self.min_memory, "--model": self.model}
        words = [word for option, value in options.items() if value is not None for word in (option, value)]
        return shlex.join([str(self.count), *words])


def parse(program: str, arguments: Sequence[str], *, with_help: bool = False) -> Wanted:
    """Returns the conditions; raises GpulseError for wrong arguments.

    ``with_help`` adds ``--help``, which ends the program.
    """
    parser = Parser(prog=program, description="Finds free GPUs.", add_help=with_help)
    parser.add_argument("count", nargs="?", default="1", metavar="N", help="number of GPUs (default: 1)")
    parser.add_argument("--fleet", action="store_true", help="on any machine of the list of gpulse")
    parser.add_conditions()
    found = parser.parse_args(arguments)
    count = parser.count(found.count, _MAX_OF_A_MACHINE if found.fleet else MAX_GPUS)
    return Wanted(count, found.fleet, found.min_memory, found.model)


class Parser(argparse.ArgumentParser):
    """A parser that raises GpulseError for wrong arguments."""

    color: bool

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self.color = False  # Since Python 3.14 it is True.

    def add_conditions(self) -> None:
        """Adds ``--min-memory`` and ``--model``."""
        self.add_argument("--min-memory", metavar="SIZE", help="free memory of each, such as 40GiB")
        self.add_argument("--model", metavar="NAME", help="words of the product name, such as H100")

    def count(self, text: str, most: int = MAX_GPUS) -> int:
        """Returns a number of GPUs."""
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise GpulseError(f"{self.prog} expects a number of GPUs from 1 to {most}, not {text!r}.")
        return int(text)

    def error(self, message: str) -> NoReturn:
        """Raises GpulseError with the usage."""
        raise GpulseError(f"{self.prog}: {message}\n{self.format_usage().strip()}")
