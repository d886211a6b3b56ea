{{/*
Refuses values that are invalid only in combination with other values, which the schema can't check. The message names
the place of the value.
*/}}
{{- define "network-access.checks" -}}
{{- if gt (len .Release.Name) 27 }}
{{- fail (printf "the name of the release, %q, has %d characters; at most 27 leave room for the names of its objects" .Release.Name (len .Release.Name)) }}
{{- end }}
{{- if not (regexMatch "^[a-z]([a-z0-9-]*[a-z0-9])?$" .Release.Name) }}
{{- fail (printf "the name of the release, %q, is no name of a Service; use small letters, digits and hyphens, and begin with a letter" .Release.Name) }}
{{- end }}
{{- $prefix := include "network-access.prefix" . }}
{{- if gt (len $prefix) 44 }}
{{- fail (printf "prefix: the default %q has %d characters and names of databases have at most 63; set a prefix of at most 44 characters" $prefix (len $prefix)) }}
{{- end }}
{{- with .Values.routes }}
{{- if and (ne .kind "none") (not .host) }}
{{- fail (printf "routes.host: is missing, but routes.kind is %q; set a host name such as access.example.com" .kind) }}
{{- end }}
{{- range $place, $host := merge (dict "host" .host) .hosts }}
{{- if regexMatch "^[0-9.]+$" $host }}
{{- fail (printf "routes.%s: %q is an address; set a host name" (ternary $place (printf "hosts.%s" $place) (eq $place "host")) $host) }}
{{- end }}
{{- end }}
{{- if and (eq .kind "gateway") (not .gateway.parentRefs) }}
{{- fail "routes.gateway.parentRefs: is empty; name the Gateway that the routes are attached to, such as [{name: public, namespace: gateways}]" }}
{{- end }}
{{- end }}
{{- $keda := index .Values.processes "boundary-evaluator-worker" "keda" }}
{{- if and $keda.enabled (not $keda.prometheusUrl) }}
{{- fail "processes.boundary-evaluator-worker.keda.prometheusUrl: is missing; set the URL of the Prometheus server, such as http://prometheus.monitoring.svc:9090" }}
{{- end }}
{{- include "network-access.engineChecks" .Values }}
{{- range $name, $_ := .Values.pods.labels }}
{{- if or (hasPrefix "app.kubernetes.io/" $name) (hasPrefix "helm.sh/" $name) }}
{{- fail (printf "pods.labels: %q is a label of the chart; choose a name with another prefix" $name) }}
{{- end }}
{{- end }}
{{- include "network-access.resourceChecks" (dict "place" "prepare" "resources" .Values.prepare.resources) }}
{{- include "network-access.resourceChecks" (dict "place" "rebuild" "resources" .Values.rebuild.resources) }}
{{- range $process, $values := .Values.processes }}
{{- include "network-access.resourceChecks" (dict "place" (printf "processes.%s" $process) "resources" $values.resources) }}
{{- if and (or $values.autoscaling.enabled (dig "keda" "enabled" false $values)) (gt (int $values.replicas) (int $values.autoscaling.maxReplicas)) }}
{{- fail (printf "processes.%s.autoscaling.maxReplicas: %d is less than replicas, which is %d" $process (int $values.autoscaling.maxReplicas) (int $values.replicas)) }}
{{- end }}
{{- end }}
{{- include "network-access.cidrChecks" .Values }}
{{- if .Values.network.enabled }}
{{- range $place := list "mongo" "redis" "opensearch" "userKeys" "serviceKeys" }}
{{- if not (index $.Values.network $place "to") }}
{{- include "network-access.missingPeers" (dict "place" (printf "%s.to" $place)) }}
{{- end }}
{{- end }}
{{- if and .Values.telemetry.endpoint (not .Values.network.collector.to) }}
{{- include "network-access.missingPeers" (dict "place" "collector.to") }}
{{- end }}
{{- range .Values.redis.sentinels }}
{{- $port := regexFind ":[0-9]+$" . | default ":26379" | trimPrefix ":" | int }}
{{- $ports := list }}
{{- range $.Values.network.redis.ports }}{{ $ports = append $ports (int .) }}{{ end }}
{{- if not (has $port $ports) }}
{{- fail (printf "network.redis.ports: lacks %d, the port of the Sentinel %q" $port .) }}
{{- end }}
{{- end }}
{{- if and (ne .Values.routes.kind "none") (not .Values.network.routers.from) }}
{{- include "network-access.missingPeers" (dict "place" "routers.from") }}
{{- end }}
{{- if and (or .Values.telemetry.podMonitor.enabled $keda.enabled) (not .Values.network.monitoring.from) }}
{{- include "network-access.missingPeers" (dict "place" "monitoring.from") }}
{{- end }}
{{- end }}
{{- end }}

