"""The stream of snapshots, and other streams of events."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

import httpx_sse

from .answers import Snapshot
from .errors import GpulseError
from .transport import Transport

SILENCE_SECONDS = 45.0
"""A connection without a byte for this time is replaced; gpulse sends a heartbeat every 15 s."""
_RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0)
_JITTER = 0.2
_RETRIED = (None, 408, 429)
_HEADERS = {"Accept": "text/event-stream", "Cache-Control": "no-store"}


@dataclass(frozen=True)
class Gap:
    """Rounds that are missing right before a snapshot.

    ``missed`` is their number, None when it is unknown because gpulse was restarted.
    """

    missed: int | None
    restarted: bool


class SnapshotStream(Iterator[Snapshot]):
    """An endless iterator of snapshots, one per round.

    It reconnects with increasing pauses and resumes after the last snapshot, also after a restart of gpulse; ``gap``
    describes what was lost right before the latest snapshot. It raises GpulseError where the first connection fails,
    and where gpulse later refuses the request, for example for its token.
    """

    def __init__(
        self,
        transport: Transport,
        parameters: Mapping[str, Any],
        last_id: int | None = None,
        *,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.gap: Gap | None = None
        """What was lost right before the latest snapshot; None when nothing was."""
        self.last_id = last_id
        """The sequence of the latest snapshot."""
        self._transport = transport
        self._parameters = dict(parameters)
        self._wait = wait
        self._snapshots = self._run()

    def __next__(self) -> Snapshot:
        return next(self._snapshots)

    def close(self) -> None:
        """Closes the connection and ends the iteration."""
        self._snapshots.close()

    def __enter__(self) -> SnapshotStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> Generator[Snapshot, None, None]:
        failures = 0
        connected = False
        while True:
            try:
                for snapshot in self._connection():
                    connected, failures = True, 0
                    yield snapshot
            except GpulseError as e:
                if not connected or not is_retried(e):
                    raise
            self._wait(pause(failures))
            failures += 1

    def _connection(self) -> Iterator[Snapshot]:
        for sequence, snapshot, gap in _received(self._transport, self._parameters, self.last_id, SILENCE_SECONDS):
            self.last_id = sequence if sequence is not None else self.last_id
            self.gap = gap
            yield snapshot


def replay(
    transport: Transport, parameters: Mapping[str, Any], after: int, until: int, silence_seconds: float = 5.0
) -> Iterator[Snapshot]:
    """Returns the snapshots that gpulse still remembers with a sequence above ``after`` up to ``until``.

    It uses one connection. Raises GpulseError where that fails.
    """
    for sequence, snapshot, _ in _received(transport, parameters, after, silence_seconds):
        if sequence is None or sequence > until:
            return
        yield snapshot
        if sequence == until:
            return


def _received(
    transport: Transport, parameters: Mapping[str, Any], last_id: int | None, silence_seconds: float
) -> Iterator[tuple[int | None, Snapshot, Gap | None]]:
    headers = dict(_HEADERS)
    if last_id is not None:
        headers["Last-Event-ID"] = str(last_id)
    gap: Gap | None = None
    with transport.stream("stream", parameters, headers, silence_seconds) as response:
        for event in httpx_sse.EventSource(response).iter_sse():
            if event.event == "lag":
                gap = _gap(event.data)
            elif event.event == "snapshot":
                yield _sequence(event.id), cast(Snapshot, _object(event.data)), gap
                gap = None


def events(
    transport: Transport, method: str, path: str, parameters: Mapping[str, Any]
) -> Generator[tuple[str, dict[str, Any]], None, None]:
    """Returns the name and the data of each event of one connection. Raises GpulseError where that fails."""
    with transport.stream(path, parameters, _HEADERS, SILENCE_SECONDS, method) as response:
        for event in httpx_sse.EventSource(response).iter_sse():
            yield event.event, _object(event.data)


def _object(data: str) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise GpulseError("The stream of gpulse was cut off within an event.")
    return value


def _gap(data: str) -> Gap:
    lag = _object(data)
    missed = lag.get("missed")
    return Gap(missed if isinstance(missed, int) else None, bool(lag.get("restarted")))


def _sequence(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def is_retried(error: GpulseError) -> bool:
    """Returns whether the same request can succeed later."""
    return error.status in _RETRIED or (error.status or 0) >= 500


def pause(failures: int) -> float:
    """Returns the seconds before the next attempt, after a number of earlier failures."""
    step = _RETRY_SECONDS[min(failures, len(_RETRY_SECONDS) - 1)]
    return step * (1 - _JITTER + 2 * _JITTER * random.random())
