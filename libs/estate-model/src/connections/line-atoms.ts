import { bigintAt, wordsOf } from "@network-access/traffic-sets/wide-edges";

/**
 * A range of numbers (a number line), split into pieces that are called atoms. The line is split at each number at
 * which one of the given sets begins or ends. No atom is therefore partly inside one of these sets, and each of the
 * sets can be stored as a set of atoms.
 */
export interface LineAtoms {
  readonly count: number;
  /**
   * Converts a set of numbers into the set of atoms that contain these numbers. Both sets are stored as edges. The line
   * must be split at each edge of the set of numbers.
   */
  compress(edges: Uint32Array): Uint32Array;
  /** Converts a set of atoms (pieces of the line) into the set of the numbers that they contain. */
  expand(atoms: Uint32Array): Uint32Array;
  /** Returns the atom (piece of the line) that contains a value. */
  atomOf(value: bigint): number;
}

/** Splits the number range 0 to 2^32-1 into atoms, at the edges of all sets. Each edge is one 32-bit word. */
export function narrowAtoms(sets: Iterable<Uint32Array>): LineAtoms {
  const cuts = new Set([0]);
  for (const edges of sets) for (const edge of edges) cuts.add(edge);
  const ascending = [...cuts].sort((a, b) => a - b);
  const atomAt = new Map(ascending.map((cut, atom) => [cut, atom]));
  return {
    count: ascending.length,
    compress: (edges) => edges.map((edge) => atomAt.get(edge) as number),
    expand: (atoms) => atoms.map((atom) => ascending[atom] as number),
    atomOf: (value) => lastAtOrBelow(ascending, Number(value)),
  };
}

/**
 * Splits the range of IPv6 addresses into atoms, at the edges of all sets. Each edge consists of four consecutive
 * 32-bit words.
 */
export function wideAtoms(sets: Iterable<Uint32Array>): LineAtoms {
  const cuts = new Set([0n]);
  for (const edges of sets) for (const edge of valuesOf(edges)) cuts.add(edge);
  const ascending = [...cuts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const atomAt = new Map(ascending.map((cut, atom) => [cut, atom]));
  return {
    count: ascending.length,
    compress: (edges) => Uint32Array.from(valuesOf(edges), (edge) => atomAt.get(edge) as number),
    expand: (atoms) => Uint32Array.from([...atoms].flatMap((atom) => [...wordsOf(ascending[atom] as bigint)])),
    atomOf: (value) => lastAtOrBelow(ascending, value),
  };
}

function valuesOf(edges: Uint32Array): bigint[] {
  return Array.from({ length: edges.length / 4 }, (_, place) => bigintAt(edges, place));
}

function lastAtOrBelow<Value extends number | bigint>(ascending: readonly Value[], value: Value): number {
  let low = 0;
  let high = ascending.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as Value) <= value) low = middle;
    else high = middle;
  }
  return low;
}
