"""What tests with other processes share."""

from __future__ import annotations

import json
import select
import socket
import time
from pathlib import Path

PROGRAM = Path(__file__).parent / "start_gpulse.py"


def wait(condition, seconds=10):
    """Waits until a condition of another process holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        select.select([], [], [], 0.01)
    raise AssertionError("The condition did not hold in time.")


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def starts(log):
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
