from __future__ import annotations

import asyncio
import os
from dataclasses import replace

import pytest
from fake_gpulse import status
from gpulse.runtime import runtime_folder

from gpulse_jupyterlab import find as find_module
from gpulse_jupyterlab.configuration import Configuration
from gpulse_jupyterlab.find import Finder
from gpulse_jupyterlab.probe import probe
from gpulse_jupyterlab.start import Starter
from gpulse_jupyterlab.states import finding
from gpulse_jupyterlab.upstream import new_client

FOREIGN = 54321


class NoStart:
    """Counts starts, and starts nothing."""

    def __init__(self):
        self.starts = 0

    def start(self):
        self.starts += 1
        return finding("starting")

    def join(self, answers=True):
        return True

    def waiting(self):
        return finding("starting")


@pytest.fixture
def client(jp_asyncio_loop):
    client = new_client(None)
    yield client
    jp_asyncio_loop.run_until_complete(client.aclose())


def table(port, *uids):
    return "".join(f"0: 0100007F:{port:04X} 00000000:0000 0A 0:0 0:0 0 {uid} 0 1 1\n" for uid in uids)


def finder(client, starter, gpulse, *uids, **configuration):
    values = Configuration(port=gpulse.port)
    return Finder(replace(values, **configuration), client, starter, lambda: table(gpulse.port, *uids))


async def reason(client, gpulse, answer=None, token=None, seconds=4.0):
    if answer is not None:
        gpulse.answers["/api/v1/status"] = answer
    return (await probe(client, gpulse.address, token, seconds)).parameters["reason"]


async def test_recognizes_gpulse(client, gpulse):
    found = await probe(client, gpulse.address, "t")
    assert (found.state, found.address, found.version) == ("READY", gpulse.address, "0.1.0")
    assert found.machine.boot_id == status()["machine"]["bootId"]
    assert [request.headers.get("Authorization") for request in gpulse.requests] == ["Bearer t", "Bearer t"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ((200, {"Content-Type": "text/html"}, b"<p>intranet</p>"), "not-gpulse"),
        ((200, {"Content-Type": "application/json"}, b'{"version": 1}'), "not-gpulse"),
        ((200, {"Content-Type": "application/json"}, b"{"), "not-gpulse"),
        ((404, {}, b""), "not-gpulse"),
        ((500, {}, b""), "not-gpulse"),
        ((302, {"Location": "https://elsewhere.example/login?secret=1"}, b""), "redirect"),
        ((401, {}, b""), "token-missing"),
        ((403, {"Content-Type": "application/problem+json"}, b"{}"), "token-scope"),
    ],
)
async def test_names_the_reason_of_an_unusable_answer(client, gpulse, answer, expected):
    assert await reason(client, gpulse, answer) == expected


async def test_sentences_name_addresses_and_versions(client, gpulse):
    gpulse.answers["/api/v1/status"] = (302, {"Location": "//elsewhere.example/login?secret=1"}, b"")
    assert (await probe(client, gpulse.address, None)).detail == (
        f"{gpulse.address} redirects to http://elsewhere.example: "
        "set GpulseJupyter.url (GPULSE_URL) to the address of gpulse itself."
    )
    gpulse.answers.update({"/api/v1/status": status(version="0.0.9"), "/api/v1/report": (404, {}, b"")})
    old = await probe(client, gpulse.address, None)
    assert (old.state, old.version) == ("UNSUPPORTED_VERSION", "0.0.9")
    assert "version 0.0.9, which is too old for gpulse-jupyterlab " in old.detail


async def test_a_refused_token_differs_from_a_missing_one(client, gpulse):
    assert await reason(client, gpulse, (401, {}, b""), token="wrong") == "token-refused"


async def test_a_server_that_hangs_is_left_after_the_time(client, gpulse):
    async def silent(reader, writer):
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    found = await probe(client, address, None, 0.01)
    assert (found.state, found.address) == ("NO_ANSWER", address)
    server.close()


