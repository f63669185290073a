"""What a program used on the GPUs, for its end."""

from __future__ import annotations

from collections.abc import Mapping

from .client import Client
from .kernel import process_tree
from .run import Recorder, Run
from .trackers import Moment

_EVERY_SECONDS = 60.0


class ProgramReport:
    """Adds up the reports of gpulse about a program and its descendants, in a thread."""

    def __init__(self, client: Client, pid: int) -> None:
        self._recorder = _ProgramRecorder(client, pid)
        self._run = Run(self._recorder, _EVERY_SECONDS)
        self._run.__enter__()

    def stop(self) -> None:
        """Ends the time that is reported."""
        self._recorder.stop()

    def lines(self) -> list[str]:
        """Returns the lines of the report after the end of the program, with the first problem."""
        self._run.__exit__()
        problem = self._recorder.problem
        return [*self._run.text.splitlines(), *([] if problem is None else [problem])]


class _ProgramRecorder(Recorder):
    def __init__(self, client: Client, pid: int) -> None:
        super().__init__(_NoTracker(), None, client, "The program")
        self.problem: str | None = None
        self._pid = pid

    def observe(self) -> None:
        """Collects the descendants as well as the program, which can have ended."""
        self._tree |= process_tree() | {self._pid}

    def abandon(self) -> None:
        """Keeps the sentence about a report that takes too long."""
        self.warn("gpulse did not answer in time: there is no report.")

    def warn(self, problem: str) -> None:
        """Keeps the first problem for the end, as the program prints to the same terminal."""
        self.problem = self.problem or problem


class _NoTracker:
    name = "gpulse run"

    def row(self) -> object:
        """Returns the only row."""
        return None

    def log(self, figures: Mapping[str, float], moment: Moment) -> None:
        """Logs nothing."""

    def finish(self, figures: Mapping[str, float], text: str, moment: Moment) -> None:
        """Logs nothing."""
