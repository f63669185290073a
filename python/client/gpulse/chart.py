"""A static line chart as SVG.

It has no text inside, because JupyterLab removes SVG from the outputs of an untrusted notebook and keeps its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

_WIDTH = 600


def line_chart(
    times: Sequence[float],
    values: Sequence[float | None],
    seconds: float,
    top: float,
    color: str,
    label: str,
    height: int = 74,
) -> str:
    """Returns the chart of values from 0 to ``top`` at times from 0 to ``seconds``; None interrupts the line."""
    runs = list(_runs(times, values, seconds, top, height))
    areas = "".join(_area(run, height) for run in runs)
    lines = "".join(_line(run) for run in runs)
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {_WIDTH} {height}" preserveAspectRatio="none" '
        f'style="display:block;width:100%;height:{height}px;margin:2px 0 6px" xmlns="http://www.w3.org/2000/svg">'
        f'<path d="{_grid(height)}" fill="none" stroke="currentColor" stroke-opacity=".18" '
        'vector-effect="non-scaling-stroke"/>'
        f'<path d="{areas}" fill="{color}" fill-opacity=".16"/>'
        f'<path d="{lines}" fill="none" stroke="{color}" stroke-width="1.4" stroke-linejoin="round" '
        'vector-effect="non-scaling-stroke"/></svg>'
    )


def _runs(
    times: Sequence[float], values: Sequence[float | None], seconds: float, top: float, height: int
) -> Iterator[list[tuple[float, float]]]:
    run: list[tuple[float, float]] = []
    for time, value in zip(times, values, strict=True):
        if value is None:
            if run:
                yield run
            run = []
        else:
            x = _WIDTH * min(max(time / seconds, 0), 1)
            run.append((x, 1 + (height - 2) * (1 - min(max(value / top, 0), 1))))
    if run:
        yield run


def _line(run: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in run)


def _area(run: Sequence[tuple[float, float]], height: int) -> str:
    return f"{_line(run)}L{run[-1][0]:.1f} {height}L{run[0][0]:.1f} {height}Z"


def _grid(height: int) -> str:
    return "".join(f"M0 {y:g}H{_WIDTH}" for y in (1, height / 2, height - 1))
