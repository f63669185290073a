"""Python client and notebook magics of gpulse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .client import Client, connect
from .errors import GpulseError
from .panel import Panel, panel
from .run import Run, run
from .stream import Gap, SnapshotStream

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = [
    "Client",
    "Gap",
    "GpulseError",
    "Panel",
    "Run",
    "SnapshotStream",
    "connect",
    "load_ipython_extension",
    "panel",
    "run",
]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Registers the magics ``%gpulse`` and ``%%gpulse``; called by ``%load_ext gpulse``."""
    from .cell_code import AwaitCells
    from .magics import GpulseMagics

    shell.register_magics(GpulseMagics)
    others = [each for each in shell.input_transformers_post if not isinstance(each, AwaitCells)]
    shell.input_transformers_post[:] = [*others, AwaitCells(shell)]
