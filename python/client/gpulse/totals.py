"""The figures of several reports, added up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .report import Report, ReportGpu
from .words import SIMULATED, duration, energy, percent, size

_MEANS = {"utilization": "utilization.gpu", "sm_active": "activity.sm", "power_watts": "power.draw"}
_WORDS: dict[str, Callable[[float], str]] = {
    "utilization": lambda value: f"utilization {percent(value)}",
    "process_utilization": lambda value: f"{percent(value)} by this process",
    "sm_active": lambda value: f"SM active {percent(value)}",
    "memory_bytes": lambda value: f"peak memory {size(value)}",
    "energy_joules": lambda value: f"energy {energy(value)}",
    "throttled_seconds": lambda value: f"throttled {duration(value)}",
    "shared_seconds": lambda value: f"shared with other processes for {duration(value)}" if value > 0 else "",
    "missing_seconds": lambda value: f"no samples for {duration(value)}" if value > 0 else "",
}


class GpuTotals:
    """The figures of one GPU by name; a figure that was never known has none."""

    def __init__(self, index: int, missing_seconds: float) -> None:
        self.index = index
        self._figures = {"missing_seconds": missing_seconds}
        self._weights: dict[str, float] = {}
        self._seconds = 0.0
        self._advice: dict[str, tuple[float, str]] = {}

    def add(self, gpu: ReportGpu, seconds: float) -> None:
        """Adds a report of a span of ``seconds``."""
        self.index = gpu["index"]
        sampled = seconds - gpu["missingSeconds"]
        for name, key in _MEANS.items():
            self._average(name, gpu["mean"].get(key), sampled)
        own = gpu["processes"]
        # Several processes may have followed one another, and then the sum of their means is no mean.
        self._average("process_utilization", own[0]["meanUtilization"] if len(own) == 1 else None, sampled)
        memory = _sum(process["peakMemoryBytes"] for process in own)
        if memory is not None:
            self._figures["memory_bytes"] = max(memory, self._figures.get("memory_bytes", 0))
        shared = gpu["shared"]
        self._add("shared_seconds", None if shared is None else seconds if shared else 0)
        self._add("energy_joules", gpu["energyJoules"])
        self._add("energy_seconds", gpu["energySeconds"])
        self._add("throttled_seconds", gpu["throttledSeconds"])
        self._seconds += seconds
        for found in gpu.get("advice", []):
            before, _ = self._advice.get(found["rule"], (0.0, ""))
            self._advice[found["rule"]] = (before + seconds, found["sentence"])
        self.add_missing(gpu["missingSeconds"])

    def add_missing(self, seconds: float) -> None:
        """Adds seconds of which nothing is known."""
        self._add("missing_seconds", seconds)

    def figures(self) -> dict[str, float]:
        """Returns the figures by name, in the units of their names, shares in percent."""
        return dict(sorted(self._figures.items()))

    def sentence(self) -> str:
        """Returns the figures as words."""
        words = [text(self._figures[name]) for name, text in _WORDS.items() if name in self._figures]
        return f"GPU {self.index}: {', '.join(filter(None, words))}."

    def advice(self) -> list[str]:
        """Returns the advice of most of the time, with the figures of the last report that had it."""
        most = [text for seconds, text in self._advice.values() if 2 * seconds > self._seconds]
        return [f"GPU {self.index}, most of the time: {text}" for text in most]

    def _add(self, name: str, value: float | None) -> None:
        if value is not None:
            self._figures[name] = self._figures.get(name, 0) + value

    def _average(self, name: str, value: float | None, seconds: float) -> None:
        if value is not None and seconds > 0:
            before = self._weights.get(name, 0)
            self._weights[name] = before + seconds
            self._figures[name] = (self._figures.get(name, 0) * before + value * seconds) / (before + seconds)


class Totals:
    """The figures of the GPUs that some processes used, over the spans of several reports."""

    def __init__(self, subject: str = "The block") -> None:
        self._subject = subject
        self._gpus: dict[str, GpuTotals] = {}
        self._seconds = 0.0
        self._unknown = 0.0
        self._simulated = False

    def add(self, report: Report, seconds: float) -> None:
        """Adds a report of a span of ``seconds``."""
        listed = {gpu["gpu"]: gpu for gpu in report["gpus"]}
        if not listed and not report["processesKnown"]:
            self.add_unknown(seconds)
            return
        self._seconds += seconds
        self._simulated |= report["simulated"]
        for uuid, gpu in listed.items():
            self._gpus.setdefault(uuid, GpuTotals(gpu["index"], self._unknown)).add(gpu, seconds)
        for uuid in () if report["processesKnown"] else self._gpus.keys() - listed.keys():
            self._gpus[uuid].add_missing(seconds)

    def add_unknown(self, seconds: float) -> None:
        """Adds a span of which there is no report, possibly none."""
        self._seconds += seconds
        self._unknown += seconds
        for gpu in self._gpus.values():
            gpu.add_missing(seconds)

    def figures(self, prefix: str) -> dict[str, float]:
        """Returns the figures of all GPUs by name, ``PREFIXgpu0/utilization`` for example."""
        return {
            f"{prefix}gpu{gpu.index}/{name}": value for gpu in self._ordered() for name, value in gpu.figures().items()
        }

    def __str__(self) -> str:
        notices = [SIMULATED] if self._simulated else []
        gpus = (line for gpu in self._ordered() for line in (gpu.sentence(), *gpu.advice()))
        return "\n".join([*notices, self._first(), *gpus])

    def _first(self) -> str:
        unknown = f"; nothing is known of {duration(self._unknown)} of it" if self._unknown > 0 else ""
        used = "" if self._gpus else " and used no GPU" if self._unknown < self._seconds else ""
        return f"{self._subject} took {duration(self._seconds)}{used}{unknown}."

    def _ordered(self) -> list[GpuTotals]:
        return sorted(self._gpus.values(), key=lambda gpu: gpu.index)


def _sum(values: Iterable[float | None]) -> float | None:
    """Returns the sum, None where a part of it is unknown."""
    total = 0.0
    for value in values:
        if value is None:
            return None
        total += value
    return total
