{{- define "notifly.labels" -}}
app.kubernetes.io/name: notifly
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* What chooses the pods of a role; takes the root and the role. */}}
{{- define "notifly.selector" -}}
app.kubernetes.io/name: notifly
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{/* The pod of a role; takes the root, the role and its values. */}}
{{- define "notifly.pod" -}}
metadata:
  labels:
    {{- include "notifly.selector" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  # Requests and messages on their way have so long to end; longer than the product itself gives them.
  terminationGracePeriodSeconds: 90
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "notifly.selector" . | nindent 10 }}
  containers:
    - name: {{ .role }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: NOTIFLY_ROLES, value: {{ .role }} }
        - { name: NOTIFLY_PUBLIC_URL, value: {{ .root.Values.publicUrl | quote }} }
        - { name: NOTIFLY_TRUSTED_PROXIES, value: {{ .root.Values.trustedProxies | quote }} }
        - { name: NOTIFLY_OPERATORS, value: {{ .root.Values.operators | quote }} }
        - { name: NOTIFLY_SECRET_FILE, value: /run/secrets/notifly/secret }
        - { name: DATABASE_URL_FILE, value: /run/secrets/notifly/database-url }
        - { name: NOTIFLY_SYSTEM_SMTP_URL_FILE, value: /run/secrets/notifly/system-smtp-url }
        - { name: NOTIFLY_METRICS_TOKEN_FILE, value: /run/secrets/notifly/metrics-token }
        # The limit of a pod is for its one role.
        - { name: NOTIFLY_SMALL, value: 'off' }
        {{- if eq .role "worker" }}
        - { name: NOTIFLY_WORKERS, value: {{ .values.processes | quote }} }
        {{- end }}
        {{- with .root.Values.bounce.domain }}
        - { name: NOTIFLY_BOUNCE_DOMAIN, value: {{ . | quote }} }
        - { name: NOTIFLY_BOUNCE_SMTP_PORT, value: '2525' }
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      {{- if eq .role "api" }}
      ports:
        - { name: http, containerPort: 3000 }
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      # The first start lays out the database.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 3
        failureThreshold: 60
      lifecycle:
        # Balancers hear late that a pod goes; requests that they still send are answered.
        preStop: { exec: { command: [sleep, '8'] } }
      {{- end }}
      {{- if and (eq .role "scheduler") .root.Values.bounce.domain }}
      ports:
        - { name: bounces, containerPort: 2525 }
      {{- end }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: /run/secrets/notifly, readOnly: true }
  volumes:
    - { name: tmp, emptyDir: {} }
    - { name: secrets, secret: { secretName: {{ .root.Values.secretName | quote }} } }
    {{- if ne .role "worker" }}
    # Neither API nor scheduler keeps anything there.
    - { name: data, emptyDir: {} }
    {{- end }}
{{- end }}
