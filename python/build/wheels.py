"""Builds the three wheels into target/wheels."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from downloads import (
    cache_folder,
    download,
    key,
    locked,
    npm_environment,
    npm_registry_answers,
    once,
    python_registry_answers,
    remove_old,
)

sys.path.append(str(Path(__file__).resolve().parent.parent))
from version import npm_version

ROOT = Path(__file__).resolve().parent.parent.parent
CLIENT, SERVER, LAB = ROOT / "python/client", ROOT / "python/server", ROOT / "jupyterlab"
WHEELS = ROOT / "target/wheels"

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
_LOCKED = ("package.json", "yarn.lock", ".yarnrc.yml")
_SOURCES = ("src", "style", "schema", "tests", "tsconfig.json", "vitest.config.mts", "LICENSE", *_LOCKED)


def tools() -> Path:
    """Returns the virtual environment of the build and the tests, made once for its requirements and its Python."""
    folder = cache_folder() / f"python-{key(sys.version, sys.executable, REQUIREMENTS)}"
    with locked(folder):
        once(folder, lambda: _install_tools(folder))
    remove_old("python", folder)
    return folder


def _install_tools(folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder / "venv"], check=True)
    python = folder / "venv/bin/python"
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", str(REQUIREMENTS)]
    download([str(python), *install], lambda: python_registry_answers(python))


def build(venv: Path) -> list[Path]:
    """Returns the wheels of client, JupyterLab extension and server."""
    front_end(venv)
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    command = [venv / "bin/pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", WHEELS]
    environment = {**os.environ, "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([*command, CLIENT, LAB, SERVER], check=True, env=environment)
    built = sorted(WHEELS.glob("*.whl"))
    if len(built) != len((CLIENT, LAB, SERVER)):
        raise subprocess.CalledProcessError(1, command)
    return built


def documented_install() -> str:
    """Returns the command of README.md that installs the wheels."""
    commands = re.findall(r"^pip install .*", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    if len(commands) != 1:
        raise ValueError(f"README.md must have one line that begins with 'pip install': {commands}")
    return commands[0]


def front_end(venv: Path, script: str = "build:prod") -> None:
    """Compiles the JupyterLab extension in the cache folder, where its 400 MB of packages stay, and copies it back."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    folder = cache_folder() / f"lab-{key(node, str(venv), *(LAB / name for name in _LOCKED))}"
    environment = npm_environment()
    environment["PATH"] = f"{venv / 'bin'}{os.pathsep}{environment['PATH']}"
    with locked(folder):
        _copy_sources(folder)
        _set_version(folder / "package.json")
        install = ["jlpm", "install", "--immutable"]
        run = {"cwd": folder, "env": environment}
        once(folder, lambda: download(install, npm_registry_answers, **run))
        subprocess.run(["jlpm", "run", script], check=True, **run)
        if script == "build:prod":
            built = LAB / "gpulse_jupyterlab/labextension"
            shutil.rmtree(built, ignore_errors=True)
            shutil.copytree(folder / "gpulse_jupyterlab/labextension", built)
    remove_old("lab", folder)


def _copy_sources(folder: Path) -> None:
    shutil.rmtree(folder / "gpulse_jupyterlab", ignore_errors=True)
    for name in ("lib", "tsconfig.tsbuildinfo"):
        _remove(folder / name)
    for name in _SOURCES:
        _remove(folder / name)
        source = LAB / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        elif source.exists():
            shutil.copy2(source, folder / name)


def _set_version(package: Path) -> None:
    """Gives the front end the version of the wheels; package.json of the checkout has none of its own."""
    content = json.loads(package.read_text(encoding="utf-8"))
    package.write_text(json.dumps({**content, "version": npm_version()}, indent=2), encoding="utf-8")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
