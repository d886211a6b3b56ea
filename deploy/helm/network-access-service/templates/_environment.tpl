{{/*
The settings of a process as JSON: those of every process, those of the process's service, and those of the process
alone. If a setting occurs several times, the last of these wins.
*/}}
{{- define "network-access.settings" -}}
{{- $settings := deepCopy .root.Values.settings -}}
{{- if .facts.evaluator }}{{ $settings = mergeOverwrite $settings (deepCopy .root.Values.boundaryEvaluator.settings) }}{{ end -}}
{{- if .values.settings }}{{ $settings = mergeOverwrite $settings (deepCopy .values.settings) }}{{ end -}}
{{- toJson $settings -}}
{{- end }}

{{/*
A setting as the text of a variable: whole numbers without an exponent, "on" or "off" for booleans, and lists separated
by commas.
*/}}
{{- define "network-access.settingText" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . }}
{{- else if kindIs "slice" . }}{{ range $place, $value := . }}{{ if $place }},{{ end }}{{ include "network-access.settingText" $value }}{{ end }}
{{- else if kindIs "float64" . }}{{ if eq (floor .) . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}
{{- else }}{{ . }}{{ end -}}
{{- end }}

{{/* A number of bytes in MiB, rounded up. */}}
{{- define "network-access.inMebibytes" -}}
{{- div (add (int64 .) 1048575) 1048576 -}}
{{- end }}

{{/* A quantity of processor time in thousandths. */}}
{{- define "network-access.millicores" -}}
{{- $text := toString . -}}
{{- if hasSuffix "m" $text }}{{ trimSuffix "m" $text | int64 }}{{ else }}{{ mulf 1000 (float64 $text) | int64 }}{{ end -}}
{{- end }}

{{/* A quantity of memory in bytes. */}}
{{- define "network-access.bytes" -}}
{{- $text := include "network-access.settingText" . -}}
{{- $unit := regexFind "[A-Za-z]*$" $text -}}
{{- $decimal := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 -}}
{{- $binary := dict "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- mulf (trimSuffix $unit $text) (index (merge $decimal $binary) $unit) | int64 -}}
{{- end }}

{{/*
The size of Node's main heap in MiB. The heaps of all threads together get three quarters of the memory limit. They get
less if the rest would be too small for requests, feeds, and 64 MiB of code and stacks.
*/}}
{{- define "network-access.heap" -}}
{{- $settings := fromJson (include "network-access.settings" .) -}}
{{- $limit := div (include "network-access.bytes" .values.resources.limits.memory | int64) 1048576 -}}
{{- $threads := 0 -}}
{{- if .facts.evaluator -}}
{{- $thread := index $settings "JUDGING_THREAD_MEMORY_MB" | int64 -}}
{{- $threads = mul (index $settings "JUDGING_THREADS" | int64) $thread -}}
{{- if eq .process "boundary-evaluator-subgraph" -}}
{{- $threads = add $threads (index $settings "PREVIEW_MEMORY_MB" | default 512 | int64) (mul (index $settings "PREVIEW_THREADS" | int64) $thread) -}}
{{- end -}}
{{- end -}}
{{- $rest := 64 -}}
{{- if not (or .facts.prepare .facts.rebuild) -}}
{{- $rest = add $rest (include "network-access.inMebibytes" (index $settings "REQUEST_MEMORY_BYTES" | default 134217728)) -}}
{{- end -}}
{{- if eq .process "inventory" -}}
{{- $rest = add $rest (include "network-access.inMebibytes" (index $settings "FEED_MEMORY_BYTES" | default 67108864)) -}}
{{- end -}}
{{- $heaps := .facts.heaps | default 1 | int64 -}}
{{- $heap := div (sub (min (div (mul $limit 3) 4) (sub $limit $rest)) $threads) $heaps -}}
{{- if lt (int64 $heap) 128 -}}
{{- $least := add (mul 128 $heaps) $threads -}}
{{- fail (printf "%s.resources.limits.memory: %s is too little; the process, its threads, requests and feeds need at least %dMi" .place (include "network-access.settingText" .values.resources.limits.memory) (max (add 1 (div (mul 4 $least) 3)) (add $least $rest))) -}}
{{- end -}}
{{- $heap -}}
{{- end }}

{{/*
How many seconds a process may take to stop: DRAIN_SECONDS and STOP_SECONDS for its work, five seconds for its
connections and telemetry, and a margin of five seconds.
*/}}
{{- define "network-access.graceSeconds" -}}
{{- $settings := fromJson (include "network-access.settings" .) -}}
{{- $drain := 5 }}{{ if hasKey $settings "DRAIN_SECONDS" }}{{ $drain = index $settings "DRAIN_SECONDS" }}{{ end -}}
{{- $stop := 25 }}{{ if hasKey $settings "STOP_SECONDS" }}{{ $stop = index $settings "STOP_SECONDS" }}{{ end -}}
{{- add (ceil $drain | int64) (ceil $stop | int64) 10 -}}
{{- end }}

{{- define "network-access.variable" -}}
- name: {{ .name }}
  value: {{ .value | quote }}
{{ end }}

{{- define "network-access.secretVariable" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }} } }
{{ end }}

{{/*
The certificate authorities that a process reads, as JSON. By variable, `file` is the name of the mounted file, and
`from` is the secret or config map in the values.
*/}}
{{- define "network-access.authorities" -}}
{{- $values := .root.Values -}}
{{- $authorities := dict -}}
{{- if .facts.users }}{{ $_ := set $authorities "USER_JWKS_CA_FILE" (dict "file" "user-keys.pem" "from" $values.users.ca) }}{{ end -}}
{{- if .facts.audience }}{{ $_ := set $authorities "SERVICE_JWKS_CA_FILE" (dict "file" "service-keys.pem" "from" $values.serviceTokens.ca) }}{{ end -}}
{{- if .facts.database }}{{ $_ := set $authorities "MONGO_CA_FILE" (dict "file" "mongo.pem" "from" $values.mongo.ca) }}{{ end -}}
{{- if .facts.redis }}{{ $_ := set $authorities "REDIS_CA_FILE" (dict "file" "redis.pem" "from" $values.redis.ca) }}{{ end -}}
{{- if hasKey .facts "index" }}{{ $_ := set $authorities "OPENSEARCH_CA_FILE" (dict "file" "opensearch.pem" "from" $values.opensearch.ca) }}{{ end -}}
{{- $_ := set $authorities "NODE_EXTRA_CA_CERTS" (dict "file" "trusted.pem" "from" $values.trustedAuthorities) -}}
{{- range $name, $authority := $authorities }}
{{- if not (or $authority.from.secret $authority.from.configMap) }}{{ $_ := unset $authorities $name }}{{ end -}}
{{- end -}}
{{- toJson $authorities -}}
{{- end }}

{{/* The environment of a process. Takes `root`, `process`, `facts`, `values` and `place`. */}}
{{- define "network-access.environment" -}}
{{- $root := .root }}
{{- $facts := .facts }}
{{- $values := .root.Values }}
{{- $prefix := include "network-access.prefix" $root }}
{{- $environment := dict "NODE_ENV" "production" "NODE_OPTIONS" (printf "--max-old-space-size=%s" (include "network-access.heap" .)) }}
{{- if not (or $facts.prepare $facts.rebuild) }}
{{- $_ := set $environment "PORT" "8080" }}
{{- if $values.telemetry.endpoint }}{{ $_ := set $environment "OTEL_EXPORTER_OTLP_ENDPOINT" $values.telemetry.endpoint }}{{ end }}
{{- end }}
{{- if $facts.prepare }}
{{- $_ := set $environment "PREPARE_SECONDS" (include "network-access.settingText" $values.prepare.seconds) }}
{{- with $values.settings.LOG_LEVEL }}{{ $_ := set $environment "LOG_LEVEL" . }}{{ end }}
{{- end }}
{{- range $name, $call := $facts.calls }}
{{- $host := include "network-access.name" (dict "root" $root "process" $call.process) }}
{{- $_ := set $environment $name (printf "http://%s.%s.svc:8080%s" $host $root.Release.Namespace ($call.path | default "")) }}
{{- end }}
{{- if $facts.users }}
{{- $environment = merge $environment (dict "USER_ISSUER" $values.users.issuer "USER_JWKS_URL" $values.users.jwksUrl "USER_AUDIENCE" $values.users.audience) }}
{{- end }}
{{- if $facts.audience }}
{{- $environment = merge $environment (dict "SERVICE_ISSUER" $values.serviceTokens.issuer "SERVICE_JWKS_URL" $values.serviceTokens.jwksUrl "SERVICE_AUDIENCE" $facts.audience) }}
{{- if $values.serviceTokens.authenticate }}{{ $_ := set $environment "SERVICE_JWKS_TOKEN_FILE" "/var/run/secrets/network-access/key-fetch" }}{{ end }}
{{- end }}
{{- range $name, $processes := $facts.subjects }}
{{- $subjects := list }}
{{- range $processes }}{{ $subjects = append $subjects (printf "system:serviceaccount:%s:%s" $root.Release.Namespace (include "network-access.name" (dict "root" $root "process" .))) }}{{ end }}
{{- $_ := set $environment $name (join "," $subjects) }}
{{- end }}
{{- if $facts.tokens }}{{ $_ := set $environment "SERVICE_TOKEN_FILE" "/var/run/secrets/network-access/{audience}" }}{{ end }}
{{- if $facts.database }}{{ $_ := set $environment "MONGO_DATABASE" (printf "%s-%s" $prefix $facts.database) }}{{ end }}
{{- if $facts.redis }}
{{- $_ := set $environment "REDIS_PREFIX" $prefix }}
{{- with $values.redis.sentinels }}{{ $_ := set $environment "REDIS_SENTINELS" (join "," .) }}{{ end }}
{{- end }}
{{- if hasKey $facts "index" }}
{{- $environment = merge $environment (dict "OPENSEARCH_URL" (join "," $values.opensearch.urls) "INDEX_PREFIX" (printf "%s%s" $prefix $facts.index)) }}
{{- end }}
{{- if $facts.evaluator }}{{ $_ := set $environment "INTEGRATION_KEYS_FILE" "/etc/network-access/integration-keys/keys.json" }}{{ end }}
{{- range $name, $authority := fromJson (include "network-access.authorities" .) }}
{{- $_ := set $environment $name (printf "/etc/network-access/authorities/%s" $authority.file) }}
{{- end }}
{{- if eq .process "mcp-tools" }}
{{- $_ := set $environment "REPLICAS" (include "network-access.settingText" (ternary .values.autoscaling.maxReplicas .values.replicas .values.autoscaling.enabled)) }}
{{- if ne $values.routes.kind "none" }}
{{- $host := include "network-access.host" (dict "root" $root "route" "tools") }}
{{- $environment = merge $environment (dict "ALLOWED_HOSTS" $host "PUBLIC_URL" (printf "https://%s" $host)) }}
{{- end }}
{{- end }}
{{- if not (or $facts.prepare $facts.rebuild) }}
{{- range $name, $value := fromJson (include "network-access.settings" .) }}
{{- $_ := set $environment $name (include "network-access.settingText" $value) }}
{{- end }}
{{- end }}
{{- range $name, $value := $environment }}
{{- include "network-access.variable" (dict "name" $name "value" $value) }}
{{- end }}
{{- if $facts.database }}
{{- $url := index $values.mongo.urls $facts.database | default $values.mongo.url }}
{{- include "network-access.secretVariable" (dict "name" "MONGO_URL" "secret" $url.secret "key" $url.key) }}
{{- end }}
{{- if $facts.redis }}{{ include "network-access.secretVariable" (dict "name" "REDIS_URL" "secret" $values.redis.url.secret "key" $values.redis.url.key) }}{{ end }}
{{- if $facts.redis }}{{ include "network-access.credentials" (dict "name" "REDIS_SENTINEL" "from" $values.redis.sentinelCredentials) }}{{ end }}
{{- if hasKey $facts "index" }}{{ include "network-access.credentials" (dict "name" "OPENSEARCH" "from" $values.opensearch.credentials) }}{{ end }}
{{- end }}

{{- define "network-access.credentials" }}
{{- if .from.secret }}
{{- include "network-access.secretVariable" (dict "name" (printf "%s_USERNAME" .name) "secret" .from.secret "key" .from.usernameKey) }}
{{- include "network-access.secretVariable" (dict "name" (printf "%s_PASSWORD" .name) "secret" .from.secret "key" .from.passwordKey) }}
{{- end }}
{{- end }}
