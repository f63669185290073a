"""The magics ``%gpulse`` and ``%%gpulse``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager

from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import display

from .cell import CellMeasurement
from .cell_code import CellCode
from .client import Client, connect
from .errors import GpulseError
from .fleet import find_in_fleet
from .free import take_free
from .kernel import process_tree
from .listing import listing
from .wanted import Wanted, parse
from .words import value_of

USAGE = """%gpulse                   one line per GPU
%gpulse free [N]          sets CUDA_VISIBLE_DEVICES to N free GPUs (default: 1)
%gpulse free [N] --fleet  lists the machines with N free GPUs, and sets nothing
                          both: --min-memory 40GiB, --model H100
%gpulse mark TEXT         makes a mark on the time line
%%gpulse                  runs the cell and reports what it used"""

_CELL_TIMEOUT_SECONDS = 4.0
"""A gpulse that hangs delays a cell by this time at most before it runs."""


@magics_class
class GpulseMagics(Magics):
    """The magics of gpulse; each failure is printed as a sentence, without a traceback."""

    @line_cell_magic
    def gpulse(self, line: str, cell: str | None = None) -> Coroutine[None, None, None] | None:
        """Shows the GPUs, takes free ones, makes a mark, or reports what a cell used; see ``%gpulse help``."""
        __tracebackhide__ = True
        if cell is not None:
            return self._run(line, cell)
        try:
            with connect() as client:
                print(_answer(client, line))
        except GpulseError as e:
            print(e, file=sys.stderr)
        return None

    def _run(self, line: str, cell: str) -> Coroutine[None, None, None] | None:
        """Runs a cell; one with a top-level await is returned, for IPython to await it."""
        __tracebackhide__ = True
        if line.strip():
            print(f"%%gpulse has no argument {line.strip()!r}; it was ignored.", file=sys.stderr)
        code = CellCode(self.shell, cell)
        if code.awaits:
            return _awaited(code)
        with _measured():
            code.run()
        return None


async def _awaited(code: CellCode) -> None:
    __tracebackhide__ = True
    with _measured():
        await code.run_async()


@contextmanager
def _measured() -> Iterator[None]:
    """Reports on a block, which runs without a gpulse as well."""
    try:
        client = connect(timeout=_CELL_TIMEOUT_SECONDS)
    except GpulseError as e:
        print(e, file=sys.stderr)
        yield
        return
    with client:
        measurement = CellMeasurement(client)
        try:
            with measurement:
                yield
        finally:
            display(measurement.report())  # type: ignore[no-untyped-call]


def _answer(client: Client, line: str) -> str:
    word, _, rest = line.strip().partition(" ")
    if word == "":
        return listing(client.snapshot(), _own_memory(client))
    if word == "free":
        return _free(client, rest)
    if word == "mark" and rest.strip():
        return _marked(client, rest.strip())
    if word == "help":
        return USAGE
    raise GpulseError(USAGE)


def _free(client: Client, text: str) -> str:
    try:
        arguments = shlex.split(text)
    except ValueError as e:
        raise GpulseError(f"%gpulse free: the arguments cannot be split into words ({e}): close the quotes.") from None
    wanted = parse("%gpulse free", arguments)
    return _listed(client, wanted) if wanted.fleet else take_free(client, wanted)


def _listed(client: Client, wanted: Wanted) -> str:
    """Returns the machines with room, and what a kernel, which cannot move there, has to do."""
    found = find_in_fleet(client, wanted)
    if not found.lines:
        raise GpulseError("\n".join(found.notes))
    advice = "Nothing was set, as a kernel cannot move to another machine"
    advice += f": run %gpulse free {wanted} in a kernel on one of these machines."
    return "\n".join([*found.lines, *found.notes, advice])


def _marked(client: Client, text: str) -> str:
    mark = client.mark(text)
    return f"Marked {mark.get('text', text)!r} at {mark.get('at')}."


def _own_memory(client: Client) -> dict[str, float]:
    """Returns the memory of this kernel in bytes by UUID; nothing where it is unknown."""
    try:
        if client.same_machine() is not True:
            return {}
        processes = client.processes(pids=sorted(process_tree()))
    except GpulseError:
        return {}
    memory: dict[str, float] = {}
    for process in processes:
        uuid, used = process.get("uuid"), value_of(process, "process.memory.used")
        if uuid is not None and used is not None:
            memory[uuid] = memory.get(uuid, 0) + used
    return memory
