from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace

import httpx
import pytest
from fake_gpulse import COMPRESSED

from gpulse_jupyterlab.configuration import Configuration
from gpulse_jupyterlab.proxy import MAXIMUM_BODY_BYTES
from gpulse_jupyterlab.states import finding


async def raw(browser, path, method="GET", **options):
    """Sends a path as it is, without the normalization of the client."""
    target = browser.base_url.raw_path + path.encode()
    request = browser.build_request(method, browser.base_url.copy_with(raw_path=target), **options)
    return await browser.send(request)


async def test_passes_on_only_listed_headers_and_adds_the_token(browser, gpulse):
    headers = {"Cookie": "_xsrf=1; login=1", "X-Custom": "1", "Origin": str(browser.base_url)[:-1].rsplit("/", 1)[0]}
    passed = {"Accept": "text/html", "Accept-Language": "zh", "Last-Event-ID": "7", "If-None-Match": '"a"'}
    token = browser.headers["Authorization"].split()[1]
    answer = await browser.get(f"gpulse/page?token={token}&a=1&_xsrf=2&b=%2F", headers={**headers, **passed})
    assert answer.status_code == 200
    received = gpulse.seen("/page")[0]
    assert received.uri == "/page?a=1&b=%2F"
    assert {name: received.headers[name] for name in passed} == passed
    assert received.headers["Authorization"] == "Bearer token-of-gpulse"
    assert received.headers["X-Forwarded-Prefix"] == "/a%40b/gpulse"
    assert received.headers["Host"] == f"127.0.0.1:{gpulse.port}"
    assert not {"Cookie", "X-Custom", "Origin", "Referer"} & set(received.headers)
    assert token not in str(received.headers)


async def test_passes_answer_headers_on_except_those_of_the_whole_origin(browser, gpulse):
    kept = {"Etag": '"v1"', "Content-Security-Policy": "default-src 'self'", "Gpulse-Simulated": "true"}
    dropped = {
        "Set-Cookie": "session=1",
        "Server": "x",
        "WWW-Authenticate": "Basic",
        "Access-Control-Allow-Origin": "https://elsewhere.example",
        "Clear-Site-Data": '"*"',
        "Service-Worker-Allowed": "/",
    }
    gpulse.answers["/page"] = (200, {**kept, **dropped, "Vary": ["Accept", "Accept-Encoding"]}, b"page")
    answer = await browser.get("gpulse/page")
    assert {name: answer.headers[name] for name in kept} == kept
    assert answer.headers.get_list("Vary") == ["Accept", "Accept-Encoding"]
    assert answer.headers.get_list("Content-Security-Policy") == ["default-src 'self'"]
    assert "elsewhere" not in str(answer.headers)
    assert "session=1" not in str(answer.headers)
    assert not {"www-authenticate", "clear-site-data", "service-worker-allowed"} & set(answer.headers)
    await browser.get("gpulse/page")
    assert "Cookie" not in gpulse.seen("/page")[1].headers


async def test_passes_gzip_on_unchanged(browser, gpulse):
    gpulse.answers["/page"] = (200, {"Content-Encoding": "gzip", "Content-Type": "text/plain"}, COMPRESSED)
    async with browser.stream("GET", "gpulse/page", headers={"Accept-Encoding": "gzip, br"}) as answer:
        body = b"".join([chunk async for chunk in answer.aiter_raw()])
    assert answer.headers["Content-Encoding"] == "gzip"
    assert body == COMPRESSED
    assert gpulse.seen("/page")[0].headers["Accept-Encoding"] == "gzip, br"


async def test_passes_methods_and_bodies_on(browser, gpulse):
    assert (await browser.post("gpulse/api/v1/marks", content=b"{}")).status_code == 200
    assert (await browser.delete("gpulse/api/v1/marks/1")).status_code == 200
    gpulse.answers["/page"] = (200, {"Content-Length": "12"}, b"")
    head = await browser.head("gpulse/page")
    assert (head.headers["Content-Length"], head.content) == ("12", b"")
    assert [(r.method, r.body) for r in gpulse.requests if "status" not in r.path and "report" not in r.path] == [
        ("POST", b"{}"),
        ("DELETE", b""),
        ("HEAD", b""),
    ]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "CONNECT"])
