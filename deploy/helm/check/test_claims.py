"""Each claim holds for the chart, and does not for a chart that is broken in a way that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest
from chart import Chart
from claims import BREAKS

CHART = Chart()


@pytest.mark.parametrize("claim", BREAKS, ids=lambda claim: claim.__name__)
def test_the_claim_holds(claim) -> None:
    claim(CHART)


@pytest.mark.parametrize(
    ("claim", "file", "old", "new"),
    [(claim, *each) for claim, breaks in BREAKS.items() for each in breaks],
    ids=[f"{claim.__name__}-{number}" for claim, breaks in BREAKS.items() for number in range(1, len(breaks) + 1)],
)
def test_the_claim_does_not_hold_for_a_broken_chart(claim, file: str, old: str, new: str, tmp_path: Path) -> None:
    broken = CHART.copy(tmp_path / "gpulse")
    broken.change(file, old, new)

    with pytest.raises(AssertionError):
        claim(broken)


def test_every_claim_has_a_chart_that_breaks_it() -> None:
    assert all(BREAKS.values())
