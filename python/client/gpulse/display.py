"""The report of a cell as text and as HTML with static charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from .chart import line_chart
from .figures import Figure, GpuBlock
from .words import duration, size

_FONT = "font-family:var(--jp-ui-font-family,system-ui,sans-serif);font-size:13px;line-height:1.45"
_CARD = (
    "border:1px solid var(--jp-border-color2,#8888);border-radius:7px;padding:12px 14px;margin:2px 0 8px;"
    f"max-width:680px;color:var(--jp-ui-font-color1,inherit);{_FONT}"
)
_SECONDARY = "color:var(--jp-ui-font-color2,inherit);font-size:12px"
_UTILIZATION = "#1a9c8b"
_MEMORY = "#8a73e0"


@dataclass(frozen=True)
class CellReport:
    """The report of a cell: notices, and a block for each GPU that it used."""

    seconds: float
    notices: Sequence[str] = ()
    blocks: Sequence[GpuBlock] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join([*self.notices, *(line for block in self.blocks for line in _lines(block))])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        notices = "".join(f'<p style="margin:0 0 4px">{escape(notice)}</p>' for notice in self.notices)
        blocks = "".join(_block(block, self.seconds) for block in self.blocks)
        return f'<div style="{_CARD}">{notices}{blocks}</div>'


def _lines(block: GpuBlock) -> list[str]:
    middle = (len(block.figures) + 1) // 2
    rows = [block.figures[:middle], block.figures[middle:]]
    return [block.sentence, *block.advice, *(", ".join(map(str, row)) for row in rows)]


def _block(block: GpuBlock, seconds: float) -> str:
    advice = "".join(f'<p style="margin:0 0 4px;{_SECONDARY}">{escape(sentence)}</p>' for sentence in block.advice)
    return (
        f'<p style="margin:0 0 4px;font-weight:600">{escape(block.sentence)}</p>{advice}'
        f"{_charts(block, seconds)}{_table(block.figures)}"
    )


def _charts(block: GpuBlock, seconds: float) -> str:
    points = block.chart.points
    times = [point.seconds for point in points]
    utilization = [point.utilization for point in points]
    memory = [point.memory for point in points]
    html = ""
    if len(points) >= 2 and any(value is not None for value in utilization):
        label = f"Utilization, 0 to 100 %, over {duration(seconds)}"
        html += _captioned(label, line_chart(times, utilization, seconds, 100, _UTILIZATION, label))
    known = [value for value in memory if value is not None]
    if len(points) >= 2 and known:
        top = _round_up(max(known))
        label = f"{block.chart.memory_label}, 0 to {size(top)}"
        html += _captioned(label, line_chart(times, memory, seconds, top, _MEMORY, label, height=46))
    return html


def _captioned(label: str, chart: str) -> str:
    return f'<div style="{_SECONDARY}">{escape(label)}</div>{chart}'


def _table(figures: Sequence[Figure]) -> str:
    cells = "".join(_cell(figure) for figure in figures)
    return (
        f'<table style="width:100%;margin:8px 0 4px;border-collapse:collapse;table-layout:fixed;{_FONT}">'
        f"<tbody><tr>{cells}</tr></tbody></table>"
    )


def _cell(figure: Figure) -> str:
    note = f'<div style="{_SECONDARY}">{escape(figure.note)}</div>' if figure.note else ""
    return (
        '<td style="border:1px solid var(--jp-border-color2,#8888);padding:6px 10px;text-align:left;'
        'vertical-align:top;background:transparent;color:inherit">'
        f'<div style="{_SECONDARY}">{escape(figure.label)}</div>'
        f'<div style="font-weight:600;font-size:15px">{escape(figure.value)}</div>{note}</td>'
    )


def _round_up(value: float) -> float:
    """Returns the next power of two of GiB, at least 1 GiB."""
    top = float(2**30)
    while top < value:
        top *= 2
    return top
