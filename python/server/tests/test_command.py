"""The command of the installed package, with a stub in place of Java and once with Java itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "gpulse_server"]


def run(arguments: list[str], environment: dict[str, str], **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], env=environment, cwd="/", capture_output=True, text=True, check=False, **more
    )


def written(environment: dict[str, str]) -> list[str]:
    return Path(environment["STUB_FILE"]).read_text(encoding="utf-8").splitlines()


def test_passes_arguments_on(environment):
    arguments = ["--server.port=9000", "--gpulse.recording.file=/a file/with blanks", "--x=$HOME"]
    assert run(arguments, environment).returncode == 0
    passed = written(environment)
    assert passed[-5].endswith("/gpulse_server/app/gpulse.jar")
    assert passed[-6] == "-jar"
    assert passed[-4:-1] == arguments


def test_further_options_of_java_are_the_last(environment):
    run([], {**environment, "GPULSE_JAVA_OPTIONS": "-Xmx512m '-Dx=a b'"})
    assert written(environment)[-5:-3] == ["-Xmx512m", "-Dx=a b"]


def test_becomes_java_itself(environment):
    with subprocess.Popen(COMMAND, env=environment, cwd="/") as process:
        process.wait(60)
    assert written(environment)[-1] == f"pid={process.pid}"


@pytest.mark.parametrize(("given", "expected"), [({}, "2"), ({"MALLOC_ARENA_MAX": "8"}, "8")])
def test_java_gets_two_arenas_of_memory_unless_configured(environment, given, expected):
    environment.pop("MALLOC_ARENA_MAX", None)
    run([], {**environment, **given})
    assert Path(environment["STUB_FILE"] + ".environment").read_text(encoding="utf-8") == f"arenas={expected}\n"


def test_passes_standard_input_on(environment):
    done = run([], {**environment, "STUB_READS": "yes"}, input="a line\n")
    assert done.stdout == "read: a line\n"


def test_a_signal_reaches_java(environment):
    environment["STUB_READS"] = "yes"
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, env=environment, cwd="/", stdin=pipe, stdout=pipe, text=True) as process:
        while not os.path.exists(environment["STUB_FILE"]):
            assert process.poll() is None, process.returncode
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == "terminated\n"
    assert process.returncode == 143


def test_options_of_java_with_an_open_quote_are_one_sentence(environment):
    done = run([], {**environment, "GPULSE_JAVA_OPTIONS": "'-Xmx1g"})
    assert done.returncode == 1
    assert done.stderr == (
        "gpulse: GPULSE_JAVA_OPTIONS cannot be split into words (No closing quotation): close its quotes.\n"
    )


@pytest.mark.parametrize("given", ["/nowhere", "/etc/passwd"])
def test_an_unusable_java_is_one_sentence(environment, given):
    done = run([], {**environment, "GPULSE_JAVA": given})
    assert done.returncode == 1
    assert done.stderr == f"gpulse: GPULSE_JAVA={given} is not a Java program or the folder of a Java runtime.\n"


def test_no_traceback_where_java_cannot_be_executed(environment, java_folder):
    (java_folder / "bin" / "java").write_bytes(b"\x7fELF of another machine")
    done = run([], environment)
    assert done.returncode == 1
    assert done.stderr == f"gpulse: {java_folder}/bin/java cannot be started: Exec format error.\n"


def test_the_installed_package_reports_its_version():
    environment = {name: value for name, value in os.environ.items() if name != "GPULSE_JAVA"}
    done = run(["--version"], environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("gpulse 0.")
    assert "\nJava 25." in done.stdout


def test_the_command_is_the_module():
    command = Path(sys.executable).with_name("gpulse")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("gpulse 0.")
