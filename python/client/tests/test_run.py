from __future__ import annotations

import importlib
import os
import threading
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fake import FakeServer, in_turn, problem
from reports import GIB, LOADERS, gpu, process, report

import gpulse
from gpulse.kernel import boot_id, pid_namespace
from gpulse.run import Recorder, Run
from gpulse.trackers import Moment

MODULE = importlib.import_module("gpulse.run")
START = 1767225600.0  # 2026-01-01T00:00:00Z
OFF = problem(503, "Not now.")


class SteppedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = START
        self.shift = 0.0

    def time(self) -> float:
        return self.now + self.shift

    def monotonic(self) -> float:
        return self.now - START + 100


class FakeTracker:
    """Keeps what is logged; a row ends where a test ends it, or with each figure."""

    name = "the tracker"

    def __init__(self, each: bool = True) -> None:
        self.logged: list[dict[str, float]] = []
        self.moments: list[Moment] = []
        self.summary: dict[str, float] = {}
        self.text = ""
        self.step = 0
        self.problem: Exception | None = None
        self._each = each

    def row(self) -> object:
        return object() if self._each else self.step

    def log(self, figures: Mapping[str, float], moment: Moment) -> None:
        if self.problem:
            raise self.problem
        self.logged.append(dict(figures))
        self.moments.append(moment)

    def finish(self, figures: Mapping[str, float], text: str, moment: Moment) -> None:
        self.summary, self.text = dict(figures), text


class Training:
    """A block of code whose reports a test requests by hand."""

    def __init__(
        self, clock: SteppedClock, client: gpulse.Client | None, tracker: FakeTracker, pids: list[int] | None
    ) -> None:
        self.tracker = tracker
        self.recorder = Recorder(tracker, pids, client)
        self.recorder.begin()
        self._clock = clock

    def run(self, seconds: float = 15.0, shift: float = 0.0) -> bool:
        self._clock.now += seconds
        self._clock.shift += shift
        return self.recorder.report()

    def end(self, seconds: float = 0.0, complete: bool = False) -> dict[str, float]:
        self._clock.now += seconds
        self.recorder.end(complete)
        return {name.removeprefix("gpulse/summary/gpu1/"): value for name, value in self.tracker.summary.items()}

    @property
    def logged(self) -> list[dict[str, float]]:
        return [{k.removeprefix("gpulse/gpu1/"): v for k, v in row.items()} for row in self.tracker.logged]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SteppedClock:
    stepped = SteppedClock()
    monkeypatch.setattr(MODULE, "time", stepped)
    return stepped


@pytest.fixture(autouse=True)
def machine(server: FakeServer) -> None:
    server.answers["status"] = {"version": "1", "machine": {"bootId": boot_id(), "pidNamespace": 1}}
    server.answers["report"] = report(gpu(mean={"utilization.gpu": 60.0}, energyJoules=100.0, energySeconds=15))


@pytest.fixture
def training(clock: SteppedClock, client: gpulse.Client) -> Training:
    return Training(clock, client, FakeTracker(), None)


def spans(server: FakeServer) -> list[tuple[float, float]]:
    """Returns the spans that were requested, in seconds since the start of the block."""
    found = [query for _, path, query, _, _ in server.requests if path == "report"]
    return [(int(query["from"][0]) / 1000 - START, int(query["to"][0]) / 1000 - START) for query in found]


