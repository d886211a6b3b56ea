import type { DigestedRow } from "./revision-digest.ts";

type Line = Pick<DigestedRow, "hash" | "action">;

/**
 * Matches the rows of a policy with the rows that the policy had in the previous revision. Returns a map from the
 * position of each matched row to its old row. There are two steps:
 * - Rows with equal hashes are matched. Several rows with the same hash are matched in order.
 * - Matched rows that kept their order divide both versions of the policy into sections. Within each section, the
 *   remaining rows with the same action are matched in order.
 */
export function alignRows<Old extends Line>(old: readonly Old[], rows: readonly Line[]): ReadonlyMap<number, Old> {
  const oldPlaces = new Map<string, Places>();
  for (const [place, { hash }] of old.entries()) addTo(oldPlaces, hash, place);
  const equal: { readonly place: number; readonly oldPlace: number }[] = [];
  const taken = new Set<number>();
  for (const [place, { hash }] of rows.entries()) {
    const oldPlace = takeFirst(oldPlaces.get(hash));
    if (oldPlace === undefined) continue;
    equal.push({ place, oldPlace });
    taken.add(oldPlace);
  }
  const aligned = new Map<number, Old>();
  for (const { place, oldPlace } of equal) setOld(place, oldPlace);

  const anchors = [...inOrder(equal), { place: rows.length, oldPlace: old.length }];
  let [from, oldFrom] = [0, 0];
  for (const { place: to, oldPlace: oldTo } of anchors) {
    const rest = new Map<string, Places>();
    for (let at = oldFrom; at < oldTo; at += 1) {
      const action = old[at]?.action;
      if (action !== undefined && !taken.has(at)) addTo(rest, action, at);
    }
    for (let at = from; at < to; at += 1) {
      const oldPlace = aligned.has(at) ? undefined : takeFirst(rest.get(rows[at]?.action ?? ""));
      if (oldPlace !== undefined) setOld(at, oldPlace);
    }
    [from, oldFrom] = [to + 1, oldTo + 1];
  }
  return aligned;

  function setOld(place: number, oldPlace: number): void {
    const found = old[oldPlace];
    if (found) aligned.set(place, found);
  }
}

/** Returns the longest subsequence of the pairs whose old positions ascend. */
function inOrder<Pair extends { readonly oldPlace: number }>(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, { oldPlace }] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.oldPlace ?? 0) < oldPlace) low = middle + 1;
      else high = middle;
    }
    before[at] = tails[low - 1];
    tails[low] = at;
  }
  const chosen: Pair[] = [];
  for (let at = tails.at(-1); at !== undefined; at = before[at]) {
    const pair = pairs[at];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

/** Positions of rows in ascending order. The first `next` of them are already matched. */
interface Places {
  readonly all: number[];
  next: number;
}

function addTo(places: Map<string, Places>, key: string, place: number): void {
  const known = places.get(key);
  if (known) known.all.push(place);
  else places.set(key, { all: [place], next: 0 });
}

function takeFirst(places: Places | undefined): number | undefined {
  const first = places?.all[places.next];
  if (places) places.next += 1;
  return first;
}
