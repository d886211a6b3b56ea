{{/*
All processes. For each environment variable with a URL, `calls` has the process and the path of that URL. The network
policies are derived from `calls`. `audience` is the audience of the service tokens that the process accepts.
*/}}
{{- define "network-access.processes" -}}
gateway:
  users: true
  route: true
  calls:
    SUBGRAPH_BOUNDARY_EVALUATOR_URL: { process: boundary-evaluator-subgraph, path: /graphql }
    SUBGRAPH_CHANGE_REQUEST_URL: { process: change-request, path: /graphql }
    SUBGRAPH_INVENTORY_URL: { process: inventory, path: /graphql }
change-request:
  users: true
  route: true
  audience: change-request
  database: change-request
  redis: true
  tokens: [boundary-evaluator]
  calls:
    BOUNDARY_EVALUATOR_URL: { process: boundary-evaluator-subgraph }
  subjects:
    CHANGE_REQUEST_TEXT_SUBJECTS: [boundary-evaluator-subgraph, boundary-evaluator-worker]
    JUDGE_AGAIN_SUBJECTS: [boundary-evaluator-worker]
boundary-evaluator-subgraph:
  evaluator: true
  users: true
  audience: boundary-evaluator
  database: boundary-evaluator
  tokens: [change-request, inventory]
  calls:
    CHANGE_REQUEST_URL: { process: change-request }
    INVENTORY_URL: { process: inventory }
  subjects:
    NAMED_GROUP_SUBJECTS: [inventory]
    OUTCOME_SUBJECTS: [change-request]
boundary-evaluator-worker:
  evaluator: true
  receivers: true
  database: boundary-evaluator
  redis: true
  tokens: [change-request, inventory]
  calls:
    CHANGE_REQUEST_URL: { process: change-request }
    INVENTORY_URL: { process: inventory }
inventory:
  users: true
  route: true
  audience: inventory
  database: inventory
  redis: true
  index: ""
  tokens: [boundary-evaluator]
  calls:
    BOUNDARY_EVALUATOR_URL: { process: boundary-evaluator-subgraph }
  subjects:
    ADDRESS_RESOLUTION_SUBJECTS: [boundary-evaluator-subgraph, boundary-evaluator-worker]
security-manager:
  users: true
  route: true
  audience: security-manager
  database: security-manager
  index: -estate
  # The manager creates device revisions in a thread. The thread's heap has the same size as the main heap.
  heaps: 2
  subjects:
    ACTING_SUBJECTS: [mcp-tools]
mcp-tools:
  users: true
  route: true
  database: mcp-tools
  redis: true
  index: ""
  tokens: [security-manager]
  calls:
    SECURITY_MANAGER_URL: { process: security-manager }
{{- end }}

{{/* The processes that prepare a database before an installation or upgrade. */}}
{{- define "network-access.prepareProcesses" -}}
change-request-prepare: { prepare: true, database: change-request }
boundary-evaluator-prepare: { prepare: true, database: boundary-evaluator }
inventory-prepare: { prepare: true, database: inventory }
security-manager-prepare: { prepare: true, database: security-manager }
mcp-tools-prepare: { prepare: true, database: mcp-tools }
{{- end }}

{{/* The processes that rebuild search indexes. */}}
{{- define "network-access.rebuildProcesses" -}}
inventory-rebuild: { rebuild: true, database: inventory, index: "" }
security-manager-rebuild: { rebuild: true, database: security-manager, index: -estate }
{{- end }}
