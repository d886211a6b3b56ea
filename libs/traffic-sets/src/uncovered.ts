import { ascendingOrder } from "./ascending-order.ts";
import * as narrow from "./edges.ts";
import * as wide from "./wide-edges.ts";

/** The three sets of a product inside one family. */
export interface Triple {
  readonly sources: Uint32Array;
  readonly destinations: Uint32Array;
  readonly services: narrow.Edges;
}

/**
 * A class of addresses that belong to the same sets of the list given to `classesOf`. `holders` contains the indexes of
 * these sets in the list. No other set of the list contains an address of the class.
 */
interface AddressClass {
  readonly addresses: Uint32Array;
  readonly holders: readonly number[];
}

/**
 * Returns the packets of `whole` that are in none of the `others`, as disjoint triples of sources, destinations and
 * services. It works in three steps:
 * - Divides the sources of `whole` into classes. The sources of one class are contained in the same triples of
 *   `others`.
 * - For each class of sources, divides the destinations of `whole` into classes in the same way. Only triples that
 *   contain these sources are used.
 * - For each pair of a class of sources and a class of destinations, removes the services of all triples that contain
 *   both classes from the services of `whole`. The services that remain are uncovered.
 *
 * The time depends on how many triples overlap, not on the square of the number of all triples.
 */
export function uncovered(whole: Triple, others: readonly Triple[], family: 4 | 6): Triple[] {
  const edges = family === 4 ? narrow : wide;
  const width = family === 4 ? 1 : 4;
  const sources = classesOf(
    whole.sources,
    others.map((other) => edges.intersect(other.sources, whole.sources)),
    width,
  );
  const found = new Map<string, Triple>();
  for (const { addresses, holders } of sources) {
    const near = holders.flatMap((holder) => others[holder] ?? []);
    for (const rest of restOfDestinations(whole, near, family)) {
      const key = `${rest.destinations.join()};${rest.services.join()}`;
      const same = found.get(key);
      found.set(key, { ...rest, sources: same === undefined ? addresses : edges.union(same.sources, addresses) });
    }
  }
  return [...found.values()];
}

/**
 * Returns the destinations and services of `whole` that no triple in `near` covers. Sources are not compared, because
 * the caller examines one class of sources, and every triple in `near` contains this class. Destinations with the same
 * uncovered services share one entry of the result.
 */
function restOfDestinations(whole: Triple, near: readonly Triple[], family: 4 | 6): Omit<Triple, "sources">[] {
  const edges = family === 4 ? narrow : wide;
  const classes = classesOf(
    whole.destinations,
    near.map((other) => edges.intersect(other.destinations, whole.destinations)),
    family === 4 ? 1 : 4,
  );
  const found: { destinations: Uint32Array; services: narrow.Edges }[] = [];
  for (const { addresses, holders } of classes) {
    let services = whole.services;
    for (const holder of holders) services = narrow.subtract(services, near[holder]?.services ?? narrow.noEdges);
    if (services.length === 0) continue;
    const same = found.find((other) => narrow.equals(other.services, services));
    if (same === undefined) found.push({ destinations: addresses, services });
    else same.destinations = edges.union(same.destinations, addresses);
  }
  return found;
}

/**
 * Divides the addresses of `within` into classes. Two addresses are in the same class if they are in exactly the same
 * members of `sets`. The indexes of these members are the holders of the class. Every set in `sets` must be a subset of
 * `within`.
 */
function classesOf(within: Uint32Array, sets: readonly Uint32Array[], width: number): AddressClass[] {
  const all = [within, ...sets];
  const words = new Uint32Array(all.reduce((sum, set) => sum + set.length, 0));
  const owners = new Uint32Array(words.length / width);
  let offset = 0;
  for (const [owner, set] of all.entries()) {
    words.set(set, offset);
    owners.fill(owner, offset / width, (offset + set.length) / width);
    offset += set.length;
  }
  const classes = new Map<string, { edges: number[]; holders: number[] }>();
  const open = new Set<number>();
  let current: { edges: number[]; holders: number[] } | undefined;
  const order = ascendingOrder(words, width);
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place] as number;
    const owner = owners[index] as number;
    if (!open.delete(owner)) open.add(owner);
    const next = order[place + 1];
    if (next !== undefined && sameNumber(words, index, next, width)) continue;
    const holders = [...open].filter((set) => set > 0).sort((a, b) => a - b);
    const key = holders.join();
    const entered = open.has(0)
      ? (classes.get(key) ?? { edges: [], holders: holders.map((set) => set - 1) })
      : undefined;
    for (let word = index * width; word < (index + 1) * width; word += 1) {
      current?.edges.push(words[word] as number);
      entered?.edges.push(words[word] as number);
    }
    if (entered !== undefined) classes.set(key, entered);
    current = entered;
  }
  return [...classes.values()].map(({ edges, holders }) => ({ addresses: Uint32Array.from(edges), holders }));
}

function sameNumber(words: Uint32Array, a: number, b: number, width: number): boolean {
  for (let word = 0; word < width; word += 1) if (words[a * width + word] !== words[b * width + word]) return false;
  return true;
}
