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

/** What keeps a boundary from being applied: its id belongs to somebody else. */
interface ForeignBoundary {
  readonly wanted: PolicyBoundary;
  readonly existing: StoredBoundary;
}

/** The way from what is there to what the files say, for one source. Every list is by id. */
export interface Plan {
  readonly source: string;
  readonly creations: readonly Creation[];
  readonly changes: readonly Change[];
  readonly removals: readonly Removal[];
  /** In no file any more, and left as they are because nobody asked for their removal. */
  readonly leftOver: readonly StoredBoundary[];
  /** As the files say already. */
  readonly unchanged: number;
  /** What the source has now. */
  readonly existing: number;
  readonly foreign: readonly ForeignBoundary[];
}

/** More of a source than this is not removed at once without somebody insisting. */
const MOST_REMOVED_PERCENT = 30;

/** Compares what files say with everything that is there, and touches only what belongs to the source. */
export function planChanges(
  wanted: readonly PolicyBoundary[],
  stored: readonly StoredBoundary[],
  { source, removes }: { readonly source: string; readonly removes: boolean },
): Plan {
  const byId = new Map(stored.map((one) => [one.text.id, one]));
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

/** Whether it would remove more of the source than anybody does by intent without saying so. */
export function removesTooMuch({ removals, existing }: Plan): boolean {
  return removals.length * 100 > existing * MOST_REMOVED_PERCENT;
}

/** The boundary a step is about. */
export function idOf(step: Step): string {
  return step.kind === "remove" ? step.existing.text.id : step.wanted.text.id;
}

function orderOfIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