def test_logs_the_gpus_of_this_process(server: FakeServer, training: Training) -> None:
    server.answers["report"] = report(gpu(mean={"utilization.gpu": 59.0, "activity.sm": 51.0, "power.draw": 300.0}))
    assert training.run()
    assert training.tracker.logged == [
        {
            "gpulse/gpu1/energy_joules": 14760.0,
            "gpulse/gpu1/energy_seconds": 48,
            "gpulse/gpu1/memory_bytes": 12 * GIB,
            "gpulse/gpu1/missing_seconds": 0,
            "gpulse/gpu1/power_watts": 300.0,
            "gpulse/gpu1/process_utilization": 40.0,
            "gpulse/gpu1/shared_seconds": 0,
            "gpulse/gpu1/sm_active": 51.0,
            "gpulse/gpu1/throttled_seconds": 0,
            "gpulse/gpu1/utilization": 59.0,
        }
    ]
    assert training.tracker.moments == [Moment(15.0, START + 15)]
    parameters = server.parameters("report")
    assert parameters["pids"].split(",")[0] == str(os.getpid())
    assert parameters["pid-namespace"] == str(pid_namespace())
    assert spans(server) == [(0, 15)]


def test_logs_nothing_that_is_not_known(server: FakeServer, training: Training) -> None:
    unknown = {"energyJoules": None, "energySeconds": None, "throttledSeconds": None, "shared": None}
    own = [process(peakMemoryBytes=None, meanUtilization=None)]
    server.answers["report"] = report(gpu(mean={}, max={}, processes=own, **unknown))
    training.run()
    assert training.logged == [{"missing_seconds": 0}]
    assert training.end() == {"missing_seconds": 0}


def test_logs_no_gpu_that_this_process_did_not_use(server: FakeServer, training: Training) -> None:
    server.answers["report"] = report()
    training.run()
    assert training.end() == {}
    assert training.logged == []
    assert training.tracker.text == "The block took 15.0 s and used no GPU."


def test_adds_up_the_spans_of_the_block(server: FakeServer, training: Training) -> None:
    second = gpu(
        mean={"utilization.gpu": 20.0},
        energyJoules=50.0,
        energySeconds=30,
        throttledSeconds=4,
        shared=True,
        missingSeconds=10,
        processes=[process(peakMemoryBytes=3 * GIB), process(7, peakMemoryBytes=4 * GIB)],
    )
    server.answers["report"] = in_turn(server.answers["report"], report(second))
    training.run(15)
    assert training.end(40, complete=True) == {
        "energy_joules": 150.0,
        "energy_seconds": 45,
        "memory_bytes": 12 * GIB,
        "missing_seconds": 10,
        "process_utilization": 40.0,
        "shared_seconds": 40,
        "throttled_seconds": 4,
        "utilization": pytest.approx((60 * 15 + 20 * 30) / 45),
    }
    assert spans(server) == [(0, 15), (15, 55)]
    assert training.tracker.text.splitlines() == [
        "The block took 55.0 s.",
        "GPU 1: utilization 33 %, 40 % by this process, peak memory 12.0 GiB, energy 150 J, throttled 4.0 s, "
        "shared with other processes for 40.0 s, no samples for 10.0 s.",
        f"GPU 1, most of the time: {LOADERS}",
    ]
    assert (training.recorder.summary, training.recorder.text) == (training.tracker.summary, training.tracker.text)


def test_reports_what_passed_while_gpulse_was_away(server: FakeServer, training: Training) -> None:
    server.answers["report"] = in_turn(OFF, OFF, server.answers["report"])
    with pytest.warns(UserWarning, match=r"^gpulse.run\(\): Not now\.$") as warned:
        assert [training.run(), training.run(), training.run()] == [False, False, True]
    assert len(warned) == 1
    assert spans(server) == [(0, 15), (0, 30), (0, 45)]
    assert training.end()["missing_seconds"] == 0


def test_counts_what_gpulse_no_longer_knows_as_missing(server: FakeServer, training: Training) -> None:
    server.answers["report"] = in_turn(OFF, server.answers["report"])
    with pytest.warns(UserWarning, match="Not now"):
        training.run(900)
    training.run(15)
    assert spans(server) == [(300, 900), (315, 915)]
    assert training.logged[0]["missing_seconds"] == 315
    assert training.end()["missing_seconds"] == 315


