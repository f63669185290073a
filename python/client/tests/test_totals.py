from __future__ import annotations

from typing import Any

from reports import gpu, process, report

from gpulse.totals import Totals


def totals(*reports: Any, seconds: float = 10.0) -> Totals:
    found = Totals()
    for each in reports:
        found.add(each, seconds)
    return found


def figure(found: Totals, name: str, index: int = 1) -> float | None:
    return found.figures("").get(f"gpu{index}/{name}")


def test_counts_a_span_in_which_processes_are_not_known_as_missing() -> None:
    found = totals(report(processesKnown=False), report(gpu()))
    assert figure(found, "missing_seconds") == 10
    assert "nothing is known of 10.0 s of it" in str(found)


def test_counts_a_gpu_that_may_be_lacking_as_missing() -> None:
    other = gpu(gpu="GPU-b", index=2)
    found = totals(report(gpu(), other), report(gpu(), processesKnown=False), report(gpu()))
    assert (figure(found, "missing_seconds"), figure(found, "missing_seconds", 2)) == (0, 10)


def test_a_known_part_is_the_sum_of_what_is_known() -> None:
    found = totals(report(gpu(throttledSeconds=None)), report(gpu(throttledSeconds=3)))
    assert figure(found, "throttled_seconds") == 3


def test_has_no_utilization_of_several_processes() -> None:
    found = totals(report(gpu(processes=[process(), process(7)])))
    assert figure(found, "process_utilization") is None


def test_has_no_memory_of_which_a_part_is_unknown() -> None:
    found = totals(report(gpu(processes=[process(), process(7, peakMemoryBytes=None)])))
    assert figure(found, "memory_bytes") is None


def test_names_a_gpu_by_its_latest_index() -> None:
    found = totals(report(gpu()), report(gpu(index=0)))
    assert {name.partition("/")[0] for name in found.figures("")} == {"gpu0"}


def test_orders_the_gpus_below_a_notice_of_simulated_ones() -> None:
    lines = str(
        totals(report(gpu(index=3, advice=[]), gpu(gpu="GPU-b", index=2, advice=[]), simulated=True))
    ).splitlines()
    assert lines[0] == "Simulated or recorded data, not of the GPUs of this machine."
    assert [line[:6] for line in lines[2:]] == ["GPU 2:", "GPU 3:"]


def advised(*sentences: str) -> Any:
    return report(gpu(advice=[{"rule": sentence.split()[0], "sentence": sentence} for sentence in sentences]))


def test_has_the_advice_of_most_of_the_time_with_its_latest_figures() -> None:
    reports = [advised("heat 1 %", "low 1 %"), advised("heat 2 %"), advised(), advised("heat 30 %", "low 3 %")]
    assert str(totals(*reports)).splitlines()[2:] == ["GPU 1, most of the time: heat 30 %"]


def test_has_no_advice_of_an_older_gpulse() -> None:
    older = gpu()
    del older["advice"]
    assert len(str(totals(report(older))).splitlines()) == 2
