from __future__ import annotations

import os

import pytest
from fake import FakeServer, events, html, in_turn, problem
from reports import LOADERS, UUID, gpu, report, snapshot

from gpulse import Client, cell
from gpulse.cell import CellMeasurement
from gpulse.kernel import boot_id, pid_namespace

START = 1767225600.0  # 2026-01-01T00:00:00Z


class SteppedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = START
        self.shift = 0.0

    def time(self) -> float:
        return self.now + self.shift

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SteppedClock:
    stepped = SteppedClock()
    monkeypatch.setattr(cell, "time", stepped)
    return stepped


@pytest.fixture(autouse=True)
def machine(server: FakeServer) -> None:
    server.answers["status"] = {"version": "1", "machine": {"bootId": boot_id(), "pidNamespace": 1}}
    server.answers["snapshot"] = in_turn(snapshot(10, "2026-01-01T00:00:00Z"), snapshot(58, "2026-01-01T00:00:48Z"))
    server.answers["stream"] = events(
        ("snapshot", snapshot(11, "2026-01-01T00:00:01Z")), ("snapshot", snapshot(58, "2026-01-01T00:00:48Z", None))
    )
    server.answers["report"] = report(gpu())


def measure(client: Client, clock: SteppedClock, seconds: float = 48.2) -> cell.CellReport:
    measurement = CellMeasurement(client)
    with measurement:
        clock.now += seconds
    return measurement.report()


