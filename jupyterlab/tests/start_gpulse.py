"""A program that takes the options of gpulse, serves its status and ends with its standard input."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/crash":
            os._exit(3)
        body = {"version": "0.1.0", "rounds": {}, "gpus": [], "pid": os.getpid(), "environment": dict(os.environ)}
        data = json.dumps(body).encode()
        self.send_response(400 if self.path == "/api/v1/report" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        return


def main(log: Path, *arguments: str) -> None:
    options = dict(argument.removeprefix("--").split("=", 1) for argument in arguments)
    with log.open("a") as file:
        file.write(json.dumps({"pid": os.getpid(), **options}) + "\n")
    assert options["gpulse.exit-with-parent"] == "true"
    server = ThreadingHTTPServer((options["server.address"], int(options["server.port"])), Handler)
    port_file = Path(options["gpulse.port-file"])

    def end_with_parent() -> None:
        sys.stdin.read()
        port_file.unlink(missing_ok=True)
        os._exit(0)

    threading.Thread(target=end_with_parent, daemon=True).start()
    new = port_file.with_suffix(".new")
    new.write_text(str(server.server_port))
    new.rename(port_file)
    if options.get("kill"):
        os.kill(os.getpid(), signal.SIGKILL)
    server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
