{{- define "gpulse.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* The name of the release's objects; 50 characters leave room for "-viewer" and the suffixes of pods. */}}
{{- define "gpulse.fullname" -}}
{{- $name := include "gpulse.name" . -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains $name .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/*
The parts below take "root" (the chart's context), "own" (the values of the part: .Values or .Values.viewer),
"component" (node or viewer) and "name" (of its objects).
*/}}

{{- define "gpulse.selector" -}}
app.kubernetes.io/name: {{ include "gpulse.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "gpulse.labels" -}}
{{ include "gpulse.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "gpulse.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "gpulse.labels" . | nindent 2 }}
{{- end }}

{{- define "gpulse.image" -}}
{{- $image := .Values.image -}}
{{- $repository := required "image.repository is required: no image of gpulse is published; build it from the Dockerfile and push it to your registry." $image.repository -}}
{{- if $image.digest -}}
{{ $repository }}@{{ $image.digest }}
{{- else -}}
{{ $repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* Permissions of clients without a token: none or read. */}}
{{- define "gpulse.anonymous" -}}
{{- $at := eq .component "viewer" | ternary "viewer." "" -}}
{{- if ne .own.anonymous "auto" -}}
{{ .own.anonymous }}
{{- else if .own.tokens.existingSecret -}}
none
{{- else if .own.hostPID -}}
{{- fail "hostPID shows users and programs of all pods of a node: set tokens, or permit every client to read them by anonymous=read." -}}
{{- else if not .root.Values.networkPolicy.enabled -}}
{{- fail (printf "Without networkPolicy.enabled every pod of the cluster could read gpulse: set %stokens, or permit that by %sanonymous=read." $at $at) -}}
{{- else -}}
read
{{- end -}}
{{- end }}

{{/* A value as an option has it: lists with commas, whole numbers without exponent. */}}
{{- define "gpulse.value" -}}
{{- if kindIs "slice" . -}}
{{ range $index, $each := . }}{{ if $index }},{{ end }}{{ include "gpulse.value" $each }}{{ end }}
{{- else if and (kindIs "float64" .) (eq (floor .) (float64 .)) -}}
{{ int64 . }}
{{- else -}}
{{ . }}
{{- end -}}
{{- end }}

{{/* The options of the command line, as a map. "options" has those of the part. */}}
{{- define "gpulse.options" -}}
{{- $at := eq .component "viewer" | ternary "viewer." "" -}}
{{- $domain := .root.Values.clusterDomain -}}
{{- $host := printf "%s.%s.svc" .name .root.Release.Namespace -}}
{{- $hosts := list .name (printf "%s.%s" .name .root.Release.Namespace) $host (printf "%s.%s" $host $domain) -}}
{{- $options := dict
    "gpulse.security.anonymous" (include "gpulse.anonymous" .)
    "gpulse.security.hosts" (concat $hosts .own.hosts) -}}
{{- if ne (empty .own.tokens.existingSecret) (empty .own.tokens.scopes) -}}
{{- fail (printf "%stokens needs both existingSecret and scopes: the Secret, and the names of its tokens with their scopes." $at) -}}
{{- end -}}
{{- range $token, $scopes := .own.tokens.scopes -}}
{{- $_ := set $options (printf "gpulse.security.tokens.%s.file" $token) (printf "/etc/gpulse/tokens/%s" $token) -}}
{{- $_ := set $options (printf "gpulse.security.tokens.%s.scopes" $token) $scopes -}}
{{- end -}}
{{- $options = merge .options $options -}}
{{- range $option, $value := .own.config -}}
{{- if or (hasKey $options $option) (regexMatch "^gpulse\\.(security\\.(tokens|users)\\.|history\\.dir$|port-file$|exit-with-parent$)" $option) -}}
{{- fail (printf "%sconfig cannot have %s: the chart sets it, or its value is a secret (extraEnv can take it from a Secret)." $at $option) -}}
{{- end -}}
{{- $_ := set $options $option $value -}}
{{- end -}}
{{ toJson $options }}
{{- end }}

{{/*
The template of a pod. "options" has those of the part, "gpus" the value of NVIDIA_VISIBLE_DEVICES, "files" further
volumes, each mounted in a folder of its name.
*/}}
{{- define "gpulse.pod" -}}
{{- $files := .files -}}
{{- if .own.tokens.existingSecret -}}
{{- $items := list -}}
{{- range $token, $_ := .own.tokens.scopes }}{{ $items = append $items (dict "key" $token "path" $token) }}{{ end -}}
{{- /* 288 is the mode 0440: the group is fsGroup. */}}
{{- $secret := dict "secretName" .own.tokens.existingSecret "defaultMode" 288 "items" $items -}}
{{- $files = prepend $files (dict "name" "tokens" "secret" $secret) -}}
{{- end -}}
metadata:
  labels:
    {{- merge (include "gpulse.selector" . | fromYaml) .own.podLabels | toYaml | nindent 4 }}
  {{- with .own.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "gpulse.fullname" .root }}
  automountServiceAccountToken: false
  # Variables of services are not for gpulse.
  enableServiceLinks: false
  {{- with .own.runtimeClassName }}
  runtimeClassName: {{ . }}
  {{- end }}
  {{- if .own.hostPID }}
  hostPID: true
  {{- end }}
  {{- with .own.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with .own.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .own.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .own.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    # The user of the image.
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    {{- with .own.supplementalGroups }}
    supplementalGroups:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: gpulse
      image: {{ include "gpulse.image" .root | quote }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      args:
        {{- range $option, $value := include "gpulse.options" . | fromJson }}
        - {{ printf "--%s=%s" $option (include "gpulse.value" $value) | quote }}
        {{- end }}
        {{- range .own.extraArgs }}
        - {{ . | quote }}
        {{- end }}
      env:
        # Otherwise the name of the machine is that of the pod.
        - name: GPULSE_HOSTNAME
          valueFrom:
            fieldRef:
              fieldPath: spec.nodeName
        - name: NVIDIA_VISIBLE_DEVICES
          value: {{ .gpus }}
        - name: NVIDIA_DRIVER_CAPABILITIES
          value: utility
        {{- with .own.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        - name: http
          containerPort: 8080
      # Health is public and accepts every Host header, so the probes need neither a token nor a name.
      startupProbe:
        httpGet: {path: /actuator/health/liveness, port: http}
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: {path: /actuator/health/liveness, port: http}
        periodSeconds: 10
        timeoutSeconds: 5
      # Ready: the last snapshot is fresh, with or without GPUs.
      readinessProbe:
        httpGet: {path: /actuator/health/readiness, port: http}
        periodSeconds: 5
        timeoutSeconds: 3
      resources:
        {{- toYaml .own.resources | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        - name: history
          mountPath: /var/lib/gpulse
        {{- range $files }}
        - name: {{ .name }}
          mountPath: /etc/gpulse/{{ .name }}
          readOnly: true
        {{- end }}
        {{- with .own.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 64Mi
    - name: history
      {{- if and .own.history .own.history.hostPath }}
      hostPath:
        path: {{ .own.history.hostPath }}
        # The kubelet would create it for root.
        type: Directory
      {{- else }}
      emptyDir:
        sizeLimit: {{ .root.Values.history.sizeLimit }}
      {{- end }}
    {{- with $files }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    {{- with .own.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "gpulse.policy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "gpulse.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "gpulse.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- if .own.networkPolicy.from }}
  ingress:
    - from:
        {{- toYaml .own.networkPolicy.from | nindent 8 }}
      ports:
        - port: http
          protocol: TCP
  {{- else }}
  # A rule with an empty "from" would admit everyone.
  ingress: []
  {{- end }}
  {{- $dns := .root.Values.networkPolicy.dns }}
  {{- if or $dns .own.networkPolicy.egress }}
  egress:
    {{- with $dns }}
    - to:
        {{- toYaml . | nindent 8 }}
      ports:
        - {port: 53, protocol: UDP}
        - {port: 53, protocol: TCP}
    {{- end }}
    {{- with .own.networkPolicy.egress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- else }}
  egress: []
  {{- end }}
{{- end }}

{{- define "gpulse.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "gpulse.metadata" . | nindent 2 }}
spec:
  {{- if eq .component "node" }}
  clusterIP: None
  # A machine whose driver hangs is not ready: it has to be scraped all the same.
  publishNotReadyAddresses: true
  {{- end }}
  selector:
    {{- include "gpulse.selector" . | nindent 4 }}
  ports:
    - name: http
      port: 8080
      targetPort: http
{{- end }}
