"""A program in the foreground: signals reach it, and its exit code is returned."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic

_SIGNALED = 128
_PASSED = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGTERM", "SIGTSTP", "SIGCONT")
_KEYS = ("SIGINT", "SIGQUIT", "SIGTSTP")
_STOP_SECONDS = 5.0
"""A program that stops later than this after SIGTSTP was stopped alone, and nothing continues this process."""
_EXAMINE_SECONDS = 1.0
"""A thread that does not leave the signals to wait() can take the one that reports the end of the program."""
# Python itself ignores them.
_IGNORED_HERE = ("SIGPIPE", "SIGXFSZ")


class Foreground:
    """Runs a program in the process group of this process; signals are kept for it in this context.

    A signal of a key, such as Ctrl-C, reaches the whole process group, so the program has it already. Others are
    passed to the program: the SIGHUP of a terminal that is closed can reach this process only. Threads that are started
    in the context leave the signals to it as well.
    """

    def __init__(self, notify: Callable[[str], None]) -> None:
        """Creates it; a sentence about a signal that does not reach the program goes to ``notify``."""
        self._notify = notify

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
        stop_end, is_stopped = 0.0, False
        while True:
            found = signal.sigtimedwait(self._signals, _EXAMINE_SECONDS)
            if found is not None and found.si_signo != signal.SIGCHLD:
                if found.si_signo in (signal.SIGTSTP, signal.SIGCONT):
                    stop_end = monotonic() + _STOP_SECONDS if found.si_signo == signal.SIGTSTP else 0.0
                self._pass(found, pid)
            for status in _changes(pid):
                is_stopped = os.WIFSTOPPED(status)
                if os.WIFCONTINUED(status):
                    stop_end = 0.0
                elif not is_stopped:
                    code = os.waitstatus_to_exitcode(status)
                    return code if code >= 0 else _SIGNALED - code
            if is_stopped and monotonic() < stop_end:
                stop_end = 0.0
                os.kill(os.getpid(), signal.SIGSTOP)

    def _pass(self, found: signal.struct_siginfo, pid: int) -> None:
        # A signal that a process sent has a code of at most 0.
        if found.si_code <= 0 or found.si_signo not in _numbers(*_KEYS):
            try:
                os.kill(pid, found.si_signo)
            except PermissionError:
                name = signal.Signals(found.si_signo).name
                self._notify(f"{name} could not be passed to the program, which runs as another user.")


def is_supported() -> bool:
    """Returns whether this system has the functions for it, as Linux."""
    return hasattr(signal, "sigtimedwait") and hasattr(os, "posix_spawnp")


def _numbers(*names: str) -> set[signal.Signals]:
    return {signal.Signals[name] for name in names}


def _changes(pid: int) -> Iterator[int]:
    """Returns the status of the program each time it was stopped or continued, or ended, since the last call."""
    changed, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
    while changed:
        yield status
        changed, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
