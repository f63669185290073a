from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from fake import FakeServer, as_json, events, html, in_turn, problem

from gpulse import Client, Gap, GpulseError
from gpulse.stream import SnapshotStream


def snapshot(sequence: int) -> tuple[str, dict[str, Any]]:
    return "snapshot", {"sequence": sequence, "text": "\u2028\x85 line separators"}


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def stream(client: Client, waits: list[float]) -> SnapshotStream:
    return SnapshotStream(client._transport, {"view": None, "gpus": "0"}, wait=waits.append)


def sequences(stream: SnapshotStream, count: int) -> list[int]:
    return [item["sequence"] for item in islice(stream, count)]


def last_ids(server: FakeServer) -> list[str | None]:
    return [headers.get("Last-Event-ID") for _, _, _, headers, _ in server.requests]


def test_yields_the_snapshots(server: FakeServer, client: Client) -> None:
    server.answers["stream"] = events(("gpu-event", {}), snapshot(1), ("insight", {}), snapshot(2))
    with client.stream(gpus=[0], every="5s") as stream:
        assert sequences(stream, 2) == [1, 2]
    assert server.parameters("stream") == {"gpus": "0", "every": "5s"}


def test_resumes_after_the_latest_snapshot(server: FakeServer, stream: SnapshotStream) -> None:
    server.answers["stream"] = in_turn(events(snapshot(1), snapshot(2)), events(snapshot(3)))
    assert sequences(stream, 3) == [1, 2, 3]
    assert last_ids(server) == [None, "2"]
    assert stream.gap is None


def test_reports_a_gap_for_the_snapshot_that_follows_it_only(server: FakeServer, stream: SnapshotStream) -> None:
    lost = ("lag", {"missed": 3, "restarted": False})
    server.answers["stream"] = in_turn(events(snapshot(1)), events(lost, snapshot(5), snapshot(6)))
    gaps = [(item["sequence"], stream.gap) for item in islice(stream, 3)]
    assert gaps == [(1, None), (5, Gap(3, False)), (6, None)]


def test_survives_a_restart(server: FakeServer, stream: SnapshotStream, waits: list[float]) -> None:
    restarted = ("lag", {"missed": None, "restarted": True})
    down = html(502)
    server.answers["stream"] = in_turn(
        events(snapshot(1)), down, down, problem(503, "Starting."), events(restarted, snapshot(9))
    )
    assert sequences(stream, 2) == [1, 9]
    assert stream.gap == Gap(None, True)
    assert all(0.8 * step <= wait <= 1.2 * step for step, wait in zip((1, 2, 4, 8), waits, strict=True))


def test_resumes_after_a_snapshot_that_was_cut_off(server: FakeServer, stream: SnapshotStream) -> None:
    status, headers, body = events(snapshot(1))
    cut = body + b'id:2\nevent:snapshot\ndata:{"sequ\n\n'
    server.answers["stream"] = in_turn((status, headers, cut), events(snapshot(2)))
    assert sequences(stream, 2) == [1, 2]
    assert last_ids(server) == [None, "1"]


@pytest.mark.parametrize(
    "answer", [html(), as_json([]), problem(401, "x"), problem(400, "No such GPU."), problem(503, "x")]
)
def test_fails_where_the_first_connection_fails(server: FakeServer, stream: SnapshotStream, answer: object) -> None:
    server.answers["stream"] = answer
    with pytest.raises(GpulseError):
        next(stream)


@pytest.mark.parametrize("answer", [html(), problem(401, "x"), (302, {"Location": "/login"}, b"")])
def test_fails_where_gpulse_refuses_the_request_later(
    server: FakeServer, stream: SnapshotStream, answer: object
) -> None:
    server.answers["stream"] = in_turn(events(snapshot(1)), answer)
    next(stream)
    with pytest.raises(GpulseError):
        next(stream)


def test_replays_a_span(server: FakeServer, client: Client) -> None:
    server.answers["stream"] = events(snapshot(4), snapshot(5), snapshot(6), snapshot(7))
    assert [item["sequence"] for item in client.replay(3, 6, gpus=["GPU-a"], metrics="x")] == [4, 5, 6]
    assert last_ids(server) == ["3"]
