"""The error of this package."""

from __future__ import annotations


class GpulseError(Exception):
    """A request failed, or gpulse was not found; the message is one sentence or two that say what to do.

    ``status`` is the HTTP status of the answer, None where there was no valid answer.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class TokenFileError(GpulseError):
    """A token file cannot be used.

    ``problem`` is ``open`` (to other users), ``unreadable`` or ``empty``; ``parameters`` are the words of the sentence.
    """

    def __init__(self, message: str, problem: str, **parameters: str) -> None:
        super().__init__(message)
        self.problem = problem
        self.parameters = parameters
