"""The code of a cell below ``%%gpulse``, which may have a top-level ``await``."""

from __future__ import annotations

import ast
import inspect
from typing import Any

_CALL = "get_ipython().run_cell_magic"


class CellCode:
    """A cell, compiled as IPython does it."""

    def __init__(self, shell: Any, cell: str) -> None:
        """Compiles the cell; raises SyntaxError."""
        self._shell = shell
        source = shell.transform_cell(cell)
        name = shell.compile.cache(source, shell.execution_count, raw_code=cell)
        tree = shell.transform_ast(shell.compile.ast_parse(source, filename=name))
        body = tree.body
        shown = [body.pop()] if body and isinstance(body[-1], ast.Expr) and not source.rstrip().endswith(";") else []
        with shell.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if shell.autoawait else 0):
            codes = [shell.compile(ast.Module(body, []), name, "exec")] if body else []
            codes += [shell.compile(ast.Interactive(shown), name, "single")] if shown else []
        self._codes = codes

    @property
    def awaits(self) -> bool:
        """Whether the cell has a top-level ``await``."""
        return any(code.co_flags & inspect.CO_COROUTINE for code in self._codes)

    def run(self) -> None:
        """Runs a cell without ``await`` and shows its last expression."""
        __tracebackhide__ = True
        for code in self._codes:
            exec(code, self._shell.user_global_ns, self._shell.user_ns)

    async def run_async(self) -> None:
        """Runs a cell and shows its last expression."""
        __tracebackhide__ = True
        for code in self._codes:
            result = eval(code, self._shell.user_global_ns, self._shell.user_ns)
            if inspect.iscoroutine(result):
                await result


class AwaitCells:
    """Transforms the call of ``%%gpulse`` for a cell with a top-level ``await``, so that IPython awaits the call."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def __call__(self, lines: list[str]) -> list[str]:
        """Returns the lines of a transformed cell, with the call awaited where its cell awaits."""
        source = "".join(lines)
        if not self._shell.autoawait or not source.startswith(f"{_CALL}('gpulse',"):
            return lines
        _, _, cell = ast.literal_eval(source[len(_CALL) :])
        body = self._shell.transform_cell(cell)
        if not self._shell.should_run_async(body, transformed_cell=body):
            return lines
        return [f"await {lines[0]}", *lines[1:]]
