import type { Change, ChangeCounts, CountedChange } from "./revision.ts";
import type { DigestedRow, RevisionDigest } from "./revision-digest.ts";

/**
 * Returns the changes between two revisions, given their digests. A row that was only moved does not count as changed.
 */
export function compareDigests(before: RevisionDigest, after: RevisionDigest): readonly Change[] {
  return [
    ...compare(linesOf(before), linesOf(after), (row) => row.id).map(({ change, item }): Change => {
      const { id, policy, name, number } = item;
      return { change, kind: "rule", id, policy, name: name === "" ? `${number}` : `${number} ${name}` };
    }),
    ...compare(before.objects, after.objects, (object) => `${object.kind} ${object.name}`).map(
      ({ change, item: { kind, name } }): Change => ({ change, kind, name }),
    ),
    ...compare(routesOf(before), routesOf(after), (route) => route.name).map(
      ({ change, item: { name } }): Change => ({ change, kind: "route", name }),
    ),
  ];
}

export function countChanges(changes: readonly Change[]): ChangeCounts {
  const of = (isOne: (change: Change) => boolean): CountedChange => {
    const some = changes.filter(isOne);
    const count = (change: Change["change"]) => some.filter((one) => one.change === change).length;
    return { added: count("ADDED"), removed: count("REMOVED"), changed: count("CHANGED") };
  };
  return {
    rules: of(({ kind }) => kind === "rule"),
    objects: of(({ kind }) => kind !== "rule" && kind !== "route"),
    routes: of(({ kind }) => kind === "route"),
  };
}

function linesOf({ rows }: RevisionDigest): readonly DigestedRow[] {
  return rows.filter((row) => row.isLine);
}

/**
 * Gives each route of a digest a unique name. If a digest contains the same route several times, the second and later
 * names end with a number.
 */
function routesOf({ routes }: RevisionDigest) {
  const seen = new Map<string, number>();
  return routes.map((text) => {
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return { name: nth === 1 ? text : `${text} (${nth})`, hash: text };
  });
}

interface Compared<Item> {
  readonly change: Change["change"];
  readonly item: Item;
}

function compare<Item extends { readonly hash: string }>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Compared<Item>[] {
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const found = after.flatMap((item): Compared<Item>[] => {
    const was = old.get(keyOf(item));
    old.delete(keyOf(item));
    if (!was) return [{ change: "ADDED", item }];
    return was.hash === item.hash ? [] : [{ change: "CHANGED", item }];
  });
  const removed = Array.from(old.values(), (item): Compared<Item> => ({ change: "REMOVED", item }));
  return [...found, ...removed];
}
