"""The processes of one test run, each with a log of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_PATIENCE_SECONDS = 60
_STOP_SECONDS = 20
_SHOWN_BYTES = 6000


class Processes:
    """Starts processes and ends them in reverse order, by their ids."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        logs.mkdir(parents=True, exist_ok=True)

    def start(self, name: str, command: list[str | Path], env: dict[str, str], cwd: Path) -> subprocess.Popen[bytes]:
        """Starts a process whose output is in the file ``NAME.log`` of the folder of logs."""
        with open(self._logs / f"{name}.log", "ab") as log:
            process = subprocess.Popen(
                command, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._running[name] = process
        return process

    def until(self, what: str, condition: Callable[[], T | None]) -> T:
        """Returns the first value that the condition has; fails early where a process ends."""
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            for name, process in self._running.items():
                if process.poll() is not None:
                    raise AssertionError(f"{name} ended with {process.returncode} before {what}.\n{self.logs()}")
            time.sleep(0.05)
        raise AssertionError(f"{what}: not within {_PATIENCE_SECONDS} s.\n{self.logs()}")

    def end(self, name: str, signal_: signal.Signals = signal.SIGTERM) -> None:
        """Ends one process and waits for its end."""
        process = self._running.pop(name)
        if process.poll() is None:
            process.send_signal(signal_)
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                print(f"{name} did not end and was killed.", file=sys.stderr)
                process.kill()
                process.wait()

    def close(self) -> None:
        """Ends all processes."""
        for name in reversed(list(self._running)):
            self.end(name)

    def logs(self) -> str:
        """Returns the end of each log."""
        parts = []
        for log in sorted(self._logs.glob("*.log")):
            parts.append(f"--- {log.name}\n{log.read_bytes()[-_SHOWN_BYTES:].decode(errors='replace')}")
        return "\n".join(parts)


def free_port() -> int:
    """Returns a port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answer(url: str, token: str | None = None) -> bytes | None:
    """Returns the body of a successful GET, None for any failure."""
    request = urllib.request.Request(url, headers={"Authorization": f"token {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return bytes(response.read())
    except (urllib.error.URLError, OSError):
        return None


def isolated(folder: Path) -> dict[str, str]:
    """Returns an environment in which nothing of this user is read or written: all its folders are below one folder."""
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
    removed = ("JUPYTER", "JPY_", "GPULSE_", "XDG_", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(removed)}
    folders = {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "XDG_STATE_HOME": "state",
    }
    for variable, name in folders.items():
        (folder / name).mkdir(exist_ok=True)
        environment[variable] = str(folder / name)
    return {**environment, "XDG_RUNTIME_DIR": str(runtime), "GPULSE_CACHE": "off"}
