import type { BothVerdicts } from "../judging/changes/prepare-edit.ts";
import type { BareRule } from "../judging/compiling/compile-rule.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import type { Resolution } from "../judging/model/resolved.ts";

/** A failed lookup of a group or item. If it gives a request the state Error, the request's real verdict is unknown. */
export interface FailedLookup {
  /** The name of the group or item in messages: `group "web"`. */
  readonly what: string;
  readonly reason: string;
}

/**
 * Finds the first failed lookup that can affect the verdict of a request. It first checks the groups and items that the
 * request names. Then it checks the groups and items of the boundaries that touch the request, first without and then
 * with the edit.
 */
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
