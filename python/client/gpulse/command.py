"""The command ``gpulse``: ``free``, ``run``, ``nvidia-smi``, and the commands of the server where that is installed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

_NO_SERVER = 1


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command; ends with exit code 1 for a command of the server where that is not installed."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments[:1] == ["nvidia-smi"]:
        from .smi import run

        sys.exit(run(arguments[1:]))
    if arguments[:1] == ["free"]:
        from .free_command import run as find

        sys.exit(find(arguments[1:]))
    if arguments[:1] == ["run"]:
        from .run_command import run as start

        sys.exit(start(arguments[1:]))
    try:
        from gpulse_server.command import main as serve
    except ModuleNotFoundError as e:
        if e.name not in ("gpulse_server", "gpulse_server.command"):
            raise
        sentence = "gpulse: The server is not installed here: install the package gpulse. Without it there are"
        print(f"{sentence} `gpulse free`, `gpulse run` and `gpulse nvidia-smi`.", file=sys.stderr)
        sys.exit(_NO_SERVER)
    serve(arguments)