def test_counts_what_was_before_a_restart_as_missing(server: FakeServer, training: Training) -> None:
    answer = {**server.answers["report"], "processesSince": "2026-01-01T00:00:10.000Z"}
    server.answers["report"] = answer
    training.run(15)
    assert spans(server) == [(0, 15), (10, 15)]
    assert training.end()["missing_seconds"] == 10


@pytest.mark.parametrize("since", [None, "2026-01-01T00:00:15.000Z"])
def test_repeats_a_span_without_samples(server: FakeServer, training: Training, since: str | None) -> None:
    server.answers["report"] = in_turn(report(processesSince=since), server.answers["report"])
    with pytest.warns(UserWarning, match="has no samples"):
        assert not training.run()
    training.run()
    assert spans(server) == [(0, 15), (0, 30)]


def test_extends_a_span_without_a_round(server: FakeServer, training: Training) -> None:
    empty = report(rounds=0, processesKnown=False)
    server.answers["report"] = in_turn(empty, server.answers["report"])
    training.run(2)
    training.run(2)
    assert spans(server) == [(0, 2), (0, 4)]
    assert training.end()["missing_seconds"] == 0


@pytest.mark.parametrize("shift", [-300.0, 3600.0])
def test_counts_the_time_of_a_clock_that_was_set_as_missing(
    server: FakeServer, training: Training, shift: float
) -> None:
    with pytest.warns(UserWarning, match="clock of the machine was set"):
        training.run(15, shift)
    training.run(15)
    assert spans(server) == [(15 + shift, 30 + shift)]
    assert training.end()["missing_seconds"] == 15


def test_counts_an_end_without_gpulse_as_missing(server: FakeServer, training: Training) -> None:
    training.run(15)
    server.answers["report"] = OFF
    with pytest.warns(UserWarning, match="Not now"):
        assert training.end(5, complete=True)["missing_seconds"] == 5
    assert training.tracker.text.startswith("The block took 20.0 s; nothing is known of 5.0 s of it.\nGPU 1:")


def test_sends_a_gpulse_that_failed_at_the_end_no_second_request(server: FakeServer, training: Training) -> None:
    training.run(15)
    assert training.end(5)["missing_seconds"] == 5
    assert len(spans(server)) == 1


def test_the_requests_after_a_stop_are_not_a_part_of_the_block(
    server: FakeServer, training: Training, clock: SteppedClock
) -> None:
    clock.now += 10
    training.recorder.stop()
    clock.now += 6
    training.recorder.stop()
    training.end(complete=True)
    assert spans(server) == [(0, 10)]
    assert training.tracker.text.startswith("The block took 10.0 s.")


def test_a_failure_after_a_stop_is_not_a_part_of_the_block(
    server: FakeServer, training: Training, clock: SteppedClock
) -> None:
    def late(_: object) -> Any:
        clock.now += 4
        return OFF

    server.answers["report"] = late
    with pytest.warns(UserWarning, match="Not now"):
        training.end(10, complete=True)
    assert training.tracker.text == "The block took 10.0 s; nothing is known of 10.0 s of it."


def test_a_report_until_the_end_is_the_last_one(server: FakeServer, training: Training, clock: SteppedClock) -> None:
    clock.now += 10
    training.recorder.stop()
    assert training.run()
    training.end(complete=True)
    assert spans(server) == [(0, 10)]


def test_the_block_ends_with_the_context(server: FakeServer, client: gpulse.Client, clock: SteppedClock) -> None:
    run = Run(Recorder(FakeTracker(), None, client), 15)
    join = run._thread.join

    def late(seconds: float) -> None:
        clock.now += 4
        ended.set()
        join(seconds)

    ended, run._ended = run._ended, threading.Event()
    run._ended.wait = lambda _=None: ended.wait()  # type: ignore[method-assign,assignment]
    run._thread.join = late  # type: ignore[method-assign]
    with run:
        clock.now += 10
    assert spans(server) == [(0, 10)]


