from __future__ import annotations

from reports import GIB, UUID, snapshot

from gpulse.listing import listing

AT = "2026-01-01T00:00:00Z"


def test_has_a_line_per_gpu_with_reasons_of_absence() -> None:
    found = snapshot(1, AT)
    unknown = {"index": 10, "uuid": "GPU-b", "name": None, "values": {}, "absent": {"power.draw": "NO_PERMISSION"}}
    found["gpus"].append({**found["gpus"][0], **unknown})
    first, second = listing(found, {UUID: 12 * GIB}).splitlines()
    assert " ".join(first.split()) == "GPU 1 H100 90 % 12.0 / 80.0 GiB – – 1 process this kernel: 12.0 GiB"
    assert " ".join(second.split()) == "GPU 10 unknown model – – – (no permission) – processes –"
    assert first.index("12.0") == second.index("–", second.index("–") + 1)


def test_shows_the_state_in_place_of_values() -> None:
    found = snapshot(1, AT)
    found["gpus"][0].update(state="LOST", stateDetail="The GPU fell off the bus.")
    assert listing(found) == "GPU 1  H100  LOST: The GPU fell off the bus."


def test_shows_the_values_of_a_slow_gpu_with_its_state() -> None:
    found = snapshot(1, AT)
    found["gpus"][0].update(state="SLOW", stateDetail="A read takes 5.1 s.")
    line = " ".join(listing(found).split())
    assert line == "GPU 1 H100 90 % 12.0 / 80.0 GiB – – 1 process SLOW: A read takes 5.1 s."


def test_says_why_there_are_no_gpus() -> None:
    found = snapshot(1, AT, gpus=[], source={"simulated": False, "reason": "The driver is not loaded."})
    assert listing(found) == "gpulse has no GPU: The driver is not loaded."


def test_warns_of_simulated_and_of_old_values() -> None:
    lines = listing(snapshot(1, AT, stale=True, source={"simulated": True})).splitlines()
    assert lines[0].startswith("Simulated or recorded data")
    assert lines[1] == f"No new samples: these values are of {AT}."
