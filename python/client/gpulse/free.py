"""``%gpulse free``: gives free GPUs to this kernel by CUDA_VISIBLE_DEVICES."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from .answers import FreeGpu, FreeGpus
from .client import Client
from .errors import GpulseError
from .runtime import GIVEN, RuntimeFolderError, runtime_folder
from .wanted import MAX_GPUS, Wanted

HELD_SECONDS = 60.0
"""A GPU that was given to a kernel is not given to another one for this time."""
_VARIABLE = "CUDA_VISIBLE_DEVICES"
_ORDER = "CUDA_DEVICE_ORDER"
_BY_BUS = "PCI_BUS_ID"
_MAPS = Path("/proc/self/maps")
_set_here: str | None = None


def take_free(client: Client, wanted: Wanted, clock: Callable[[], float] = time.time) -> str:
    """Sets CUDA_VISIBLE_DEVICES to free GPUs, by UUID, and returns a sentence about them.

    Raises GpulseError and changes nothing where there are not enough, or where it would have no effect.
    """
    _require_effect()
    if client.same_machine() is not True:
        raise GpulseError(f"The gpulse at {client.url} is not known to be on this machine: nothing was set.")
    if (client.snapshot(metrics="utilization.gpu").get("source") or {}).get("simulated"):
        raise GpulseError("gpulse shows simulated or recorded GPUs, which CUDA cannot use: nothing was set.")
    with _given(clock()) as given:
        free = client.free(MAX_GPUS, min_memory=wanted.min_memory, model=wanted.model)
        chosen = _chosen(free, given, wanted.count)
        given.update({str(gpu["uuid"]): {"pid": os.getpid(), "at": clock()} for gpu in chosen})
    return _export(chosen)


def too_late(modules: Mapping[str, Any] = sys.modules, maps: str | None = None) -> str | None:
    """Returns why CUDA_VISIBLE_DEVICES has no effect any more in this process; None where it still has."""
    torch = modules.get("torch")
    if torch is not None and _is_initialized(torch):
        return "torch has already initialized CUDA in this kernel"
    if "libcuda.so" in (_read_maps() if maps is None else maps):
        users = [name for name in ("torch", "tensorflow", "jax", "cupy") if name in modules]
        return f"CUDA is already loaded in this kernel{' by ' + ' or '.join(users) if users else ''}"
    return None


def _require_effect() -> None:
    reason = too_late()
    if reason is not None:
        raise GpulseError(f"Too late: {reason}; restart the kernel and run %gpulse free first.")
    present = os.environ.get(_VARIABLE)
    if present is not None and present != _set_here:
        raise GpulseError(f"{_VARIABLE} is already set to {present!r}: %gpulse free does not replace that.")


def _is_initialized(torch: Any) -> bool:
    try:
        return bool(torch.cuda.is_initialized())
    except Exception:
        return False


def _read_maps() -> str:
    try:
        return _MAPS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


@contextmanager
def _given(now: float) -> Iterator[dict[str, Any]]:
    """Locks the file of given GPUs and yields those of the last minute by UUID; changes are saved."""
    import fcntl

    try:
        path = runtime_folder() / GIVEN
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except RuntimeFolderError as e:
        raise GpulseError(str(e)) from None
    except OSError as e:
        raise GpulseError(f"The file of given GPUs cannot be opened: {e.strerror}.") from None
    with os.fdopen(descriptor, "r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        given = {uuid: entry for uuid, entry in _load(file).items() if _is_recent(entry, now)}
        yield given
        try:
            file.seek(0)
            file.truncate()
            json.dump(given, file)
            file.flush()
        except OSError as e:
            raise GpulseError(f"The file {path} cannot be written: {e.strerror}; nothing was set.") from None


def _load(file: IO[str]) -> dict[str, Any]:
    try:
        given = json.load(file)
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}


def _is_recent(entry: Any, now: float) -> bool:
    at = entry.get("at") if isinstance(entry, dict) else None
    return isinstance(at, (int, float)) and abs(now - at) < HELD_SECONDS


def _chosen(free: FreeGpus, given: Mapping[str, Any], count: int) -> list[FreeGpu]:
    all_free = [gpu for gpu in [*free.get("chosen", []), *free.get("alsoFree", [])] if gpu.get("uuid")]
    others = {uuid for uuid, entry in given.items() if entry.get("pid") != os.getpid()}
    usable = [gpu for gpu in all_free if gpu["uuid"] not in others]
    if len(usable) < count:
        raise GpulseError("\n".join(_shortage(free, all_free, others, count, len(usable))))
    return usable[:count]


def _shortage(free: FreeGpus, all_free: list[FreeGpu], others: set[str], count: int, usable: int) -> Iterator[str]:
    yield f"{shortage(count, usable)}: nothing was set."
    for gpu in all_free:
        if gpu["uuid"] in others:
            yield f"GPU {gpu['index']}: another kernel of yours was given it in the last minute."
    yield from reasons(free)


def shortage(count: int, usable: int) -> str:
    """Returns the beginning of a sentence about fewer GPUs than requested."""
    wanted = "1 GPU was" if count == 1 else f"{count} GPUs were"
    return f"{wanted} requested and {usable or 'none'} {'are' if usable > 1 else 'is'} free"


def reasons(free: FreeGpus) -> Iterator[str]:
    """Returns a line for each GPU that is not free."""
    for rejected in free.get("rejected", []):
        yield f"GPU {rejected.get('index')}: {' '.join(rejected.get('reasons') or [])}"


def environment(gpus: Sequence[FreeGpu]) -> str:
    """Returns the variables with which CUDA programs use these GPUs."""
    return f"{_ORDER}={_BY_BUS} {_VARIABLE}={_devices(gpus)}"


def _devices(gpus: Sequence[FreeGpu]) -> str:
    uuids = [gpu["uuid"] for gpu in gpus]
    # A UUID that several GPUs have is followed by @ and the PCI bus ID.
    if any(uuid is None or "@" in uuid for uuid in uuids):
        return ",".join(str(gpu["index"]) for gpu in gpus)
    return ",".join(map(str, uuids))


def _export(chosen: list[FreeGpu]) -> str:
    global _set_here
    _set_here = _devices(chosen)
    os.environ[_VARIABLE] = _set_here
    os.environ.setdefault(_ORDER, _BY_BUS)
    names = ", ".join(f"GPU {gpu['index']}" for gpu in chosen)
    return f"{names}: {_VARIABLE}={_set_here}"
