"""Processes of this machine, as this process sees them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gpulse.kernel import boot_id, pid_namespace


@dataclass(frozen=True)
class Local:
    """Identity of this machine and of the PID namespace of this process; None when unknown."""

    boot_id: str | None
    pid_namespace: int | None

    @staticmethod
    def read() -> Local:
        """Reads the identity from /proc."""
        return Local(boot_id(), pid_namespace())


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
