"""Processes of this machine, as this process sees them."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil


@dataclass(frozen=True)
class Local:
    """Identity of this machine and of the PID namespace of this process; None when unknown."""

    boot_id: str | None
    pid_namespace: int | None

    @staticmethod
    def read() -> Local:
        """Reads the identity from /proc."""
        try:
            boot_id = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
            return Local(boot_id, os.stat("/proc/self/ns/pid").st_ino)
        except OSError:
            return Local(None, None)


def process_trees(roots: Iterable[int]) -> dict[int, set[int]]:
    """Returns each root with all its descendants, from one pass over the processes."""
    wanted = set(roots)
    if not wanted:
        return {}
    children: dict[int, list[int]] = defaultdict(list)
    for process in psutil.process_iter():
        try:
            children[process.ppid()].append(process.pid)
        except psutil.Error:
            continue
    return {root: _tree(root, children) for root in wanted}


def _tree(root: int, children: dict[int, list[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        if pid not in found:
            found.add(pid)
            waiting += children.get(pid, ())
    return found


def innermost_pids(pids: Iterable[int], proc: Path = Path("/proc")) -> dict[int, int]:
    """Returns PIDs of this namespace by the PID in the innermost namespace of the process.

    A PID that two processes have in their namespaces is left out, since it identifies neither.
    """
    found: dict[int, list[int]] = defaultdict(list)
    for pid in pids:
        innermost = _innermost(proc / str(pid) / "status")
        if innermost is not None:
            found[innermost].append(pid)
    return {innermost: pids_here[0] for innermost, pids_here in found.items() if len(pids_here) == 1}


def _innermost(status: Path) -> int | None:
    try:
        text = status.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("NSpid:"):
            return int(line.split()[-1])
    return None