async def test_refuses_other_methods(browser, gpulse, method):
    assert (await browser.request(method, "gpulse/page")).status_code == 405
    assert gpulse.seen("/page") == []


async def test_refuses_large_bodies(browser, gpulse):
    answer = await browser.post("gpulse/page", content=b"x" * (MAXIMUM_BODY_BYTES + 1))
    assert (answer.status_code, answer.json()["title"]) == (413, "Request Entity Too Large")
    assert gpulse.seen("/page") == []


async def test_refuses_paths_that_leave_gpulse_and_keeps_encoded_ones(browser, gpulse):
    for path in ("../page", "a/%2e%2e/page", "..%2fpage", "a/..;/page", "/elsewhere.example/page", "a%5cb", "a%00"):
        assert (await raw(browser, f"gpulse/{path}")).status_code in (400, 404), path
    assert gpulse.requests == []
    assert (await raw(browser, "gpulse/a%20b/%E6%98%BE?q=%C3%A9")).status_code == 200
    assert gpulse.requests[-1].uri == "/a%20b/%E6%98%BE?q=%C3%A9"


@pytest.mark.parametrize("target", ["\xe9", "page?q=\xe9", "page#a"])
async def test_refuses_an_address_that_http_does_not_permit(jp_http_port, browser, gpulse, target):
    reader, writer = await asyncio.open_connection("127.0.0.1", jp_http_port)
    login = f"Authorization: {browser.headers['Authorization']}\r\nConnection: close\r\n"
    host = f"Host: 127.0.0.1:{jp_http_port}\r\n"
    writer.write(f"GET /a%40b/gpulse/{target} HTTP/1.1\r\n{host}{login}\r\n".encode("latin-1"))
    assert (await reader.readline()).startswith(b"HTTP/1.1 400 ")
    writer.close()
    assert gpulse.requests == []


async def test_leaves_out_headers_that_are_not_ascii(browser, gpulse):
    headers = [(b"Accept-Language", b"\xe9"), (b"Accept-Encoding", b"\xe9"), (b"Last-Event-ID", b"7")]
    assert (await browser.get("gpulse/page", headers=headers)).status_code == 200
    (received,) = gpulse.seen("/page")
    assert "Accept-Language" not in received.headers
    assert received.headers["Last-Event-ID"] == "7"


async def test_redirects_the_address_without_slash(browser):
    answer = await browser.get("gpulse?embed=1")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/a%40b/gpulse/?embed=1")


async def test_rewrites_redirects_of_gpulse_and_refuses_others(browser, gpulse):
    gpulse.answers["/a"] = (302, {"Location": f"{gpulse.address}/swagger-ui/index.html?x=1"}, b"")
    gpulse.answers["/b"] = (302, {"Location": "https://elsewhere.example/"}, b"")
    inside, outside = await browser.get("gpulse/a"), await browser.get("gpulse/b")
    assert (inside.status_code, inside.headers["Location"]) == (302, "/a%40b/gpulse/swagger-ui/index.html?x=1")
    assert outside.status_code == 502
    assert "Location" not in outside.headers
    assert outside.json()["detail"] == f"gpulse at {gpulse.address} redirects to another server, which is not followed."


async def test_reports_a_gpulse_that_ended(browser, gpulse):
    assert (await browser.get("gpulse/page")).status_code == 200
    gpulse.close()
    await gpulse._server.close_all_connections()
    answer = await browser.get("gpulse/page")
    assert (answer.status_code, answer.headers["Content-Type"]) == (502, "application/problem+json")
    assert answer.json() == {
        "type": "about:blank",
        "title": "Bad Gateway",
        "status": 502,
        "detail": f"gpulse at {gpulse.address} cannot be reached: check that it runs.",
        "state": "READY",
        "address": gpulse.address,
    }
    page = await browser.get("gpulse/page", headers={"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"})
    assert page.headers["Content-Type"].startswith("text/html")
    assert f"No connection to {gpulse.address}" in page.text