def test_reports_the_gpu_of_this_process(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    text = str(measure(client, clock))
    assert text.splitlines() == [
        "GPU 1 was busy 59 % of 48.2 s (peak 100 %).",
        LOADERS,
        "SM active 51 % (peak 92 %), Peak memory 12.0 GiB, PCIe to GPU 3.4 GB/s",
        "Energy 4.1 Wh, Throttled 0 s",
    ]
    parameters = server.parameters("report")
    assert (parameters["from"], parameters["to"]) == ("1767225600000", "1767225648200")
    assert parameters["pids"].split(",")[0] == str(os.getpid())
    assert parameters["pid-namespace"] == str(pid_namespace())


@pytest.mark.parametrize("shift", [-3600.0, 1.5])
def test_reports_nothing_where_the_clock_was_set(
    server: FakeServer, client: Client, clock: SteppedClock, shift: float
) -> None:
    measurement = CellMeasurement(client)
    with measurement:
        clock.now += 48.2
        clock.shift = shift
    assert str(measurement.report()) == (
        "The cell took 48.2 s. The clock of the machine was set, or the machine slept, while it ran: no report."
    )


def test_draws_the_samples_of_the_cell(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    points = measure(client, clock).blocks[0].chart.points
    assert [(point.seconds, point.utilization, point.memory) for point in points] == [
        (1, 90, 11 * 2**30),
        (48, None, 11 * 2**30),
    ]
    assert server.parameters("stream")["gpus"] == UUID
    streamed = next(headers for _, path, _, headers, _ in server.requests if path == "stream")
    assert streamed["Last-Event-ID"] == "10"


def test_draws_a_long_cell_from_the_history(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    times = [int(START * 1000), int(START * 1000) + 60_000]
    values = {"utilization.gpu": [50, None], "memory.used": [1, 2]}
    server.answers["history"] = {
        "t": times,
        "series": [{"metric": key, "min": [0, 0], "avg": avg, "max": [0, 0]} for key, avg in values.items()],
    }
    chart = measure(client, clock, 600).blocks[0].chart
    assert [(point.seconds, point.utilization, point.memory) for point in chart.points] == [(0, 50, 1), (60, None, 2)]
    assert chart.memory_label == "Memory used on the GPU"


def test_reports_the_last_day_of_a_longer_cell(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    server.answers["history"] = {"t": [], "series": []}
    text = str(measure(client, clock, 90_000))
    assert text.startswith("The cell took 25 h 0 min; this is the report of its last 24 h.")
    assert "GPU 1 was busy 59 % of 24 h 0 min" in text
    parameters = server.parameters("report")
    assert int(parameters["to"]) - int(parameters["from"]) == 86_400_000


@pytest.mark.parametrize("path", ["stream", "history"])
def test_reports_without_what_fails(server: FakeServer, client: Client, clock: SteppedClock, path: str) -> None:
    server.answers[path] = problem(503, "Not now.")
    seconds = 600 if path == "history" else 48.2
    assert str(measure(client, clock, seconds)).startswith("GPU 1 was busy 59 %")


@pytest.mark.parametrize("advice", [{}, {"advice": []}])
def test_has_no_advice_where_the_server_has_none(
    server: FakeServer, client: Client, clock: SteppedClock, advice: dict[str, list[str]]
) -> None:
    older = gpu()
    del older["advice"]
    server.answers["report"] = report({**older, **advice})
    lines = str(measure(client, clock)).splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("SM active")


def test_says_that_a_cell_is_too_short_for_a_mean(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    text = "The cell took 1.9 s, too short for a mean: gpulse takes a sample every 1 s."
    assert str(measure(client, clock, 1.9)) == text
    assert not any(path == "report" for _, path, *_ in server.requests)


def test_says_that_a_gpu_has_too_few_rounds(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    server.answers["report"] = report(gpu(rounds=1))
    text = "GPU 1: The cell took 48.2 s, too short for a mean: gpulse takes a sample every 1 s."
    assert str(measure(client, clock)) == text


def test_says_that_no_gpu_was_used(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    server.answers["report"] = report()
    assert str(measure(client, clock)) == "The cell took 48.2 s and used no GPU."


@pytest.mark.parametrize(
    ("since", "known"),
    [
        (None, "The cell took 48.2 s; gpulse does not know which processes used the GPUs."),
        (
            "2026-01-01T00:00:40.000Z",
            "The cell took 48.2 s and used no GPU in its last 8.2 s; gpulse does not know which GPUs it used before.",
        ),
        ("2026-01-01T00:00:00Z", "The cell took 48.2 s and used no GPU."),
    ],
)
def test_does_not_take_forgotten_processes_for_none(
    server: FakeServer, client: Client, clock: SteppedClock, since: str | None, known: str
) -> None:
    server.answers["report"] = report(processesSince=since)
    assert str(measure(client, clock)) == known


def test_does_not_take_unknown_processes_for_none(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    hidden = snapshot(58, "2026-01-01T00:00:48Z")
    hidden["gpus"][0]["values"].pop("processes.running")
    hidden["gpus"][0]["absent"]["processes.running"] = "NO_PERMISSION"
    server.answers["snapshot"] = hidden
    server.answers["report"] = report()
    assert str(measure(client, clock)).endswith("does not know which processes use the GPUs (NO_PERMISSION).")


def test_does_not_take_rounds_without_processes_for_none(
    server: FakeServer, client: Client, clock: SteppedClock
) -> None:
    server.answers["report"] = report(processesKnown=False)
    assert str(measure(client, clock)).endswith("does not know in all rounds which processes used the GPUs.")


def test_says_that_gpulse_is_on_another_machine(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    server.answers["status"] = {"version": "1", "machine": {"bootId": "another", "pidNamespace": 1}}
    assert "This kernel runs on another machine than the gpulse at" in str(measure(client, clock))
    assert [path for _, path, *_ in server.requests] == ["status"]


def test_says_that_the_data_are_simulated(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    server.answers["report"] = report(gpu(), simulated=True)
    assert str(measure(client, clock)).startswith("Simulated or recorded data")


@pytest.mark.parametrize("answer", [report({"gpu": UUID}), {}, {"gpus": [None]}, html()])
def test_reports_an_answer_of_another_form(
    server: FakeServer, client: Client, clock: SteppedClock, answer: object
) -> None:
    server.answers["report"] = answer
    text = str(measure(client, clock))
    assert text.startswith("The cell took 48.2 s. The ")
    assert "\n" not in text


def test_labels_each_gpu_of_a_cell(server: FakeServer, client: Client, clock: SteppedClock) -> None:
    server.answers["report"] = report(gpu(), gpu(index=2, gpu="GPU-b", shared=True))
    lines = str(measure(client, clock)).splitlines()
    assert len(lines) == 8
    assert "Energy 4.1 Wh (whole GPU, shared)" in lines[7]
