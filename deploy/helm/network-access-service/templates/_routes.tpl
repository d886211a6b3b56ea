{{/*
The public routes. `seconds` is the time limit of a request in the process, plus a margin; 0 marks an endless stream.
`bytes` is the largest body. No route leads to health, metrics and internal paths of these processes.
*/}}
{{- define "network-access.routes" -}}
{{- $timeout := dict }}
{{- $body := dict }}
{{- range $process, $facts := fromYaml (include "network-access.processes" .) }}
{{- $settings := fromJson (include "network-access.settings" (dict "root" $ "facts" $facts "values" (index $.Values.processes $process))) }}
{{- $_ := set $timeout $process (add 5 (div (add (index $settings "REQUEST_TIMEOUT_MS" | default 60000 | int64) 999) 1000)) }}
{{- $_ := set $body $process (index $settings "MAX_BODY_BYTES" | default 4194304 | int64) }}
{{- if eq $process "inventory" }}{{ $_ := set $body $process (max (index $body $process) (index $settings "MAX_UPLOAD_BYTES" | default 16777216 | int64)) }}{{ end }}
{{- if eq $process "security-manager" }}{{ $_ := set $body $process (max (index $body $process) 8388608) }}{{ end }}
{{- end -}}
graph:
  process: gateway
  paths:
    - { type: {{ ternary "Prefix" "Exact" (dig "QUERY_PAGE" false (index .Values.processes "gateway" "settings")) }}, path: /graphql, seconds: {{ index $timeout "gateway" }} }
  bytes: {{ index $body "gateway" }}
events:
  process: change-request
  paths:
    - { type: Prefix, path: /change-requests, seconds: 0 }
  bytes: {{ index $body "change-request" }}
inventory:
  process: inventory
  paths:
    - { type: Prefix, path: /inventory, seconds: {{ index $timeout "inventory" }} }
    - { type: Prefix, path: /groups, seconds: {{ index $timeout "inventory" }} }
  bytes: {{ index $body "inventory" }}
manager:
  process: security-manager
  paths:
    - { type: Exact, path: /securitymanager/api/siql/secrule/stream, seconds: 605 }
    - { type: Prefix, path: /securitymanager/api, seconds: {{ max 65 (index $timeout "security-manager") }} }
  bytes: {{ index $body "security-manager" }}
tools:
  process: mcp-tools
  paths:
    - { type: Exact, path: /mcp, seconds: 35 }
    - { type: Prefix, path: /tool-keys, seconds: {{ index $timeout "mcp-tools" }} }
    {{- if not (dig "DOCS_URL" "" (index .Values.processes "mcp-tools" "settings")) }}
    - { type: Prefix, path: /docs, seconds: {{ index $timeout "mcp-tools" }} }
    {{- end }}
  bytes: {{ index $body "mcp-tools" }}
{{- end }}
