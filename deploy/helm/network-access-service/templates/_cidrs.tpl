{{/* Refuses blocks of addresses that the API server would refuse. Takes the values. */}}
{{- define "network-access.cidrChecks" -}}
{{- range $name, $place := omit .network "enabled" }}
{{- range $direction := list "to" "from" }}
{{- range $index, $peer := index $place $direction }}
{{- with $peer.ipBlock }}
{{- $at := printf "network.%s.%s[%d].ipBlock" $name $direction $index }}
{{- $block := include "network-access.networkBits" (dict "place" (printf "%s.cidr" $at) "cidr" .cidr) }}
{{- range $number, $except := .except }}
{{- $part := include "network-access.networkBits" (dict "place" (printf "%s.except[%d]" $at $number) "cidr" $except) }}
{{- if or (eq $part $block) (not (hasPrefix $block $part)) }}
{{- fail (printf "%s.except[%d]: %s is no part of %s" $at $number $except $peer.ipBlock.cidr) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- range $place, $blocks := dict "network.receivers.except" .network.receivers.except "boundaryEvaluator.settings.INTEGRATION_ADDRESSES" .boundaryEvaluator.settings.INTEGRATION_ADDRESSES }}
{{- range $number, $block := $blocks }}
{{- $_ := include "network-access.networkBits" (dict "place" (printf "%s[%d]" $place $number) "cidr" $block) }}
{{- end }}
{{- end }}
{{- end }}

{{/*
The prefix of a CIDR as text: "v4 " or "v6 " and then its bits. A CIDR is inside another one if its text begins with the
text of the other one. Takes `place` and `cidr`.
*/}}
{{- define "network-access.networkBits" -}}
{{- $parts := splitList "/" .cidr -}}
{{- $address := first $parts -}}
{{- $length := last $parts | int -}}
{{- $version := "v4" -}}
{{- $bits := include "network-access.groupBits" $address -}}
{{- if contains ":" $address -}}
{{- $version = "v6" -}}
{{- $halves := splitList "::" $address -}}
{{- if eq (len $halves) 2 -}}
{{- $left := include "network-access.groupBits" (first $halves) -}}
{{- $right := include "network-access.groupBits" (last $halves) -}}
{{- $zeros := sub (sub 128 (len $left)) (len $right) | int -}}
{{- $bits = ternary (printf "%s%s%s" $left (repeat (max 0 $zeros | int) "0") $right) "" (ge $zeros 16) -}}
{{- end -}}
{{- end -}}
{{- if or (not (regexMatch (ternary "^[01]{32}$" "^[01]{128}$" (eq $version "v4")) $bits)) (gt $length (len $bits)) -}}
{{- fail (printf "%s: %s is no CIDR" .place .cidr) -}}
{{- end -}}
{{- $network := trunc $length $bits -}}
{{- if contains "1" (trimPrefix $network $bits) -}}
{{- fail (printf "%s: %s has bits behind its mask; write the first address of the block" .place .cidr) -}}
{{- end -}}
{{- printf "%s %s" $version $network -}}
{{- end }}

{{/*
The bits of an address, from its groups, which are separated by colons or, in IPv4, by dots. A wrong group becomes "x".
*/}}
{{- define "network-access.groupBits" -}}
{{- $digits := dict "0" "0000" "1" "0001" "2" "0010" "3" "0011" "4" "0100" "5" "0101" "6" "0110" "7" "0111" "8" "1000" "9" "1001" "a" "1010" "b" "1011" "c" "1100" "d" "1101" "e" "1110" "f" "1111" -}}
{{- if . -}}
{{- range splitList ":" (lower .) -}}
{{- if contains "." . -}}
{{- range splitList "." . -}}
{{- if regexMatch "^(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])$" . }}{{ printf "%08b" (int .) }}{{ else }}x{{ end -}}
{{- end -}}
{{- else if regexMatch "^[0-9a-f]{1,4}$" . -}}
{{- range splitList "" (printf "000%s" . | trunc -4) }}{{ index $digits . }}{{ end -}}
{{- else }}x{{ end -}}
{{- end -}}
{{- end -}}
{{- end }}
