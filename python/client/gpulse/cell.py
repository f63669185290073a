"""The measurement of a cell."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .answers import Snapshot
from .client import Client
from .display import CellReport
from .errors import GpulseError
from .figures import GpuBlock, advice, figures, is_too_short, sentence
from .kernel import ProcessTreeWatch, own_first
from .report import Report
from .series import CHART_METRICS, Span, chart_of, seconds_of, snapshots
from .words import SIMULATED, duration, reason_of, value_of

MAX_SHIFT_SECONDS = 1.0
"""Samples have the time of the wall clock; up to here its correction in a cell changes no figure noticeably."""
_MAX_SECONDS = 86_400.0
"""gpulse reports a span of at most a day."""


@dataclass(frozen=True)
class _Run:
    start: float
    seconds: float
    pids: Sequence[int]


class CellMeasurement:
    """Measures a block of code; a gpulse that fails never keeps the block from running."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._watch = ProcessTreeWatch()
        self._first: Snapshot | None = None
        self._problem: str | None = None
        self._start = 0.0
        self._begun = 0.0

    def __enter__(self) -> CellMeasurement:
        try:
            self._first = self._check()
        except GpulseError as e:
            self._problem = str(e)
        self._watch.__enter__()
        self._start, self._begun = time.time(), time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self._seconds = time.perf_counter() - self._begun
        self._shift = time.time() - self._start - self._seconds
        self._watch.__exit__()

    def report(self) -> CellReport:
        """Returns the report of the finished block; a problem is a notice in it."""
        seconds = self._seconds
        try:
            if self._problem is not None or self._first is None:
                raise GpulseError(self._problem or "gpulse has no samples.")
            if abs(self._shift) > MAX_SHIFT_SECONDS:
                raise GpulseError("The clock of the machine was set, or the machine slept, while it ran: no report.")
            pids = own_first(self._watch.pids)
            return _limited_report(self._client, self._first, _Run(self._start, seconds, pids))
        except GpulseError as e:
            return CellReport(seconds, [f"The cell took {duration(seconds)}. {e}"])
        except (KeyError, TypeError, ValueError, AttributeError):
            sentence = f"The gpulse at {self._client.url} is of another version: its report has another form."
            return CellReport(seconds, [f"The cell took {duration(seconds)}. {sentence}"])

    def _check(self) -> Snapshot:
        if self._client.same_machine() is False:
            raise GpulseError(f"This kernel runs on another machine than the gpulse at {self._client.url}: no report.")
        if self._client.same_machine() is None:
            raise GpulseError(f"It is unknown whether the gpulse at {self._client.url} is on this machine: no report.")
        return self._client.snapshot(metrics=CHART_METRICS)


def _limited_report(client: Client, first: Snapshot, run: _Run) -> CellReport:
    if run.seconds <= _MAX_SECONDS:
        return _report(client, first, run)
    last_day = _Run(run.start + run.seconds - _MAX_SECONDS, _MAX_SECONDS, run.pids)
    report = _report(client, first, last_day)
    notice = f"The cell took {duration(run.seconds)}; this is the report of its last 24 h."
    return replace(report, notices=[notice, *report.notices])


def _report(client: Client, first: Snapshot, run: _Run) -> CellReport:
    every = first["everyMillis"] / 1000
    if run.seconds < 2 * every:
        return CellReport(run.seconds, [_too_short(run.seconds, every)])
    report = client.report(run.start, run.start + run.seconds, pids=run.pids)
    last = client.snapshot(metrics=CHART_METRICS)
    if not report["gpus"]:
        return CellReport(run.seconds, [*_simulated(report), _no_gpu(run, last, report)])
    uuids = [str(gpu["gpu"]) for gpu in report["gpus"]]
    span = Span(run.start, run.seconds, first["sequence"], last["sequence"])
    samples = snapshots(client, uuids, span)
    blocks, notices = [], _simulated(report)
    for gpu in report["gpus"]:
        if is_too_short(report, gpu, every):
            notices.append(f"GPU {gpu['index']}: {_too_short(run.seconds, every)}")
            continue
        chart = chart_of(client, gpu, samples, span)
        blocks.append(GpuBlock(sentence(gpu, run.seconds), advice(gpu), figures(gpu), chart))
    return CellReport(run.seconds, notices, blocks)


def _too_short(seconds: float, every: float) -> str:
    return f"The cell took {duration(seconds)}, too short for a mean: gpulse takes a sample every {every:g} s."


def _simulated(report: Report) -> list[str]:
    return [SIMULATED] if report["simulated"] else []


def _no_gpu(run: _Run, snapshot: Snapshot, report: Report) -> str:
    since = report["processesSince"]
    took = f"The cell took {duration(run.seconds)}"
    if since is None:
        return f"{took}; gpulse does not know which processes used the GPUs."
    if seconds_of(since) > run.start:
        known = duration(max(0, run.start + run.seconds - seconds_of(since)))
        return f"{took} and used no GPU in its last {known}; gpulse does not know which GPUs it used before."
    unknown = [gpu for gpu in snapshot["gpus"] if value_of(gpu, "processes.running") is None]
    if unknown:
        reason = reason_of(unknown[0], "processes.running")
        why = f" ({reason})" if reason else ""
        return f"{took}; gpulse does not know which processes use the GPUs{why}."
    if report.get("processesKnown") is False:
        return f"{took}; gpulse does not know in all rounds which processes used the GPUs."
    return f"{took} and used no GPU."
