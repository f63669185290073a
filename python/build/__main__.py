"""Builds the Python packages: ``python3 python/build wheels`` into target/wheels, ``check`` tests them as well.

Downloads are kept in ``~/.cache/gpulse/build``. Where something outside the checkout is missing (an old Python, npm, a
registry that does not answer), one line gives the reason and the exit code is 0; any other failure is a failure.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from importlib.util import find_spec


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 python/build", description=__doc__)
    parser.add_argument("command", choices=("wheels", "check"))
    parser.add_argument("--thorough", action="store_true", help="also the long tests")
    arguments = parser.parse_args()
    reason = _missing()
    if reason:
        return _not_checked(reason)
    return _run(arguments.command, arguments.thorough)


def _run(command: str, thorough: bool) -> int:
    from checks import check
    from downloads import NotCheckedError
    from wheels import build, tools

    try:
        environment = tools() / "venv"
        built = build(environment)
        for wheel in built:
            print(f"jupyter: {wheel.name} {wheel.stat().st_size / 1e6:.2f} MB", flush=True)
        if command == "check":
            check(environment, thorough)
    except NotCheckedError as e:
        return _not_checked(str(e))
    except subprocess.CalledProcessError as e:
        print(f"jupyter: failed with {e.returncode}: {' '.join(map(str, e.cmd))}", file=sys.stderr)
        return 1
    return 0


def _missing() -> str | None:
    if sys.version_info < (3, 10):
        return f"Python 3.10 or newer is needed, this is {sys.version.split()[0]}"
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        return "Python's module venv is missing (Debian's package python3-venv)"
    if shutil.which("npm") is None:
        return "npm is not on the PATH"
    return None


def _not_checked(reason: str) -> int:
    print(f"jupyter: not checked ({reason})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
