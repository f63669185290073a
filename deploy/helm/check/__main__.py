"""Checks the chart: ``python3 deploy/helm/check``. Without Helm 4 on the PATH it is built by Go, once.

The tools are kept in ``~/.cache/gpulse/build``, as those of the Python packages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Tests read all files of deploy/ as texts.
sys.dont_write_bytecode = True
FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parents[2] / "python/build"))
from downloads import (  # noqa: E402
    NotCheckedError,
    cache_folder,
    download,
    key,
    locked,
    once,
    python_registry_answers,
    remove_old,
)

REQUIREMENTS = FOLDER / "requirements.txt"
HELM = "helm.sh/helm/v4/cmd/helm@v4.3.2"


def main() -> int:
    try:
        environment = {**os.environ, "HELM": str(_helm()), "PYTHONDONTWRITEBYTECODE": "1"}
        python = _python()
    except NotCheckedError as e:
        print(f"helm: not checked: {e}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as e:
        print(f"helm: failed with {e.returncode}: {' '.join(map(str, e.cmd))}", file=sys.stderr)
        return 1
    command = [python, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *sys.argv[1:]]
    return subprocess.run(command, cwd=FOLDER, env=environment, check=False).returncode


def _helm() -> Path:
    """Returns the program: that of the PATH, else the built one. It takes about 17 minutes of CPU, hence ``nice``."""
    found = shutil.which("helm")
    # Helm 3 renders the chart too, but prints no notes without a cluster.
    if found and subprocess.run([found, "version", "--short"], capture_output=True, check=False).stdout.startswith(
        b"v4"
    ):
        return Path(found)
    if shutil.which("go") is None:
        raise NotCheckedError("neither Helm 4 nor Go, which could build it, is on the PATH")
    folder = cache_folder() / f"helm-{key(HELM)}"
    # One compiler at a time.
    flags = f"{os.environ.get('GOFLAGS', '')} -p=1".strip()
    environment = {**os.environ, "GOBIN": str(folder), "CGO_ENABLED": "0", "GOFLAGS": flags}
    build = ["nice", "-n", "19", "go", "install", "-trimpath", "-ldflags=-s -w", HELM]
    with locked(folder):
        if not (folder / ".made").exists():
            print(f"helm: building {HELM}, about 17 minutes of CPU", flush=True)
        once(folder, lambda: download(build, _modules_answer, env=environment))
    remove_old("helm", folder)
    return folder / "helm"


def _modules_answer() -> bool:
    module = HELM.replace("/cmd/helm", "")
    done = subprocess.run(["go", "list", "-m", module], cwd="/", capture_output=True, timeout=60, check=False)
    return done.returncode == 0


def _python() -> Path:
    """Returns the Python of the environment with the requirements."""
    folder = cache_folder() / f"chart-{key(sys.version, sys.executable, REQUIREMENTS)}"
    python = folder / "venv/bin/python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]

    def make() -> None:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder / "venv"], check=True)
        download([*install, f"--requirement={REQUIREMENTS}"], lambda: python_registry_answers(python))

    with locked(folder):
        once(folder, make)
    remove_old("chart", folder)
    return python


if __name__ == "__main__":
    sys.exit(main())
