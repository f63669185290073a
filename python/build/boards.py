"""Checks the Grafana boards of deploy/grafana: they are what their source writes, in the types of Grafana's schema."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from downloads import locked, npm_package, python_packages
from wheels import ROOT

_FOLDER = ROOT / "deploy/grafana"
_SCHEMA = "@grafana/schema@13.2.3"
_COMPILER = ROOT / "frontend/node_modules/typescript/bin/tsc"
_OPTIONS = ("--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext")

# The types have enumerations where JSON has texts.
_PLAIN = """import type { Dashboard } from '@grafana/schema'
type Plain<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
"""
_KINDS = {
    "bargauge": "BarGauge",
    "stat": "Stat",
    "state-timeline": "StateTimeline",
    "table": "Table",
    "timeseries": "TimeSeries",
}


def check_boards(venv: Path) -> None:
    """Raises CalledProcessError where a board differs from its source or from Grafana's types."""
    print("jupyter: boards of deploy/grafana", flush=True)
    packages = python_packages(venv, "boards", _FOLDER / "requirements.txt")
    environment = {"PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([venv / "bin/python", _FOLDER / "boards.py", "--check"], check=True, env=environment)
    folder = npm_package("schema", _SCHEMA)
    with locked(folder):
        files = [_typed(folder, board) for board in sorted(_FOLDER.glob("*.json"))]
        subprocess.run(["node", _COMPILER, *_OPTIONS, *files], cwd=folder, check=True)


def _typed(folder: Path, board: Path) -> Path:
    """Writes the board as constants of Grafana's types: the whole, and the options and the fields of each panel."""
    content = json.loads(board.read_text(encoding="utf-8"))
    lines = [_PLAIN]
    for kind, name in _KINDS.items():
        package = f"@grafana/schema/dist/esm/raw/composable/{kind.replace('-', '')}/panelcfg/x/{name}PanelCfg_types.gen"
        lines.append(f"import type * as {name} from '{package}'")
    lines.append(f"export const board: Plain<Dashboard> = {json.dumps(content, indent=2)}")
    for panel in content["panels"]:
        kind, options = _KINDS.get(panel["type"]), panel.get("options", {})
        if kind:
            lines.append(f"export const options{panel['id']}: Plain<Partial<{kind}.Options>> = {json.dumps(options)}")
        fields = panel.get("fieldConfig", {}).get("defaults", {}).get("custom")
        if fields:
            lines.append(f"export const fields{panel['id']}: Plain<Partial<{kind}.FieldConfig>> = {json.dumps(fields)}")
    file = folder / f"{board.stem}.mts"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
