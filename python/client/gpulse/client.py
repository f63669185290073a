"""A client of the HTTP API of gpulse."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from datetime import datetime
from typing import Any, Literal, TypeVar, cast
from urllib.parse import quote

from .answers import Fleet, FleetFree, FreeGpus, Gpu, Hold, Insight, Mark, ProcessOnGpu, Snapshot, Status
from .endpoint import find_endpoint
from .errors import GpulseError
from .history import Row, as_frame, as_rows
from .kernel import boot_id, pid_namespace
from .report import Report
from .stream import SnapshotStream, events, replay
from .transport import READ_SECONDS, Transport

Instant = datetime | float | str
"""A datetime (local time where it has no zone), seconds since 1970 as of time.time(), or an ISO-8601 text."""
Selection = int | str | Iterable[int | str]
"""GPUs: indexes, UUIDs or unambiguous beginnings of one, or PCI bus IDs."""
Namespace = int | Literal["gpulse"]
"""A PID namespace: its inode, or ``gpulse`` for that of gpulse, whose PIDs are those that gpulse shows."""
_PIDS_PER_REQUEST = 300
"""Keeps the request line below 4096 bytes, a usual limit of HTTP servers."""
_T = TypeVar("_T", list[Any], dict[str, Any])


class Client:
    """The API of one gpulse. Every method raises GpulseError with a sentence where a request fails."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._same_machine: bool | None = None

    @property
    def url(self) -> str:
        """The address of gpulse."""
        return self._transport.url

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"gpulse.connect({self.url!r})"

    def status(self) -> Status:
        """Returns the state of gpulse."""
        return cast(Status, self._get(dict, "status"))

    def gpus(self) -> list[Gpu]:
        """Returns the GPUs with all their values."""
        return cast("list[Gpu]", self._get(list, "gpus"))

    def snapshot(self, gpus: Selection | None = None, metrics: str | Iterable[str] | None = None) -> Snapshot:
        """Returns the latest round of samples; ``metrics`` are catalogue keys or globs."""
        return cast(Snapshot, self._get(dict, "snapshot", gpus=_joined(gpus), metrics=_joined(metrics)))

    def processes(
        self,
        *,
        pids: Iterable[int] | None = None,
        user: str | None = None,
        sort: str | None = None,
        pid_namespace: Namespace | None = None,
    ) -> list[ProcessOnGpu]:
        """Returns the processes on all GPUs, once for each GPU that they use.

        ``pids`` are PIDs as this process knows them where gpulse runs on this machine, otherwise as gpulse knows them;
        ``pid_namespace`` is another PID namespace that they are from.
        """
        chosen = None if pids is None else list(pids)
        rows: list[Any] = []
        for start in range(0, 1 if chosen is None else len(chosen), _PIDS_PER_REQUEST):
            part = None if chosen is None else chosen[start : start + _PIDS_PER_REQUEST]
            rows += self._get(list, "processes", user=user, sort=sort, **self._pids(part, pid_namespace))
        return cast("list[ProcessOnGpu]", rows)

    def free(
        self,
        count: int = 1,
        *,
        min_memory: str | None = None,
        window: str | None = None,
        model: str | None = None,
    ) -> FreeGpus:
        """Returns the GPUs that are free now; gpulse holds none of them for this."""
        parameters = {"count": count, "min-memory": min_memory, "window": window, "model": model}
        return cast(FreeGpus, self._get(dict, "gpus/free", **parameters))

    def wait_for_free(
        self, count: int = 1, *, wait: str, min_memory: str | None = None, model: str | None = None
    ) -> Generator[tuple[str, dict[str, Any]], None, None]:
        """Returns ``waiting`` with FreeGpus at first and when that changes, then ``free`` or ``expired`` with it.

        ``wait`` is like ``2h``, at most 24 hours.
        """
        parameters = {"count": count, "min-memory": min_memory, "model": model, "wait": wait}
        return events(self._transport, "GET", "gpus/free", parameters)

    def hold(
        self,
        count: int = 1,
        *,
        holder: str | None = None,
        seconds: int | None = None,
        min_memory: str | None = None,
        model: str | None = None,
    ) -> Hold:
        """Holds free GPUs for a program that starts: they are not free for others until it uses them.

        It ends after ``seconds`` (1 to 120, default 60) unless it is renewed. Requires the scope ``write``, or a gpulse
        without credentials; raises GpulseError with the status 409 where too few are free.
        """
        parameters = {"count": count, "min-memory": min_memory, "model": model, "seconds": seconds, "holder": holder}
        return cast(Hold, self._shaped(dict, self._transport.send("POST", "holds", parameters)))

    def wait_for_hold(
        self,
        count: int = 1,
        *,
        wait: str,
        holder: str | None = None,
        seconds: int | None = None,
        min_memory: str | None = None,
        model: str | None = None,
    ) -> Generator[tuple[str, dict[str, Any]], None, None]:
        """Returns ``waiting`` as wait_for_free() does, then ``hold`` with a Hold, or ``expired`` with FreeGpus."""
        parameters = {"count": count, "min-memory": min_memory, "model": model, "seconds": seconds, "holder": holder}
        return events(self._transport, "POST", "holds", {**parameters, "wait": wait})

    def renew(self, hold: str, seconds: int | None = None) -> Hold:
        """Renews a hold by its id; raises GpulseError with the status 404 where it has ended."""
        path = f"holds/{quote(hold, safe='')}"
        return cast(Hold, self._shaped(dict, self._transport.send("PUT", path, {"seconds": seconds})))

    def release(self, hold: str) -> None:
        """Ends a hold by its id; raises GpulseError with the status 404 where it has ended."""
        self._transport.send("DELETE", f"holds/{quote(hold, safe='')}")

    def fleet(self) -> Fleet:
        """Returns the machine of gpulse and those of its list, each with its latest report."""
        return cast(Fleet, self._get(dict, "fleet"))

    def fleet_free(self, count: int = 1, *, min_memory: str | None = None, model: str | None = None) -> FleetFree:
        """Returns the machines with this number of free GPUs, the best first, and the GPUs that are held idle."""
        parameters = {"count": count, "min-memory": min_memory, "model": model}
        return cast(FleetFree, self._get(dict, "fleet/free", **parameters))

    def insights(self, gpus: Selection | None = None) -> list[Insight]:
        """Returns the active insights, the most severe first."""
        found = self._get(dict, "insights", gpus=_joined(gpus)).get("insights")
        return cast("list[Insight]", found if isinstance(found, list) else [])

    def mark(self, text: str, gpus: Selection | None = None) -> Mark:
        """Makes a mark on the time line; requires the scope ``write``, or a gpulse without credentials."""
        chosen = None if gpus is None else [str(gpu) for gpu in _items(gpus)]
        try:
            return cast(Mark, self._shaped(dict, self._transport.post("marks", {"text": text, "gpus": chosen})))
        except GpulseError as e:
            if e.status == 403:
                message = (
                    f"A mark requires the scope `write`, which this token does not have at the gpulse at {self.url}."
                )
                raise GpulseError(message, 403) from None
            raise

    def report(
        self,
        start: Instant,
        end: Instant,
        *,
        pids: Iterable[int] | None = None,
        gpus: Selection | None = None,
        pid_namespace: Namespace | None = None,
    ) -> Report:
        """Returns the figures of the rounds after ``start`` up to ``end``.

        With ``pids`` (see processes()) it has only the GPUs that these processes used.
        """
        parameters = {"from": _instant(start), "to": _instant(end), "gpus": _joined(gpus)}
        return cast(Report, self._get(dict, "report", **parameters, **self._pids(pids, pid_namespace)))

    def history(self, metrics: str | Iterable[str] | None = None, **selection: Any) -> Any:
        """Returns history_rows() as a pandas DataFrame where pandas is installed, otherwise as a list of dicts."""
        return as_frame(self.history_rows(metrics, **selection))

    def history_rows(
        self,
        metrics: str | Iterable[str] | None = None,
        *,
        gpus: Selection | None = None,
        range: str | None = None,
        start: Instant | None = None,
        end: Instant | None = None,
        points: int | None = None,
    ) -> list[Row]:
        """Returns the stored samples in buckets, a row for each bucket of each series.

        ``range`` is like ``1h``, in place of ``start``. A row has ``time``, ``gpu``, ``index``, ``metric``, ``unit``,
        ``min``, ``avg`` and ``max``, which are None for a bucket without samples.
        """
        parameters = {"metrics": _joined(metrics), "gpus": _joined(gpus), "range": range, "points": points}
        span = {"from": _instant(start), "to": _instant(end)}
        answer = self._get(dict, "history", **parameters, **span)
        try:
            return as_rows(answer)
        except (KeyError, TypeError, ValueError):
            raise self._not_gpulse() from None

    def stream(
        self,
        *,
        view: str | None = None,
        gpus: Selection | None = None,
        metrics: str | Iterable[str] | None = None,
        every: str | None = None,
        last_id: int | None = None,
    ) -> SnapshotStream:
        """Returns an endless iterator of snapshots, one per round; see SnapshotStream."""
        parameters = {"view": view, "gpus": _joined(gpus), "metrics": _joined(metrics), "every": every}
        return SnapshotStream(self._transport, parameters, last_id)

    def replay(
        self, after: int, until: int, *, gpus: Selection | None = None, metrics: str | Iterable[str] | None = None
    ) -> Iterator[Snapshot]:
        """Returns the snapshots that gpulse still remembers with a sequence above ``after`` up to ``until``."""
        return replay(self._transport, {"gpus": _joined(gpus), "metrics": _joined(metrics)}, after, until)

    def same_machine(self) -> bool | None:
        """Returns whether this process runs on the machine of gpulse; None when that is unknown."""
        if self._same_machine is None:
            machine = self.status().get("machine")
            theirs = machine.get("bootId") if isinstance(machine, dict) else None
            own = boot_id()
            self._same_machine = None if theirs is None or own is None else theirs == own
        return self._same_machine

    def _pids(self, pids: Iterable[int] | None, namespace: Namespace | None) -> dict[str, Any]:
        if pids is None:
            return {}
        if namespace is None and self.same_machine():
            namespace = pid_namespace()
        inode = None if namespace == "gpulse" else namespace
        return {"pids": ",".join(str(pid) for pid in pids), "pid-namespace": inode}

    def _get(self, shape: type[_T], path: str, **parameters: Any) -> _T:
        return self._shaped(shape, self._transport.get(path, parameters))

    def _shaped(self, shape: type[_T], answer: Any) -> _T:
        if not isinstance(answer, shape):
            raise self._not_gpulse()
        return answer

    def _not_gpulse(self) -> GpulseError:
        return GpulseError(
            f"The server at {self.url} does not answer as this version of gpulse: check GPULSE_URL and both versions."
        )


def connect(url: str | None = None, token: str | None = None, *, timeout: float = READ_SECONDS) -> Client:
    """Returns a client of a gpulse; no request is sent yet.

    Without ``url`` it is the gpulse of ``GPULSE_URL``, otherwise one started for this user, otherwise
    http://127.0.0.1:8080. Without ``token`` it is the one of ``GPULSE_TOKEN`` or in the file ``GPULSE_TOKEN_FILE``.
    ``timeout`` is in seconds.
    """
    return Client(Transport(find_endpoint(url, token), timeout))


def _items(selection: int | str | Iterable[int | str]) -> Iterable[int | str]:
    return [selection] if isinstance(selection, (int, str)) else selection


def _joined(selection: int | str | Iterable[int | str] | None) -> str | None:
    return None if selection is None else ",".join(str(item) for item in _items(selection))


def _instant(instant: Instant | None) -> str | None:
    if instant is None or isinstance(instant, str):
        return instant
    seconds = instant.timestamp() if isinstance(instant, datetime) else instant
    return str(round(seconds * 1000))
