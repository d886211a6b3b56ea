import type { ColumnValue } from "../columns/column-value.ts";
import type { SortKey } from "../siql/compiling/compile-sort.ts";
import type { Values } from "../siql/evaluating/evaluate-condition.ts";

/** Sorts records by the keys. Records without a value come last, and equal records keep their order. */
export function sortRecords<Entry extends { readonly values: Values }>(
  entries: readonly Entry[],
  keys: readonly SortKey[],
): readonly Entry[] {
  if (keys.length === 0) return entries;
  return entries.toSorted((a, b) => {
    for (const { name, descending } of keys) {
      const order = compare(a.values(name) ?? null, b.values(name) ?? null, descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(a: ColumnValue, b: ColumnValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  return a < b === descending ? 1 : -1;
}
