"""Waiting for free GPUs and holding them."""

from __future__ import annotations

import os
from typing import Any

import pytest
from fake import FakeServer, as_json, html, in_turn, problem
from given import CHOSEN, event, free, gpu, hold, stream

from gpulse import Client, GpulseError, holds
from gpulse.holds import Given, HeldGpus, Request
from gpulse.kernel import boot_id
from gpulse.sockets import user_name
from gpulse.wanted import Wanted

ANNA = gpu(1, "PROCESSES", users=["anna"])
WAITING = "waiting", free(ANNA, chosen=CHOSEN[:1])
READ_ONLY = problem(403, "This requires the scope `write`.")
NOT_HELD = "Nothing is held, which requires the scope `write`: another program can take these GPUs first."


class Waiting:
    """A request that waits, with a clock that only its pauses advance."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.printed: list[str] = []
        self.pauses: list[float] = []
        self.now = 0.0

    def take(self, wait_seconds: float = 7200, wanted: Wanted | None = None) -> Given:
        request = Request(
            self.client,
            wanted or Wanted(2),
            self.printed.append,
            wait_seconds,
            clock=lambda: self.now,
            sleep=self.sleep,
        )
        return request.take()

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    def refusal(self, wait_seconds: float = 7200) -> str:
        with pytest.raises(GpulseError) as error:
            self.take(wait_seconds)
        return str(error.value)


@pytest.fixture
def request_(client: Client) -> Waiting:
    return Waiting(client)


def waits(server: FakeServer) -> list[str]:
    return [query["wait"][0] for _, _, query, _, _ in server.requests]


def test_holds_free_gpus_at_once(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = as_json(hold(), 201)
    given = request_.take(0, Wanted(2, min_memory="40GiB", model="H100"))
    assert given.variables == {"CUDA_DEVICE_ORDER": "PCI_BUS_ID", "CUDA_VISIBLE_DEVICES": "GPU-d,GPU-a"}
    assert (given.gpus, given.hold) == (CHOSEN, hold())
    holder = user_name(os.getuid())
    conditions = {"count": "2", "min-memory": "40GiB", "model": "H100", "seconds": "60", "holder": holder}
    assert server.parameters("holds") == conditions
    assert request_.printed == []


def test_a_shortage_without_a_wait_has_a_line_for_each_gpu(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = problem(409, "2 requested, 1 free. GPU 1: A process uses it.")
    server.answers["gpus/free"] = free(ANNA, chosen=CHOSEN[:1])
    assert request_.refusal(0) == "2 GPUs were requested and 1 is free.\nGPU 1: A process uses it."


def test_a_shortage_that_is_over_is_the_sentence_of_gpulse(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = problem(409, "2 requested, 1 free. GPU 1: A process uses it.")
    server.answers["gpus/free"] = free(chosen=CHOSEN)
    assert request_.refusal(0) == "2 requested, 1 free. GPU 1: A process uses it."


@pytest.mark.parametrize("status", [429, 503])
def test_tries_only_once_without_a_wait(server: FakeServer, request_: Waiting, status: int) -> None:
    server.answers["holds"] = problem(status, "Too many holds.")
    assert request_.refusal(0) == "Too many holds."
    assert (len(server.requests), request_.pauses) == (1, [])


def test_waits_until_gpus_are_held(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = stream(WAITING, ("hold", hold()))
    assert request_.take(7200).hold == hold()
    method, _, query, headers, _ = server.requests[0]
    assert (method, query["wait"], query["count"]) == ("POST", ["7200s"], ["2"])
    assert headers["Accept"] == "text/event-stream"


def test_reads_events_in_pieces_between_comments(server: FakeServer, request_: Waiting) -> None:
    text = b":\n\n" + event(*WAITING) + b": heartbeat\r\n\r\n" + event("other", {}) + event("hold", hold())
    server.answers["holds"] = stream(*(text[at : at + 7] for at in range(0, len(text), 7)))
    assert request_.take().hold == hold()
    assert len(request_.printed) == 1


def test_names_who_uses_the_gpus_whenever_that_changes(server: FakeServer, request_: Waiting) -> None:
    later = "waiting", free({**ANNA, "since": "2026-01-01T09:59:00Z"}, chosen=CHOSEN[:1], reason="It is busy.")
    ben = "waiting", free(gpu(1, "PROCESSES", users=["ben"]), chosen=CHOSEN[:1])
    server.answers["holds"] = stream(WAITING, WAITING, later, ben, later, ("hold", hold()))
    request_.take()
    assert [line.partition(", since")[0] for line in request_.printed] == [
        f"2 GPUs were requested and 1 is free; waiting. GPU 1: {user}" for user in ("anna", "ben", "anna")
    ]


def test_a_wait_that_is_over_explains_the_shortage(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = stream(WAITING, ("expired", free(ANNA, chosen=CHOSEN[:1])))
    assert request_.refusal() == "2 GPUs were requested and 1 is free.\nGPU 1: A process uses it."
    assert request_.pauses == []


def test_takes_no_free_gpus_when_the_wait_is_over(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = stream(("expired", free(chosen=CHOSEN)))
    assert request_.refusal() == "The wait is over: other requests came first."


def test_waits_without_a_hold_where_the_token_does_not_permit_one(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = READ_ONLY
    server.answers["gpus/free"] = stream(WAITING, ("free", free(chosen=CHOSEN)))
    given = request_.take()
    assert (given.hold, given.variables["CUDA_VISIBLE_DEVICES"]) == (None, "GPU-d,GPU-a")
    assert request_.printed[0] == NOT_HELD
    assert len(request_.printed) == 2
    assert server.parameters("gpus/free") == {"count": "2", "wait": "7200s"}


def test_takes_free_gpus_at_once_without_a_hold(server: FakeServer, request_: Waiting) -> None:
    server.answers["holds"] = READ_ONLY
    server.answers["gpus/free"] = free(chosen=CHOSEN)
    assert str(request_.take(0)) == "GPU 3, GPU 0: CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"
    assert request_.printed == [NOT_HELD]


def test_connects_again_within_the_wait(server: FakeServer, request_: Waiting) -> None:
    cut = stream(WAITING, b'event:hold\ndata:{"id":\n\n')
    starting = problem(503, "gpulse has no samples yet.")
    server.answers["holds"] = in_turn(
        stream(WAITING), cut, starting, html(502), problem(429, "Too many wait."), stream(WAITING, ("hold", hold()))
    )
    assert request_.take(100).hold == hold()
    assert len(request_.printed) == 2
    assert request_.printed[1].endswith("ended the connection. Trying again as long as it waits.")
    steps = (1, 1, 2, 4, 8)
    assert all(0.8 * step <= each <= 1.2 * step for step, each in zip(steps, request_.pauses, strict=True))
    assert [int(wait[:-1]) for wait in waits(server)] == sorted(
        (int(wait[:-1]) for wait in waits(server)), reverse=True
    )
    assert waits(server)[0] == "100s"


def test_a_gpulse_that_stays_away_is_an_error_when_the_wait_is_over(server: FakeServer, request_: Waiting) -> None:
    def then_gone(request: Any) -> Any:
        server.close()
        return stream(WAITING)

    server.answers["holds"] = then_gone
    assert "No gpulse answers at" in request_.refusal(100)
    assert request_.now < 100
    assert [line.startswith("2 GPUs") for line in request_.printed] == [True, False]


@pytest.mark.parametrize(
    "answer",
    [
        problem(400, "min-memory=x is not a size."),
        problem(401, "A token is required."),
        problem(404, "There is nothing at /api/v1/holds; see the API."),
        html(),
        stream(("waiting", {"gpus": [None]})),
        stream(("hold", hold(environment="CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-d LD_PRELOAD=x,y"))),
        stream(("hold", hold(environment="CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-d"))),
        stream(("hold", {})),
    ],
)
def test_does_not_repeat_what_fails_again(server: FakeServer, request_: Waiting, answer: Any) -> None:
    server.answers["holds"] = answer
    request_.refusal()
    assert ([each for each in server.methods() if "DELETE" not in each], request_.pauses) == (["POST holds"], [])


@pytest.mark.parametrize("wait_seconds", [0, 7200])
def test_releases_gpus_that_cannot_be_used(server: FakeServer, request_: Waiting, wait_seconds: float) -> None:
    unusable = hold(environment="CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-d")
    server.answers["holds"] = stream(("hold", unusable)) if wait_seconds else as_json(unusable, 201)
    server.answers["gpus/free"] = free(chosen=CHOSEN[:1])
    assert request_.refusal(wait_seconds) == f"The gpulse at {server.url} reports no usable UUIDs of its GPUs."
    assert server.methods() == ["POST holds", "DELETE holds/h1"]


@pytest.fixture
def steps() -> list[float]:
    return []


@pytest.fixture
def printed() -> list[str]:
    return []


@pytest.fixture
def held(server: FakeServer, client: Client, steps: list[float], printed: list[str]) -> HeldGpus:
    server.answers["status"] = {"machine": {"bootId": boot_id()}}

    def wait(seconds: float) -> bool:
        steps.append(seconds)
        return len(steps) > 5

    return HeldGpus(client, hold(id="h/1"), printed.append, wait)  # type: ignore[arg-type]


GONE = problem(404, "There is no such hold.")


def ended(names: str) -> str:
    sentence = "has ended, and no process of this program is known there: other programs can use what was held."
    return f"The hold of {names} {sentence}"


@pytest.mark.parametrize("last", [hold(gpus=[]), GONE])
def test_renews_until_the_hold_has_ended(
    server: FakeServer, held: HeldGpus, steps: list[float], printed: list[str], last: Any
) -> None:
    server.answers["holds/h%2F1"] = in_turn(hold(), hold(gpus=CHOSEN[:1]), last)
    server.answers["processes"] = [{"gpu": 3}]
    held.renew()
    held.release()
    assert (steps, printed) == ([20, 20, 20], [])
    assert server.methods() == ["PUT holds/h%2F1"] * 3
    assert server.parameters("holds/h%2F1") == {"seconds": "60"}


def test_renews_again_where_gpulse_was_away(server: FakeServer, held: HeldGpus) -> None:
    server.answers["holds/h%2F1"] = in_turn(html(502), problem(503, "Starting."), GONE)
    server.answers["processes"] = in_turn(problem(503, "There are no samples yet."), [])
    held.renew()
    assert len(server.methods()) == 4


@pytest.mark.parametrize(("processes", "names"), [([], "GPU 3, GPU 0"), ([{"gpu": 3}, {"gpu": 7}], "GPU 0")])
def test_reports_once_that_a_hold_ended_before_its_gpus_were_used(
    server: FakeServer, held: HeldGpus, printed: list[str], processes: Any, names: str
) -> None:
    server.answers["holds/h%2F1"] = GONE
    server.answers["processes"] = processes
    held.renew()
    held.release()
    assert printed == [ended(names)]
    assert server.methods() == ["PUT holds/h%2F1"]


def test_processes_of_others_do_not_use_the_hold(
    server: FakeServer, held: HeldGpus, printed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holds, "process_tree", lambda: {41, 42})
    server.answers["holds/h%2F1"] = GONE
    server.answers["gpus/free"] = free(gpu(0, "PROCESSES"), gpu(3, "PROCESSES"))
    server.answers["processes"] = []
    held.renew()
    assert printed == [ended("GPU 3, GPU 0")]
    assert set(server.parameters("processes")["pids"].split(",")) == {"41", "42"}


@pytest.mark.parametrize("answer", [problem(401, "A token is required."), problem(403, "Not permitted."), html(502)])
def test_reports_once_that_a_hold_could_not_be_renewed(
    server: FakeServer, held: HeldGpus, steps: list[float], printed: list[str], answer: Any
) -> None:
    server.answers["holds/h%2F1"] = in_turn(answer, answer, hold(), answer)
    server.answers["processes"] = answer
    held._wait = lambda seconds: steps.append(seconds) or len(steps) > 9
    held.renew()
    assert printed == [ended("GPU 3, GPU 0")]
    assert steps == [20] * 7


def test_a_hold_that_could_not_be_renewed_can_be_used(server: FakeServer, held: HeldGpus, printed: list[str]) -> None:
    server.answers["holds/h%2F1"] = READ_ONLY
    server.answers["processes"] = [{"gpu": 3}, {"gpu": 0}]
    held.renew()
    held.release()
    assert printed == []
    assert server.methods() == ["PUT holds/h%2F1"] * 4


@pytest.mark.parametrize(("gpus", "processes"), [([{}], []), ([7], []), (CHOSEN, [{}]), (CHOSEN, [7])])
def test_a_hold_of_another_version_ends_without_a_traceback(
    server: FakeServer, held: HeldGpus, printed: list[str], gpus: Any, processes: Any
) -> None:
    server.answers["holds/h%2F1"] = in_turn(hold(gpus=gpus), GONE)
    server.answers["processes"] = processes
    held.renew()
    assert (held.ended, printed) == (True, [])


def test_a_release_is_not_the_end_that_is_reported(server: FakeServer, held: HeldGpus, printed: list[str]) -> None:
    def gone(request: Any) -> Any:
        held.release()
        return GONE

    server.answers["holds/h%2F1"] = in_turn(gone, (204, {}, b""), GONE)
    server.answers["processes"] = []
    held.renew()
    assert printed == []


def test_an_interrupt_of_the_release_is_not_raised(held: HeldGpus, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Client, "release", interrupt)
    held.release()


def test_releases_a_hold_that_has_not_ended(server: FakeServer, held: HeldGpus) -> None:
    server.answers["holds/h%2F1"] = in_turn(*[hold()] * 5, (204, {}, b""))
    held.renew()
    held.release()
    held.release()
    assert server.methods() == [*["PUT holds/h%2F1"] * 5, "DELETE holds/h%2F1"]


def test_a_release_ends_the_thread(server: FakeServer, client: Client) -> None:
    held = HeldGpus(client, hold(), print)  # type: ignore[arg-type]
    held.start()
    held.release()
    held._thread.join()
    assert server.methods() == ["DELETE holds/h1"]


def test_renews_three_times_within_a_hold() -> None:
    assert holds._RENEW_SECONDS * 3 <= holds._HOLD_SECONDS


@pytest.mark.parametrize(
    ("name", "holder"), [("anna", "anna"), ("LAB\\anna b+c", "LAB_anna_b_c"), ("x" * 65, "x" * 64)]
)
def test_the_holder_is_a_name_without_blanks(
    server: FakeServer, request_: Waiting, monkeypatch: pytest.MonkeyPatch, name: str, holder: str
) -> None:
    monkeypatch.setattr(holds, "user_name", lambda _uid: name)
    server.answers["holds"] = as_json(hold(), 201)
    request_.take(0)
    assert server.parameters("holds")["holder"] == holder
