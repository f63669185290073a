"""Builds the Python packages: ``python3 python/build wheels`` into target/wheels, ``check`` tests them as well.

Downloads are kept in ``~/.cache/gpulse/build``. What is needed is examined before anything is built. Where something
outside the checkout is missing (an old Python, npm, a registry that does not answer), one line gives the reason; the
exit code is then 0 for ``check``, and 1 for ``wheels``, which built nothing. Any other failure is a failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 python/build", description=__doc__)
    parser.add_argument("command", choices=("wheels", "check"))
    parser.add_argument("--thorough", action="store_true", help="also the long tests")
    parser.add_argument("--trackers", action="store_true", help="also the tests with programs of others")
    arguments = parser.parse_args()
    reason = _missing()
    if reason:
        return _ended(arguments.command, reason)
    if not jar_folder().is_dir():
        advice = "build it with 'mvn package', or set GPULSE_JAR"
        print(f"jupyter: failed: {jar_folder()} is missing: {advice}", file=sys.stderr)
        return 1
    return _run(arguments.command, arguments.thorough, arguments.thorough or arguments.trackers)


def _run(command: str, thorough: bool, trackers: bool) -> int:
    from checks import check
    from downloads import NotCheckedError
    from wheels import build, tools

    try:
        environment = tools() / "venv"
        built = build(environment)
        for wheel in built:
            print(f"jupyter: {wheel.name} {wheel.stat().st_size / 1e6:.2f} MB", flush=True)
        if command == "check":
            check(environment, thorough, trackers)
    except NotCheckedError as e:
        return _ended(command, str(e))
    except subprocess.CalledProcessError as e:
        print(f"jupyter: failed with {e.returncode}: {' '.join(map(str, e.cmd))}", file=sys.stderr)
        return 1
    return 0


def _missing() -> str | None:
    if sys.version_info < (3, 10):
        return f"Python 3.10 or newer is needed, this is {sys.version.split()[0]}"
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        return "Python's module venv is missing (Debian's package python3-venv)"
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"{program} is not on the PATH"
    return None


def jar_folder() -> Path:
    """Returns the extracted form of the jar, which the wheel of the server contains."""
    jar = os.environ.get("GPULSE_JAR") or Path(__file__).resolve().parents[2] / "target/gpulse.jar"
    return Path(jar).resolve().with_suffix("")


def _ended(command: str, reason: str) -> int:
    """Reports that something outside the checkout is missing; a command whose only result is the wheels has failed."""
    if command == "check":
        print(f"jupyter: not checked ({reason})")
        return 0
    print(f"jupyter: not built ({reason})", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
