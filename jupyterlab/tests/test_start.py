from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from gpulse.runtime import PORT, USERS_LOCK, RuntimeFolderError, runtime_folder, started_port
from other_processes import PROGRAM, free_port, is_alive, starts, wait

from gpulse_jupyterlab import start as start_module
from gpulse_jupyterlab.configuration import Configuration
from gpulse_jupyterlab.start import LOG, Starter


@pytest.fixture
def log(tmp_path):
    return tmp_path / "starts"


@pytest.fixture
def configuration(log):
    return Configuration(command=(sys.executable, str(PROGRAM), str(log)), port=free_port())


def answer_of(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/status") as reply:
        return json.load(reply)


def test_starts_one_for_two_servers_and_ends_it_after_the_last(configuration, log, monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_API_TOKEN", "secret")
    monkeypatch.setenv("GPULSE_TOKEN", "secret")
    monkeypatch.setenv("GPULSE_SOURCE", "demo")
    first, second = Starter(configuration), Starter(configuration)
    assert first.start().state == "STARTING"
    assert second.start().state == "STARTING"
    wait(started_port)
    assert second.join()
    (started,) = starts(log)
    assert (started["server.port"], started["server.address"]) == (str(configuration.port), "127.0.0.1")
    environment = answer_of(started_port())["environment"]
    assert environment["GPULSE_SOURCE"] == "demo"
    assert "secret" not in environment.values()
    first.close()
    assert second.start().state == "STARTING"
    assert is_alive(started["pid"])
    second.close()
    wait(lambda: not is_alive(started["pid"]))
    wait(lambda: first.start().state == "STARTING" and len(starts(log)) == 2)
    first.close()
    wait(lambda: not is_alive(starts(log)[1]["pid"]))


def test_takes_another_port_where_the_first_is_taken(configuration, log):
    with socket.create_server(("127.0.0.1", configuration.port)):
        starter = Starter(configuration)
        starter.start()
        wait(started_port)
        assert starts(log)[0]["server.port"] == "0"
        starter.close()
    wait(lambda: not is_alive(starts(log)[0]["pid"]))


def test_gpulse_ends_when_the_supervisor_is_killed(configuration, log):
    starter = Starter(configuration)
    starter.start()
    wait(started_port)
    supervisor = starter._supervisor
    supervisor.send_signal(signal.SIGKILL)
    wait(lambda: not is_alive(starts(log)[0]["pid"]))
    wait(lambda: supervisor.poll() is not None)
    assert starter.start().state == "STARTING"
    wait(lambda: len(starts(log)) == 2)
    starter.close()
    wait(lambda: not is_alive(starts(log)[1]["pid"]))


def test_starts_again_after_a_cleaner_of_old_files(configuration, log):
    starter = Starter(configuration)
    starter.start()
    wait(started_port)
    shutil.rmtree(runtime_folder())
    starter.start()
    assert answer_of(wait(started_port))["pid"] == starts(log)[1]["pid"]
    wait(lambda: not is_alive(starts(log)[0]["pid"]))
    starter.close()
    wait(lambda: not is_alive(starts(log)[1]["pid"]))


def test_a_command_that_fails_is_reported_once_the_restarts_are_used(log):
    starter = Starter(Configuration(command=("/absent/gpulse",)))
    starter.start()
    found = wait(lambda: starter.start() if starter.start().state != "STARTING" else None)
    path = runtime_folder() / LOG
    assert (found.state, found.detail) == ("NOT_FOUND", f"gpulse was started and ended again; {path} has the reason.")
    assert "/absent/gpulse" in path.read_text()
    starter.close()


def supervise(port, *command):
    """Runs a supervisor without back-off, while a user holds the lock; returns its exit status."""
    program = (
        "import sys; from gpulse_jupyterlab.supervise import Supervisor; from pathlib import Path;"
        "a = sys.argv; sys.exit(Supervisor(Path(a[1]), Path(a[2]), int(a[3]), a[4:], back_off=0.001).run())"
    )
    port_file, users_lock = (runtime_folder() / name for name in (PORT, USERS_LOCK))
    users = start_module._open(users_lock)
    assert start_module._lock(users, shared=True)
    arguments = [str(port_file), str(users_lock), str(port), *command]
    ended = subprocess.run([sys.executable, "-c", program, *arguments], check=False, timeout=20)
    os.close(users)
    return ended.returncode


def test_restarts_a_few_times_on_another_port_when_gpulse_never_listened(log):
    port = free_port()
    record = f"import json, sys; open({str(log)!r}, 'a').write(json.dumps(sys.argv[-1]) + chr(10))"
    assert supervise(port, sys.executable, "-c", record) == 1
    assert starts(log) == [f"--server.port={port}", *["--server.port=0"] * 3]


def test_restarts_on_the_same_port_when_gpulse_was_killed(log):
    port = free_port()
    command = (sys.executable, str(PROGRAM), str(log), "--kill=true")
    assert supervise(port, *command) == 1
    assert [start["server.port"] for start in starts(log)] == [str(port)] * 4


def test_says_why_none_is_started(configuration, monkeypatch):
    assert Starter(Configuration(autostart=False)).start().parameters["reason"] == "autostart-off"
    monkeypatch.setattr(start_module.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "/absent")
    assert Starter(Configuration()).start().parameters["reason"] == "no-command"
    monkeypatch.setattr(start_module.importlib.util, "find_spec", lambda name: name == "gpulse_server")
    assert Starter(Configuration()).command() == [sys.executable, "-m", "gpulse_server"]
    assert Starter(configuration).command() == list(configuration.command)


def test_the_command_of_the_client_alone_starts_none(tmp_path, monkeypatch):
    monkeypatch.setattr(start_module.importlib.util, "find_spec", lambda _: None)
    own, other = Path(sys.executable).parent, tmp_path / "gpulse"
    assert (own / "gpulse").exists()
    monkeypatch.setenv("PATH", f"{own}{os.pathsep}{tmp_path}")
    assert Starter(Configuration()).command() is None
    other.touch(mode=0o755)
    assert Starter(Configuration()).command() == [str(other)]


def test_an_open_runtime_folder_starts_none(configuration, log):
    runtime_folder().chmod(0o755)
    with pytest.raises(RuntimeFolderError):
        Starter(configuration).start()
    assert starts(log) == []


def test_a_slow_start_names_the_log(configuration, monkeypatch):
    starter, other = Starter(configuration), Starter(configuration)
    folder = runtime_folder()
    lock = start_module._open(folder / "start.lock")
    start_module._lock(lock)
    now = [1000.0]
    monkeypatch.setattr(start_module.time, "monotonic", lambda: now[0])
    assert starter.start().parameters["reason"] == "starting"
    now[0] += 61
    assert starter.start().parameters["reason"] == "slow-start"
    assert other.start().parameters["reason"] == "starting"
    os.close(lock)
    assert not (folder / PORT).exists()
