"""Gives this process what Windows lacks: no POSIX modules and functions, no user IDs, no /proc.

Only what is imported afterwards notices; libraries that choose their files by the system are imported before.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys

_MODULES = ("fcntl", "grp", "pwd", "resource", "termios")
_FUNCTIONS = ("getuid", "geteuid", "getgid", "getegid", "O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "posix_spawnp")
_SIGNALS = ("SIGHUP", "SIGQUIT", "SIGUSR1", "SIGTSTP", "SIGCHLD", "SIGPIPE", "pthread_sigmask", "sigtimedwait")


def remove_posix() -> None:
    """Removes all that, for the rest of the process."""
    for module in _MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for function in _FUNCTIONS:
        delattr(os, function)
    for name in _SIGNALS:
        delattr(signal, name)
    sys.platform = "win32"
    sys.addaudithook(_without_proc)


def import_all(package: str) -> list[str]:
    """Imports each module of a package and returns their names."""
    path = importlib.import_module(package).__path__
    names = [module.name for module in pkgutil.walk_packages(path, f"{package}.") if "__main__" not in module.name]
    for name in names:
        importlib.import_module(name)
    return names


def _without_proc(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("open", "os.listdir", "os.scandir") and str(arguments[0]).startswith("/proc"):
        raise FileNotFoundError(f"{arguments[0]}")
