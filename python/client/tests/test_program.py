"""A program in the foreground, as a real process: exit codes, signals and a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading

import pytest

from gpulse.program import Foreground

# Writes a word for each signal, and ends with the number of interrupts at SIGUSR1 and SIGQUIT.
COUNTING = """
import os, signal
interrupts = []
signal.signal(signal.SIGINT, lambda *_: interrupts.append(1) or os.write(1, b"<interrupted>"))
signal.signal(signal.SIGTERM, lambda *_: os.write(1, b"<terminated>"))
signal.signal(signal.SIGCONT, lambda *_: os.write(1, b"<continued>"))
for number in (signal.SIGUSR1, signal.SIGQUIT):
    signal.signal(number, lambda *_: os._exit(len(interrupts)))
os.write(1, b"<ready>")
while True:
    signal.pause()
"""
RUNNER = """
import os, sys
from gpulse.program import Foreground
with Foreground() as foreground:
    code = foreground.wait(foreground.start(sys.argv[1:], os.environ))
sys.exit(code)
"""
COMMAND = [sys.executable, "-c", RUNNER, sys.executable, "-c", COUNTING]
TERMINAL = ["setsid", "--ctty"]


def run(*command: str) -> int:
    with Foreground() as foreground:
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
    with Foreground() as foreground:
        foreground.wait(foreground.start(["sh", "-c", "exit 0"], os.environ))
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)  # It is too late for the program.
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_waits_for_a_program_that_it_must_not_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refuse)
    with Foreground() as foreground:
        pid = foreground.start(["sh", "-c", "exit 3"], os.environ)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        assert foreground.wait(pid) == 3


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
        os.close(self._reading)

    def expect(self, word: str) -> None:
        """Reads until a word was written."""
        while word not in self._text:
            part = os.read(self._reading, 1000)
            assert part, self._text
            self._text += part.decode()
        self._text = self._text.partition(word)[2]

    def press(self, keys: str) -> None:
        """Writes to the terminal."""
        os.write(self._reading, keys.encode())


def test_passes_signals_each_time() -> None:
    with Started(COMMAND) as found:
        found.expect("<ready>")
        for number, word in (
            (signal.SIGTERM, "<terminated>"),
            (signal.SIGINT, "<interrupted>"),
            (signal.SIGINT, "<interrupted>"),
        ):
            found.process.send_signal(number)
            found.expect(word)
        found.process.send_signal(signal.SIGUSR1)
        assert found.process.wait() == 2


def test_the_terminal_interrupts_the_program_only_once() -> None:
    with Started(COMMAND, terminal=True) as found:
        found.expect("<ready>")
        found.press("\x03")
        found.expect("<interrupted>")
        # It is passed after the interrupt, which has the lower number.
        found.process.send_signal(signal.SIGUSR1)
        assert found.process.wait() == 1


def test_stops_and_continues_with_the_program() -> None:
    shell = ["sh", "-mc", '"$@"; echo "<stopped>"; read line; fg', "sh", *COMMAND]
    with Started(shell, terminal=True) as found:
        found.expect("<ready>")
        found.press("\x1a")
        found.expect("<stopped>")
        found.press("\n")
        found.expect("<continued>")
        found.press("\x03")
        found.expect("<interrupted>")
        found.press("\x1c")
        assert found.process.wait() == 1
