{{/* The name of a process's objects. Takes `root` and `process`. */}}
{{- define "network-access.name" -}}
{{ .root.Release.Name }}-{{ .process }}
{{- end }}

{{- define "network-access.selectorLabels" -}}
app.kubernetes.io/name: network-access-service
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .process }}
{{- end }}

{{/*
The labels of a pod. The version of the chart is not one of them, because a change of it must not restart the pods.
*/}}
{{- define "network-access.podLabels" -}}
{{ include "network-access.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "._-" | quote }}
{{- end }}

{{- define "network-access.labels" -}}
{{ include "network-access.podLabels" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/*
The prefix of the names of databases, Redis keys and indexes: NAMESPACE_RELEASE. The names of namespaces and releases
contain no underscore, so two installations never have the same prefix.
*/}}
{{- define "network-access.prefix" -}}
{{ .Values.prefix | default (printf "%s_%s" .Release.Namespace .Release.Name) }}
{{- end }}

{{- define "network-access.image" -}}
{{- $image := .root.Values.image -}}
{{- $digest := index $image.digests .process -}}
{{ $image.registry }}/{{ .process }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* The host name of a route. Takes `root` and `route`. */}}
{{- define "network-access.host" -}}
{{ index .root.Values.routes.hosts .route | default .root.Values.routes.host }}
{{- end }}
