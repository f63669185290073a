"""The process that ends a started gpulse after the last Jupyter server that uses it.

Run as ``python -m gpulse_jupyterlab.supervise PORT_FILE USERS_LOCK PORT COMMAND...`` by start.py, which passes the
locked start lock as an inherited descriptor. gpulse ends by itself when this process dies, since it holds gpulse's
standard input. The process imports the standard library only, to stay small.
"""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

_STARTS = 4
_STEADY_SECONDS = 60
_STOP_SECONDS = (10, 5)

UNUSED = "unused"
ENDED = "ended"


class Supervisor:
    """Runs gpulse until no Jupyter server holds the users lock; restarts it a few times after a crash."""

    def __init__(self, port_file: Path, users_lock: Path, port: int, command: list[str], back_off: float = 1.0) -> None:
        self._port_file = port_file
        self._users_lock = users_lock
        self._port = port
        self._command = command
        self._back_off = back_off
        self._events: queue.SimpleQueue[str] = queue.SimpleQueue()

    def stop(self) -> None:
        """Requests the end of gpulse and of run()."""
        self._events.put(UNUSED)

    def run(self) -> int:
        """Returns 0 after the last user, 1 when gpulse ended too often."""
        threading.Thread(target=self._wait_for_users, daemon=True).start()
        failures, port = 0, self._port
        while failures < _STARTS:
            started = time.monotonic()
            child = self._start(port)
            if self._events.get() == UNUSED:
                _end(child)
                return 0
            steady = time.monotonic() - started > _STEADY_SECONDS
            failures = 1 if steady else failures + 1
            # Without a port file gpulse has never listened, perhaps because another program took the port.
            port = self._port if self._port_file.exists() else 0
            print(f"gpulse ended with status {child.returncode}.", flush=True)
            if self._is_unused_after(self._back_off * 2**failures):
                return 0
        return 1

    def _start(self, port: int) -> subprocess.Popen[bytes]:
        self._port_file.unlink(missing_ok=True)
        options = [
            f"--gpulse.port-file={self._port_file}",
            "--gpulse.exit-with-parent=true",
            "--server.address=127.0.0.1",
            f"--server.port={port if _is_free(port) else 0}",
        ]
        child = subprocess.Popen([*self._command, *options], stdin=subprocess.PIPE)
        threading.Thread(target=self._wait_for_end, args=(child,), daemon=True).start()
        return child

    def _wait_for_end(self, child: subprocess.Popen[bytes]) -> None:
        child.wait()
        self._events.put(ENDED)

    def _wait_for_users(self) -> None:
        import fcntl

        descriptor = os.open(self._users_lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        self.stop()

    def _is_unused_after(self, seconds: float) -> bool:
        try:
            return self._events.get(timeout=seconds) == UNUSED
        except queue.Empty:
            return False


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _end(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    child.stdin.close()
    for seconds, signal_ in zip(_STOP_SECONDS, (child.terminate, child.kill), strict=True):
        try:
            child.wait(seconds)
            return
        except subprocess.TimeoutExpired:
            signal_()
    child.wait()


def main(arguments: list[str]) -> int:
    """Runs the supervisor with the arguments of the command line."""
    port_file, users_lock, port, *command = arguments
    supervisor = Supervisor(Path(port_file), Path(users_lock), int(port), command)
    signal.signal(signal.SIGTERM, lambda *_: supervisor.stop())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return supervisor.run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
