"""What a report of a cell contains for one GPU: sentences, figures and a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .report import Report, ReportGpu
from .words import absence, duration, energy, percent, rate, size


@dataclass(frozen=True)
class Point:
    """A sample within the cell: seconds since its start, utilization in percent, memory in bytes; None when absent."""

    seconds: float
    utilization: float | None
    memory: float | None


@dataclass(frozen=True)
class Chart:
    """The samples of one GPU within the cell, and whose memory it is."""

    points: Sequence[Point] = ()
    memory_label: str = "Memory of this process"


@dataclass(frozen=True)
class Figure:
    """A labelled figure; ``note`` qualifies it."""

    label: str
    value: str
    note: str = ""

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f"{self.label} {self.value}{note}"


@dataclass(frozen=True)
class GpuBlock:
    """The report of one GPU."""

    sentence: str
    advice: Sequence[str]
    figures: Sequence[Figure]
    chart: Chart = field(default_factory=Chart)


def sentence(gpu: ReportGpu, seconds: float) -> str:
    """Returns how busy a GPU was, for how long, and whether other processes used it too."""
    name = f"GPU {gpu['index']}"
    mean, peak = gpu["mean"].get("utilization.gpu"), gpu["max"].get("utilization.gpu")
    if mean is None:
        reason = absence(gpu["absent"].get("utilization.gpu"))
        text = f"{name} was used for {duration(seconds)}; utilization {reason}"
    else:
        text = f"{name} was busy {percent(mean)} of {duration(seconds)}"
        text += f" (peak {percent(peak)})" if peak is not None else ""
    return text + _shared(gpu) + _missing(gpu) + "."


def figures(gpu: ReportGpu) -> list[Figure]:
    """Returns the five figures of a GPU; absent ones are a dash with the reason."""
    return [_activity(gpu), _memory(gpu), _pcie(gpu), _energy(gpu), _throttled(gpu)]


def advice(gpu: ReportGpu) -> list[str]:
    """Returns the sentences of advice of the server, which may be of a version that has none."""
    return [found["sentence"] for found in gpu.get("advice", [])]


def is_too_short(report: Report, gpu: ReportGpu, every_seconds: float) -> bool:
    """Returns whether a span has less than two rounds, which is too short for a mean."""
    return gpu["rounds"] < 2 or report["seconds"] < 2 * every_seconds


def _shared(gpu: ReportGpu) -> str:
    if gpu["shared"] is None:
        return "; it is unknown whether other processes used it too"
    if not gpu["shared"]:
        return ""
    own = [process["meanUtilization"] for process in gpu["processes"]]
    known = [share for share in own if share is not None]
    share = f", {percent(sum(known))} by this kernel" if known and len(known) == len(own) else ""
    return f"{share}, shared with other processes"


def _missing(gpu: ReportGpu) -> str:
    missing = gpu["missingSeconds"]
    return f"; {duration(missing)} of it have no samples" if missing > 0 else ""


def _activity(gpu: ReportGpu) -> Figure:
    mean, peak = gpu["mean"].get("activity.sm"), gpu["max"].get("activity.sm")
    if mean is None:
        return Figure("SM active", absence(gpu["absent"].get("activity.sm")))
    return Figure("SM active", percent(mean), "" if peak is None else f"peak {percent(peak)}")


def _memory(gpu: ReportGpu) -> Figure:
    peaks = [process["peakMemoryBytes"] for process in gpu["processes"]]
    known = [peak for peak in peaks if peak is not None]
    if not known or len(known) < len(peaks):
        used = gpu["max"].get("memory.used")
        if used is not None:
            return Figure("Peak memory", size(used), "whole GPU")
        return Figure("Peak memory", absence(gpu["absent"].get("process.memory.used")))
    note = "" if len(known) == 1 else f"sum of the peaks of {len(known)} processes"
    return Figure("Peak memory", size(sum(known)), note)


def _pcie(gpu: ReportGpu) -> Figure:
    mean = gpu["mean"].get("pcie.rx")
    return Figure("PCIe to GPU", absence(gpu["absent"].get("pcie.rx")) if mean is None else rate(mean))


def _energy(gpu: ReportGpu) -> Figure:
    joules = gpu["energyJoules"]
    if joules is None:
        return Figure("Energy", absence(gpu["absent"].get("energy.total")))
    return Figure("Energy", energy(joules), _whole_gpu(gpu["shared"]))


def _whole_gpu(shared: bool | None) -> str:
    return "" if shared is False else "whole GPU, shared" if shared else "whole GPU"


def _throttled(gpu: ReportGpu) -> Figure:
    seconds = gpu["throttledSeconds"]
    if seconds is None:
        return Figure("Throttled", absence(gpu["absent"].get("clocks_event_reasons.active")))
    return Figure("Throttled", duration(seconds) if seconds > 0 else "0 s")
