"""Reports and snapshots for the tests."""

from __future__ import annotations

from typing import Any

UUID = "GPU-aaaa"
GIB = 2**30
LOADERS = "A kernel ran 45 % of the time only: more loader workers may help."


def process(pid: int = 8841, **changes: Any) -> dict[str, Any]:
    return {
        "pid": pid,
        "namespacePid": None,
        "name": "python",
        "user": "anna",
        "peakMemoryBytes": 12 * GIB,
        "meanUtilization": 40.0,
        **changes,
    }


def gpu(**changes: Any) -> Any:
    return {
        "gpu": UUID,
        "index": 1,
        "name": "NVIDIA H100",
        "rounds": 48,
        "missingSeconds": 0,
        "energyJoules": 14760.0,
        "energySeconds": 48,
        "throttledSeconds": 0,
        "clocksEventSeconds": {},
        "mean": {"utilization.gpu": 59.0, "activity.sm": 51.0, "pcie.rx": 3.4e9},
        "max": {"utilization.gpu": 100.0, "activity.sm": 92.0, "memory.used": 12.6 * GIB},
        "absent": {},
        "shared": False,
        "processes": [process()],
        "advice": [{"rule": "low-utilization", "sentence": LOADERS}],
        **changes,
    }


def report(*gpus: Any, **changes: Any) -> dict[str, Any]:
    return {
        "from": "2026-01-01T00:00:00Z",
        "to": "2026-01-01T00:00:48Z",
        "seconds": 48.0,
        "rounds": 48,
        "missingSeconds": 0,
        "simulated": False,
        "processesSince": "2025-12-31T23:50:00Z",
        "processesKnown": True,
        "gpus": list(gpus),
        **changes,
    }


def snapshot(sequence: int, at: str, utilization: float | None = 90.0, **changes: Any) -> dict[str, Any]:
    values = {"memory.used": 12 * GIB, "memory.total": 80 * GIB, "processes.running": 1}
    return {
        "sequence": sequence,
        "takenAt": at,
        "everyMillis": 1000,
        "stale": False,
        "source": {"simulated": False, "reason": None},
        "gpus": [
            {
                "index": 1,
                "uuid": UUID,
                "name": "NVIDIA H100",
                "state": "OK",
                "stateDetail": None,
                "values": values if utilization is None else {**values, "utilization.gpu": utilization},
                "absent": {"utilization.gpu": "NOT_SUPPORTED"} if utilization is None else {},
                "processes": [{"pid": 8841, "values": {"process.memory.used": 11 * GIB}}],
            }
        ],
        "host": {"values": {"host.cpu.utilization": 41.0}},
        **changes,
    }
