"""``%gpulse free``: gives free GPUs to this kernel by CUDA_VISIBLE_DEVICES."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .client import Client, connect
from .devices import VISIBLE, require_own_gpus
from .errors import GpulseError
from .holds import Given, HeldGpus, Request
from .wanted import Wanted

_MAPS = Path("/proc/self/maps")
_taken: tuple[Wanted, Given] | None = None
_held: HeldGpus | None = None


def take_free(client: Client, wanted: Wanted) -> str:
    """Sets CUDA_VISIBLE_DEVICES to free GPUs, by UUID, and returns sentences about them.

    They are held for this kernel until it uses them, where the token permits that. Raises GpulseError and sets nothing
    where there are not enough, or where it would have no effect.
    """
    global _taken
    _require_effect()
    require_own_gpus(client, "nothing was set")
    is_held = _held is not None and not _held.ended
    if is_held and _taken is not None and _taken[0] == wanted:
        os.environ.update(_taken[1].variables)
        return f"{_taken[1]}\nThis kernel holds them already."
    notes: list[str] = []
    try:
        given = Request(client, wanted, notes.append).take()
    except GpulseError as e:
        kept = f" The earlier GPUs of this kernel stay set{' and count as held' * is_held}; a restart releases them."
        raise GpulseError(f"{e}\nNothing was set.{kept if _taken else ''}", e.status) from None
    _taken = wanted, given
    os.environ.update(given.variables)
    _hold(client, given)
    return "\n".join([str(given), *notes])


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
    present = os.environ.get(VISIBLE)
    if present is not None and (_taken is None or present != _taken[1].variables[VISIBLE]):
        raise GpulseError(f"{VISIBLE} is already set to {present!r}: %gpulse free does not replace that.")


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


def _hold(client: Client, given: Given) -> None:
    """Renews the hold of this kernel while it lives, by a client that is not closed with the magic's.

    Its earlier hold ends only then: it stays where there are too few GPUs for another one.
    """
    global _held
    earlier = _held
    if given.hold is not None:
        _held = HeldGpus(connect(client.url), given.hold, _print)
        _held.start()
    if earlier is not None:
        earlier.release()


def _print(sentence: str) -> None:
    print(f"gpulse: {sentence}", file=sys.stderr)
