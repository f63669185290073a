"""Where a run is logged: W&B, MLflow or TensorBoard, recognised by their methods, so that none is imported here."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol

SUMMARY = "gpulse/summary"
"""The name of the text at the end."""


@dataclass(frozen=True)
class Moment:
    """When something is logged: seconds since the start of the block, and seconds since 1970."""

    seconds: float
    time: float


class Tracker(Protocol):
    """Receives figures by name."""

    @property
    def name(self) -> str:
        """The name of the program."""

    def row(self) -> object:
        """Returns the present row: what is logged replaces the figures of the same row."""

    def log(self, figures: Mapping[str, float], moment: Moment) -> None:
        """Logs figures of the training."""

    def finish(self, figures: Mapping[str, float], text: str, moment: Moment) -> None:
        """Logs the figures and the text of the whole block."""


def tracker_of(target: Any) -> Tracker:
    """Returns the tracker of a target; raises TypeError for another object, ValueError where it has no active run."""
    if isinstance(target, ModuleType):
        target = _active_run(target)
    if hasattr(target, "add_scalar") and hasattr(target, "add_text"):
        return _TensorBoard(target)
    if hasattr(target, "log") and hasattr(target, "summary") and hasattr(target, "step"):
        return _Wandb(target)
    if isinstance(target, tuple) and len(target) == 2 and hasattr(target[0], "log_batch"):
        return _Mlflow(target[0], str(target[1]))
    if hasattr(getattr(target, "info", None), "run_id") and "mlflow" in sys.modules:
        return _Mlflow(sys.modules["mlflow"].MlflowClient(), target.info.run_id)
    raise TypeError(
        "gpulse.run() expects a run of W&B or MLflow, the module wandb or mlflow, (MlflowClient, run ID) "
        f"or a SummaryWriter, not {type(target).__name__}."
    )


def _active_run(module: ModuleType) -> Any:
    # MLflow knows the active run only in the thread that started it.
    found = module.active_run() if hasattr(module, "active_run") else getattr(module, "run", module)
    if found is None:
        start = "mlflow.start_run()" if hasattr(module, "active_run") else "wandb.init()"
        raise ValueError(f"{module.__name__} has no active run: call {start} before gpulse.run().")
    return found


@dataclass(frozen=True)
class _Wandb:
    run: Any
    name: str = "W&B"

    def row(self) -> object:
        return self.run.step

    def log(self, figures: Mapping[str, float], moment: Moment) -> None:
        # A committed row would advance the step of the training, and W&B drops what it then logs at an earlier step.
        self.run.log(dict(figures), commit=False)

    def finish(self, figures: Mapping[str, float], text: str, moment: Moment) -> None:
        self.run.summary.update({**figures, SUMMARY: text})


@dataclass(frozen=True)
class _Mlflow:
    client: Any
    run_id: str
    name: str = "MLflow"

    def row(self) -> object:
        return object()

    def log(self, figures: Mapping[str, float], moment: Moment) -> None:
        metric = sys.modules["mlflow"].entities.Metric
        millis, step = round(moment.time * 1000), round(moment.seconds)
        if figures:
            metrics = [metric(name, value, millis, step) for name, value in figures.items()]
            self.client.log_batch(self.run_id, metrics=metrics)

    def finish(self, figures: Mapping[str, float], text: str, moment: Moment) -> None:
        self.log(figures, moment)
        self.client.set_tag(self.run_id, SUMMARY, text)


@dataclass(frozen=True)
class _TensorBoard:
    writer: Any
    name: str = "TensorBoard"

    def row(self) -> object:
        return object()

    def log(self, figures: Mapping[str, float], moment: Moment) -> None:
        for name, value in figures.items():
            self.writer.add_scalar(name, value, round(moment.seconds), moment.time)

    def finish(self, figures: Mapping[str, float], text: str, moment: Moment) -> None:
        self.log(figures, moment)
        # TensorBoard shows Markdown.
        self.writer.add_text(SUMMARY, text.replace("\n", "\n\n"), round(moment.seconds), moment.time)
        self.writer.flush()