@pytest.mark.parametrize("answer", [{}, report(gpu(), {"gpu": "GPU-b"}), {"gpus": [None]}])
def test_warns_of_a_report_of_another_form(server: FakeServer, training: Training, answer: object) -> None:
    server.answers["report"] = answer
    with pytest.warns(UserWarning, match="another form"):
        assert not training.run()
    assert training.end(complete=False) == {}


@pytest.mark.parametrize(("theirs", "problem"), [("another", "another machine than"), (None, "unknown whether")])
def test_logs_nothing_of_another_machine(
    server: FakeServer, training: Training, theirs: str | None, problem: str
) -> None:
    server.answers["status"] = {"machine": {"bootId": theirs, "pidNamespace": 1}}
    with pytest.warns(UserWarning, match=f"{problem} the gpulse at"):
        training.run()
    assert spans(server) == []
    assert training.end() == {}
    assert training.tracker.text == "The block took 15.0 s; nothing is known of 15.0 s of it."


@pytest.mark.parametrize("theirs", ["another", boot_id()])
def test_takes_pids_as_gpulse_shows_them(
    server: FakeServer, client: gpulse.Client, clock: SteppedClock, theirs: str
) -> None:
    server.answers["status"] = {"machine": {"bootId": theirs, "pidNamespace": 1}}
    Training(clock, client, FakeTracker(), [41102, 7]).run()
    assert server.parameters("report")["pids"] == "41102,7"
    assert "pid-namespace" not in server.parameters("report")


def test_covers_each_child_of_the_span(server: FakeServer, training: Training, monkeypatch: pytest.MonkeyPatch) -> None:
    children: Iterator[set[int]] = iter([{7}, {8}, {9}])
    monkeypatch.setattr(MODULE, "process_tree", lambda: next(children))
    training.recorder.observe()
    training.run()
    training.run()
    own = os.getpid()
    found = [query["pids"][0] for _, path, query, _, _ in server.requests if path == "report"]
    assert found == [f"{own},7,8", f"{own},9"]


