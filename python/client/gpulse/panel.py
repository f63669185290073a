"""A panel of gpulse as a live output of a notebook, with a still picture."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any
from urllib.parse import urlencode

from .client import Selection, connect
from .errors import GpulseError
from .words import absence, percent, reason_of, size, value_of

_PREFIX = "GPULSE_JUPYTER_PREFIX"
"""Set for kernels by the server extension: the path of gpulse below Jupyter, ``/user/anna/gpulse`` for example."""
_HUB_PREFIX = "JUPYTERHUB_SERVICE_PREFIX"
"""Set by JupyterHub: the path of the user's server, ``/user/anna/`` for example."""
_METRICS = "utilization.gpu,memory.used,memory.total,power.draw,temperature.gpu"
_CELL = "padding:2px 14px 2px 0;text-align:left;border:0;background:transparent;color:inherit"


@dataclass(frozen=True)
class Panel:
    """A live panel below a Jupyter server, or at gpulse itself; ``still`` replaces it where it cannot be shown."""

    address: str
    still: str
    text: str
    height: int = 320

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{self.height}px;border:0;display:block"
        return (
            f'<object data="{escape(self.address)}" type="text/html" style="{style}" aria-label="Live panel of gpulse">'
            f"{self.still}</object>"
        )


def panel(
    name: str | None = None,
    gpus: Selection | None = None,
    *,
    page: str = "/",
    range: str | None = None,
    theme: str | None = None,
    height: int = 320,
) -> Panel:
    """Returns a panel that is live where gpulse is reachable, and otherwise shows the present values with their time.

    ``name`` is a panel of the page, ``util`` of the overview for example; None is the whole page. ``range`` is like
    ``5m``, ``theme`` is ``dark`` or ``light``, ``height`` is in pixels. Raises GpulseError where the page or the name
    is invalid.
    """
    if not re.fullmatch(r"/[\w/-]*", page) or "//" in page or not re.fullmatch(r"[\w.-]*", name or ""):
        raise GpulseError("A panel has a page like '/GPU-Memory' and a name like 'all'.")
    joined = None if gpus is None else ",".join(map(str, [gpus] if isinstance(gpus, (int, str)) else gpus))
    query = {"embed": "1", "panel": name, "gpus": joined, "range": range, "theme": theme}
    address = f"{_base()}{page}?{urlencode({key: value for key, value in query.items() if value})}"
    still, text = _still(joined)
    return Panel(address, still, text, height)


def _base() -> str:
    prefix = os.environ.get(_PREFIX)
    if prefix:
        return f"/{prefix.strip('/')}"
    hub = os.environ.get(_HUB_PREFIX)
    if hub:
        return f"{'/' + hub.strip('/') if hub.strip('/') else ''}/gpulse"
    with connect() as client:
        return client.url


def _still(gpus: str | None) -> tuple[str, str]:
    try:
        with connect() as client:
            snapshot = client.snapshot(gpus=gpus, metrics=_METRICS)
    except GpulseError as e:
        return f"<p>{escape(str(e))}</p>", str(e)
    caption = f"gpulse at {_local(snapshot.get('takenAt'))}"
    if (snapshot.get("source") or {}).get("simulated"):
        caption += ", simulated or recorded data"
    rows = [_row(gpu) for gpu in snapshot.get("gpus") or []]
    lines = ["   ".join(row) for row in rows] or ["gpulse has no GPU."]
    return _table(caption, rows), "\n".join([caption, *lines])


def _row(gpu: Any) -> list[str]:
    total = value_of(gpu, "memory.total")
    of_total = "" if total is None else f" of {size(total)}"
    return [
        f"GPU {gpu.get('index')}",
        _text(gpu, "utilization.gpu", percent),
        _text(gpu, "memory.used", lambda used: size(used) + of_total),
        _text(gpu, "power.draw", lambda watts: f"{watts:.0f} W"),
        _text(gpu, "temperature.gpu", lambda degrees: f"{degrees:.0f} °C"),
    ]


def _text(gpu: Any, key: str, text: Any) -> str:
    value = value_of(gpu, key)
    return absence(reason_of(gpu, key)) if value is None else text(value)


def _table(caption: str, rows: Iterable[list[str]]) -> str:
    body = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{escape(cell)}</td>' for cell in row) + "</tr>" for row in rows
    )
    return (
        f'<div><div>{escape(caption)}</div><table style="border-collapse:collapse"><tbody>{body}</tbody></table></div>'
    )


def _local(instant: Any) -> str:
    try:
        return datetime.fromisoformat(str(instant).replace("Z", "+00:00")).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return "an unknown time"
