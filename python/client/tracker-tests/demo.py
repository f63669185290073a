"""A real gpulse with the GPUs of the demo."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import gpulse

_JAR = Path(os.environ.get("GPULSE_JAR") or Path(__file__).resolve().parents[3] / "target/gpulse.jar").resolve()


class Demo:
    """The demo, and a process on one of its GPUs."""

    def __init__(self, server: subprocess.Popen[str], url: str) -> None:
        self.client = gpulse.connect(url)
        self.wait(2)
        process = next(each for each in self.client.processes() if "process.memory.used" in each["values"])
        self.pid = process["pid"]
        self.gpu = f"gpu{process['gpu']}"
        self._server = server

    def wait(self, rounds: int) -> None:
        """Waits for some rounds of samples."""
        with self.client.stream(metrics="utilization.gpu") as stream:
            for _ in range(rounds):
                next(stream)

    def kill(self) -> None:
        """Ends gpulse at once."""
        self._server.kill()
        self._server.wait()


@contextmanager
def demo(folder: Path) -> Iterator[Demo]:
    """Runs the demo with a history in a folder."""
    options = ["--gpulse.source=demo", "--server.port=0", "--gpulse.exit-with-parent=true"]
    command = ["java", "-jar", str(_JAR.with_suffix("") / _JAR.name), *options]
    environment = {**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, cwd=folder, **pipes) as server:
        try:
            found = (re.search(r"Dashboard (http://localhost:\d+)", line) for line in server.stdout)
            yield Demo(server, next(match[1] for match in found if match))
        finally:
            server.kill()
