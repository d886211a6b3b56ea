{{/* The metadata and spec of a pod. Takes `root`, `process`, `facts`, `values` and `place`. */}}
{{- define "network-access.pod" -}}
{{- $root := .root }}
{{- $facts := .facts }}
{{- $authorities := fromJson (include "network-access.authorities" .) }}
{{- $fetchesKeys := and $facts.audience $root.Values.serviceTokens.authenticate }}
{{- $oneShot := or $facts.prepare $facts.rebuild }}
metadata:
  labels:
    {{- with $root.Values.pods.labels }}{{ toYaml . | nindent 4 }}{{ end }}
    {{- include "network-access.podLabels" . | nindent 4 }}
  {{- with $root.Values.pods.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "network-access.name" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    {{- if $root.Values.pods.setUser }}
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    {{- end }}
    seccompProfile: { type: RuntimeDefault }
  {{- if $oneShot }}
  restartPolicy: Never
  {{- else }}
  terminationGracePeriodSeconds: {{ include "network-access.graceSeconds" . }}
  topologySpreadConstraints:
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "network-access.selectorLabels" $ | nindent 10 }}
      matchLabelKeys: [pod-template-hash]
    {{- end }}
  {{- end }}
  {{- with $root.Values.pods.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $root.Values.pods.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.pods.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .process }}
      image: {{ include "network-access.image" . | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      resources: {{- toYaml .values.resources | nindent 8 }}
      env: {{- include "network-access.environment" . | trim | nindent 8 }}
      {{- if not $oneShot }}
      ports:
        - { name: http, containerPort: 8080 }
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 2
      {{- end }}
      {{- if or $facts.tokens $fetchesKeys $facts.evaluator $authorities }}
      volumeMounts:
        {{- if or $facts.tokens $fetchesKeys }}
        - { name: tokens, mountPath: /var/run/secrets/network-access, readOnly: true }
        {{- end }}
        {{- if $facts.evaluator }}
        - { name: integration-keys, mountPath: /etc/network-access/integration-keys, readOnly: true }
        {{- end }}
        {{- if $authorities }}
        - { name: authorities, mountPath: /etc/network-access/authorities, readOnly: true }
        {{- end }}
      {{- end }}
  {{- if or $facts.tokens $fetchesKeys $facts.evaluator $authorities }}
  volumes:
    {{- if or $facts.tokens $fetchesKeys }}
    - name: tokens
      projected:
        defaultMode: 0440
        sources:
          {{- range $facts.tokens }}
          - serviceAccountToken:
              audience: {{ . }}
              path: {{ . }}
              expirationSeconds: {{ $root.Values.serviceTokens.expirationSeconds }}
          {{- end }}
          {{- if $fetchesKeys }}
          # A token without an audience is for the API server, which serves the keys of service tokens.
          - serviceAccountToken:
              path: key-fetch
              expirationSeconds: {{ $root.Values.serviceTokens.expirationSeconds }}
          {{- end }}
    {{- end }}
    {{- if $facts.evaluator }}
    - name: integration-keys
      secret:
        secretName: {{ $root.Values.integrationKeys.secret }}
        defaultMode: 0440
        items:
          - { key: {{ $root.Values.integrationKeys.key }}, path: keys.json }
    {{- end }}
    {{- if $authorities }}
    - name: authorities
      projected:
        defaultMode: 0444
        sources:
          {{- range $authorities }}
          - {{ ternary "secret" "configMap" (ne .from.secret "") }}:
              name: {{ .from.secret | default .from.configMap }}
              items:
                - { key: {{ .from.key }}, path: {{ .file }} }
          {{- end }}
    {{- end }}
  {{- end }}
{{- end }}