{{- define "network-access.missingPeers" -}}
{{- fail (printf "network.%s: is empty; name its addresses or pods, such as [{ipBlock: {cidr: 10.0.0.0/24}}], or set network.enabled to false" .place) }}
{{- end }}

{{/*
Refuses addresses, certificate authorities and credentials with which a process would not start. Takes the values.
*/}}
{{- define "network-access.engineChecks" -}}
{{- range $place, $ca := dict "users.ca" .users.ca "mongo.ca" .mongo.ca "redis.ca" .redis.ca "opensearch.ca" .opensearch.ca "serviceTokens.ca" .serviceTokens.ca "trustedAuthorities" .trustedAuthorities }}
{{- if and $ca.secret $ca.configMap (not (and (eq $place "serviceTokens.ca") (eq $ca.configMap "kube-root-ca.crt"))) }}
{{- fail (printf "%s: has a secret and a configMap; name one of them" $place) }}
{{- end }}
{{- end }}
{{- if and (hasPrefix "http:" .users.jwksUrl) (or .users.ca.secret .users.ca.configMap) }}
{{- fail (printf "users.jwksUrl: %q has no TLS, but users.ca names an authority; use https, or name no authority" .users.jwksUrl) }}
{{- end }}
{{- if and (hasPrefix "http:" .serviceTokens.jwksUrl) (or .serviceTokens.authenticate .serviceTokens.ca.secret .serviceTokens.ca.configMap) }}
{{- fail (printf "serviceTokens.jwksUrl: %q has no TLS; use https, or set serviceTokens.authenticate to false and serviceTokens.ca.configMap to an empty text" .serviceTokens.jwksUrl) }}
{{- end }}
{{- if or .opensearch.ca.secret .opensearch.ca.configMap }}
{{- range .opensearch.urls }}
{{- if hasPrefix "http:" . }}
{{- fail (printf "opensearch.urls: %q has no TLS, but opensearch.ca names an authority; use https, or name no authority" .) }}
{{- end }}
{{- end }}
{{- end }}
{{- if and .redis.sentinelCredentials.secret (not .redis.sentinels) }}
{{- fail "redis.sentinelCredentials.secret: is set, but redis.sentinels is empty; list the Sentinels, or name no secret" }}
{{- end }}
{{- end }}

{{/*
Refuses resource requests above their limits, which the API server would refuse too. Takes `place` and `resources`.
*/}}
{{- define "network-access.resourceChecks" -}}
{{- $requests := .resources.requests }}
{{- $limits := .resources.limits }}
{{- range list "memory" "ephemeral-storage" }}
{{- if and (hasKey $requests .) (hasKey $limits .) }}
{{- if gt (int64 (include "network-access.bytes" (index $requests .))) (int64 (include "network-access.bytes" (index $limits .))) }}
{{- fail (printf "%s.resources.requests.%s: %s is more than the limit, which is %s" $.place . (include "network-access.settingText" (index $requests .)) (include "network-access.settingText" (index $limits .))) }}
{{- end }}
{{- end }}
{{- end }}
{{- if and $limits.cpu (gt (int64 (include "network-access.millicores" $requests.cpu)) (int64 (include "network-access.millicores" $limits.cpu))) }}
{{- fail (printf "%s.resources.requests.cpu: %v is more than the limit, which is %v" .place $requests.cpu $limits.cpu) }}
{{- end }}
{{- end }}
