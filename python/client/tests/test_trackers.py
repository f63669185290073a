from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gpulse.trackers import Moment, tracker_of

FIGURES = {"gpulse/gpu0/utilization": 59.0}
SUMMARY = {"gpulse/summary/gpu0/utilization": 60.0}
NOW = Moment(15.2, 1767225600.5)


class Calls:
    """An object with some methods, which keeps their calls."""

    def __init__(self, *methods: str, **attributes: Any) -> None:
        self.calls: list[Any] = []
        self.__dict__.update(attributes)
        for method in methods:
            self.__dict__[method] = self._method(method)

    def _method(self, name: str) -> Any:
        return lambda *arguments, **named: self.calls.append((name, *arguments, *named.values()))


def module(name: str, **attributes: Any) -> ModuleType:
    found = ModuleType(name)
    found.__dict__.update(attributes)
    return found


def log_all(target: Any) -> None:
    tracker = tracker_of(target)
    tracker.log(FIGURES, NOW)
    tracker.finish(SUMMARY, "The block\nGPU 0", NOW)


@pytest.fixture
def mlflow(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    client = Calls("log_batch", "set_tag")
    active = SimpleNamespace(info=SimpleNamespace(run_id="r1"))
    metric = SimpleNamespace(Metric=lambda *values: values)
    fake = module("mlflow", active_run=lambda: active, MlflowClient=lambda: client, entities=metric, run=print)
    monkeypatch.setitem(sys.modules, "mlflow", fake)
    return fake


def test_logs_to_wandb_without_a_step_of_its_own() -> None:
    run = Calls("log", summary={}, step=7)
    log_all(run)
    assert run.calls == [("log", FIGURES, False)]
    assert run.summary == {**SUMMARY, "gpulse/summary": "The block\nGPU 0"}
    assert tracker_of(run).row() == tracker_of(module("wandb", run=run)).row() == 7


@pytest.mark.parametrize("target", ["module", "run", "client"])
def test_logs_to_mlflow(mlflow: ModuleType, target: str) -> None:
    client = mlflow.MlflowClient()
    log_all({"module": mlflow, "run": mlflow.active_run(), "client": (client, "r1")}[target])
    assert client.calls == [
        ("log_batch", "r1", [("gpulse/gpu0/utilization", 59.0, 1767225600500, 15)]),
        ("log_batch", "r1", [("gpulse/summary/gpu0/utilization", 60.0, 1767225600500, 15)]),
        ("set_tag", "r1", "gpulse/summary", "The block\nGPU 0"),
    ]


def test_logs_a_summary_without_figures_to_mlflow(mlflow: ModuleType) -> None:
    tracker_of(mlflow).finish({}, "No GPU", NOW)
    assert mlflow.MlflowClient().calls == [("set_tag", "r1", "gpulse/summary", "No GPU")]


def test_logs_to_tensorboard() -> None:
    writer = Calls("add_scalar", "add_text", "flush")
    log_all(writer)
    assert writer.calls == [
        ("add_scalar", "gpulse/gpu0/utilization", 59.0, 15, 1767225600.5),
        ("add_scalar", "gpulse/summary/gpu0/utilization", 60.0, 15, 1767225600.5),
        ("add_text", "gpulse/summary", "The block\n\nGPU 0", 15, 1767225600.5),
        ("flush",),
    ]


@pytest.mark.parametrize(
    ("target", "start"),
    [
        (module("wandb", run=None), "wandb.init()"),
        (module("mlflow", active_run=lambda: None), "mlflow.start_run()"),
    ],
)
def test_names_the_call_that_starts_a_run(target: ModuleType, start: str) -> None:
    with pytest.raises(ValueError, match=f"has no active run: call {start}".replace("(", r"\(").replace(")", r"\)")):
        tracker_of(target)


@pytest.mark.parametrize("target", [None, "wandb", (1, 2), module("json"), SimpleNamespace(info=None)])
def test_refuses_another_object(target: object) -> None:
    with pytest.raises(TypeError, match="expects a run of W&B or MLflow"):
        tracker_of(target)
