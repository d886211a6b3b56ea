import type { BothVerdicts } from "../judging/changes/prepare-edit.ts";
import type { BareRule } from "../judging/compiling/compile-rule.ts";
import type { NamedReference } from "../judging/model/named-reference.ts";
import type { Resolution } from "../judging/model/resolved.ts";

/**
 * A failed lookup of a group or item. If the lookup gives a request the state Error, the preview fails, because the
 * real verdict of the request is unknown.
 */
export interface FailedLookup {
  /** The kind and id of the group or item, as messages show them, for example `group "web"`. */
  readonly what: string;
  readonly reason: string;
}

/**
 * Returns the first failed lookup that can affect the verdict of a request, or null if there is none. The groups and
 * items that the request names are checked first. The groups and items of the touched boundaries are checked next:
 * first the boundaries before the edit, then the boundaries after it.
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
