"""One sentence of advice from the figures of a cell and the active insights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .answers import Insight
from .report import ReportGpu
from .words import duration, percent, size

NOTHING = "These figures show no limit."
_THROTTLED_SHARE = 0.1
_LOW_UTILIZATION = 50.0
_BUSY_HOST = 85.0
_FULL_MEMORY = 0.95
_UNUSED_MEMORY = 0.5
_SEVERE = ("critical", "warning")
_CAUSES = {
    "sw_power_cap": "its power limit",
    "hw_power_brake_slowdown": "the power brake of the machine",
    "sw_thermal_slowdown": "heat",
    "hw_thermal_slowdown": "heat",
    "hw_slowdown": "the protection of the hardware",
}


@dataclass(frozen=True)
class Surroundings:
    """What the report itself does not have; None when unknown.

    ``seconds`` is the length of the span, ``memory_total`` is in bytes, ``host_cpu`` is the mean utilization of the
    processors in percent.
    """

    seconds: float
    memory_total: float | None = None
    host_cpu: float | None = None
    insights: Sequence[Insight] = ()


def advise(gpu: ReportGpu, around: Surroundings) -> str:
    """Returns the sentence for the most severe finding."""
    return next(filter(None, (rule(gpu, around) for rule in _RULES)), NOTHING)


def _insight(gpu: ReportGpu, around: Surroundings) -> str | None:
    for insight in around.insights:
        on_gpu = any(found.get("uuid") == gpu["gpu"] for found in insight.get("gpus") or [])
        if on_gpu and insight.get("severity") in _SEVERE and insight.get("advice"):
            return f"{str(insight.get('sentence')).rstrip('.')}: {_lower_first(insight['advice'])}"
    return None


def _throttled(gpu: ReportGpu, around: Surroundings) -> str | None:
    seconds = gpu["throttledSeconds"]
    if seconds is None or around.seconds <= 0 or seconds < _THROTTLED_SHARE * around.seconds:
        return None
    known = {name: value for name, value in gpu["clocksEventSeconds"].items() if _cause(name) and value > 0}
    cause = f", most of it by {_cause(max(known, key=lambda name: known[name]))}" if known else ""
    return f"Its clocks were reduced for {duration(seconds)} of {duration(around.seconds)}{cause}."


def _full(gpu: ReportGpu, around: Surroundings) -> str | None:
    used, total = gpu["max"].get("memory.used"), around.memory_total
    if used is None or not total or used < _FULL_MEMORY * total:
        return None
    return f"Its memory was {percent(100 * used / total)} full at the peak: a larger batch may not fit."


def _waits(gpu: ReportGpu, around: Surroundings) -> str | None:
    mean = gpu["mean"].get("utilization.gpu")
    if mean is None or mean >= _LOW_UTILIZATION or around.host_cpu is None:
        return None
    idle = f"It was idle {percent(100 - mean)} of the time while the processors of the machine were"
    if around.host_cpu >= _BUSY_HOST:
        return f"{idle} {percent(around.host_cpu)} busy: preparing the data may be the limit."
    return f"{idle} {percent(around.host_cpu)} busy: they have room for more data loader workers."


def _small_kernels(gpu: ReportGpu, around: Surroundings) -> str | None:
    busy, active = gpu["mean"].get("utilization.gpu"), gpu["mean"].get("activity.sm")
    if busy is None or active is None or busy < _LOW_UTILIZATION or active >= busy / 2:
        return None
    return f"It was busy {percent(busy)} but its SMs were active {percent(active)} only: larger batches may help."


def _unused(gpu: ReportGpu, around: Surroundings) -> str | None:
    used, total = gpu["max"].get("memory.used"), around.memory_total
    if used is None or not total or used > _UNUSED_MEMORY * total:
        return None
    return f"{size(total - used)} of its {size(total)} of memory were never used: a larger batch would fit."


_RULES: Sequence[Callable[[ReportGpu, Surroundings], str | None]] = (
    _insight,
    _throttled,
    _full,
    _waits,
    _small_kernels,
    _unused,
)


def _cause(reason: str) -> str | None:
    return _CAUSES.get(reason.rpartition(".")[2])


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
