import type { StoredBoundary } from "./boundaries.ts";
import { changesOfText, type MemberChange } from "./changes-of-text.ts";
import type { PolicyBoundary } from "./policy-boundary.ts";

export interface Creation {
  readonly kind: "create";
  readonly wanted: PolicyBoundary;
}
export interface Change {
  readonly kind: "change";
  readonly wanted: PolicyBoundary;
  readonly existing: StoredBoundary;
  readonly members: readonly MemberChange[];
}
export interface Removal {
  readonly kind: "remove";
  readonly existing: StoredBoundary;
}
export type Step = Creation | Change | Removal;

/**
 * A boundary in the policy files that can't be applied, because the stored boundary with the same id has another source
 * or no source.
 */
interface ForeignBoundary {
  readonly wanted: PolicyBoundary;
  readonly existing: StoredBoundary;
}

/** The steps from the stored boundaries of a source to the boundaries in its files. All lists are ordered by id. */
export interface Plan {
  readonly source: string;
  readonly creations: readonly Creation[];
  readonly changes: readonly Change[];
  readonly removals: readonly Removal[];
  /** Stored boundaries of the source that no file contains. They are kept, because removal was not requested. */
  readonly leftOver: readonly StoredBoundary[];
  /** The number of boundaries that are already equal to the files. */
  readonly unchanged: number;
  /** The number of stored boundaries of the source. */
  readonly existing: number;
  readonly foreign: readonly ForeignBoundary[];
}

/** Removing more than this share of a source's boundaries needs --force. */
const MOST_REMOVED_PERCENT = 30;

/**
 * Compares the boundaries in files with the stored boundaries. Plans the creation of boundaries that are not stored,
 * and the change of stored boundaries of `source`. If `removes` is true, also plans the removal of those that no file
 * contains. Stored boundaries of other sources, or of no source, are not changed.
 */
export function planChanges(
  wanted: readonly PolicyBoundary[],
  stored: readonly StoredBoundary[],
  { source, removes }: { readonly source: string; readonly removes: boolean },
): Plan {
  const byId = new Map(stored.map((boundary) => [boundary.text.id, boundary]));
  const creations: Creation[] = [];
  const changes: Change[] = [];
  const foreign: ForeignBoundary[] = [];
  let unchanged = 0;
  for (const written of [...wanted].sort((a, b) => orderOfIds(a.text.id, b.text.id))) {
    const owned: PolicyBoundary = { ...written, text: { ...written.text, source } };
    const existing = byId.get(owned.text.id);
    if (existing === undefined) creations.push({ kind: "create", wanted: owned });
    else if (existing.text.source !== source) foreign.push({ wanted: owned, existing });
    else {
      const members = changesOfText(existing.text, owned.text);
      if (members.length === 0) unchanged += 1;
      else changes.push({ kind: "change", wanted: owned, existing, members });
    }
  }
  const kept = new Set(wanted.map(({ text }) => text.id));
  const own = stored.filter(({ text }) => text.source === source);
  const gone = own.filter(({ text }) => !kept.has(text.id)).sort((a, b) => orderOfIds(a.text.id, b.text.id));
  return {
    source,
    creations,
    changes,
    removals: removes ? gone.map((existing) => ({ kind: "remove", existing })) : [],
    leftOver: removes ? [] : gone,
    unchanged,
    existing: own.length,
    foreign,
  };
}

export function stepCount({ creations, changes, removals }: Plan): number {
  return creations.length + changes.length + removals.length;
}

/** Returns whether the plan removes so many boundaries of the source that this is probably a mistake. */
export function removesTooMuch({ removals, existing }: Plan): boolean {
  return removals.length * 100 > existing * MOST_REMOVED_PERCENT;
}

/** Returns the id of the boundary that a step creates, changes or removes. */
export function idOf(step: Step): string {
  return step.kind === "remove" ? step.existing.text.id : step.wanted.text.id;
}

function orderOfIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
