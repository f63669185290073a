"""Free and held GPUs for the tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from fake import Answer

ENVIRONMENT = "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"
CHOSEN = [{"index": 3, "uuid": "GPU-d"}, {"index": 0, "uuid": "GPU-a"}]


def hold(**changes: Any) -> dict[str, Any]:
    until = "2026-01-01T10:01:00Z"
    return {"id": "h1", "holder": "anna", "gpus": CHOSEN, "environment": ENVIRONMENT, "until": until, **changes}


def gpu(index: int, *obstacles: str, users: Iterable[str] = (), **changes: Any) -> dict[str, Any]:
    return {
        "index": index,
        "uuid": f"GPU-{index}",
        "category": "NOT_FREE",
        "obstacles": list(obstacles),
        "since": "2026-01-01T09:30:00Z",
        "users": list(users),
        **changes,
    }


def free(*gpus: dict[str, Any], chosen: Iterable[Any] = (), reason: str = "A process uses it.") -> dict[str, Any]:
    rejected = [{"index": each["index"], "uuid": each["uuid"], "reasons": [reason]} for each in gpus]
    return {"chosen": list(chosen), "alsoFree": [], "rejected": rejected, "gpus": list(gpus), "requested": 2}


def stream(*parts: bytes | tuple[str, Any]) -> Answer:
    """Returns an event stream that is sent in these parts, and that ends after them."""
    text = [part if isinstance(part, bytes) else event(*part) for part in parts]
    return 200, {"Content-Type": "text/event-stream"}, text


def event(name: str, data: Any) -> bytes:
    return f"event:{name}\ndata:{json.dumps(data)}\n\n".encode()


def by_method(**answers: Any) -> Callable[[Any], Any]:
    """Returns an answer for each method."""

    def answer(request: Any) -> Any:
        found = answers[request[0]]
        return found(request) if callable(found) else found

    return answer
