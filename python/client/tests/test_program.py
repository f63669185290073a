"""A program in the foreground, as a real process: exit codes, signals and a terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from gpulse import program
from gpulse.program import Foreground

PATIENCE = 30
# Writes the name of each signal, and ends with the number of interrupts at SIGUSR1 and SIGQUIT.
COUNTING = """
import os, signal
interrupts = []
signal.signal(signal.SIGINT, lambda *_: interrupts.append(1) or os.write(1, b"<SIGINT>"))
for each in (signal.SIGHUP, signal.SIGTERM, signal.SIGUSR2, signal.SIGCONT):
    signal.signal(each, lambda number, _: os.write(1, f"<{signal.Signals(number).name}>".encode()))
for number in (signal.SIGUSR1, signal.SIGQUIT):
    signal.signal(number, lambda *_: os._exit(len(interrupts)))
os.write(1, b"<ready>")
while True:
    signal.pause()
"""
RUNNER = """
import os, sys
from gpulse.program import Foreground
with Foreground(print) as foreground:
    code = foreground.wait(foreground.start(sys.argv[1:], os.environ))
sys.exit(code)
"""
# Is stopped alone, and then ends where the terminal wants to stop it.
STOPPING = """
import os, signal
os.kill(os.getpid(), signal.SIGTSTP)
signal.signal(signal.SIGTSTP, lambda *_: os._exit(4))
os.write(1, b"<ready>")
signal.pause()
"""
# Continues the program alone after all of its changes were examined.
CONTINUING = """
import os, signal
stopped = []
def waitpid(pid, options, wait=os.waitpid):
    changed, status = wait(pid, options)
    if changed and os.WIFSTOPPED(status):
        stopped.append(pid)
    elif stopped:
        os.kill(stopped.pop(), signal.SIGCONT)
    return changed, status
