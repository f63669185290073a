from __future__ import annotations

from typing import Any

import pytest
from reports import GIB, gpu, insight

from gpulse.advice import NOTHING, Surroundings, advise


def advice(around: dict[str, Any] | None = None, **changes: Any) -> str:
    return advise(gpu(**changes), Surroundings(48.2, **(around or {})))


def test_has_no_advice_without_a_finding() -> None:
    assert advice() == NOTHING


def test_passes_on_an_active_insight_of_the_gpu() -> None:
    assert advice({"insights": [insight()]}) == "GPU 1 waits for data: use more loader workers."


@pytest.mark.parametrize("other", [{"gpus": [{"index": 2, "uuid": "GPU-b"}]}, {"severity": "info"}, {"gpus": []}])
def test_ignores_an_insight_of_something_else(other: dict[str, Any]) -> None:
    assert advice({"insights": [insight(**other)]}) == NOTHING


def test_names_the_longest_cause_of_throttling() -> None:
    seconds = {"sw_power_cap": 2, "clocks_event_reasons.hw_thermal_slowdown": 9, "gpu_idle": 20}
    text = advice(throttledSeconds=10, clocksEventSeconds=seconds)
    assert text == "Its clocks were reduced for 10.0 s of 48.2 s, most of it by heat."
    assert advice(throttledSeconds=4) == NOTHING


def test_warns_of_full_memory() -> None:
    text = advice({"memory_total": 13 * GIB})
    assert text == "Its memory was 97 % full at the peak: a larger batch may not fit."


@pytest.mark.parametrize(("cpu", "text"), [(96.0, "preparing the data may be the limit"), (41.0, "have room for more")])
def test_compares_an_idle_gpu_with_the_processors(cpu: float, text: str) -> None:
    assert text in advice({"host_cpu": cpu}, mean={"utilization.gpu": 30.0})
    assert advice({"host_cpu": cpu}) == NOTHING


def test_does_not_guess_why_a_gpu_is_idle() -> None:
    assert advice(mean={"utilization.gpu": 30.0}) == NOTHING
    assert advice({"host_cpu": 41.0}, mean={}) == NOTHING


def test_notices_kernels_that_use_few_sms() -> None:
    assert "larger batches may help" in advice(mean={"utilization.gpu": 95.0, "activity.sm": 20.0})


def test_notices_memory_that_was_never_used() -> None:
    assert advice({"memory_total": 80 * GIB}).startswith("67.4 GiB of its 80.0 GiB of memory were never used")
    assert advice({"memory_total": 20 * GIB}) == NOTHING
