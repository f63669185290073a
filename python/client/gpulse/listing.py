"""The lines of ``%gpulse``: one per GPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .answers import Snapshot
from .words import SIMULATED, STALE, absence, percent, reason_of, size, value_of


def listing(snapshot: Snapshot, own_memory: Mapping[str, float] | None = None) -> str:
    """Returns a line for each GPU, below notices that concern all of them.

    ``own_memory`` is the memory of this kernel in bytes by UUID.
    """
    own = own_memory or {}
    gpus = snapshot.get("gpus") or []
    rows = [_columns(gpu, own.get(gpu.get("uuid") or "")) for gpu in gpus]
    return "\n".join(_notices(snapshot) + aligned(rows))


def _notices(snapshot: Snapshot) -> list[str]:
    source = snapshot.get("source") or {}
    notices = []
    if source.get("simulated"):
        notices.append(SIMULATED)
    if snapshot.get("stale"):
        notices.append(STALE.format(snapshot.get("takenAt")))
    if not snapshot.get("gpus"):
        reason = source.get("reason")
        notices.append(f"gpulse has no GPU: {reason}" if reason else "gpulse has no GPU.")
    return notices


def _columns(gpu: Mapping[str, Any], own: float | None) -> list[str]:
    columns = [f"GPU {gpu.get('index')}", (gpu.get("name") or "unknown model").removeprefix("NVIDIA ")]
    state = gpu.get("state")
    detail = gpu.get("stateDetail")
    trouble = f"{state}: {detail}" if detail else str(state)
    if state not in ("OK", "SLOW"):
        return [*columns, trouble]
    columns += [_one(gpu, "utilization.gpu", percent), _memory(gpu), _power(gpu)]
    columns += [_one(gpu, "temperature.gpu", lambda value: f"{value:.0f} °C"), _activity(gpu)]
    columns += [] if state == "OK" else [trouble]
    return [*columns, f"this kernel: {size(own)}"] if own is not None else columns


def _one(gpu: Mapping[str, Any], key: str, text: Any) -> str:
    value = value_of(gpu, key)
    return absence(reason_of(gpu, key)) if value is None else text(value)


def _memory(gpu: Mapping[str, Any]) -> str:
    total = value_of(gpu, "memory.total")
    return _one(gpu, "memory.used", lambda used: size(used) if total is None else _of(size(used), size(total)))


def _power(gpu: Mapping[str, Any]) -> str:
    limit = value_of(gpu, "enforced.power.limit")
    return _one(
        gpu, "power.draw", lambda draw: f"{draw:.0f} W" if limit is None else _of(f"{draw:.0f} W", f"{limit:.0f} W")
    )


def _of(part: str, whole: str) -> str:
    """Returns both with the unit once where it is the same."""
    number, _, unit = part.rpartition(" ")
    return f"{number} / {whole}" if whole.endswith(f" {unit}") else f"{part} / {whole}"


def _activity(gpu: Mapping[str, Any]) -> str:
    count = value_of(gpu, "processes.running")
    if count is None:
        return f"processes {absence(reason_of(gpu, 'processes.running'))}"
    return "no process" if count == 0 else "1 process" if count == 1 else f"{count:.0f} processes"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Returns a line for each row, with equally wide columns."""
    widths: dict[int, int] = {}
    for row in rows:
        for column, text in enumerate(row[:-1]):
            widths[column] = max(widths.get(column, 0), len(text))
    return ["  ".join([*(text.ljust(widths[column]) for column, text in enumerate(row[:-1])), row[-1]]) for row in rows]
