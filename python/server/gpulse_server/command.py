"""The command ``gpulse``: replaces itself by the Java program, so that signals and standard input reach it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from typing import NoReturn

from gpulse_server import cache
from gpulse_server.java import JavaError, find_java, jar, options

_NO_SERVER = {"doctor", "password", "help", "--help", "-h", "--version", "-V"}
_CANNOT_START = 1


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs gpulse with the arguments of the command line; ends with exit code 1 where there is no usable Java."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    try:
        java = find_java()
        path = jar()
        given = _java_options()
    except JavaError as e:
        _fail(str(e))
    cached = cache.use(java, train=_NO_SERVER.isdisjoint(arguments))
    # Without a limit, glibc keeps freed memory in eight arenas for each processor.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    command = [str(java.program), *options(), *cached, *given, "-jar", str(path), *arguments]
    try:
        os.execv(command[0], command)
    except OSError as e:
        _fail(f"{java.program} cannot be started: {e.strerror}.")


def _java_options() -> list[str]:
    try:
        return shlex.split(os.environ.get("GPULSE_JAVA_OPTIONS", ""))
    except ValueError as e:
        raise JavaError(f"GPULSE_JAVA_OPTIONS cannot be split into words ({e}): close its quotes.") from None


def _fail(sentence: str) -> NoReturn:
    print(f"gpulse: {sentence}", file=sys.stderr)
    sys.exit(_CANNOT_START)
