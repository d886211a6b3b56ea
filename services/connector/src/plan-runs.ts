import type { Cell } from "./discovered-item.ts";

/** The scope of a discovery run: every combination of the entries in these lists. */
export interface RunScope {
  readonly accountIds: readonly string[];
  readonly regions: readonly string[];
  readonly types: readonly string[];
}

/** The inventory's limit for each list. */
const MOST_ENTRIES = 1_000;

/**
 * Splits cells into scopes. Each of the cells is in exactly one scope, and the scopes cover no other cells. The same
 * cells always give the same scopes.
 *
 * A cell is a combination of account, region and type. A scope has a list of each and covers all combinations. A single
 * scope for all cells could therefore cover cells that no file shows, and a clean-up would remove their items.
 */
export function planRuns(cells: readonly Cell[], mostEntries: number = MOST_ENTRIES): RunScope[] {
  const places = grouped(cells, ({ accountId, region }) => [accountId, region]).map((members) => ({
    ...first(members),
    types: sorted(members.map(({ type }) => type)),
  }));
  const accounts = grouped(places, ({ accountId, types }) => [accountId, types]).map((members) => ({
    ...first(members),
    regions: sorted(members.map(({ region }) => region)),
  }));
  return grouped(accounts, ({ regions, types }) => [regions, types])
    .flatMap((members) => {
      const { regions, types } = first(members);
      const accountIds = sorted(members.map(({ accountId }) => accountId));
      return chunks(accountIds, mostEntries).flatMap((some) =>
        chunks(regions, mostEntries).flatMap((here) =>
          chunks(types, mostEntries).map((these) => ({ accountIds: some, regions: here, types: these })),
        ),
      );
    })
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Returns whether a scope covers a cell. */
export function covers({ accountIds, regions, types }: RunScope, { accountId, region, type }: Cell): boolean {
  return accountIds.includes(accountId) && regions.includes(region) && types.includes(type);
}

/** Groups entries by key. No group is empty. */
function grouped<Entry>(all: readonly Entry[], keyOf: (entry: Entry) => unknown): (readonly [Entry, ...Entry[]])[] {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of all) {
    const key = JSON.stringify(keyOf(entry));
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

function first<Entry>([entry]: readonly [Entry, ...Entry[]]): Entry {
  return entry;
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

function chunks(texts: readonly string[], most: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(texts.length / most) }, (_, index) =>
    texts.slice(index * most, (index + 1) * most),
  );
}
