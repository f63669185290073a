"""A program in the foreground: signals reach it, and its exit code is returned."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress

_SIGNALED = 128
_PASSED = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGTERM", "SIGTSTP", "SIGCONT")
_STOPS = ("SIGTSTP", "SIGTTIN", "SIGTTOU")
_EXAMINE_SECONDS = 1.0
"""A thread that does not leave the signals to wait() can take the one that reports the end of the program."""
# Python itself ignores them.
_IGNORED_HERE = ("SIGPIPE", "SIGXFSZ")


class Foreground:
    """Runs a program in the process group of this process; signals are kept for it in this context.

    A signal of the terminal, such as that of Ctrl-C, reaches the whole process group, so the program has it already.
    One that another process sent to this process is passed to the program. Threads that are started in the context
    leave the signals to it as well.
    """

    def __enter__(self) -> Foreground:
        # A parent can have ignored it, and then a child leaves no exit code.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._signals = _numbers(*_PASSED, "SIGCHLD")
        self._mask = signal.pthread_sigmask(signal.SIG_BLOCK, self._signals)
        return self

    def __exit__(self, *_: object) -> None:
        while signal.sigtimedwait(self._signals, 0):
            pass  # The program that it was for has ended.
        signal.pthread_sigmask(signal.SIG_SETMASK, self._mask)

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> int:
        """Starts the program and returns its PID; raises OSError where that fails."""
        default = _numbers(*_IGNORED_HERE)
        return os.posix_spawnp(command[0], list(command), environment, setsigmask=self._mask, setsigdef=default)

    def wait(self, pid: int) -> int:
        """Passes signals until the program has ended, and returns its exit code as a shell does."""
        while True:
            found = signal.sigtimedwait(self._signals, _EXAMINE_SECONDS)
            if found is None or found.si_signo == signal.SIGCHLD:
                code = _exit_code(pid)
                if code is not None:
                    return code
            elif _is_from_process(found):
                with suppress(PermissionError):  # It runs as another user, as sudo.
                    os.kill(pid, found.si_signo)


def is_supported() -> bool:
    """Returns whether this system has the functions for it, as Linux."""
    return hasattr(signal, "sigtimedwait") and hasattr(os, "posix_spawnp")


def _numbers(*names: str) -> set[signal.Signals]:
    return {signal.Signals[name] for name in names}


def _is_from_process(found: signal.struct_siginfo) -> bool:
    """Returns whether a process sent a signal; one of the kernel, as a terminal's, has a code above 0."""
    return found.si_code <= 0


def _exit_code(pid: int) -> int | None:
    """Returns the exit code, None while the program lives; stops with it where the terminal stopped it."""
    while True:
        changed, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
        if changed == 0:
            return None
        if not os.WIFSTOPPED(status):
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else _SIGNALED - code
        if os.WSTOPSIG(status) in _numbers(*_STOPS):
            os.kill(os.getpid(), signal.SIGSTOP)
