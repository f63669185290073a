"""The variables with which CUDA programs use GPUs, and the sentences about GPUs that are not free."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .answers import FreeGpu, FreeGpus
from .client import Client
from .errors import GpulseError

VISIBLE = "CUDA_VISIBLE_DEVICES"
_ORDER = "CUDA_DEVICE_ORDER"
_BY_BUS = "PCI_BUS_ID"
_ENVIRONMENT = re.compile(rf"{_ORDER}={_BY_BUS} {VISIBLE}=([\w/-]+(?:,[\w/-]+)*)", re.ASCII)


def require_own_gpus(client: Client, outcome: str) -> None:
    """Raises GpulseError, which ends with the outcome, where CUDA programs cannot use the GPUs of this gpulse here."""
    if client.same_machine() is not True:
        raise GpulseError(f"The gpulse at {client.url} is not known to be on this machine: {outcome}.")
    if (client.status().get("source") or {}).get("simulated"):
        raise GpulseError(f"gpulse shows simulated or recorded GPUs, which CUDA cannot use: {outcome}.")


def environment(gpus: Sequence[FreeGpu]) -> str:
    """Returns the variables with which CUDA programs use these GPUs."""
    uuids = [gpu["uuid"] for gpu in gpus]
    # A UUID that several GPUs have is followed by @ and the PCI bus ID.
    by_index = any(uuid is None or "@" in uuid for uuid in uuids)
    devices = [str(gpu["index"]) for gpu in gpus] if by_index else map(str, uuids)
    return f"{_ORDER}={_BY_BUS} {VISIBLE}={','.join(devices)}"


def variables(text: str, count: int) -> dict[str, str] | None:
    """Returns the variables in an answer by name; None where they are others, or of another number of GPUs."""
    found = _ENVIRONMENT.fullmatch(text)
    if found is None or len(found[1].split(",")) != count:
        return None
    return {_ORDER: _BY_BUS, VISIBLE: found[1]}


def shortage(count: int, usable: int) -> str:
    """Returns the beginning of a sentence about fewer GPUs than requested."""
    wanted = "1 GPU was" if count == 1 else f"{count} GPUs were"
    return f"{wanted} requested and {usable or 'none'} {'are' if usable > 1 else 'is'} free"


def reasons(free: FreeGpus) -> Iterator[str]:
    """Returns a line for each GPU that is not free."""
    for rejected in free.get("rejected", []):
        yield f"GPU {rejected.get('index')}: {' '.join(rejected.get('reasons') or [])}"
