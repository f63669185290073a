"""This process as the kernel of the operating system knows it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

_PROC = Path("/proc")
_MAX_PIDS = 500
"""gpulse takes at most 512 in one request."""


def boot_id() -> str | None:
    """Returns the ID of the boot of this machine; None where it is unknown."""
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip() or None
    except OSError:
        return None


def pid_namespace() -> int | None:
    """Returns the inode of the PID namespace of this process; None where it is unknown."""
    try:
        return (_PROC / "self/ns/pid").stat().st_ino
    except OSError:
        return None


def process_tree(root: int | None = None) -> set[int]:
    """Returns the PIDs of a process (default: this one) and of its descendants."""
    own = os.getpid() if root is None else root
    return process_trees([own])[own]


def process_trees(roots: Iterable[int]) -> dict[int, set[int]]:
    """Returns each root with its descendants, from one pass over the processes."""
    wanted = set(roots)
    children: dict[int, list[int]] = {}
    for pid, parent in _parents().items() if wanted else ():
        children.setdefault(parent, []).append(pid)
    return {root: _tree(root, children) for root in wanted}


def own_first(pids: Iterable[int]) -> list[int]:
    """Returns the PIDs for a request: that of this process, then others, at most 500."""
    own = os.getpid()
    return [own, *sorted(set(pids) - {own})][:_MAX_PIDS]


def _tree(root: int, children: Mapping[int, list[int]]) -> set[int]:
    tree, queue = {root}, [root]
    while queue:
        for child in children.get(queue.pop(), []):
            if child not in tree:
                tree.add(child)
                queue.append(child)
    return tree


def _parents() -> dict[int, int]:
    """Returns the parent of each process; empty on a system without /proc."""
    parents: dict[int, int] = {}
    try:
        entries = os.listdir(_PROC)
    except OSError:
        return parents
    for entry in entries:
        if entry.isdecimal():
            try:
                stat = (_PROC / entry / "stat").read_text(encoding="utf-8", errors="replace")
                parents[int(entry)] = int(stat.rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
    return parents


class ProcessTreeWatch:
    """Collects the PIDs of this process and of its descendants while a block runs, once per second."""

    def __init__(self, interval_seconds: float = 1.0) -> None:
        self.pids: set[int] = {os.getpid()}
        self._interval = interval_seconds
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gpulse-process-tree", daemon=True)

    def __enter__(self) -> ProcessTreeWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join(timeout=1)
        self.pids = self.pids | process_tree()

    def _run(self) -> None:
        while not self._end.wait(self._interval):
            self.pids = self.pids | process_tree()
