{{/* Refuses values that the schema can't refuse, because they depend on each other. Names the place. */}}
{{- define "network-access.checks" -}}
{{- if gt (len .Release.Name) 27 }}
{{- fail (printf "the name of the release, %q, has %d characters; at most 27 leave room for the names of its objects" .Release.Name (len .Release.Name)) }}
{{- end }}
{{- $prefix := include "network-access.prefix" . }}
{{- if gt (len $prefix) 44 }}
{{- fail (printf "prefix: the default %q has %d characters and names of databases have at most 63; set a prefix of at most 44 characters" $prefix (len $prefix)) }}
{{- end }}
{{- with .Values.routes }}
{{- if and (ne .kind "none") (not .host) }}
{{- fail (printf "routes.host: is missing, but routes.kind is %q; set a host name such as access.example.com" .kind) }}
{{- end }}
{{- if and (eq .kind "gateway") (not .gateway.parentRefs) }}
{{- fail "routes.gateway.parentRefs: is empty; name the Gateway that the routes are attached to, such as [{name: public, namespace: gateways}]" }}
{{- end }}
{{- end }}
{{- $keda := index .Values.processes "boundary-evaluator-worker" "keda" }}
{{- if and $keda.enabled (not $keda.prometheusUrl) }}
{{- fail "processes.boundary-evaluator-worker.keda.prometheusUrl: is missing; set the URL of the Prometheus server, such as http://prometheus.monitoring.svc:9090" }}
{{- end }}
{{- range $process, $values := .Values.processes }}
{{- if and $values.autoscaling.enabled (gt (int $values.replicas) (int $values.autoscaling.maxReplicas)) }}
{{- fail (printf "processes.%s.autoscaling.maxReplicas: %d is less than replicas, which is %d" $process (int $values.autoscaling.maxReplicas) (int $values.replicas)) }}
{{- end }}
{{- end }}
{{- if .Values.network.enabled }}
{{- range $place := list "mongo" "redis" "opensearch" "userKeys" "serviceKeys" }}
{{- if not (index $.Values.network $place "to") }}
{{- include "network-access.missingPeers" (dict "place" (printf "%s.to" $place)) }}
{{- end }}
{{- end }}
{{- if and .Values.telemetry.endpoint (not .Values.network.collector.to) }}
{{- include "network-access.missingPeers" (dict "place" "collector.to") }}
{{- end }}
{{- if and (ne .Values.routes.kind "none") (not .Values.network.routers.from) }}
{{- include "network-access.missingPeers" (dict "place" "routers.from") }}
{{- end }}
{{- if and .Values.telemetry.podMonitor.enabled (not .Values.network.monitoring.from) }}
{{- include "network-access.missingPeers" (dict "place" "monitoring.from") }}
{{- end }}
{{- end }}
{{- end }}

{{- define "network-access.missingPeers" -}}
{{- fail (printf "network.%s: is empty; name its addresses or pods, such as [{ipBlock: {cidr: 10.0.0.0/24}}], or set network.enabled to false" .place) }}
{{- end }}
