from __future__ import annotations

import pytest
from reports import GIB, gpu, process

from gpulse.figures import figures, sentence


def texts(**changes: object) -> list[str]:
    return [str(figure) for figure in figures(gpu(**changes))]


def test_describes_a_gpu() -> None:
    assert sentence(gpu(), 48.2) == "GPU 1 was busy 59 % of 48.2 s (peak 100 %)."
    assert texts() == [
        "SM active 51 % (peak 92 %)",
        "Peak memory 12.0 GiB",
        "PCIe to GPU 3.4 GB/s",
        "Energy 4.1 Wh",
        "Throttled 0 s",
    ]


def test_labels_a_shared_gpu() -> None:
    assert sentence(gpu(shared=True), 48.2).endswith("(peak 100 %), 40 % by this kernel, shared with other processes.")
    assert "Energy 4.1 Wh (whole GPU, shared)" in texts(shared=True)


def test_does_not_take_an_unknown_sharing_for_none() -> None:
    assert "unknown whether other processes used it" in sentence(gpu(shared=None), 48.2)
    assert "Energy 4.1 Wh (whole GPU)" in texts(shared=None)


def test_shows_absent_figures_as_a_dash_with_the_reason() -> None:
    absent = dict.fromkeys(("activity.sm", "pcie.rx", "process.memory.used", "energy.total"), "NOT_SUPPORTED")
    unknown = {"mean": {}, "max": {}, "energyJoules": None, "throttledSeconds": None, "processes": []}
    assert texts(**unknown, absent=absent) == [
        "SM active – (not supported)",
        "Peak memory – (not supported)",
        "PCIe to GPU – (not supported)",
        "Energy – (not supported)",
        "Throttled –",
    ]
    assert sentence(gpu(**unknown), 48.2) == "GPU 1 was used for 48.2 s; utilization –."


def test_shows_the_memory_of_the_gpu_where_that_of_the_process_is_unknown() -> None:
    assert "Peak memory 12.6 GiB (whole GPU)" in texts(processes=[process(peakMemoryBytes=None)])


def test_names_a_sum_of_peaks() -> None:
    both = [process(1), process(2, peakMemoryBytes=2 * GIB)]
    assert "Peak memory 14.0 GiB (sum of the peaks of 2 processes)" in texts(processes=both)


def test_names_the_time_without_samples() -> None:
    assert sentence(gpu(missingSeconds=3), 48.2).endswith("; 3.0 s of it have no samples.")


@pytest.mark.parametrize(
    ("joules", "text"), [(820.4, "820 J"), (14760, "4.1 Wh"), (4.68 * 3.6e6, "4.68 kWh"), (0, "0 J")]
)
def test_chooses_the_unit_of_energy(joules: float, text: str) -> None:
    assert f"Energy {text}" in texts(energyJoules=joules)
