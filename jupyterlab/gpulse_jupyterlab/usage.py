"""The figures of the kernels endpoint, from answers of gpulse; unknown figures are None."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

_MEMORY = "process.memory.used"


def snapshot_of(answer: Any) -> dict[str, Any]:
    """Returns a snapshot; empty where the answer is not one."""
    gpus = answer.get("gpus") if isinstance(answer, dict) else None
    valid = isinstance(gpus, list) and all(_has(gpu, index=int, values=dict) for gpu in gpus)
    return answer if valid else {}


def process_rows(answer: Any) -> list[dict[str, Any]] | None:
    """Returns the rows of processes on GPUs; None where the answer has none."""
    valid = isinstance(answer, list) and all(_has(row, gpu=int, pid=int, values=dict) for row in answer)
    return answer if valid else None


def gpu_rows(snapshot: dict[str, Any]) -> list[dict[str, object]]:
    """Returns the GPUs of a snapshot; empty without one."""
    return [
        {
            "index": gpu["index"],
            "uuid": gpu.get("uuid"),
            "name": gpu.get("name"),
            "utilization": gpu["values"].get("utilization.gpu"),
            "memoryUsed": gpu["values"].get("memory.used"),
            "memoryTotal": gpu["values"].get("memory.total"),
        }
        for gpu in snapshot.get("gpus", [])
    ]


def kernel_gpus(rows: Iterable[dict[str, Any]], snapshot: dict[str, Any]) -> list[dict[str, object]]:
    """Returns the GPUs on which rows of a kernel's processes are, in the order of the indexes."""
    by_gpu: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_gpu[row["gpu"]].append(row)
    gpus = {gpu["index"]: gpu for gpu in snapshot.get("gpus", [])}
    return [_kernel_gpu(index, by_gpu[index], gpus.get(index, {})) for index in sorted(by_gpu)]


def severe_insights(answer: Any) -> int | None:
    """Returns the number of warnings and critical insights in an answer; None when it is not one."""
    insights = answer.get("insights") if isinstance(answer, dict) else None
    if not isinstance(insights, list) or not all(_has(insight, severity=str) for insight in insights):
        return None
    return sum(insight["severity"] in ("warning", "critical") for insight in insights)


def _kernel_gpu(index: int, rows: list[dict[str, Any]], gpu: dict[str, Any]) -> dict[str, object]:
    return {
        "index": index,
        "uuid": rows[0].get("uuid"),
        "name": gpu.get("name"),
        "memoryUsed": _memory(rows),
        "memoryTotal": gpu.get("values", {}).get("memory.total"),
        "heldIdleSince": _held_idle_since(rows, gpu),
        "busySince": gpu.get("busySince") if _is_alone(rows, gpu) else None,
        "processes": sorted({row["localPid"] for row in rows}),
    }


def _is_alone(rows: list[dict[str, Any]], gpu: dict[str, Any]) -> bool:
    """Returns whether all processes on the GPU are these: otherwise its work can be that of others."""
    running: object = gpu.get("values", {}).get("processes.running")
    return running == len({row["pid"] for row in rows})


def _memory(rows: list[dict[str, Any]]) -> int | None:
    """Returns the sum over the processes; a process in two lists of the driver counts once."""
    by_pid: dict[int, int | None] = {}
    for row in rows:
        used = row.get("values", {}).get(_MEMORY)
        known = by_pid.get(row["pid"])
        by_pid[row["pid"]] = used if known is None else max(known, used or 0)
    known_values = [value for value in by_pid.values() if value is not None]
    return sum(known_values) if len(known_values) == len(by_pid) else None


def _held_idle_since(rows: list[dict[str, Any]], gpu: dict[str, Any]) -> str | None:
    """Returns since when the GPU is idle with these processes on it: the later of its idle time and their start."""
    idle = gpu.get("idleSince")
    starts = [row["startedAt"] for row in rows if row.get("startedAt")]
    if idle is None or not starts:
        return None
    return max(idle, min(starts, key=_order), key=_order)


def _has(item: Any, **fields: type) -> bool:
    return isinstance(item, dict) and all(isinstance(item.get(name), kind) for name, kind in fields.items())


def _order(instant: str) -> str:
    return instant.rstrip("Z")
