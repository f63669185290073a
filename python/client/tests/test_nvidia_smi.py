"""``gpulse nvidia-smi`` and the shell file nvidia-smi, which do the same, in each shell and with each HTTP program."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from fake import Answer, FakeServer, html, problem

from gpulse import smi
from gpulse.errors import GpulseError
from gpulse.transport import READ_SECONDS
from gpulse.words import SIMULATED, STALE

SCRIPT = Path(str(files("gpulse"))) / "nvidia-smi"
SHELLS = {"dash": ["dash"], "bash": ["bash", "--posix"], "busybox": ["busybox", "sh"]}
TOOLS = ("sh", "od", "tr", "sed", "cat")
PATIENCE = 30
TOKEN = "token-of-sixteen-letters"
TEXT = {"Content-Type": "text/plain;charset=UTF-8"}
FAILURE = {**TEXT, "Gpulse-Exit-Code": "2"}


@dataclass(frozen=True)
class Way:
    """A way to run the command: a command line, and the folder with the only programs that it finds."""

    name: str
    command: list[str]
    path: str

    def start(self, arguments: list[str], **environment: str) -> subprocess.Popen[bytes]:
        variables = {"PATH": self.path, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
        pipe = subprocess.PIPE
        command = [*self.command, *arguments]
        # A build in the background ignores SIGINT, and its children would.
        default = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        return subprocess.Popen(
            command, env=variables, stdout=pipe, stderr=pipe, start_new_session=True, preexec_fn=default
        )

    def run(self, arguments: list[str], **environment: str) -> tuple[int, bytes, str]:
        with self.start(arguments, **environment) as process:
            out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err.decode()


def folder_of(parent: Path, program: str, shell: str) -> str:
    folder = parent / f"{program}-{shell}"
    folder.mkdir()
    for tool in TOOLS:
        (folder / tool).symlink_to(shutil.which("busybox" if shell == "busybox" else tool) or tool)
    if program == "python3":
        (folder / program).write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        (folder / program).chmod(0o755)
    elif program == "busybox":
        (folder / "wget").symlink_to(shutil.which("busybox") or "busybox")
    elif program:
        (folder / program).symlink_to(shutil.which(program) or program)
    return str(folder)


def shell_way(parent: Path, shell: str, program: str) -> Way:
    for needed in (shell, program):
        if needed and shutil.which(needed) is None:
            pytest.skip(f"needs {needed}")
    command = [shutil.which(SHELLS[shell][0]) or "", *SHELLS[shell][1:], str(SCRIPT)]
    return Way(program, command, folder_of(parent, program, shell))


ALL = [
    "python",
    "dash-curl",
    "bash-curl",
    "busybox-curl",
    "dash-python3",
    "dash-wget",
    "dash-busybox",
    "busybox-busybox",
]
COMPLETE = [each for each in ALL if not each.endswith(("wget", "-busybox"))]


@pytest.fixture
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Way:
    if request.param == "python":
        return Way("python", [sys.executable, "-m", "gpulse", "nvidia-smi"], os.environ["PATH"])
    shell, _, program = request.param.partition("-")
    return shell_way(tmp_path, shell, program)


every_way = pytest.mark.parametrize("way", ALL, indirect=True)
complete_way = pytest.mark.parametrize("way", COMPLETE, indirect=True)


def answer(server: FakeServer, body: Any, status: int = 200, **headers: str) -> None:
    length = {"Content-Length": str(len(body))} if isinstance(body, bytes) else {}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    server.answers["nvidia-smi"] = (status, {**TEXT, **length, **named}, body)


def arguments_of(server: FakeServer) -> list[str]:
    return server.requests[-1][2].get("arg", [])


class Lines:
    """An output without end, whose next line is sent when it is released; ``left`` is set when the reader is gone."""

    def __init__(self) -> None:
        self.more = threading.Semaphore(1)
        self.left = threading.Event()

    def __call__(self, _: object) -> Answer:
        return 200, TEXT, self._lines()

    def _lines(self) -> Iterator[bytes]:
        try:
            while self.more.acquire(timeout=PATIENCE):
                yield b"line\n"
        finally:
            self.left.set()


@every_way
def test_prints_the_output_byte_for_byte(way: Way, server: FakeServer) -> None:
    body = b"  first\n\n\ttab \xc3\xa9 \\n %s\nno line end"
    answer(server, body)
    assert way.run([], GPULSE_URL=server.url) == (0, body, "")
    assert arguments_of(server) == []


@every_way
def test_prints_xml(way: Way, server: FakeServer) -> None:
    answer(server, b"<a/>\n", Content_Type="application/xml;charset=UTF-8")
    assert way.run(["-q", "-x"], GPULSE_URL=server.url) == (0, b"<a/>\n", "")


def test_only_an_output_without_end_may_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float | None] = []

    def output(_: object, path: str, arguments: list[str], silence_seconds: float | None) -> None:
        seconds.append(silence_seconds)
        raise GpulseError("refused", 500)

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(smi.Transport, "output", output)
    assert [smi.run(given) for given in (["-q"], ["-q", "-l", "60"], ["dmon"])] == [9, 9, 9]
    assert seconds == [READ_SECONDS, None, None]


@every_way
def test_passes_each_argument_on(way: Way, server: FakeServer) -> None:
    answer(server, b"")
    given = [
        "-q",
        "a b",
        "--query-gpu=name,power.draw",
        "é",
        "x&arg=y#z?",
        "line\nbreak\n",
        "\"'$`\\",
        "100%",
        "",
        "*+;",
        "a\\nb\\101",
    ]
    assert way.run(given, GPULSE_URL=f"{server.url}/")[0] == 0
    assert arguments_of(server) == given


@every_way
def test_a_closed_port_is_one_sentence(way: Way, server: FakeServer) -> None:
    server.close()
    expected = (9, b"", f"gpulse at {server.url} does not answer\n")
    assert way.run(["-q"], GPULSE_URL=server.url) == expected
    assert way.run(["-l"], GPULSE_URL=server.url) == expected


@every_way
def test_names_simulated_data_on_standard_error(way: Way, server: FakeServer) -> None:
    answer(server, b"GPU 0\n", Gpulse_Simulated="true")
    assert way.run(["-L"], GPULSE_URL=server.url) == (0, b"GPU 0\n", f"gpulse: {SIMULATED}\n")


@every_way
def test_names_old_data_on_standard_error(way: Way, server: FakeServer) -> None:
    answer(server, b"GPU 0\n", Gpulse_Stale="2026-11-20T10:00:01.003Z")
    notice = f"gpulse: {STALE.format('2026-11-20T10:00:01.003Z')}\n"
    assert way.run(["-L"], GPULSE_URL=server.url) == (0, b"GPU 0\n", notice)


@complete_way
@pytest.mark.parametrize(("status", "code"), [(400, 2), (403, 4), (404, 6), (503, 9)])
def test_prints_an_error_of_nvidia_smi_with_its_exit_code(way: Way, server: FakeServer, status: int, code: int) -> None:
    answer(server, b"No devices were found\n", status, Gpulse_Exit_Code=str(code))
    assert way.run(["-i", "9"], GPULSE_URL=server.url) == (code, b"No devices were found\n", "")


@pytest.mark.parametrize("way", ["dash-wget"], indirect=True)
def test_wget_prints_an_error_too(way: Way, server: FakeServer) -> None:
    answer(server, b"No devices were found\n", 404, Gpulse_Exit_Code="6")
    assert way.run(["-i", "9"], GPULSE_URL=server.url) == (6, b"No devices were found\n", "")


@pytest.mark.parametrize("way", ["dash-busybox", "busybox-busybox"], indirect=True)
def test_the_wget_of_busybox_names_the_status_only(way: Way, server: FakeServer) -> None:
    answer(server, b"No devices were found\n", 404, Gpulse_Exit_Code="6")
    code, out, err = way.run(["-i", "9"], GPULSE_URL=server.url)
    assert (code, out) == (9, b"")
    assert "answers with the status 404; the wget of BusyBox hides its text" in err


REFUSED = {
    "page": (html(), "does not answer as gpulse"),
    "missing page": (html(404), "does not answer as gpulse"),
    "text of another server": ((404, TEXT, b"404 page not found\n"), "does not answer as gpulse"),
    "redirect": ((302, {**TEXT, "Location": "/login"}, b""), "does not answer as gpulse"),
    "token": (problem(401, "Authentication is required."), "requires a token: set GPULSE_TOKEN or GPULSE_TOKEN_FILE"),
    "older": (problem(404, "There is nothing at /api/v1/nvidia-smi; see the API."), "is of another version"),
    "host": (problem(403, 'Unknown host "x".'), "does not permit this: Unknown host 'x'."),
}


@every_way
@pytest.mark.parametrize("case", REFUSED)
def test_an_answer_of_another_program_is_one_sentence(way: Way, server: FakeServer, case: str) -> None:
    given, sentence = REFUSED[case]
    if way.name == "busybox" and given[0] >= 400 and case != "token":
        sentence = f"answers with the status {given[0]}"
    if (way.name, case) == ("busybox", "redirect"):
        sentence = "answers with the status 404"  # It follows, and gets no token.
    if (way.name, case) == ("wget", "redirect"):
        sentence = "does not answer"  # It hides such a response.
    server.answers["nvidia-smi"] = given
    code, out, err = way.run(["-L"], GPULSE_URL=server.url)
    assert (code, out) == (9, b"")
    assert sentence in err.replace('"', "'")
    assert err.count("\n") == 1


@every_way
@pytest.mark.parametrize("given", [problem(414, "Too long."), html(414), (431, {}, b"")])
def test_a_command_line_that_is_too_long_is_one_sentence(way: Way, server: FakeServer, given: Answer) -> None:
    server.answers["nvidia-smi"] = given
    assert way.run(["-L"], GPULSE_URL=server.url) == (2, b"", "gpulse: The command line is too long.\n")


@every_way
def test_a_command_line_that_no_server_takes_is_not_sent(way: Way, server: FakeServer) -> None:
    found = way.run(["-i", "1" * 100_000], GPULSE_URL=server.url)
    assert (*found, server.requests) == (2, b"", "gpulse: The command line is too long.\n", [])


@complete_way
def test_no_other_user_sees_the_token(way: Way, server: FakeServer) -> None:
    seen: list[bytes] = []

    def look(_: object) -> Answer:
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                seen.append(file.read_bytes())
        return 200, {**TEXT, "Content-Length": "3"}, b"ok\n"

    server.answers["nvidia-smi"] = look
    assert way.run(["-L"], GPULSE_URL=server.url, GPULSE_TOKEN=TOKEN) == (0, b"ok\n", "")
    assert server.headers()["Authorization"] == f"Bearer {TOKEN}"
    assert [line for line in seen if TOKEN.encode() in line] == []


@complete_way
def test_reads_the_token_from_a_file(way: Way, server: FakeServer, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\r\n")
    file.chmod(0o600)
    answer(server, b"ok\n")
    assert way.run(["-L"], GPULSE_URL=server.url, GPULSE_TOKEN_FILE=str(file)) == (0, b"ok\n", "")
    assert server.headers()["Authorization"] == f"Bearer {TOKEN}"


@complete_way
def test_a_token_that_is_not_accepted_is_one_sentence(way: Way, server: FakeServer) -> None:
    server.answers["nvidia-smi"] = problem(401, "Unknown token.")
    found = way.run(["-L"], GPULSE_URL=server.url, GPULSE_TOKEN=TOKEN)
    assert found == (9, b"", f"The gpulse at {server.url} does not accept this token: check GPULSE_TOKEN.\n")


@complete_way
@pytest.mark.parametrize("token", ["two words", "new\nline", 'quote"', "é"])
def test_a_token_that_cannot_be_sent_is_not_sent(way: Way, server: FakeServer, token: str) -> None:
    if way.name == "python" and token == 'quote"':
        pytest.skip("can be sent")
    code, out, err = way.run(["-L"], GPULSE_URL=server.url, GPULSE_TOKEN=token)
    assert (code, out, err.count("\n")) == (9, b"", 1)
    assert server.requests == []


@every_way
@pytest.mark.parametrize(
    "url",
    ["gpu7", "ftp://gpu7", "http://", "http://anna:secret@gpu7", "http://gpu7/?a", 'http://gpu7" "', "http://a\nb"],
)
def test_an_invalid_address_is_one_sentence(way: Way, url: str) -> None:
    code, out, err = way.run(["-L"], GPULSE_URL=url)
    assert (code, out, err.count("\n")) == (9, b"", 1)
    assert "secret" not in err


@every_way
def test_prints_each_line_when_it_arrives(way: Way, server: FakeServer) -> None:
    lines = Lines()
    server.answers["nvidia-smi"] = lines
    with way.start(["-l", "1"], GPULSE_URL=server.url) as process:
        for _ in range(3):
            assert process.stdout.readline() == b"line\n"
            lines.more.release()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


@every_way
def test_ctrl_c_ends_the_output_quietly(way: Way, server: FakeServer) -> None:
    server.answers["nvidia-smi"] = Lines()
    with way.start(["--loop=1"], GPULSE_URL=server.url) as process:
        assert process.stdout.readline() == b"line\n"
        os.killpg(process.pid, signal.SIGINT)
        rest = process.communicate(timeout=PATIENCE)
    assert (process.returncode, *rest) == (0, b"", b"")


@every_way
def test_a_signal_to_the_command_alone_leaves_no_process(way: Way, server: FakeServer) -> None:
    lines = Lines()
    server.answers["nvidia-smi"] = lines
    with way.start(["dmon"], GPULSE_URL=server.url) as process:
        assert process.stdout.readline() == b"line\n"
        process.terminate()
        rest = process.communicate(timeout=PATIENCE)
    assert (process.returncode in (143, -signal.SIGTERM), *rest) == (True, b"", b"")
    wait_for_end(process.pid)


@complete_way
def test_a_signal_before_the_response_leaves_no_process(way: Way, server: FakeServer) -> None:
    requested = threading.Event()

    def hang(request: object) -> Answer:
        requested.set()
        return server.hang(request)

    server.answers["nvidia-smi"] = hang
    with way.start(["-l"], GPULSE_URL=server.url) as process:
        assert requested.wait(PATIENCE)
        process.terminate()
        rest = process.communicate(timeout=PATIENCE)
    assert rest == (b"", b"")
    wait_for_end(process.pid)


def wait_for_end(leader: int) -> None:
    """Waits until every process of a session has ended."""
    until = time.monotonic() + PATIENCE
    while left := session_of(leader):
        assert time.monotonic() < until, left


def session_of(leader: int) -> list[str]:
    """Returns the processes that a command left, which started a session; one that has ended does not count."""
    left = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = file.read_text(errors="replace").partition(") ")
            state, _, _, session = rest.split()[:4]
            if state != "Z" and session == str(leader):
                left.append(name)
    return left


@every_way
def test_a_reader_that_leaves_ends_the_output_quietly(way: Way, server: FakeServer) -> None:
    lines = Lines()
    server.answers["nvidia-smi"] = lines
    with way.start(["pmon"], GPULSE_URL=server.url) as process:
        assert process.stdout.readline() == b"line\n"
        process.stdout.close()
        while not lines.left.is_set():
            lines.more.release()
            lines.left.wait(0.01)
        assert process.stderr.read() == b""
    assert process.returncode in (141, -signal.SIGPIPE)


@every_way
def test_a_killed_command_leaves_no_process_after_the_next_line(way: Way, server: FakeServer) -> None:
    lines = Lines()
    server.answers["nvidia-smi"] = lines
    with way.start(["-q", "-x", "-l", "1"], GPULSE_URL=server.url) as process:
        assert process.stdout.readline() == b"line\n"
        process.kill()
        process.stdout.close()
        while not lines.left.is_set():
            lines.more.release()
            lines.left.wait(0.01)
    wait_for_end(process.pid)


@every_way
def test_a_killed_command_writes_no_further_line_to_a_file(way: Way, server: FakeServer, tmp_path: Path) -> None:
    lines = Lines()
    server.answers["nvidia-smi"] = lines
    file = tmp_path / "file"
    with way.start(["dmon", "-f", str(file)], GPULSE_URL=server.url) as process:
        until = time.monotonic() + PATIENCE
        while not (file.exists() and file.read_bytes()):
            assert time.monotonic() < until
            lines.left.wait(0.01)
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # It stays a zombie.
        while not lines.left.is_set():
            assert time.monotonic() < until, file.read_bytes()
            lines.more.release()
            lines.left.wait(0.01)
    assert file.read_bytes() == b"line\n"
    wait_for_end(process.pid)


@every_way
def test_an_output_without_end_that_ends_is_one_sentence(way: Way, server: FakeServer) -> None:
    answer(server, [b"line\n"])
    expected = (9, b"line\n", f"gpulse at {server.url} no longer answers\n")
    assert way.run(["-l", "1"], GPULSE_URL=server.url) == expected
    assert way.run(["dmon"], GPULSE_URL=server.url) == expected
    assert way.run(["dmon", "-c", "1"], GPULSE_URL=server.url) == (0, b"line\n", "")
    answer(server, b"help\n")
    assert way.run(["dmon", "-h"], GPULSE_URL=server.url) == (0, b"help\n", "")


CHUNKED = {**TEXT, "Transfer-Encoding": "chunked"}
CUT = {
    "length": (["-q"], (200, {**TEXT, "Content-Length": "1000"}, b"a line\nand a part")),
    "chunked": (["-q"], (200, CHUNKED, b"11\r\na line\nand a part\r\n")),
    "within a part": (["-q"], (200, CHUNKED, b"20\r\na line\nand a part")),
    "counted": (["dmon", "-c", "5"], (200, CHUNKED, b"11\r\na line\nand a part\r\n")),
    "error": (["-i", "9"], (400, {**TEXT, "Gpulse-Exit-Code": "2", "Content-Length": "1000"}, b"a line\nand a part")),
}


@every_way
@pytest.mark.parametrize("case", CUT)
def test_an_output_that_is_cut_off_is_one_sentence(way: Way, server: FakeServer, case: str) -> None:
    given, server.answers["nvidia-smi"] = CUT[case]
    if way.name in ("busybox", "wget") and case == "error":
        pytest.skip("has one status for every error")
    if (way.name, case) == ("wget", "within a part"):
        pytest.skip("wget itself takes this for the end")
    expected = (9, b"a line\nand a part", f"gpulse at {server.url} no longer answers\n")
    assert way.run(given, GPULSE_URL=server.url) == expected


@pytest.mark.parametrize("way", ["dash-curl", "dash-python3", "dash-wget"], indirect=True)
def test_an_output_that_stalls_is_one_sentence(way: Way, server: FakeServer, tmp_path: Path) -> None:
    hasty = tmp_path / "nvidia-smi"
    hasty.write_text(SCRIPT.read_text().replace("seconds=15", "seconds=1"))
    lines = Lines()
    server.answers["nvidia-smi"] = lines
    found = Way(way.name, [*way.command[:-1], str(hasty)], way.path).run(["-q"], GPULSE_URL=server.url)
    lines.more.release()
    assert found == (9, b"line\n", f"gpulse at {server.url} no longer answers\n")


@every_way
@pytest.mark.parametrize("option", [["-f", "FILE"], ["-f=FILE"], ["--filename", "FILE"], ["--filename=FILE"]])
def test_writes_a_file_here(way: Way, server: FakeServer, tmp_path: Path, option: list[str]) -> None:
    file = tmp_path / "a file"
    answer(server, b"output\n")
    given = [each.replace("FILE", str(file)) for each in option]
    assert way.run(["-q", *given, "-i", "0"], GPULSE_URL=server.url) == (0, b"", "")
    assert file.read_bytes() == b"output\n"
    assert arguments_of(server) == ["-q", "-i", "0"]


@complete_way
def test_a_file_keeps_its_content_where_there_is_no_output(way: Way, server: FakeServer, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    answer(server, b"not recognized\n", 400, Gpulse_Exit_Code="2")
    assert way.run(["-q", "-f", str(file)], GPULSE_URL=server.url) == (2, b"not recognized\n", "")
    assert file.read_text() == "before"
    answer(server, b"output\n")
    code, out, err = way.run(["-q", "-f", f"{tmp_path}/none/file"], GPULSE_URL=server.url)
    assert (code, out, err.count("\n")) == (1, b"", 1)
    assert "cannot be written" in err


@every_way
@pytest.mark.parametrize("given", [["conf-compute", "-f"], ["-q", "-f"], ["mig", "-f", "x"]])
def test_another_f_is_for_gpulse(way: Way, server: FakeServer, given: list[str]) -> None:
    answer(server, b"")
    assert way.run(given, GPULSE_URL=server.url)[0] == 0
    assert arguments_of(server) == given


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_file_sends_no_token_without_an_address(shell: str, server: FakeServer, tmp_path: Path) -> None:
    way = shell_way(tmp_path, shell, "curl")
    copy = tmp_path / "nvidia-smi"
    copy.write_text(SCRIPT.read_text().replace("http://127.0.0.1:8080", server.url))
    at_default = Way("curl", [*way.command[:-1], str(copy)], way.path)
    answer(server, b"ok\n")
    assert at_default.run(["-L"], GPULSE_TOKEN=TOKEN) == (0, b"ok\n", "")
    assert "Authorization" not in server.headers()
    server.answers["nvidia-smi"] = problem(401, "Authentication is required.")
    assert "requires a token: set GPULSE_URL, and GPULSE_TOKEN" in at_default.run(["-L"], GPULSE_TOKEN=TOKEN)[2]


@pytest.mark.parametrize("program", ["wget", "busybox"])
def test_wget_gets_no_token(program: str, server: FakeServer, tmp_path: Path) -> None:
    way = shell_way(tmp_path, "dash", program)
    code, out, err = way.run(["-L"], GPULSE_URL=server.url, GPULSE_TOKEN=TOKEN)
    assert (code, out) == (9, b"")
    assert err == "gpulse: wget would show the token to other users: install curl or python3.\n"
    assert server.requests == []


def test_the_shell_file_names_what_it_needs(server: FakeServer, tmp_path: Path) -> None:
    way = shell_way(tmp_path, "dash", "")
    expected = "gpulse: curl, python3 or wget is needed, and none of them is here.\n"
    assert way.run(["-L"], GPULSE_URL=server.url) == (9, b"", expected)


def test_the_shell_file_is_marked_and_printed() -> None:
    lines = SCRIPT.read_bytes().splitlines()
    assert lines[:2] == [b"#!/bin/sh", b"# gpulse-nvidia-smi"]
    command = [sys.executable, "-m", "gpulse", "nvidia-smi", "--print-shell"]
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run(command, env=variables, capture_output=True, check=True).stdout == SCRIPT.read_bytes()


def test_shellcheck_finds_nothing() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("needs shellcheck")
    done = subprocess.run(["shellcheck", str(SCRIPT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
