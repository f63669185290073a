"""The command gpulse, with and without the server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from fake import FakeServer
from fleets import fleet, fleet_free, place

RUN = "import sys; from gpulse.command import main; "


def run(script: str, arguments: list[str], *paths: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, *sys.path]), **environment}
    command = [sys.executable, "-c", RUN + script, *arguments]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


def test_a_command_of_the_server_is_one_sentence_where_it_is_not_installed() -> None:
    for arguments in ([], ["doctor"], ["--server.port=9000"]):
        done = run("sys.modules['gpulse_server'] = None; main()", arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            "gpulse: The server is not installed here: install the package gpulse. "
            "Without it there are `gpulse free`, `gpulse run` and `gpulse nvidia-smi`.\n"
        )


def test_the_server_gets_every_other_command(tmp_path: Path) -> None:
    package = tmp_path / "gpulse_server"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "command.py").write_text("def main(arguments):\n    print(arguments)\n    raise SystemExit(3)\n")
    for arguments in ([], ["doctor", "--share"], ["--gpulse.source=demo"], ["password"]):
        done = run("main()", arguments, str(tmp_path))
        assert (done.returncode, done.stdout, done.stderr) == (3, f"{arguments}\n", "")


def test_a_server_that_lacks_a_package_is_not_reported_as_missing(tmp_path: Path) -> None:
    package = tmp_path / "gpulse_server"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "command.py").write_text("import jdk_that_is_missing\n")
    assert "No module named 'jdk_that_is_missing'" in run("main()", [], str(tmp_path)).stderr


def test_starts_without_large_packages(server: FakeServer) -> None:
    server.answers["nvidia-smi"] = (200, {"Content-Type": "text/plain", "Content-Length": "3"}, b"ok\n")
    server.answers["fleet"] = fleet()
    server.answers["fleet/free"] = fleet_free(place("gpu-2"))
    script = """
import atexit
atexit.register(lambda: print(sorted({"pandas", "numpy", "IPython", "gpulse_server"} & set(sys.modules))))
main()
"""
    done = run(script, ["nvidia-smi", "-L"], GPULSE_URL=server.url)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ok\n[]\n", "")
    done = run(script, ["free", "2", "--fleet"], GPULSE_URL=server.url)
    assert (done.returncode, done.stdout.splitlines()[1:], done.stderr) == (0, ["[]"], "")
