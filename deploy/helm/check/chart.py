"""The chart of the parent folder, or a changed copy of it, as Helm renders it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import yaml

CHART = Path(__file__).resolve().parent.parent
ROOT = CHART.parent.parent
VALUES = {file.stem: file for file in sorted((CHART / "check/values").glob("*.yaml"))}
CASES = ("default", *VALUES)
REGISTRY_IMAGE = "registry.example.org/gpulse"


class RefusedError(Exception):
    """Helm rendered nothing; the message is its output."""


class Chart:
    """Renders a folder; each set of values once."""

    def __init__(self, folder: Path = CHART) -> None:
        self.folder = folder
        self._rendered: dict[tuple[str, str], list[dict]] = {}

    def copy(self, target: Path) -> Chart:
        """Copies the chart, with the rules in place of the link."""
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns("check"))
        return Chart(target)

    def change(self, file: str, old: str, new: str) -> None:
        """Replaces a text, at each of its places; it has to be there."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        if old not in text:
            raise ValueError(f"{file} has no {old!r}")
        path.write_text(text.replace(old, new), encoding="utf-8")

    def render(self, case: str = "default", more: str = "") -> list[dict]:
        """Returns the objects of a file of values (see ``CASES``) and further values in YAML."""
        key = (case, more)
        if key not in self._rendered:
            self._rendered[key] = list(filter(None, yaml.safe_load_all(self._template(case, more))))
        return self._rendered[key]

    def _template(self, case: str, more: str) -> str:
        return helm("template", *self._arguments(case), "--values=-", given=more or "{}")

    def _arguments(self, case: str) -> list[str]:
        files = [f"--values={VALUES[case]}"] if case != "default" else []
        image = f"--set=image.repository={REGISTRY_IMAGE}"
        return ["trial", str(self.folder), "--namespace=gpus", image, *files]

    def notes(self, case: str) -> str:
        """Returns the text that Helm prints after an installation."""
        return helm("install", *self._arguments(case), "--dry-run=client").split("NOTES:")[1]

    def packed(self, folder: Path) -> Path:
        """Returns the folder with the files of the archive that Helm makes."""
        helm("package", str(self.folder), "--destination", str(folder))
        (archive,) = folder.glob("*.tgz")
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                content = packed.extractfile(member)
                target = folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read() if content else b"")
        return folder / "gpulse"

    def kinds(self, case: str, *kinds: str) -> list[dict]:
        return [each for each in self.render(case) if each["kind"] in kinds]

    def workloads(self, case: str) -> list[dict]:
        return self.kinds(case, "DaemonSet", "Deployment")

    def pods(self, case: str) -> list[dict]:
        """Returns the pods of the workloads, with their labels in ``labels``."""
        templates = [each["spec"]["template"] for each in self.workloads(case)]
        return [{**each["spec"], "labels": each["metadata"]["labels"]} for each in templates]

    def every_pod(self) -> list[dict]:
        return [pod for case in CASES for pod in self.pods(case)]

    def node(self, case: str = "default", more: str = "") -> dict:
        """Returns the pod of the DaemonSet."""
        (found,) = [each for each in self.render(case, more) if each["kind"] == "DaemonSet"]
        return found["spec"]["template"]["spec"]


def helm(*arguments: str, given: str = "") -> str:
    """Returns the standard output of Helm; raises RefusedError where it fails."""
    program = os.environ.get("HELM", "helm")
    done = subprocess.run([program, *arguments], input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RefusedError(done.stderr)
    return done.stdout


def container(pod: dict) -> dict:
    (only,) = pod["containers"]
    return only


def options(pod: dict) -> dict[str, str]:
    """Returns the options of gpulse's command line."""
    found = {}
    for argument in container(pod)["args"]:
        name, _, value = argument.removeprefix("--").partition("=")
        assert argument.startswith("--")
        assert name not in found, f"{name} twice: Spring joins the values"
        found[name] = value
    return found


def documented_properties() -> set[str]:
    """Returns the properties in the table of HELP.md."""
    text = (ROOT / "HELP.md").read_text(encoding="utf-8")
    table = text.split("<!-- generated: properties -->")[1].split("<!-- end: properties -->")[0]
    return set(re.findall(r"^\| `(gpulse\.[\w.-]+)`", table, re.MULTILINE))