async def test_a_server_without_http_and_a_closed_port(client):
    async def banner(reader, writer):
        writer.write(b"SSH-2.0-x\r\n")
        writer.close()

    server = await asyncio.start_server(banner, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    assert (await probe(client, address, None)).state == "NOT_GPULSE"
    server.close()
    await server.wait_closed()
    assert (await probe(client, address, None)).parameters["reason"] == "no-connection"


@pytest.mark.parametrize(("uids", "trusted"), [((os.getuid(),), ()), ((0, 999), ()), ((FOREIGN,), (str(FOREIGN),))])
async def test_uses_the_gpulse_of_a_trusted_owner(client, gpulse, uids, trusted):
    starter = NoStart()
    found = await finder(client, starter, gpulse, *uids, trusted_users=trusted, token="t").find()
    assert (found.state, found.started, starter.starts) == ("READY", False, 0)
    assert gpulse.requests[0].headers["Authorization"] == "Bearer t"


@pytest.mark.parametrize("uids", [(FOREIGN,), (os.getuid(), FOREIGN)])
async def test_refuses_the_gpulse_of_another_user_and_keeps_the_token(client, gpulse, uids):
    starter = NoStart()
    found = await finder(client, starter, gpulse, *uids, token="t").find()
    assert (found.state, found.parameters["user"], starter.starts) == ("FOREIGN_USER", str(FOREIGN), 0)
    assert f"add {FOREIGN} to GpulseJupyter.trusted_users" in found.detail
    assert all("Authorization" not in request.headers for request in gpulse.requests)


async def test_refuses_a_gpulse_of_unknown_owner(client, gpulse):
    found = await finder(client, NoStart(), gpulse).find()
    assert (found.state, found.parameters["reason"]) == ("FOREIGN_USER", "unknown-owner")


async def test_another_users_gpulse_that_requires_a_token_prevents_a_start(client, gpulse):
    gpulse.answers["/api/v1/status"] = (401, {}, b"")
    starter = NoStart()
    assert (await finder(client, starter, gpulse, FOREIGN).find()).state == "UNAUTHORIZED"
    assert (await finder(client, starter, gpulse, FOREIGN, token="t").find()).state == "FOREIGN_USER"
    assert (await finder(client, starter, gpulse, 0, token="t").find()).parameters["reason"] == "token-refused"
    assert starter.starts == 0


@pytest.mark.parametrize("uid", [FOREIGN, 0])
async def test_starts_one_where_another_program_has_the_port(client, gpulse, uid):
    gpulse.answers["/api/v1/status"] = (200, {"Content-Type": "text/html"}, b"<p>wiki</p>")
    starter = NoStart()
    assert (await finder(client, starter, gpulse, uid).find()).state == "STARTING"
    assert starter.starts == 1


async def test_a_silent_server_is_waited_for_when_it_was_gpulse(client, gpulse, monkeypatch):
    monkeypatch.setattr(find_module, "LOCAL_SECONDS", 0.05)
    silent = asyncio.Event()
    gpulse.answers["/api/v1/status"] = silent
    starter = NoStart()
    here = finder(client, starter, gpulse, 0)
    assert ((await here.find()).state, starter.starts) == ("STARTING", 1)
    starter.start = lambda: finding("no-command")
    assert (await here.find()).parameters == {"reason": "no-answer", "address": gpulse.address, "seconds": "0.05"}
    monkeypatch.setattr(find_module, "LOCAL_SECONDS", 4)
    gpulse.answers["/api/v1/status"] = status()
    assert (await here.find()).state == "READY"
    monkeypatch.setattr(find_module, "LOCAL_SECONDS", 0.05)
    gpulse.answers["/api/v1/status"] = silent
    starter.start = lambda: finding("starting")
    assert (await here.find()).state == "NO_ANSWER"
    silent.set()


async def test_a_configured_address_needs_no_owner(client, gpulse):
    found = await finder(client, NoStart(), gpulse, FOREIGN, url=gpulse.address).find()
    assert (found.state, found.local) == ("READY", False)


async def test_prefers_the_started_one_and_skips_a_left_over_port_file(client, gpulse, monkeypatch):
    port = gpulse.port
    monkeypatch.setattr(find_module, "started_port", lambda: port)
    found = await finder(client, NoStart(), gpulse, os.getuid(), port=1).find()
    assert (found.state, found.started, found.local) == ("READY", True, True)
    starter = NoStart()
    assert (await finder(client, starter, gpulse, FOREIGN, port=1).find()).state == "STARTING"
    assert starter.starts == 1
    assert len(gpulse.seen("/api/v1/status")) == 1


async def test_a_started_gpulse_that_has_not_answered_yet_is_starting(client, gpulse, monkeypatch):
    port = gpulse.port
    monkeypatch.setattr(find_module, "started_port", lambda: port)
    monkeypatch.setattr(find_module, "LOCAL_SECONDS", 0.05)
    silent = asyncio.Event()
    gpulse.answers["/api/v1/status"] = silent
    here = finder(client, NoStart(), gpulse, os.getuid(), port=1)
    assert (await here.find()).state == "STARTING"
    monkeypatch.setattr(find_module, "LOCAL_SECONDS", 4)
    gpulse.answers["/api/v1/status"] = status()
    assert (await here.find()).state == "READY"
    monkeypatch.setattr(find_module, "LOCAL_SECONDS", 0.05)
    gpulse.answers["/api/v1/status"] = silent
    assert (await here.find()).state == "NO_ANSWER"
    silent.set()


async def test_an_unsafe_runtime_folder_is_a_state(client, gpulse):
    gpulse.close()
    runtime_folder().chmod(0o755)
    here = Configuration(command=("/absent/gpulse",), port=gpulse.port)
    found = await Finder(here, client, Starter(here)).find()
    assert (found.state, found.parameters["reason"]) == ("INVALID_CONFIGURATION", "runtime-folder")
    assert "is open to other users" in found.detail


async def test_an_owner_that_changed_is_noticed_before_the_next_request(client, gpulse):
    rows = [table(gpulse.port, 0)]
    here = Finder(Configuration(port=gpulse.port), client, NoStart(), lambda: rows[-1])
    found = await here.find()
    assert await here.refusal(found) is None
    rows.append(table(gpulse.port, FOREIGN))
    assert (await here.refusal(found)).state == "FOREIGN_USER"
