"""The sentence about GPUs that a request waits for."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from given import free, gpu

from gpulse.waiting import Shortage

NOW = datetime(2026, 1, 1, 10, tzinfo=timezone.utc)
HALF_AN_HOUR = "since 2026-01-01 09:30 UTC (30 min 0 s)."


def sentence(*gpus: dict[str, Any]) -> str:
    found: Any = free(*gpus)
    text = Shortage(2, found).sentence(NOW)
    beginning = "2 GPUs were requested and none is free; waiting."
    assert text.startswith(beginning)
    return text.removeprefix(beginning).strip()


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (gpu(0, "UTILIZATION", users=["anna", "ben"]), f"GPU 0: anna, ben, {HALF_AN_HOUR}"),
        (gpu(0, "PROCESSES", users=["anna"], category="FREE_BUT"), f"GPU 0: anna, idle {HALF_AN_HOUR}"),
        (gpu(0, "PROCESSES", users=["anna"], since=None), "GPU 0: anna, since –."),
        (gpu(0, "HELD", hold={"holder": "ben", "until": "2026-01-01T10:01:00Z"}), "GPU 0: held for ben."),
        (gpu(0, "STATE"), "GPU 0: A process uses it."),
        (gpu(0, "PROCESSES", users=["\x1b[2Jben\n"]), f"GPU 0: \ufffd[2Jben\ufffd, {HALF_AN_HOUR}"),
        (gpu(0, "MODEL", "PROCESSES", users=["anna"]), ""),
        (gpu(0), ""),
    ],
)
def test_names_who_uses_a_gpu(found: dict[str, Any], text: str) -> None:
    assert sentence(found) == text


def test_groups_gpus_of_the_same_user() -> None:
    anna = [gpu(index, "PROCESSES", users=["anna"]) for index in (0, 1)]
    ben = gpu(2, "PROCESSES", users=["ben"])
    assert sentence(*anna, ben) == f"GPU 0, GPU 1: anna, {HALF_AN_HOUR} GPU 2: ben, {HALF_AN_HOUR}"


def test_an_answer_of_an_older_gpulse_has_fewer_facts() -> None:
    found: Any = {"chosen": [{"index": 0, "uuid": "GPU-a"}], "rejected": []}
    assert Shortage(2, found).sentence(NOW) == "2 GPUs were requested and 1 is free; waiting."
