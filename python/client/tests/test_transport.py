from __future__ import annotations

import socket

import pytest
from fake import FakeServer, as_json, html, problem

import gpulse
from gpulse import Client, GpulseError

TOKEN = "0123456789abcdef"


def sentence(client: Client) -> str:
    with pytest.raises(GpulseError) as error:
        client.gpus()
    message = str(error.value)
    assert message.endswith(".")
    assert "\n" not in message
    return message


def test_returns_what_gpulse_answers(server: FakeServer, client: Client) -> None:
    server.answers["gpus"] = [{"index": 0, "a field of a later version": 1}]
    assert client.gpus()[0]["index"] == 0
    assert "Authorization" not in server.headers()


def test_says_what_to_do_where_no_gpulse_answers(server: FakeServer, client: Client) -> None:
    server.close()
    assert sentence(client) == (
        f"No gpulse answers at {server.url}: start one with `gpulse`, or set GPULSE_URL to the address of one."
    )


@pytest.mark.parametrize("status", [200, 404, 502])
def test_reports_a_web_page(server: FakeServer, client: Client, status: int) -> None:
    server.answers["gpus"] = html(status)
    assert "does not answer as gpulse (the answer is a web page" in sentence(client)


@pytest.mark.parametrize(
    "answer", [as_json({"gpus": []}), as_json("text"), (200, {"Content-Type": "application/json"}, b"{")]
)
def test_reports_json_of_something_else(server: FakeServer, client: Client, answer: object) -> None:
    server.answers["gpus"] = answer
    assert "does not answer as" in sentence(client)


def test_reports_a_server_that_hangs(server: FakeServer) -> None:
    server.answers["gpus"] = server.hang
    with gpulse.connect(server.url, timeout=0.05) as client:
        assert "does not answer in time" in sentence(client)


def test_reports_a_server_that_closes_the_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with gpulse.connect(url, timeout=0.05) as client:
            assert "does not answer in time" in sentence(client)


def test_follows_no_redirect_and_sends_the_token_to_no_other_server(server: FakeServer) -> None:
    other = FakeServer()
    other.answers["gpus"] = []
    server.answers["gpus"] = (302, {"Location": f"{other.url}/api/v1/gpus"}, b"")
    with gpulse.connect(server.url, TOKEN) as client:
        assert "it redirects elsewhere" in sentence(client)
    other.close()
    assert server.headers()["Authorization"] == f"Bearer {TOKEN}"
    assert other.requests == []


def test_ignores_a_proxy_of_the_environment(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.answers["gpus"] = []
    with gpulse.connect(server.url) as client:
        assert client.gpus() == []


def test_reports_a_missing_token(server: FakeServer, client: Client) -> None:
    server.answers["gpus"] = problem(401, "Authentication required.")
    assert sentence(client).endswith("requires a token: set GPULSE_TOKEN or GPULSE_TOKEN_FILE.")


def test_reports_a_wrong_token(server: FakeServer) -> None:
    server.answers["gpus"] = problem(401, "Authentication required.")
    with gpulse.connect(server.url, TOKEN) as client:
        message = sentence(client)
    assert message.endswith("does not accept this token: check GPULSE_TOKEN.")
    assert TOKEN not in message


def test_reports_a_token_without_permission(server: FakeServer, client: Client) -> None:
    server.answers["gpus"] = problem(403, "The scope read is required.")
    assert sentence(client) == f"The gpulse at {server.url} does not permit this: The scope read is required."


def test_reports_a_gpulse_without_the_operation(client: Client) -> None:
    assert "is of another version and has no /api/v1/gpus: update it" in sentence(client)


def test_passes_on_the_detail_of_a_problem(server: FakeServer, client: Client) -> None:
    server.answers["gpus"] = problem(400, "count must be a whole number from 1 to 1024.")
    with pytest.raises(GpulseError, match=r"^count must be a whole number") as error:
        client.gpus()
    assert error.value.status == 400


def test_works_below_a_prefix(server: FakeServer) -> None:
    server.answers["/user/anna/gpulse/api/v1/gpus"] = []
    with gpulse.connect(f"{server.url}/user/anna/gpulse/") as client:
        assert client.gpus() == []
