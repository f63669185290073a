"""Numbers with units, and the words for absent values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

STALE = "No new samples: these values are of {}."
SIMULATED = "Simulated or recorded data, not of the GPUs of this machine."
DASH = "\N{EN DASH}"
_ABSENCE = {
    "NOT_SUPPORTED": "not supported",
    "NO_PERMISSION": "no permission",
    "DRIVER_TOO_OLD": "driver too old",
    "NOT_IN_SOURCE": "not printed by nvidia-smi",
    "DEPRECATED": "no longer reported",
    "MIG_ENABLED": "not reported in MIG mode",
    "HIDDEN": "hidden by the configuration",
    "GPU_LOST": "GPU lost",
    "TIMED_OUT": "timed out",
    "NO_DATA": "no sample",
    "IMPLAUSIBLE": "implausible",
    "ERROR": "error of the driver",
}


def absence(reason: str | None) -> str:
    """Returns the dash of an absent value with the word of its reason, as far as that is known."""
    return DASH if reason is None else f"{DASH} ({_ABSENCE.get(reason, reason.lower().replace('_', ' '))})"


def percent(value: float) -> str:
    """Returns a percentage without decimals; a value between 0 and 0.5 is not shown as 0."""
    return "< 1 %" if 0 < value < 0.5 else f"{value:.0f} %"


def size(value: float) -> str:
    """Returns bytes in GiB, below 0.1 GiB in MiB."""
    gib = value / 2**30
    return f"{gib:.1f} GiB" if gib >= 0.1 or value == 0 else f"{value / 2**20:.0f} MiB"


def rate(value: float) -> str:
    """Returns bytes per second in GB/s, below 0.1 GB/s in MB/s."""
    return f"{value / 1e9:.1f} GB/s" if value >= 1e8 or value == 0 else f"{value / 1e6:.1f} MB/s"


def energy(joules: float) -> str:
    """Returns an energy in J, from 1 Wh on in Wh or kWh."""
    hours = joules / 3600
    if hours >= 1000:
        return f"{hours / 1000:.2f} kWh"
    return f"{hours:.1f} Wh" if hours >= 1 else f"{joules:.0f} J"


def duration(seconds: float) -> str:
    """Returns a duration in s with one decimal, from one minute on in minutes or hours."""
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def value_of(item: Mapping[str, Any], key: str) -> float | None:
    """Returns a value of a GPU or a process by catalogue key, None where it is absent."""
    value = (item.get("values") or {}).get(key)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def reason_of(item: Mapping[str, Any], key: str) -> str | None:
    """Returns why a value is absent, None where that is unknown."""
    reason = (item.get("absent") or {}).get(key)
    return reason if isinstance(reason, str) else None


def printable(text: str) -> str:
    """Returns a name that another user chose without letters that control a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
