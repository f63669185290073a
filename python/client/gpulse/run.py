"""Logs the GPU figures of this process and its children into the run of a tracker while a block of code runs."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from typing import Any

from .cell import MAX_SHIFT_SECONDS
from .client import Client, connect
from .errors import GpulseError
from .kernel import own_first, process_tree
from .report import Report
from .series import seconds_of
from .totals import Totals
from .trackers import Moment, Tracker, tracker_of

PREFIX = "gpulse/"
SUMMARY_PREFIX = "gpulse/summary/"
_EVERY_SECONDS = (1.0, 300.0)
_MAX_SPAN_SECONDS = 600.0
"""gpulse knows processes for 15 minutes; an older part of a span without a report is counted as missing."""
_TIMEOUT_SECONDS = 4.0
END_SECONDS = 5.0
"""A gpulse or a tracker that hangs delays the end of a block by this time at most."""
_OBSERVE_SECONDS = 5.0
_SHORT_CHILDREN_SECONDS = 10
"""At first, children are observed each second: a block that is short has short ones."""


def run(target: Any, *, every: float = 15.0, pids: Iterable[int] | None = None, client: Client | None = None) -> Run:
    """Returns a context manager that logs the GPU figures of this process and its children while its block runs.

    ``target`` is a run of W&B or MLflow, the module ``wandb`` or ``mlflow``, ``(MlflowClient, run_id)`` or a
    ``SummaryWriter``. ``every`` is in seconds, from 1 to 300. ``pids`` replaces this process and its children by PIDs
    as gpulse shows them; ``client`` replaces connect(). A gpulse or a tracker that fails causes one warning, and no
    error. Raises TypeError for another target, ValueError where it has no active run.
    """
    low, high = _EVERY_SECONDS
    if not low <= every <= high:
        raise ValueError(f"every= must be from {low:g} to {high:g} seconds.")
    return Run(Recorder(tracker_of(target), None if pids is None else list(pids), client), every)


class Run:
    """The context manager of run(); ``summary`` and ``text`` have the figures of the whole block after it."""

    def __init__(self, recorder: Recorder, every: float) -> None:
        self.summary: dict[str, float] = {}
        self.text = ""
        self._recorder = recorder
        self._every = every
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="gpulse-run", daemon=True)
        self._pid = 0

    def __enter__(self) -> Run:
        self._pid = os.getpid()
        self._recorder.begin()
        try:
            self._thread.start()
        except RuntimeError as e:
            self._pid = 0
            self._recorder.warn(f"No thread could be started: {e}.")
        return self

    def __exit__(self, *_: object) -> None:
        if os.getpid() != self._pid:
            return  # It was never started, or this is a forked child, whose parent logs.
        self._recorder.stop()
        self._ended.set()
        self._thread.join(END_SECONDS)
        if self._thread.is_alive():
            self._recorder.abandon()
        self.summary, self.text = self._recorder.summary, self._recorder.text

    def _work(self) -> None:
        complete = True
        usual = min(_OBSERVE_SECONDS, max(1.0, self._every / 3))
        pauses = chain(repeat(1.0, _SHORT_CHILDREN_SECONDS), repeat(usual))
        while not self._ended.wait(next(pauses)):
            self._recorder.observe()
            if self._recorder.seconds() >= self._every:
                # A gpulse that failed while the block ended gets no second request.
                complete = self._recorder.report() or not self._ended.is_set()
        self._recorder.end(complete)


class Recorder:
    """Requests reports of one span after the other, adds them up and logs them; all of it in one thread."""

    def __init__(
        self, tracker: Tracker, pids: list[int] | None, client: Client | None, subject: str = "The block"
    ) -> None:
        self.summary: dict[str, float] = {}
        self.text = ""
        self._tracker = tracker
        self._pids = pids
        self._tree: set[int] = set()
        self._given = client
        self._client = client
        self._block, self._row = Totals(subject), Totals()
        self._present_row: object = None
        self._unreported = 0.0
        self._end: tuple[float, float] | None = None
        self._warned = False
        self._abandoned = False

    def begin(self) -> None:
        """Starts the first span."""
        self._begun = self._requested = time.monotonic()
        self._since = (time.time(), self._begun)

    def stop(self) -> tuple[float, float]:
        """Returns the end of the block, which is the time of the first call, without the requests after it."""
        self._end = self._end or (time.time(), time.monotonic())
        return self._end

    def observe(self) -> None:
        """Collects the children of this process."""
        if self._pids is None:
            self._tree |= process_tree()

    def seconds(self) -> float:
        """Returns the seconds since the last request."""
        return time.monotonic() - self._requested

    def report(self) -> bool:
        """Adds and logs the span since the last report; returns False where that failed, and the next one is longer."""
        now = self._end or (time.time(), time.monotonic())
        self._requested = now[1]
        length = now[1] - self._since[1]
        if length <= 0:
            return True
        if abs(now[0] - self._since[0] - length) > MAX_SHIFT_SECONDS:
            self.warn("The clock of the machine was set, or the machine slept: the figures of that time are missing.")
            self._skip(now, length)
            return True
        if length > _MAX_SPAN_SECONDS:
            self._skip((now[0] - _MAX_SPAN_SECONDS, now[1] - _MAX_SPAN_SECONDS), length - _MAX_SPAN_SECONDS)
        try:
            self._add(self._connected(), now)
        except GpulseError as e:
            self._failed(str(e))
        except (KeyError, TypeError, ValueError, AttributeError):
            self._failed("This gpulse is of another version: its report has another form.")
        else:
            return True
        return False

    def end(self, complete: bool) -> None:
        """Logs the whole block; with ``complete`` its last span is requested before."""
        end = self.stop()[1]
        if complete:
            self.report()
        self._unreported += max(0.0, end - self._since[1])  # Above 0 also where it was shorter than a round.
        self._block.add_unknown(self._unreported)
        self.summary, self.text = self._block.figures(SUMMARY_PREFIX), str(self._block)
        self._log(lambda moment: self._tracker.finish(self.summary, self.text, moment))
        self._disconnect()

    def abandon(self) -> None:
        """Logs nothing more."""
        self._abandoned = True
        self.warn(f"The figures of the whole block were not logged to {self._tracker.name} within {END_SECONDS:g} s.")

    def warn(self, problem: str) -> None:
        """Warns of the first problem only; a filter that makes warnings errors raises none here."""
        if not self._warned:
            self._warned = True
            with contextlib.suppress(Warning):
                warnings.warn(f"gpulse.run(): {problem}", stacklevel=2)

    def _add(self, client: Client, now: tuple[float, float]) -> None:
        start, unknown = self._since[0], 0.0
        report = self._reported(client, start, now[0])
        known = now[0] if report["processesSince"] is None else seconds_of(report["processesSince"])
        if known >= now[0]:
            raise GpulseError(f"The gpulse at {client.url} has no samples.")
        if known > start:
            start, unknown = known, known - start
            report = self._reported(client, start, now[0])
        if report["rounds"] == 0 and report["missingSeconds"] == 0:
            return  # The span is shorter than a round, and the next report has both.
        Totals().add(report, now[0] - start)  # Raises for a report of another form, before a part of it is added.
        spans = (self._unreported + unknown, now[0] - start)
        self._unreported, self._since, self._tree = 0.0, now, set()
        self._block.add_unknown(spans[0])
        self._block.add(report, spans[1])
        self._log(lambda moment: self._log_row(report, spans, moment))

    def _log_row(self, report: Report, spans: tuple[float, float], moment: Moment) -> None:
        row = self._tracker.row()
        if row != self._present_row:
            self._row, self._present_row = Totals(), row
        self._row.add_unknown(spans[0])
        self._row.add(report, spans[1])
        figures = self._row.figures(PREFIX)
        if figures:
            self._tracker.log(figures, moment)

    def _reported(self, client: Client, start: float, end: float) -> Report:
        if self._pids is not None:
            return client.report(start, end, pids=self._pids, pid_namespace="gpulse")
        return client.report(start, end, pids=own_first(self._tree))

    def _skip(self, until: tuple[float, float], seconds: float) -> None:
        self._since = until
        self._unreported += seconds
        self._tree = set()

    def _connected(self) -> Client:
        if self._client is None:
            self._client = self._given or connect(timeout=_TIMEOUT_SECONDS)
        self.observe()
        same = self._client.same_machine() if self._pids is None else True
        if same is False:
            raise GpulseError(f"This process runs on another machine than the gpulse at {self._client.url}.")
        if same is None:
            raise GpulseError(f"It is unknown whether the gpulse at {self._client.url} is on this machine.")
        return self._client

    def _failed(self, problem: str) -> None:
        self._disconnect()
        self.warn(problem)

    def _disconnect(self) -> None:
        if self._client is not None and self._given is None:
            self._client.close()
        self._client = None

    def _log(self, write: Callable[[Moment], None]) -> None:
        if not self._abandoned:
            try:
                write(Moment(time.monotonic() - self._begun, time.time()))
            except Exception as e:
                self.warn(f"{self._tracker.name} took no figures: {type(e).__name__}: {e}")
