"""The samples within a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .answers import Snapshot
from .client import Client
from .errors import GpulseError
from .figures import Chart, Point
from .report import ReportGpu
from .words import value_of

CHART_METRICS = "utilization.gpu,memory.used,processes.running,process.memory.used"
"""What a chart needs, and whether processes are known."""
REPLAY_SECONDS = 240.0
"""Up to here the stream remembers every round; the history is used for longer cells."""
_POINTS = 600


@dataclass(frozen=True)
class Span:
    """The cell: start in seconds since 1970, length in seconds, sequences of the snapshots before it and at its end."""

    start: float
    seconds: float
    first: int
    last: int


def snapshots(client: Client, uuids: Sequence[str], span: Span) -> list[Snapshot]:
    """Returns the snapshots of a span; none where gpulse does not remember it."""
    if span.seconds > REPLAY_SECONDS:
        return []
    try:
        found = list(client.replay(span.first, span.last, gpus=uuids, metrics=CHART_METRICS))
    except GpulseError:
        return []
    return [snapshot for snapshot in found if span.start < seconds_of(snapshot["takenAt"]) <= span.start + span.seconds]


def chart_of(client: Client, gpu: ReportGpu, samples: Sequence[Snapshot], span: Span) -> Chart:
    """Returns the chart of a GPU from the snapshots, or from the history where there are none."""
    if not samples:
        return _from_history(client, gpu, span)
    pids = {process["pid"] for process in gpu["processes"]}
    return Chart([_point(snapshot, gpu, pids, span) for snapshot in samples])


def _point(snapshot: Snapshot, gpu: ReportGpu, pids: set[int], span: Span) -> Point:
    found: Any = next((g for g in snapshot["gpus"] if g.get("uuid") == gpu["gpu"]), {})
    own = [value_of(p, "process.memory.used") for p in found.get("processes") or [] if p.get("pid") in pids]
    known = [value for value in own if value is not None]
    memory = sum(known) if known and len(known) == len(own) else None
    return Point(seconds_of(snapshot["takenAt"]) - span.start, value_of(found, "utilization.gpu"), memory)


def _from_history(client: Client, gpu: ReportGpu, span: Span) -> Chart:
    try:
        rows = client.history_rows(
            "utilization.gpu,memory.used",
            gpus=gpu["gpu"],
            start=span.start,
            end=span.start + span.seconds,
            points=_POINTS,
        )
    except GpulseError:
        return Chart()
    by_time: dict[float, dict[str, float | None]] = {}
    for row in rows:
        by_time.setdefault(row["time"].timestamp(), {})[row["metric"]] = row["avg"]
    points = [
        Point(time - span.start, values.get("utilization.gpu"), values.get("memory.used"))
        for time, values in sorted(by_time.items())
        if span.start <= time
    ]
    return Chart(points, "Memory used on the GPU")


def seconds_of(instant: str) -> float:
    """Returns an instant of the API in seconds since 1970."""
    return datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()
