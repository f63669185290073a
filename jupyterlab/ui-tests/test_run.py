"""Two ``gpulse run`` of two GPUs each on a machine with three, against a gpulse with the test driver."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from lab import Machine, machine

GIB = 1024**3
CONTROL = """\
gpus 3
value * nvmlDeviceGetUtilizationRates.gpu 0
value * nvmlDeviceGetMemoryInfo_v2.used 0
"""
UUID = "GPU-7f3c9a10-5d2e-4b61-9c8f-00000000000"
PROGRAM = "echo $$ $CUDA_VISIBLE_DEVICES; read code; exit $code"


class Run:
    """A ``gpulse run`` whose program prints its PID and its GPUs, and ends with the code that it reads."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def started(self) -> tuple[str, list[str]]:
        """Waits for the program, and returns its PID and its GPUs."""
        pid, visible = self.process.stdout.readline().split()
        return pid, visible.split(",")

    def line(self) -> str:
        """Returns the next line on standard error."""
        return self.process.stderr.readline().strip()

    def end(self, code: int) -> tuple[int, str]:
        """Ends the program, and returns the exit code with the rest of standard error."""
        self.process.stdin.write(f"{code}\n")
        self.process.stdin.flush()
        return self.rest()

    def rest(self) -> tuple[int, str]:
        """Waits for the end, and returns the exit code with the rest of standard error."""
        return self.process.wait(), self.process.stderr.read()


@pytest.fixture(scope="module")
def here() -> Iterator[Machine]:
    with machine(CONTROL) as found:
        found.env["GPULSE_URL"] = found.start_gpulse()
        found.env["GPULSE_TOKEN_FILE"] = str(found.folder / "gpulse-token")
        yield found


@contextmanager
def run(here: Machine, *options: str) -> Iterator[Run]:
    command = [sys.executable, "-m", "gpulse", "run", "--gpus=2", *options, "--", "sh", "-c", PROGRAM]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=here.env, cwd=here.folder, text=True, **pipes) as process:
        try:
            yield Run(process)
        finally:
            process.kill()


def use(here: Machine, pid: str, gpus: list[str]) -> None:
    """Has a process on some GPUs."""
    lines = [f"process {uuid[-1]} compute {pid} {12 * GIB}\n" for uuid in gpus]
    here.control.write_text(CONTROL + "".join(lines), encoding="utf-8")


def test_two_programs_use_three_gpus_one_after_the_other(here: Machine) -> None:
    with run(here) as first:
        pid, gpus = first.started()
        assert gpus == [f"{UUID}{index}" for index in (0, 1)]
        assert first.line() == f"gpulse: GPU 0, GPU 1: CUDA_VISIBLE_DEVICES={','.join(gpus)}"
        with run(here, "--wait=5m") as second:
            assert second.line() == "gpulse: 2 GPUs were requested and 1 is free; waiting. GPU 0, GPU 1: held for test."
            use(here, pid, gpus)
            assert " waiting. GPU 0, GPU 1: " in second.line()
            use(here, pid, [])
            _, later = second.started()
            assert len(later) == 2
            assert first.end(7)[0] == 7
            code, rest = second.end(0)
            assert code == 0
            assert "gpulse: The program took " in rest


def test_a_machine_without_enough_gpus_starts_nothing(here: Machine) -> None:
    with run(here) as first:
        first.started()
        with run(here) as second:
            code, rest = second.rest()
            assert (code, second.process.stdout.read()) == (1, "")
            assert "1 is free" in rest
        assert first.end(0)[0] == 0
