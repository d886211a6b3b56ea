import type { BothVerdicts } from "../judging/changes/prepare-edit.ts";
import type { BareRule } from "../judging/compiling/compile-rule.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import type { Resolution } from "../judging/model/resolved.ts";

/** A failed lookup. The real verdict is unknown where it leads to Error. */
export interface FailedLookup {
  /** For messages: `group "web"`. */
  readonly what: string;
  readonly reason: string;
}

/** The first that matters: of what the request names, then of what the boundaries it touches name. */
export function findFailedLookup(
  named: readonly NamedReference[],
  { before, after }: BothVerdicts<BareRule>,
  resolution: Resolution,
): FailedLookup | null {
  for (const reference of named) {
    const answer = resolution.get(reference.reference);
    if (answer?.outcome === "failed") return { what: textOf(reference), reason: answer.reason };
  }
  for (const boundary of [...before.byBoundary.keys(), ...after.byBoundary.keys()]) {
    if (boundary.isResolved) continue;
    for (const { text, lookup } of [...boundary.sources.unresolved, ...boundary.destinations.unresolved])
      if (lookup?.outcome === "failed") return { what: text, reason: lookup.reason };
  }
  return null;
}

function textOf(named: NamedReference): string {
  return named.kind === "group" ? `group "${named.groupId}"` : `item "${named.itemKey.id}"`;
}
