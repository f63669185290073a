"""The magics ``%gpulse`` and ``%%gpulse``."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import display

from .cell import CellMeasurement
from .client import Client, connect
from .errors import GpulseError
from .free import take_free
from .kernel import process_tree
from .listing import listing
from .words import value_of

USAGE = """%gpulse              one line per GPU
%gpulse free [N]     sets CUDA_VISIBLE_DEVICES to N free GPUs (default: 1)
%gpulse mark TEXT    makes a mark on the time line
%%gpulse             runs the cell and reports what it used"""

_CELL_TIMEOUT_SECONDS = 4.0
"""A gpulse that hangs delays a cell by this time at most before it runs."""


@magics_class
class GpulseMagics(Magics):
    """The magics of gpulse; each failure is printed as a sentence, without a traceback."""

    @line_cell_magic
    def gpulse(self, line: str, cell: str | None = None) -> None:
        """Shows the GPUs, takes free ones, makes a mark, or reports what a cell used; see ``%gpulse help``."""
        __tracebackhide__ = True
        if cell is not None:
            self._measure(line, cell)
            return
        try:
            with connect() as client:
                print(_answer(client, line))
        except GpulseError as e:
            print(e, file=sys.stderr)

    def _measure(self, line: str, cell: str) -> None:
        __tracebackhide__ = True
        if line.strip():
            print(f"%%gpulse has no argument {line.strip()!r}; it was ignored.", file=sys.stderr)
        run = compiled(self.shell, cell)
        try:
            client = connect(timeout=_CELL_TIMEOUT_SECONDS)
        except GpulseError as e:
            print(e, file=sys.stderr)
            run()
            return
        with client:
            measurement = CellMeasurement(client)
            try:
                with measurement:
                    run()
            finally:
                display(measurement.report())  # type: ignore[no-untyped-call]


def _answer(client: Client, line: str) -> str:
    word, _, rest = line.strip().partition(" ")
    if word == "":
        return listing(client.snapshot(), _own_memory(client))
    if word == "free":
        return take_free(client, _count(rest))
    if word == "mark" and rest.strip():
        return _marked(client, rest.strip())
    if word == "help":
        return USAGE
    raise GpulseError(USAGE)


def _count(text: str) -> int:
    text = text.strip() or "1"
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise GpulseError(f"%gpulse free expects a number of GPUs from 1 to 1024, not {text!r}.")
    return int(text)


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


def compiled(shell: Any, cell: str) -> Callable[[], None]:
    """Compiles a cell as IPython does and returns a function that runs it and shows its last expression."""
    source = shell.transform_cell(cell)
    name = shell.compile.cache(source, shell.execution_count, raw_code=cell)
    tree = shell.transform_ast(shell.compile.ast_parse(source, filename=name))
    body = tree.body
    shown = [body.pop()] if body and isinstance(body[-1], ast.Expr) and not source.rstrip().endswith(";") else []
    codes = [shell.compile(ast.Module(body, []), name, "exec")] if body else []
    codes += [shell.compile(ast.Interactive(shown), name, "single")] if shown else []

    def run() -> None:
        __tracebackhide__ = True
        for code in codes:
            exec(code, shell.user_global_ns, shell.user_ns)

    return run
