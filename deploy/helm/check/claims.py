"""The claims about the chart, each a function that raises AssertionError where the chart does not hold it.

``BREAKS`` has changes of the chart, at least one for each claim, after which it must not hold.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import yaml
from chart import CASES, REGISTRY_IMAGE, ROOT, Chart, container, documented_properties, options

HELPERS, NODE, VIEWER, MONITORING = (
    f"templates/{name}" for name in ("_helpers.tpl", "node.yaml", "viewer.yaml", "monitoring.yaml")
)
VOLUMES_OF_RESTRICTED = {"configMap", "emptyDir", "secret"}
# Until they are in HELP.md.
FLEET = {f"gpulse.fleet.{name}" for name in ("prometheus-url", "token-file", "ca", "tenant")}
DNS = [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}]

Break = tuple[str, str, str]
BREAKS: dict[Callable[[Chart], None], list[Break]] = {}


def claim(*breaks: Break) -> Callable[[Callable[[Chart], None]], Callable[[Chart], None]]:
    """Lists a claim with the changes that it has to detect: file, text, text in its place."""

    def listed(function: Callable[[Chart], None]) -> Callable[[Chart], None]:
        BREAKS[function] = list(breaks)
        return function

    return listed


@claim((HELPERS, "{{- if .own.hostPID }}\n  hostPID: true", "{{- if true }}\n  hostPID: true"))
def processes_of_the_node_are_seen_only_if_configured(chart: Chart) -> None:
    for case in CASES:
        for pod in chart.pods(case):
            assert pod.get("hostPID", False) == (case == "host-pid")
    assert "hostNetwork" not in str(chart.every_pod())
    assert "hostIPC" not in str(chart.every_pod())


@claim(
    (HELPERS, "automountServiceAccountToken: false", "automountServiceAccountToken: true"),
    (NODE, "automountServiceAccountToken: false", "automountServiceAccountToken: true"),
    (HELPERS, "  serviceAccountName: {{", "  # {{"),
    (NODE, "automountServiceAccountToken: false", "---\napiVersion: v1\nkind: ClusterRoleBinding"),
)
def the_account_has_neither_rights_nor_a_token(chart: Chart) -> None:
    for case in CASES:
        assert not [each["kind"] for each in chart.render(case) if "Role" in each["kind"]]
        account = one(chart.kinds(case, "ServiceAccount"))
        assert account["automountServiceAccountToken"] is False
        for pod in chart.pods(case):
            assert pod.get("serviceAccountName") == account["metadata"]["name"]
            assert pod["automountServiceAccountToken"] is False


@claim(
    (HELPERS, "runAsNonRoot: true", "runAsNonRoot: false"),
    (HELPERS, "allowPrivilegeEscalation: false", "allowPrivilegeEscalation: true"),
    (HELPERS, "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"),
    (HELPERS, "drop: [ALL]", "drop: [NET_RAW]"),
    (HELPERS, "drop: [ALL]", "drop: [ALL]\n          add: [SYS_ADMIN]"),
    (HELPERS, "type: RuntimeDefault", "type: Unconfined"),
    (HELPERS, "allowPrivilegeEscalation: false", "privileged: true\n        allowPrivilegeEscalation: false"),
    (HELPERS, "containerPort: 8080", "containerPort: 8080\n          hostPort: 8080"),
)
def every_pod_is_confined(chart: Chart) -> None:
    """The Pod Security Standard "restricted", and a read-only file system; volumes are another claim."""
    for pod in chart.every_pod():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container(pod)["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert "hostPort" not in str(pod)


@claim(
    (HELPERS, "      {{- if and .own.history .own.history.hostPath }}", "      {{- if true }}"),
    (HELPERS, "type: Directory", "type: DirectoryOrCreate"),
    (HELPERS, "mountPath: /tmp", "mountPath: /temporary"),
    (HELPERS, "        - name: history\n          mountPath", "        - name: past\n          mountPath"),
    (HELPERS, "          readOnly: true\n", ""),
)
def a_pod_writes_to_tmp_and_its_history_only(chart: Chart) -> None:
    for case in CASES:
        for pod in chart.pods(case):
            mounts = container(pod)["volumeMounts"]
            volumes = {each["name"]: each for each in pod["volumes"]}
            assert [each["mountPath"] for each in mounts if not each.get("readOnly")] == ["/tmp", "/var/lib/gpulse"]
            assert {each["name"] for each in mounts} == set(volumes)
            assert "sizeLimit" in volumes["tmp"]["emptyDir"]
            if case == "host-path":
                assert volumes["history"]["hostPath"] == {"path": "/var/lib/gpulse", "type": "Directory"}
            elif case != "host-pid":
                assert {kind for each in volumes.values() for kind in set(each) - {"name"}} <= VOLUMES_OF_RESTRICTED
                assert "sizeLimit" in volumes["history"]["emptyDir"]


@claim(
    ("values.yaml", "  limits:\n    memory: 512Mi\n", "  limits:\n    memory: 512Mi\n    nvidia.com/gpu: 1\n"),
    ("values.yaml", "  limits:\n    memory: 512Mi\n", "  limits:\n    memory: 100Mi\n"),
    ("values.yaml", "    cpu: 100m\n", ""),
)
def no_gpu_is_requested_and_memory_is_limited(chart: Chart) -> None:
    heap = int(re.search(r"^-Xmx(\d+)m$", from_dockerfile(), re.MULTILINE)[1])
    for pod in chart.every_pod():
        requested = container(pod)["resources"]
        assert set(requested["requests"]) == {"cpu", "memory"}
        assert set(requested["limits"]) == {"memory"}
        # The heap, the direct memory of Netty, which is limited to as much, and 200 MB of the JVM itself.
        assert int(requested["limits"]["memory"].removesuffix("Mi")) >= 2 * heap + 200


@claim(
    ("values.yaml", 'nvidia.com/gpu.present: "true"', 'gpu: "yes"'),
    ("values.yaml", "  - key: nvidia.com/gpu", "  - key: gpu"),
    ("values.yaml", "runtimeClassName: nvidia", 'runtimeClassName: ""'),
    (NODE, '"gpus" "all"', '"gpus" "0"'),
    (VIEWER, '"gpus" "void"', '"gpus" "all"'),
    (HELPERS, "value: utility", "value: compute"),
    (VIEWER, '"gpulse.source" "none"', '"gpulse.source" "auto"'),
)
def a_pod_on_each_gpu_node_sees_all_gpus_and_the_viewer_none(chart: Chart) -> None:
    node = chart.node()
    assert node["nodeSelector"] == {"nvidia.com/gpu.present": "true"}
    assert node["tolerations"] == [{"key": "nvidia.com/gpu", "operator": "Exists"}]
    assert node.get("runtimeClassName") == "nvidia"
    assert variables(node) == {"NVIDIA_VISIBLE_DEVICES": "all", "NVIDIA_DRIVER_CAPABILITIES": "utility"}
    assert "runtimeClassName" not in chart.node("host-path")
    other = chart.node(more='nodeSelector: {nvidia.com/gpu.present: null, gpu: "yes"}')
    assert other["nodeSelector"] == {"gpu": "yes"}

    viewer = one(chart.kinds("viewer", "Deployment"))["spec"]["template"]["spec"]
    assert "runtimeClassName" not in viewer
    assert "nodeSelector" not in viewer
    assert variables(viewer)["NVIDIA_VISIBLE_DEVICES"] == "void"
    assert options(viewer)["gpulse.source"] == "none"
    assert options(viewer)["gpulse.fleet.prometheus-url"] == "https://prometheus.monitoring:9090/prom"


@claim(
    (HELPERS, "    matchLabels:\n      {{- include", "    matchLabels:\n      other: label\n      {{- include"),
    (HELPERS, "  selector:\n    {{-", "  selector:\n    other: label\n    {{-"),
    (NODE, "    matchLabels:\n", "    matchLabels:\n      other: label\n"),
    (MONITORING, "    matchLabels:\n", "    matchLabels:\n      other: label\n"),
    (HELPERS, "\napp.kubernetes.io/component: {{ .component }}", ""),
    (HELPERS, 'merge (include "gpulse.selector" . | fromYaml) .own.podLabels', "merge .own.podLabels dict"),
)
def each_selector_finds_its_own_objects(chart: Chart) -> None:
    for case in CASES:
        workloads = {each["metadata"]["name"]: each for each in chart.workloads(case)}
        assert len(workloads) == (2 if case == "viewer" else 1)
        for each in [*workloads.values(), *chart.kinds(case, "Service", "NetworkPolicy")]:
            found = [name for name, other in workloads.items() if matches(selector(each), template_labels(other))]
            assert found == [each["metadata"]["name"]]
        for each in chart.kinds(case, "ServiceMonitor"):
            services = chart.kinds(case, "Service")
            assert [matches(selector(each), service["metadata"]["labels"]) for service in services] == [True]


@claim(
    (HELPERS, "{{- if .own.networkPolicy.from }}", "{{- if true }}"),
    (HELPERS, "  ingress: []", "  ingress: [{}]"),
    (HELPERS, "policyTypes: [Ingress, Egress]", "policyTypes: [Ingress]"),
    (HELPERS, "  egress: []", "  egress: [{}]"),
    (HELPERS, "{port: 53, protocol: TCP}", "{port: 443, protocol: TCP}"),
    (HELPERS, "    - to:\n        {{- toYaml . | nindent 8 }}\n", "    -\n"),
    (NODE, "{{- if .Values.networkPolicy.enabled }}", "{{- if false }}"),
)
def nothing_is_reached_but_by_and_from_the_configured_peers(chart: Chart) -> None:
    policy = one(chart.kinds("default", "NetworkPolicy"))
    assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]
    assert policy["spec"]["ingress"] == []
    dns = one(policy["spec"]["egress"])
    assert len(dns.get("to", [])) == 1
    assert dns["ports"] == DNS

    given = yaml.safe_load((ROOT / "deploy/helm/check/values/tokens.yaml").read_text(encoding="utf-8"))["networkPolicy"]
    policy = one(chart.kinds("tokens", "NetworkPolicy"))
    assert policy["spec"]["ingress"] == [{"from": given["from"], "ports": [{"port": "http", "protocol": "TCP"}]}]
    assert policy["spec"]["egress"][1:] == given["egress"]

    closed = one([e for e in chart.render(more="networkPolicy: {dns: []}") if e["kind"] == "NetworkPolicy"])
    assert closed["spec"]["egress"] == []


@claim(
    (HELPERS, "{{- else if .own.tokens.existingSecret -}}\nnone", "{{- else if .own.tokens.existingSecret -}}\nread"),
    (HELPERS, "{{- else -}}\nread\n", "{{- else -}}\nnone\n"),
    (HELPERS, "/etc/gpulse/tokens/%s", "/etc/gpulse/token/%s"),
    (HELPERS, '"defaultMode" 288', '"defaultMode" 292'),
    (HELPERS, '"path" $token', '"path" "token"'),
    (HELPERS, "fsGroup: 10001", "fsGroup: 0"),
    (HELPERS, "$hosts .own.hosts", "$hosts list"),
)
def clients_without_a_token_read_only_where_there_are_no_tokens(chart: Chart) -> None:
    assert options(chart.node())["gpulse.security.anonymous"] == "read"
    assert set(options(chart.node("tokens"))) - set(options(chart.node("host-path"))) >= {
        "gpulse.security.tokens.people.file",
        "gpulse.security.tokens.prometheus.file",
    }
    for pod in [chart.node("tokens"), *chart.pods("viewer")[-1:]]:
        given = options(pod)
        folder = {each["name"]: each["mountPath"] for each in container(pod)["volumeMounts"]}["tokens"]
        (secret,) = [each["secret"] for each in pod["volumes"] if each["name"] == "tokens"]
        files = {f"{folder}/{item['path']}" for item in secret["items"]}
        named = {value for name, value in given.items() if re.fullmatch(r"gpulse\.security\.tokens\..*\.file", name)}
        assert given["gpulse.security.anonymous"] == "none"
        assert named == files
        assert secret["defaultMode"] == 0o440
        assert pod["securityContext"]["fsGroup"] == 10001
    assert options(chart.node("tokens"))["gpulse.security.tokens.people.scopes"] == "read,write"
    assert options(chart.node("tokens"))["gpulse.security.hosts"].split(",") == [
        "trial-gpulse",
        "trial-gpulse.gpus",
        "trial-gpulse.gpus.svc",
        "trial-gpulse.gpus.svc.cluster.local",
        "gpu.example.org",
    ]
    assert "secretKeyRef" in str(container(chart.node("tokens"))["env"])


@claim((HELPERS, "spec.nodeName", "metadata.name"), (HELPERS, "GPULSE_HOSTNAME", "GPULSE_HOST_NAME"))
def a_pod_has_the_name_of_its_node(chart: Chart) -> None:
    name = {"name": "GPULSE_HOSTNAME", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}
    assert all(name in container(pod)["env"] for pod in chart.every_pod())
    assert "gpulse.hostname" in documented_properties()


@claim(
    (HELPERS, "{{ int64 . }}", "{{ . }}"),
    (HELPERS, "{{ if $index }},{{ end }}", ""),
    (HELPERS, "(eq (floor .) (float64 .))", "true"),
    (HELPERS, "{{- range .own.extraArgs }}", "{{- range list }}"),
    (HELPERS, '"gpulse.security.hosts"', '"gpulse.security.host"'),
    (VIEWER, "gpulse.fleet.ca", "gpulse.fleet.cas"),
)
def options_are_known_and_have_the_values_of_the_configuration(chart: Chart) -> None:
    given = options(chart.node("tokens"))
    assert given.get("gpulse.web.max-connections") == "1000000"
    assert given.get("gpulse.recording.speed") == "0.5"
    assert given.get("gpulse.processes.job-folders") == "/run/gpustat,/run/jobs"
    assert given.get("gpulse.sampling.every") == "2s"
    assert given.get("gpulse.history.raw") == "12h"

    known = documented_properties()
    assert len(known) > 40
    if not any(name.startswith("gpulse.fleet.") for name in known):
        known |= FLEET
    for pod in chart.every_pod():
        unknown = [name for name in options(pod) if name not in known and "gpulse.security.tokens." not in name]
        assert unknown == []


@claim(
    (HELPERS, "runAsUser: 10001", "runAsUser: 10000"),
    (HELPERS, "containerPort: 8080", "containerPort: 8081"),
    (HELPERS, "mountPath: /var/lib/gpulse", "mountPath: /var/lib/gpulses"),
    (HELPERS, "/actuator/health/readiness", "/actuator/health/ready"),
    (
        HELPERS,
        "livenessProbe:\n        httpGet: {path: /actuator/health/liveness",
        "livenessProbe:\n        httpGet: {path: /",
    ),
    (HELPERS, "{{ $repository }}@{{ $image.digest }}", "{{ $repository }}"),
    ("Chart.yaml", "appVersion: 0.1.0-SNAPSHOT", "appVersion: 0.0.9"),
)
def user_port_folder_and_version_are_those_of_the_image(chart: Chart) -> None:
    dockerfile = from_dockerfile()
    user, group = re.search(r"^USER (\d+):(\d+)$", dockerfile, re.MULTILINE).groups()
    port = re.search(r"^EXPOSE (\d+)$", dockerfile, re.MULTILINE)[1]
    folder = re.search(r"STATE_DIRECTORY=(\S+)", dockerfile)[1]
    pom = re.search(r"<artifactId>gpulse</artifactId>\s*<version>([^<]+)<", (ROOT / "pom.xml").read_text("utf-8"))[1]
    for pod in chart.every_pod():
        context = pod["securityContext"]
        assert [context["runAsUser"], context["runAsGroup"]] == [int(user), int(group)]
        assert container(pod)["ports"] == [{"name": "http", "containerPort": int(port)}]
        assert folder in [each["mountPath"] for each in container(pod)["volumeMounts"]]
        probes = [container(pod)[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")]
        assert {each["port"] for each in probes} == {"http"}
        assert [each["path"].rsplit("/", 1)[1] for each in probes] == ["liveness", "liveness", "readiness"]
        assert {each["path"].rsplit("/", 1)[0] for each in probes} == {"/actuator/health"}
        # Health accepts every name.
        assert "httpHeaders" not in str(probes)
    assert container(chart.node())["image"] == f"{REGISTRY_IMAGE}:{pom}"
    assert container(chart.node("host-path"))["image"].startswith(f"{REGISTRY_IMAGE}@sha256:")


@claim(
    (MONITORING, "[__meta_kubernetes_pod_node_name]", "[__meta_kubernetes_pod_name]"),
    (MONITORING, "replacement: gpulse", "replacement: gpulses"),
    (MONITORING, "          regex: pod\n", "          regex: pods\n"),
    (MONITORING, "series: [{{ .series }}]", "series: [full]"),
    (MONITORING, "path: /metrics", "path: /prometheus"),
    (MONITORING, "key: {{ .token }}", "key: token"),
    (
        MONITORING,
        'merge (include "gpulse.labels" $node | fromYaml) .labels',
        'include "gpulse.labels" $node | fromYaml',
    ),
    (HELPERS, "publishNotReadyAddresses: true", "publishNotReadyAddresses: false"),
    (HELPERS, "clusterIP: None", "type: ClusterIP"),
    ("values.yaml", "serviceMonitor:\n  enabled: false", "serviceMonitor:\n  enabled: true"),
)
def prometheus_scrapes_each_machine_by_its_name(chart: Chart) -> None:
    monitor = one(chart.kinds("monitoring", "ServiceMonitor"))
    endpoint = one(monitor["spec"]["endpoints"])
    service = one(chart.kinds("monitoring", "Service"))
    assert endpoint["port"] in [each["name"] for each in service["spec"]["ports"]]
    assert endpoint["path"] == "/metrics"
    assert endpoint["params"] == {"series": ["core"]}
    assert endpoint["authorization"] == {"credentials": {"name": "gpulse-tokens", "key": "prometheus"}}
    assert endpoint["relabelings"] == [
        {"sourceLabels": ["__meta_kubernetes_pod_node_name"], "targetLabel": "instance"},
        {"targetLabel": "job", "replacement": "gpulse"},
        {"action": "labeldrop", "regex": "pod"},
    ]
    assert monitor["metadata"]["labels"].get("release") == "prometheus"
    # A machine whose driver hangs is not ready, and has to be scraped.
    assert service["spec"].get("clusterIP") == "None"
    assert service["spec"].get("publishNotReadyAddresses") is True
    plain = chart.render(more="{networkPolicy: {enabled: false}, anonymous: read}")
    assert {each["kind"] for each in plain} == {"ServiceAccount", "DaemonSet", "Service"}

    open_to_all = "{networkPolicy: {enabled: false}, anonymous: read, serviceMonitor: {enabled: true}}"
    monitor = one([e for e in chart.render(more=open_to_all) if e["kind"] == "ServiceMonitor"])
    assert "authorization" not in monitor["spec"]["endpoints"][0]


@claim(
    ("gpulse.rules.yml", "> 60", "> 61"),
    (MONITORING, '"gpulse.rules.yml"', '"rules.yml"'),
    (MONITORING, "| nindent 2 }}\n{{- end }}", '| replace "$labels" "labels" | nindent 2 }}\n{{- end }}'),
    (".helmignore", "/check/", "/check/\n*.rules.yml"),
)
def the_rules_are_those_of_deploy_prometheus(chart: Chart) -> None:
    rules = (ROOT / "deploy/prometheus/gpulse.rules.yml").read_text(encoding="utf-8")
    rule = one(chart.kinds("monitoring", "PrometheusRule"))
    assert rule["spec"] == yaml.safe_load(rules)
    assert rule["metadata"]["labels"].get("release") == "prometheus"
    with tempfile.TemporaryDirectory() as folder:
        packed = chart.packed(Path(folder))
        assert not (packed / "gpulse.rules.yml").is_symlink()
        assert (packed / "gpulse.rules.yml").read_text(encoding="utf-8") == rules
        assert not (packed / "check").exists()


@claim(
    ("templates/NOTES.txt", "port-forward POD 8080", "port-forward POD 80"),
    ("templates/NOTES.txt", "-viewer 8081:8080", " 8081:8080"),
    ("templates/NOTES.txt", '$node) "read"', '$node) "none"'),
    ("templates/NOTES.txt", "component=node", "component=viewer"),
    ("templates/NOTES.txt", "{{- if .Values.networkPolicy.from }}", "{{- if true }}"),
)
def the_notes_name_pods_that_exist_and_who_may_read(chart: Chart) -> None:
    notes = chart.notes("viewer")
    viewer = one(chart.kinds("viewer", "Deployment"))
    labels = dict(each.split("=") for each in re.search(r"-o wide -l (\S+)", notes)[1].split(","))
    found = [each["kind"] for each in chart.workloads("viewer") if matches(labels, template_labels(each))]
    assert found == ["DaemonSet"]
    assert "kubectl -n gpus port-forward POD 8080" in notes
    assert f"kubectl -n gpus port-forward deployment/{viewer['metadata']['name']} 8081:8080" in notes
    assert "without a token" in notes
    assert "admits no client" in notes
    assert "Sign in with a token" in chart.notes("tokens")
    assert "peers of networkPolicy.from" in chart.notes("tokens")


def one(found: list[dict]) -> dict:
    assert len(found) == 1
    return found[0]


def from_dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text(encoding="utf-8")


def variables(pod: dict) -> dict[str, str]:
    return {each["name"]: each["value"] for each in container(pod)["env"] if "value" in each}


def selector(each: dict) -> dict:
    spec = each["spec"]
    chosen = spec.get("podSelector") or spec["selector"]
    return chosen.get("matchLabels", chosen)


def template_labels(workload: dict) -> dict:
    return workload["spec"]["template"]["metadata"]["labels"]


def matches(wanted: dict, labels: dict) -> bool:
    return wanted.items() <= labels.items()
