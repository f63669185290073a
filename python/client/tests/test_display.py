from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from gpulse.display import CellReport
from gpulse.figures import Chart, Figure, GpuBlock, Point

FIGURES = [Figure("SM active", "51 %", "peak 92 %"), Figure("Peak memory", "12.0 GiB"), Figure("Energy", "4.1 Wh")]
POINTS = [Point(0, 10, None), Point(1, 100, 2**30), Point(2, None, 2**31), Point(3, 50, 3 * 2**30), Point(4, 0, 2**30)]


def block(
    sentence: str = "GPU 1 was busy.", chart: Chart | None = None, advice: Sequence[str] = ("Advice.",)
) -> GpuBlock:
    return GpuBlock(sentence, advice, FIGURES, chart or Chart(POINTS))


def test_has_four_lines_of_text() -> None:
    lines = str(CellReport(4, [], [block()])).splitlines()
    assert lines == ["GPU 1 was busy.", "Advice.", "SM active 51 % (peak 92 %), Peak memory 12.0 GiB", "Energy 4.1 Wh"]


def test_is_well_formed_and_escaped() -> None:
    evil = "<script>alert('1')</script> & \"quotes\""
    report = CellReport(4, [evil], [block(evil, Chart(POINTS, evil), ["Advice.", evil])])
    root = ElementTree.fromstring(report._repr_html_())
    assert not list(root.iter("script"))
    assert evil in "".join(root.itertext())


def test_draws_charts_that_name_themselves_and_have_no_text() -> None:
    html = CellReport(4, [], [block()])._repr_html_()
    charts = re.findall(r"<svg.*?</svg>", html)
    labels = [re.search('aria-label="([^"]*)"', chart) for chart in charts]
    assert [label.group(1) for label in labels if label] == [
        "Utilization, 0 to 100 %, over 4.0 s",
        "Memory of this process, 0 to 4.0 GiB",
    ]
    for chart in charts:
        assert "".join(ElementTree.fromstring(chart).itertext()) == ""


def test_interrupts_the_line_where_a_value_is_absent() -> None:
    utilization, memory = re.findall(r"<svg.*?</svg>", CellReport(4, [], [block()])._repr_html_())
    assert 'd="M0.0 65.8L150.0 1.0M450.0 37.0L600.0 73.0"' in utilization
    assert memory.count("L") > 3


def test_draws_nothing_without_samples() -> None:
    html = CellReport(
        4, ["The cell was too short."], [block(chart=Chart([Point(1, None, None), Point(2, None, None)]))]
    )
    assert "<svg" not in html._repr_html_()


def test_uses_the_colors_of_jupyterlab_with_fallbacks() -> None:
    html = CellReport(4, [], [block()])._repr_html_()
    assert re.findall(r"var\([^,)]*\)", html) == []
    assert "var(--jp-ui-font-color1,inherit)" in html
