"""The sentence about GPUs that a request waits for."""

from __future__ import annotations

from datetime import datetime, timezone

from .answers import FreeGpus, GpuAvailability
from .devices import shortage
from .fleet import since
from .words import printable

_IDLE = "FREE_BUT"
_OTHER_MODEL = "MODEL"


class Shortage:
    """How many GPUs are free, and who uses or holds the others; ``key`` changes with these only."""

    def __init__(self, count: int, free: FreeGpus) -> None:
        self._beginning = shortage(count, len(free.get("chosen") or []))
        self._reasons = {each["index"]: " ".join(each["reasons"]) for each in free.get("rejected") or []}
        self._gpus = [each for each in free.get("gpus") or [] if _is_candidate(each)]
        self.key = (self._beginning, [(gpu["index"], _user(gpu) or gpu["obstacles"]) for gpu in self._gpus])

    def sentence(self, now: datetime | None = None) -> str:
        """Returns it as one line."""
        at = (now or datetime.now(timezone.utc)).isoformat()
        groups: dict[str, list[str]] = {}
        for gpu in self._gpus:
            groups.setdefault(self._text(gpu, at), []).append(f"GPU {gpu['index']}")
        used = (f"{', '.join(gpus)}: {text}" for text, gpus in groups.items())
        return " ".join([f"{self._beginning}; waiting.", *used])

    def _text(self, gpu: GpuAvailability, now: str) -> str:
        user = _user(gpu)
        if user is None:
            return self._reasons.get(gpu["index"], "not free.")
        if gpu.get("hold"):
            return f"held for {user}."
        idle = "idle " if gpu["category"] == _IDLE else ""
        return f"{user}, {idle}{since(gpu['since'], now)}."


def _is_candidate(gpu: GpuAvailability) -> bool:
    return bool(gpu["obstacles"]) and _OTHER_MODEL not in gpu["obstacles"]


def _user(gpu: GpuAvailability) -> str | None:
    held = gpu.get("hold")
    return printable(held["holder"] if held else ", ".join(gpu.get("users") or [])) or None