os.waitpid = waitpid
"""
COMMAND = [sys.executable, "-c", RUNNER, sys.executable, "-c", COUNTING]
TERMINAL = ["setsid", "--ctty"]


def run(*command: str) -> int:
    with Foreground(print) as foreground:
        return foreground.wait(foreground.start(command, os.environ))


@pytest.mark.parametrize(
    ("script", "code"), [("exit 0", 0), ("exit 3", 3), ("kill -TERM $$", 143), ("kill -KILL $$", 137)]
)
def test_returns_the_exit_code_as_a_shell_does(script: str, code: int) -> None:
    assert run("sh", "-c", script) == code


@pytest.mark.parametrize(("program", "error"), [("/no/such/program", FileNotFoundError), ("/", PermissionError)])
def test_raises_where_the_program_cannot_be_started(program: str, error: type[OSError]) -> None:
    with pytest.raises(error):
        run(program)


@pytest.mark.parametrize("line", ["SigBlk", "SigIgn"])
def test_the_program_has_the_signals_of_one_that_a_shell_starts(line: str) -> None:
    # Signals 32 and 33 are those of the C library.
    read = f"echo $(( 0x$(sed -n 's/^{line}:[[:space:]]*//p' /proc/self/status) & 0x7fffffff ))"
    # Python ignores SIGPIPE and SIGXFSZ, and subprocess takes that back.
    usual = subprocess.run(["sh", "-c", read], capture_output=True, text=True, check=True).stdout.strip()
    assert run("sh", "-c", f"test $({read}) = {usual}") == 0


def test_this_process_has_its_signals_back() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with Foreground(print) as foreground:
        foreground.wait(foreground.start(["sh", "-c", "exit 0"], os.environ))
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)  # It is too late for the program.
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_the_exit_code_is_known_where_a_parent_ignored_the_ends_of_children() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert run("sh", "-c", "exit 3") == 3
    finally:
        signal.signal(signal.SIGCHLD, before)


STOPPED, CONTINUED, ENDED = (signal.SIGTSTP << 8) | 0x7F, 0xFFFF, 3 << 8  # As waitpid() returns them on Linux.


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param([(0, "SIGTSTP", []), (4.9, "SIGCHLD", [STOPPED])], [4.9], id="stops with it"),
        pytest.param([(0, "SIGCHLD", [STOPPED]), (1, "SIGTSTP", [])], [1], id="stops after it"),
        pytest.param([(0, "SIGCHLD", [STOPPED])], [], id="a stop of the program alone"),
        pytest.param([(0, "SIGUSR1", []), (1, "SIGCHLD", [STOPPED])], [], id="another signal"),
        pytest.param([(0, "SIGTSTP", []), (5, "SIGCHLD", [STOPPED])], [], id="a program that ignored it"),
        pytest.param([(0, "SIGTSTP", []), (1, "SIGCONT", []), (2, "SIGCHLD", [STOPPED])], [], id="taken back"),
        pytest.param([(0, "SIGTSTP", []), (1, "SIGCHLD", [CONTINUED]), (2, "SIGCHLD", [STOPPED])], [], id="continued"),
        pytest.param([(0, "SIGTSTP", []), (1, "SIGCHLD", [STOPPED, CONTINUED])], [], id="stopped and continued"),
        pytest.param([(0, "SIGTSTP", [STOPPED]), (1, "SIGCHLD", []), (2, "SIGCONT", [])], [0], id="only once"),
        pytest.param(
            [(0, "SIGTSTP", [STOPPED]), (9, "SIGCONT", [CONTINUED]), (10, "SIGTSTP", [STOPPED])], [0, 10], id="again"
        ),
    ],
)
def test_stops_only_with_the_program(
    monkeypatch: pytest.MonkeyPatch, steps: list[tuple[float, str, list[int]]], expected: list[float]
) -> None:
    now = 0.0
    changes: Iterator[tuple[int, int]] = iter(())
    left = iter([*steps, (20, "SIGCHLD", [ENDED])])
    stopped: list[float] = []

    def next_signal(*_: object) -> object:
        nonlocal now, changes
        now, name, statuses = next(left)
        changes = iter([(7, status) for status in statuses])
        return SimpleNamespace(si_signo=signal.Signals[name], si_code=0)

    def kill(pid: int, number: int) -> None:
        if pid == os.getpid():
            assert number == signal.SIGSTOP
            stopped.append(now)

    monkeypatch.setattr(signal, "sigtimedwait", next_signal)
    monkeypatch.setattr(os, "waitpid", lambda *_: next(changes, (0, 0)))
    monkeypatch.setattr(os, "kill", kill)
    monkeypatch.setattr(program, "monotonic", lambda: now)
    foreground = Foreground(print)
    foreground._signals = set()
    assert foreground.wait(7) == 3
    assert stopped == expected


@pytest.mark.parametrize(
    ("name", "passed"), [("SIGINT", False), ("SIGQUIT", False), ("SIGTSTP", False), ("SIGHUP", True)]
)
def test_does_not_pass_what_the_keys_of_a_terminal_send(
    monkeypatch: pytest.MonkeyPatch, name: str, passed: bool
) -> None:
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *arguments: sent.append(arguments))
    found = SimpleNamespace(si_signo=signal.Signals[name], si_code=0x80)  # Of the kernel.
    Foreground(print)._pass(found, 7)
    assert sent == [(7, signal.Signals[name])] * passed


def test_waits_for_a_program_that_it_must_not_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refuse)
    printed: list[str] = []
    with Foreground(printed.append) as foreground:
        signal.pthread_kill(threading.get_ident(), signal.SIGHUP)  # It is read before the end, SIGCHLD.
        assert foreground.wait(foreground.start(["sh", "-c", "exit 3"], os.environ)) == 3
    assert printed == ["SIGHUP could not be passed to the program, which runs as another user."]


class Started:
    """A process whose output is read, in a terminal of its own or with a pipe."""

    def __init__(self, command: list[str], *, terminal: bool = False) -> None:
        self._reading, writing = pty.openpty() if terminal else os.pipe()
        ends = {"stdin": writing, "stdout": writing, "stderr": writing} if terminal else {"stdout": writing}
        self.process = subprocess.Popen([*(TERMINAL if terminal else []), *command], **ends)
        os.close(writing)
        self._text = ""

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self.close()

    def close(self) -> None:
        """Closes the terminal."""
        if self._reading >= 0:
            os.close(self._reading)
            self._reading = -1

    def expect(self, word: str) -> None:
        """Reads until a word was written."""
        until = time.monotonic() + PATIENCE
        while word not in self._text:
            assert select.select([self._reading], [], [], max(0.0, until - time.monotonic()))[0], self._text
            part = os.read(self._reading, 1000)
            assert part, self._text
            self._text += part.decode()
        self._text = self._text.partition(word)[2]

    def code(self) -> int:
        """Returns the exit code."""
        return self.process.wait(PATIENCE)

    def press(self, keys: str) -> None:
        """Writes to the terminal."""
        os.write(self._reading, keys.encode())


def test_passes_signals_each_time() -> None:
    with Started(COMMAND) as found:
        found.expect("<ready>")
        for name in ("SIGHUP", "SIGTERM", "SIGUSR2", "SIGCONT", "SIGINT", "SIGINT"):
            found.process.send_signal(signal.Signals[name])
            found.expect(f"<{name}>")
        found.process.send_signal(signal.SIGUSR1)
        assert found.code() == 2


def test_the_terminal_interrupts_the_program_only_once() -> None:
    with Started(COMMAND, terminal=True) as found:
        found.expect("<ready>")
        found.press("\x03")
        found.expect("<SIGINT>")
        # It is passed after the interrupt, which has the lower number.
        found.process.send_signal(signal.SIGUSR1)
        assert found.code() == 1


def test_stops_and_continues_with_the_program() -> None:
    shell = ["sh", "-mc", '"$@"; echo "<stopped>"; read line; fg', "sh", *COMMAND]
    with Started(shell, terminal=True) as found:
        found.expect("<ready>")
        found.press("\x1a")
        found.expect("<stopped>")
        found.press("\n")
        found.expect("<SIGCONT>")
        found.press("\x03")
        found.expect("<SIGINT>")
        found.press("\x1c")
        assert found.code() == 1


def test_does_not_stop_with_a_program_that_was_stopped_alone() -> None:
    command = [sys.executable, "-c", CONTINUING + RUNNER, sys.executable, "-c", STOPPING]
    with Started(["sh", "-mc", '"$@"; echo "<$?>"', "sh", *command], terminal=True) as found:
        found.expect("<ready>")
        found.press("\x1a")
        found.expect("<4>")


@pytest.mark.parametrize("use", ["read line", "stty -echo"])
def test_stops_with_a_program_that_uses_the_terminal_in_the_background(use: str) -> None:
    command = [sys.executable, "-c", RUNNER, "sh", "-c", f"{use}; exit 3"]
    # The shell waits until the job has changed its state.
    shell = ["sh", "-mc", '"$@" & wait; jobs; fg; echo "<$?>"', "sh", *command]
    with Started(shell, terminal=True) as found:
        found.expect("Stopped")
        found.press("\n")
        found.expect("<3>")


def test_a_terminal_that_is_closed_ends_the_program() -> None:
    with Started([sys.executable, "-c", RUNNER, "sh", "-c", "echo '<ready>'; exec sleep 60"], terminal=True) as found:
        found.expect("<ready>")
        found.close()
        assert found.code() == 128 + signal.SIGHUP
