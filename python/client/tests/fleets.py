"""Answers about many machines for the tests."""

from __future__ import annotations

from typing import Any

AT = "2026-01-01T10:00:00.300Z"
ENVIRONMENT = "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-c,GPU-d"


def member(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "url": f"http://{name}:8080",
        "answer": "OK",
        "since": "2026-01-01T09:00:00.300Z",
        "problem": None,
        "machine": {"name": name, "simulated": False},
        **changes,
    }


def fleet(*members: Any, **changes: Any) -> dict[str, Any]:
    return {"at": AT, "configured": True, "listProblem": None, "users": True, "machines": list(members), **changes}


def place(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "name": name,
        "url": f"http://{name}:8080",
        "chosen": [{"index": 2, "uuid": "GPU-c"}, {"index": 3, "uuid": "GPU-d"}],
        "freeGpus": 4,
        "environment": ENVIRONMENT,
        "ailing": False,
        **changes,
    }


def held(machine: str, index: int, *holders: Any, **changes: Any) -> dict[str, Any]:
    return {
        "machine": machine,
        "index": index,
        "since": "2026-01-01T09:14:00.300Z",
        "holders": list(holders),
        **changes,
    }


def holder(user: str | None, program: str | None = None, job: str | None = None) -> dict[str, Any]:
    return {"user": user, "program": program, "job": job, "reserved": False}


def fleet_free(*places: Any, held_idle: Any = ()) -> dict[str, Any]:
    return {"requested": 2, "machines": list(places), "heldIdle": list(held_idle)}
