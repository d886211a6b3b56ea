/**
 * A function from keys to values, stored as a list of parts. A part is a set of keys together with the value that the
 * function has for these keys.
 *
 * No part has an empty set of keys or an empty value. No key is in two parts. No two parts have the same value. The
 * parts are ordered by their lowest keys. Equal functions therefore have equal partitions, also when the values are
 * partitions themselves.
 */
export type Partition<K, V> = readonly Part<K, V>[];

interface Part<K, V> {
  readonly keys: K;
  readonly value: V;
}

export type Operation = "union" | "intersect" | "subtract";

/** The operations that a partition needs on the values of its parts. These values are sets. */
export interface Values<V> {
  combine(a: V, b: V, operation: Operation): V;
  overlaps(a: V, b: V): boolean;
  equals(a: V, b: V): boolean;
  isEmpty(value: V): boolean;
}

/** The operations on sets of keys that partitions need. */
export interface Keys<K> extends Values<K> {
  orderByLowest(a: K, b: K): number;
}

/** Returns the set operations on partitions. They use the given operations on keys and on values. */
export function partitionsOf<K, V>(keys: Keys<K>, values: Values<V>): Values<Partition<K, V>> {
  /** Returns the keys in `keySet` that are in no part of `partition`. */
  function outside(keySet: K, partition: Partition<K, V>): K {
    let rest = keySet;
    for (const part of partition) if (keys.overlaps(rest, part.keys)) rest = keys.combine(rest, part.keys, "subtract");
    return rest;
  }

  function canonical(parts: Part<K, V>[]): Partition<K, V> {
    const merged: Part<K, V>[] = [];
    for (const part of parts) {
      if (keys.isEmpty(part.keys) || values.isEmpty(part.value)) continue;
      const place = merged.findIndex((other) => values.equals(other.value, part.value));
      const same = merged[place];
      if (same === undefined) merged.push(part);
      else merged[place] = { keys: keys.combine(same.keys, part.keys, "union"), value: same.value };
    }
    return merged.sort((a, b) => keys.orderByLowest(a.keys, b.keys));
  }

  return {
    combine(a, b, operation) {
      if (a === b) return operation === "subtract" ? [] : a;
      const parts: Part<K, V>[] = [];
      for (const partA of a) {
        for (const partB of b) {
          if (!keys.overlaps(partA.keys, partB.keys)) continue;
          const shared = keys.combine(partA.keys, partB.keys, "intersect");
          parts.push({ keys: shared, value: values.combine(partA.value, partB.value, operation) });
        }
        if (operation !== "intersect") parts.push({ keys: outside(partA.keys, b), value: partA.value });
      }
      if (operation === "union")
        for (const partB of b) parts.push({ keys: outside(partB.keys, a), value: partB.value });
      return canonical(parts);
    },
    overlaps(a, b) {
      return a.some((partA) =>
        b.some((partB) => keys.overlaps(partA.keys, partB.keys) && values.overlaps(partA.value, partB.value)),
      );
    },
    equals(a, b) {
      if (a === b) return true;
      if (a.length !== b.length) return false;
      return a.every((partA, index) => {
        const partB = b[index];
        return partB !== undefined && keys.equals(partA.keys, partB.keys) && values.equals(partA.value, partB.value);
      });
    },
    isEmpty(partition) {
      return partition.length === 0;
    },
  };
}
