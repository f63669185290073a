from __future__ import annotations

import os
from types import SimpleNamespace

import pytest
from gpulse.endpoint import find_endpoint

from gpulse_jupyterlab.app import GpulseJupyter
from gpulse_jupyterlab.configuration import ConfigurationError, checked_url, read_token, resolve


def token_file(tmp_path, text="from-file\n", mode=0o600):
    path = tmp_path / "token"
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def reason(function, *arguments):
    with pytest.raises(ConfigurationError) as caught:
        function(*arguments)
    assert str(caught.value) == caught.value.finding.detail
    return caught.value.finding.parameters["reason"]


def test_defaults_look_for_gpulse():
    configuration = resolve(GpulseJupyter(), {})
    assert (configuration.url, configuration.token, configuration.port) == (None, None, 8080)
    assert configuration.for_kernels() == {}


def test_traitlets_precede_the_environment(tmp_path):
    environment = {"GPULSE_URL": "http://b:1/", "GPULSE_TOKEN": "from-environment"}
    assert resolve(GpulseJupyter(), environment).for_kernels() == {
        "GPULSE_URL": "http://b:1",
        "GPULSE_TOKEN": "from-environment",
    }
    traits = GpulseJupyter(url="http://a:1", token_file=token_file(tmp_path))
    configuration = resolve(traits, environment)
    assert (configuration.url, configuration.token) == ("http://a:1", "from-file")


def test_kernels_get_the_token_file_rather_than_its_token(tmp_path):
    path = token_file(tmp_path)
    configuration = resolve(GpulseJupyter(), {"GPULSE_TOKEN_FILE": path})
    assert configuration.token == "from-file"
    assert configuration.for_kernels() == {"GPULSE_TOKEN_FILE": path}


def test_a_configured_token_file_replaces_the_token_of_the_environment_in_kernels(tmp_path):
    os.environ["GPULSE_TOKEN"] = "from-environment"
    traits = GpulseJupyter(token_file=token_file(tmp_path))
    configuration = resolve(traits, os.environ)
    server, service = SimpleNamespace(base_url="/"), SimpleNamespace(configuration=configuration)
    GpulseJupyter._set_environment(SimpleNamespace(serverapp=server, service=service))
    assert find_endpoint().token == "from-file"


def test_kernels_trust_the_users_that_jupyter_trusts():
    configuration = resolve(GpulseJupyter(trusted_users=["gpus", "1005"]), {})
    assert configuration.for_kernels() == {"GPULSE_TRUSTED_USERS": "gpus,1005"}


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o640, 0o660])
def test_a_token_file_that_others_can_read_is_refused(tmp_path, mode):
    path = token_file(tmp_path, mode=mode)
    with pytest.raises(ConfigurationError) as caught:
        read_token(path)
    assert str(caught.value) == (
        f"Other users can read the token file {path} (mode {mode:04o}): run chmod 600 {path}, then restart Jupyter."
    )


def test_unusable_token_files_are_refused(tmp_path):
    assert reason(read_token, str(tmp_path / "absent")) == "token-file-unreadable"
    assert reason(read_token, str(tmp_path)) == "token-file-unreadable"
    assert reason(read_token, token_file(tmp_path, " \n")) == "token-file-empty"
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo, 0o600)
    assert reason(read_token, str(fifo)) == "token-file-unreadable"
    assert reason(resolve, GpulseJupyter(token="two words"), {}) == "invalid-token"


@pytest.mark.parametrize("url", ["http://a", "https://a.example:1/gpu", "http://[::1]:8080"])
def test_addresses_of_servers_are_valid(url):
    assert checked_url(url + "/") == url


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8080",
        "ftp://a",
        "http://",
        "http://a:b",
        "http://a:99999",
        "http://a?b",
        "http://a#b",
        "http://a b",
        "x",
    ],
)
def test_other_addresses_are_refused(url):
    assert reason(checked_url, url) == "invalid-url"


def test_a_password_in_the_address_is_not_repeated():
    with pytest.raises(ConfigurationError) as caught:
        checked_url("http://anna:secret@a")
    assert "secret" not in str(caught.value)
