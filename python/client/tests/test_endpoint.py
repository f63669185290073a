from __future__ import annotations

import os
from pathlib import Path

import pytest
from fake import FakeServer

from gpulse import sockets
from gpulse.endpoint import DEFAULT_URL, find_endpoint
from gpulse.errors import GpulseError
from gpulse.runtime import PORT, runtime_folder

TOKEN = "0123456789abcdef"


def test_uses_the_default_address_without_a_configuration() -> None:
    assert find_endpoint().url == DEFAULT_URL
    assert find_endpoint().token is None


def test_prefers_the_environment_to_a_started_gpulse(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    (runtime_folder() / PORT).write_text(server.url.rpartition(":")[2])
    assert find_endpoint().url == server.url
    monkeypatch.setenv("GPULSE_URL", "https://gpu7.example.org/gpulse/")
    assert find_endpoint().url == "https://gpu7.example.org/gpulse"


def test_ignores_the_port_of_a_gpulse_that_has_ended(server: FakeServer) -> None:
    (runtime_folder() / PORT).write_text(server.url.rpartition(":")[2])
    server.close()
    assert find_endpoint().url == DEFAULT_URL


def test_ignores_a_runtime_folder_that_is_refused() -> None:
    runtime_folder().chmod(0o755)
    assert find_endpoint().url == DEFAULT_URL


@pytest.mark.parametrize(
    "url",
    ["localhost:8080", "ftp://gpu7", "http://", "http://gpu7:99999", "", "http://[::1", "http://a b", "http://a\nb"],
)
def test_refuses_what_is_not_an_address(url: str) -> None:
    with pytest.raises(GpulseError, match="is not an address of gpulse"):
        find_endpoint(url)


@pytest.mark.parametrize("url", ["http://anna:secret@gpu7", "ftp://anna:secret@gpu7"])
def test_refuses_an_address_with_a_password(url: str) -> None:
    with pytest.raises(GpulseError) as error:
        find_endpoint(url)
    assert "secret" not in str(error.value)


def test_reads_the_token_from_a_file_of_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    file.chmod(0o600)
    monkeypatch.setenv("GPULSE_TOKEN_FILE", str(file))
    assert find_endpoint().token == TOKEN
    assert TOKEN not in repr(find_endpoint())


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_refuses_a_token_file_that_others_can_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int) -> None:
    file = tmp_path / "token"
    file.write_text(TOKEN)
    file.chmod(mode)
    monkeypatch.setenv("GPULSE_TOKEN_FILE", str(file))
    with pytest.raises(GpulseError, match=f"Other users can read .*token \\(mode {mode:04o}\\): run chmod 600"):
        find_endpoint()


@pytest.mark.parametrize(
    ("content", "problem"), [(None, "cannot be read: No such file"), (b"\n", "is empty"), (b"\xff", "not a text file")]
)
def test_refuses_a_token_file_without_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, problem: str
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
        file.chmod(0o600)
    monkeypatch.setenv("GPULSE_TOKEN_FILE", str(file))
    with pytest.raises(GpulseError, match=problem):
        find_endpoint()


def test_does_not_wait_for_a_token_file_that_is_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    os.mkfifo(file, 0o600)
    monkeypatch.setenv("GPULSE_TOKEN_FILE", str(file))
    with pytest.raises(GpulseError, match="cannot be read: not a regular file"):
        find_endpoint()


def test_gives_no_token_to_the_server_of_another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "owners", lambda port: {54321} if port == 8080 else set())
    assert find_endpoint().url == DEFAULT_URL
    monkeypatch.setenv("GPULSE_TOKEN", TOKEN)
    for url in (None, DEFAULT_URL):
        with pytest.raises(GpulseError, match="belongs to the user 54321, so it did not get your token"):
            find_endpoint(url)
    monkeypatch.setenv("GPULSE_TRUSTED_USERS", "anna,54321")
    assert find_endpoint().token == TOKEN
    monkeypatch.delenv("GPULSE_TRUSTED_USERS")
    monkeypatch.setenv("GPULSE_URL", DEFAULT_URL)
    assert find_endpoint().token == TOKEN


def test_ignores_a_port_file_whose_port_another_user_took(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    port = server.url.rpartition(":")[2]
    (runtime_folder() / PORT).write_text(port)
    monkeypatch.setattr(sockets, "owners", lambda at: {54321} if at == int(port) else set())
    assert find_endpoint().url == DEFAULT_URL


@pytest.mark.parametrize("token", ["two words", "new\nline", "ümlaut"])
def test_refuses_a_token_that_a_header_cannot_hold(token: str) -> None:
    with pytest.raises(GpulseError, match="one word of ASCII letters"):
        find_endpoint(token=token)


def test_keeps_the_token_of_the_environment_for_the_address_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPULSE_URL", "http://gpu7:8080")
    monkeypatch.setenv("GPULSE_TOKEN", TOKEN)
    assert find_endpoint().token == TOKEN
    assert find_endpoint("http://gpu7:8080/").token == TOKEN
    assert find_endpoint("http://gpu8:8080").token is None
    assert find_endpoint("http://gpu7:8081").token is None
    assert find_endpoint("http://gpu7:8080/user/eve").token is None
    assert find_endpoint("http://gpu8:8080", "another-token-16").token == "another-token-16"