def test_finds_a_gpulse_that_was_restarted(
    server: FakeServer, clock: SteppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = ["http://127.0.0.1:1", server.url]
    monkeypatch.setattr(MODULE, "connect", lambda timeout: gpulse.connect(addresses.pop(0), timeout=timeout))
    training = Training(clock, None, FakeTracker(), None)
    with pytest.warns(UserWarning, match="No gpulse answers at"):
        training.run()
    assert training.run()
    assert spans(server) == [(0, 30)]
    training.end()


def test_logs_the_mean_since_the_row_began(server: FakeServer, client: gpulse.Client, clock: SteppedClock) -> None:
    training = Training(clock, client, FakeTracker(each=False), None)
    later = report(gpu(mean={"utilization.gpu": 20.0}, energyJoules=50.0))
    server.answers["report"] = in_turn(server.answers["report"], later)
    training.run()
    training.run()
    training.tracker.step = 1
    training.run()
    assert [row["utilization"] for row in training.logged] == [60, 40, 20]
    assert [row["energy_joules"] for row in training.logged] == [100, 150, 50]


def test_warns_once_of_a_tracker_that_fails(server: FakeServer, training: Training) -> None:
    training.tracker.problem = RuntimeError("Run is finished.")
    with pytest.warns(UserWarning, match=r"the tracker took no figures: RuntimeError: Run is finished\.") as warned:
        assert [training.run(), training.run()] == [True, True]
    assert len(warned) == 1
    assert training.end()["energy_joules"] == 200


def test_logs_the_summary_at_the_end_of_a_block(server: FakeServer, client: gpulse.Client) -> None:
    tracker = FakeTracker()
    with Run(Recorder(tracker, None, client), 15) as run:
        pass
    assert tracker.summary["gpulse/summary/gpu1/utilization"] == 60
    assert (run.summary, run.text) == (tracker.summary, tracker.text)


def test_passes_an_error_of_the_block_on(server: FakeServer, client: gpulse.Client) -> None:
    tracker = FakeTracker()
    with pytest.raises(KeyError), Run(Recorder(tracker, None, client), 15):
        raise KeyError("of the training")
    assert tracker.summary


def test_never_raises_where_warnings_are_errors(server: FakeServer, client: gpulse.Client) -> None:
    server.answers["report"] = OFF
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with Run(Recorder(FakeTracker(), None, client), 15) as run:
            pass
    assert "nothing is known" in run.text


def test_waits_for_no_gpulse_that_hangs(
    server: FakeServer, client: gpulse.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MODULE, "END_SECONDS", 0.01)
    server.answers["report"] = server.hang
    tracker = FakeTracker()
    run = Run(Recorder(tracker, None, client), 15)
    with pytest.warns(UserWarning, match=r"were not logged to the tracker within 0\.01 s"), run:
        pass
    server.released.set()
    run._thread.join()
    assert tracker.text == ""


def test_starts_without_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPULSE_URL", "not an address")
    with pytest.warns(UserWarning, match="is not an address of gpulse"), Run(Recorder(FakeTracker(), None, None), 15):
        pass


def test_a_forked_child_logs_nothing(server: FakeServer, client: gpulse.Client) -> None:
    tracker = FakeTracker()
    run = Run(Recorder(tracker, None, client), 15)
    with run:
        child = os.fork()
        if child == 0:
            try:
                run.__exit__()
            finally:
                os._exit(run._ended.is_set())
        assert os.waitpid(child, 0)[1] == 0
    assert tracker.summary


def test_runs_without_a_thread(client: gpulse.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.warns(UserWarning, match="can't start new thread"), Run(Recorder(FakeTracker(), None, client), 15):
        pass


@pytest.mark.parametrize("every", [0.5, 301])
def test_refuses_an_interval_out_of_range(every: float) -> None:
    with pytest.raises(ValueError, match="from 1 to 300 seconds"):
        gpulse.run(object(), every=every)


class Ticks:
    """An event that ends a wait at once, and is set after some waits."""

    def __init__(self, clock: SteppedClock, waits: int) -> None:
        self.waited: list[float] = []
        self._clock, self._left = clock, waits

    def wait(self, seconds: float) -> bool:
        self._left -= 1
        self.waited.append(seconds)
        self._clock.now += seconds
        return self._left < 0

    def is_set(self) -> bool:
        return self._left <= 0

    def set(self) -> None:
        return


def test_sends_no_second_request_where_the_block_ends_during_a_failure(
    server: FakeServer, client: gpulse.Client, clock: SteppedClock
) -> None:
    server.answers["report"] = OFF
    run = Run(Recorder(FakeTracker(), None, client), 15)
    run._ended = Ticks(clock, 11)  # type: ignore[assignment]
    with pytest.warns(UserWarning, match="Not now"), run:
        run._thread.join()
    assert spans(server) == [(0, 15)]


@pytest.mark.parametrize(("every", "waits", "expected"), [(15, 14, [(0, 15), (15, 30), (30, 35)]), (1, 1, [(0, 1)])])
def test_requests_a_report_at_each_interval(
    server: FakeServer,
    client: gpulse.Client,
    clock: SteppedClock,
    monkeypatch: pytest.MonkeyPatch,
    every: float,
    waits: int,
    expected: Any,
) -> None:
    observed: list[set[int]] = []
    monkeypatch.setattr(MODULE, "process_tree", lambda: observed.append(set()) or set())
    run = Run(Recorder(FakeTracker(), None, client), every)
    run._ended = Ticks(clock, waits)  # type: ignore[assignment]
    with run:
        run._thread.join()
    assert spans(server)[: len(expected)] == expected
    assert len(observed) == waits + len(spans(server))
    assert run._ended.waited[:15] == ([1.0] * 10 + [5.0] * 5 if every == 15 else [1.0] * 2)