@pytest.fixture
def finds(jp_serverapp, monkeypatch):
    """Sets what the searches for gpulse find, one after the other; the last remains."""
    (app,) = jp_serverapp.extension_manager.extension_apps["gpulse_jupyterlab"]

    def set_findings(*findings):
        left = list(findings)

        async def find():
            return left.pop(0) if len(left) > 1 else left[0]

        monkeypatch.setattr(app.service._finder, "find", find)

    return set_findings


async def test_a_gpulse_that_starts_is_a_state_and_no_error_in_the_log(browser, finds, caplog):
    finds(finding("starting"))
    caplog.set_level(logging.INFO)
    state, answer = await browser.get("gpulse-jupyterlab/status"), await browser.get("gpulse/api/v1/status")
    assert (state.status_code, state.json()["state"]) == (200, "STARTING")
    assert (answer.status_code, answer.headers["Retry-After"], answer.json()["state"]) == (503, "2", "STARTING")
    page = await browser.get("gpulse/page", headers={"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"})
    assert (page.status_code, page.headers["Refresh"], page.headers["Cache-Control"]) == (200, "2", "no-store")
    assert "gpulse is starting" in page.text
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_started_gpulse_that_restarts_is_a_state_from_the_first_failure_on(browser, gpulse, finds, caplog):
    finds(replace(finding("ready", address=gpulse.address, version="0.1.0"), started=True), finding("starting"))
    assert (await browser.get("gpulse/page")).status_code == 200
    gpulse.close()
    await gpulse._server.close_all_connections()
    caplog.set_level(logging.INFO)
    answer = await browser.get("gpulse/page")
    assert (answer.status_code, answer.json()["state"]) == (503, "STARTING")
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_closes_the_connection_when_gpulse_breaks_off(browser):
    with pytest.raises(httpx.RemoteProtocolError):
        await browser.get("gpulse/broken")


async def test_sends_the_first_event_at_once_and_ends_aborted_streams(browser, gpulse):
    async with browser.stream("GET", "gpulse/stream") as answer:
        assert await anext(answer.aiter_raw()) == b"data: 1\n\n"
    await gpulse.stream_count(0)

    async def open_and_leave():
        async with browser.stream("GET", "gpulse/stream") as answer:
            await anext(answer.aiter_raw())
            await gpulse.stream_count(20)

    await asyncio.gather(*(open_and_leave() for _ in range(20)))
    await gpulse.stream_count(0)
    await browser.get("gpulse/page")
    assert [task for task in asyncio.all_tasks() if "ProxyHandler" in repr(task)] == []


async def test_cancels_a_request_without_answer_when_the_client_leaves(browser, gpulse):
    request = asyncio.ensure_future(browser.get("gpulse/hang"))
    received = await gpulse.request("/hang")
    assert (await browser.get("api/status")).status_code == 200
    request.cancel()
    await asyncio.wait_for(received.connection._finish_future, 10)


async def test_marks_answers_of_errors_as_json(browser, gpulse):
    gpulse.answers["/api/v1/status"] = (200, {"Content-Type": "text/html"}, b"<p>intranet</p>")
    answer = await browser.get("gpulse/page")
    assert answer.status_code == 502
    assert json.loads(answer.content)["state"] == "NOT_GPULSE"
    assert gpulse.seen("/page") == []


@pytest.mark.parametrize(("before", "received"), [(1, 0), (2, 1)])
@pytest.mark.parametrize("extension_config", [{}])
async def test_sends_nothing_of_a_server_whose_owner_changed(
    jp_serverapp, browser, gpulse, monkeypatch, before, received
):
    (app,) = jp_serverapp.extension_manager.extension_apps["gpulse_jupyterlab"]
    finder = app.service._finder
    monkeypatch.setattr(finder, "_configuration", Configuration(port=gpulse.port, autostart=False))
    monkeypatch.setattr("gpulse_jupyterlab.find.LOCAL_SECONDS", 30)
    uids = iter([0] * before)

    def table():
        return f"0: 0100007F:{gpulse.port:04X} 00000000:0000 0A 0:0 0:0 0 {next(uids, 54321)} 0 1 1"

    monkeypatch.setattr(finder, "_read_tables", table)
    answer = await browser.get("gpulse/page")
    assert (answer.status_code, answer.json()["state"]) == (502, "FOREIGN_USER")
    assert len(gpulse.seen("/page")) == received
