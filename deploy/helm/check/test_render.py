"""The chart renders, and Kubernetes accepts the objects; wrong values are refused with a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from chart import CASES, CHART, Chart, RefusedError, helm

# The oldest that Chart.yaml permits, and a current one.
KUBERNETES = ("1.25", "1.34")
# Without a schema in kubernetes-validate: those of the Prometheus Operator.
CUSTOM = {"ServiceMonitor", "PrometheusRule"}


@pytest.fixture(scope="module")
def chart() -> Chart:
    return Chart()


def validated(objects: list[dict]) -> list[str]:
    """Validates objects against the API of Kubernetes and returns the kinds that have no schema."""
    left_out = []
    for each in objects:
        if each["kind"] in CUSTOM:
            left_out.append(each["kind"])
        else:
            for version in KUBERNETES:
                kubernetes_validate.validate(each, version, strict=True)
    return left_out


@pytest.mark.parametrize("case", CASES)
def test_kubernetes_accepts_what_is_rendered(chart: Chart, case: str, capsys: pytest.CaptureFixture) -> None:
    objects = chart.render(case)
    left_out = validated(objects)

    with capsys.disabled():
        aside = f", left out: {', '.join(left_out)} (custom resources)" if left_out else ""
        versions = " and ".join(KUBERNETES)
        print(f"\nhelm: {case}: {len(objects) - len(left_out)} objects valid for Kubernetes {versions}{aside}")
    assert set(left_out) == (CUSTOM if case == "monitoring" else set())


def test_an_object_with_an_unknown_field_is_not_accepted(chart: Chart, tmp_path: Path) -> None:
    broken = chart.copy(tmp_path / "broken")
    broken.change("templates/_helpers.tpl", "periodSeconds:", "periodSecond:")

    with pytest.raises(kubernetes_validate.ValidationError, match="periodSecond"):
        validated(broken.render())


def test_helm_has_no_complaint(chart: Chart) -> None:
    assert "0 chart(s) failed" in helm("lint", str(chart.folder), "--strict", "--set", "image.repository=gpulse")


REFUSED = {
    "hostPid: true": "additional properties 'hostPid' not allowed",
    "viewer: {enable: true}": "at '/viewer': additional properties 'enable' not allowed",
    "image: {repo: x}": "at '/image': additional properties 'repo' not allowed",
    "networkPolicy: {from: [{namespace: monitoring}]}": "additional properties 'namespace' not allowed",
    "networkPolicy: {from: [{}]}": "minProperties",
    "networkPolicy: {egress: [{}, {too: []}]}": "additional properties 'too' not allowed",
    "extraEnv: [{nam: x}]": "missing property 'name'",
    "resources: {limit: {memory: 1Gi}}": "additional properties 'limit' not allowed",
    "config: {gpulse: {source: demo}}": "at '/config': additional properties 'gpulse' not allowed",
    "config: {server.port: 9090}": "at '/config': additional properties 'server.port' not allowed",
    "config: {gpulse.source: {a: b}}": "at '/config/gpulse.source'",
    "tokens: {scopes: {a: [all]}}": "value must be one of 'read'",
    "tokens: {scopes: {A_b: [read]}}": "additional properties 'A_b' not allowed",
    "tokens: {scopes: {a: []}}": "minItems",
    "anonymous: write": "value must be one of 'auto', 'none', 'read'",
    "history: {hostPath: data}": "at '/history/hostPath': 'data' does not match",
    "history: {sizeLimit: 3GB}": "at '/history/sizeLimit': '3GB' does not match",
    "hosts: ['https://gpu.example.org']": "at '/hosts/0'",
    "serviceMonitor: {interval: 15}": "at '/serviceMonitor/interval': got number, want string",
    "serviceMonitor: {series: all}": "value must be one of 'core', 'full'",
    "viewer: {prometheus: {url: 'prometheus:9090'}}": "at '/viewer/prometheus/url'",
    "supplementalGroups: [video]": "at '/supplementalGroups/0': got string, want integer",
    "image: {repository: ''}": "image.repository is required: no image of gpulse is published",
    "hostPID: true": "set tokens, or permit every client to read them by anonymous=read",
    "networkPolicy: {enabled: false}": "every pod of the cluster could read gpulse: set tokens",
    "{networkPolicy: {enabled: false}, anonymous: read, viewer: {enabled: true, prometheus: {url: 'http://p'}}}": (
        "set viewer.tokens, or permit that by viewer.anonymous=read"
    ),
    "tokens: {existingSecret: a}": "tokens needs both existingSecret and scopes",
    "tokens: {scopes: {a: [read]}}": "tokens needs both existingSecret and scopes",
    "config: {gpulse.security.anonymous: none}": "config cannot have gpulse.security.anonymous",
    "config: {gpulse.security.tokens.a.value: secret}": "config cannot have gpulse.security.tokens.a.value",
    "config: {gpulse.security.users.a.password: hash}": "config cannot have gpulse.security.users.a.password",
    "config: {gpulse.history.dir: /data}": "config cannot have gpulse.history.dir",
    "serviceMonitor: {enabled: true}": "serviceMonitor needs networkPolicy.from",
    "{serviceMonitor: {enabled: true}, networkPolicy: {enabled: false}, anonymous: none}": (
        "serviceMonitor.token is required"
    ),
    "{serviceMonitor: {enabled: true, token: b}, networkPolicy: {enabled: false}, anonymous: none}": (
        "serviceMonitor.token has to be a token of tokens.scopes with the scope scrape"
    ),
    "viewer: {enabled: true}": "viewer.prometheus.url is required",
    "viewer: {enabled: true, prometheus: {url: 'http://p:9090'}}": "viewer.networkPolicy.egress is required",
    "viewer: {enabled: true, prometheus: {url: 'http://p'}, config: {gpulse.source: demo}}": (
        "viewer.config cannot have gpulse.source"
    ),
}


@pytest.mark.parametrize("values", REFUSED)
def test_wrong_values_are_refused_with_the_reason(chart: Chart, values: str) -> None:
    repository = "" if "repository" in values else "image.repository=gpulse"
    with pytest.raises(RefusedError, match=re.escape(REFUSED[values])):
        helm("template", str(chart.folder), "--values=-", *(["--set", repository] if repository else []), given=values)


def test_the_schema_has_the_names_of_the_values_and_no_others() -> None:
    schema = yaml.safe_load((CHART / "values.schema.json").read_text(encoding="utf-8"))
    values = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))
    # Kubernetes' own, or a list of names of the user.
    del schema["properties"]["global"]

    assert sorted(differences(schema, schema, values)) == [
        "resources.claims: not in values.yaml",
        "updateStrategy.rollingUpdate: not in values.yaml",
        "viewer.resources.claims: not in values.yaml",
    ]


def differences(schema: dict, part: dict, values: object, path: str = "") -> list[str]:
    """Returns the names that only one of both has, and objects of which the schema permits every name."""
    part = schema["definitions"][part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
    if "properties" not in part or not isinstance(values, dict):
        return []
    found = [] if part.get("additionalProperties") is False else [f"{path}: any name"]
    for name in sorted({*part["properties"], *values}):
        where = f"{path}.{name}".strip(".")
        if name not in values:
            found.append(f"{where}: not in values.yaml")
        elif name not in part["properties"]:
            found.append(f"{where}: not in the schema")
        else:
            found += differences(schema, part["properties"][name], values[name], where)
    return found


def test_the_examples_of_the_description_render(chart: Chart) -> None:
    examples = re.findall(r"```yaml\n(.*?)```", (CHART / "README.md").read_text(encoding="utf-8"), re.DOTALL)

    assert len(examples) >= 3
    for example in examples:
        assert validated(chart.render(more=example)) is not None
