"""The answer of `/api/v1/report`."""

from __future__ import annotations

from typing import TypedDict


class ReportProcess(TypedDict):
    """A process on a GPU within the span of a report."""

    pid: int
    namespacePid: int | None
    name: str | None
    user: str | None
    peakMemoryBytes: float | None
    meanUtilization: float | None


class Advice(TypedDict):
    """A piece of advice."""

    rule: str
    sentence: str


class _ReportAdvice(TypedDict, total=False):
    """What a gpulse of an older version does not have."""

    advice: list[Advice]


class ReportGpu(_ReportAdvice):
    """The figures of one GPU over the span of a report; `mean` and `max` by catalogue key."""

    gpu: str
    index: int
    name: str
    rounds: int
    missingSeconds: float
    energyJoules: float | None
    energySeconds: float | None
    throttledSeconds: float | None
    clocksEventSeconds: dict[str, float]
    mean: dict[str, float]
    max: dict[str, float]
    absent: dict[str, str]
    shared: bool | None
    processes: list[ReportProcess]


Report = TypedDict(
    "Report",
    {
        "from": "str",
        "to": "str",
        "seconds": "float",
        "rounds": "int",
        "missingSeconds": "float",
        "simulated": "bool",
        "processesSince": "str | None",
        "processesKnown": "bool",
        "gpus": "list[ReportGpu]",
    },
)
"""The figures of a span of time, exact to the round."""
