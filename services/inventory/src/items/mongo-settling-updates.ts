import type { AnyBulkWriteOperation } from "mongodb";
import type { ItemDocument } from "./item-document.ts";
import type { SettledItem } from "./membership-store.ts";

/**
 * The limit of memberships in one statement. If several items have equal lists of memberships, the list is counted
 * once. A statement with a single item may exceed the limit.
 */
const MEMBERSHIPS_AT_ONCE = 2_000;

/**
 * Returns the statements that mark items as projected and store their memberships. One statement handles many items,
 * which may belong to different groups. It contains the distinct lists of memberships, and for each item id the list
 * that belongs to it.
 *
 * With one statement for each list of memberships, a batch would need hundreds of statements. All ids in a statement
 * begin with the same hex digit. For each item, the database therefore scans only a few dozen ids to find the item's
 * list.
 */
export function settlingUpdates(settled: readonly SettledItem[]): AnyBulkWriteOperation<ItemDocument>[] {
  // The items and the statements have the same order in all processes. Two processes that settle the same items
  // therefore never deadlock.
  const inOrder = settled.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const alike = Map.groupBy(inOrder, ({ itemId, rev, touch, memberships, unsearchable }) =>
    JSON.stringify([itemId.slice(0, 1), rev, touch, unsearchable, memberships === undefined]),
  );
  const statements = [...alike].sort(([a], [b]) => (a < b ? -1 : 1));
  return statements.flatMap(([, items]) => [...parts(items)].map(settlingUpdate));
}

/** Splits items into parts. The distinct lists of memberships of one part fit into one statement. */
function* parts(items: readonly SettledItem[]): Generator<readonly SettledItem[]> {
  let part: SettledItem[] = [];
  let lists = new Set<string>();
  let size = 0;
  for (const item of items) {
    const own = item.memberships?.length ?? 0;
    const list = textOf(item);
    if (part.length > 0 && !lists.has(list) && size + own > MEMBERSHIPS_AT_ONCE) {
      yield part;
      part = [];
      lists = new Set();
      size = 0;
    }
    if (!lists.has(list)) size += own;
    lists.add(list);
    part.push(item);
  }
  if (part.length > 0) yield part;
}

function textOf({ memberships }: SettledItem): string {
  return JSON.stringify(memberships);
}

/**
 * Returns the statement that marks these items as projected. The items may differ only in their ids and memberships. An
 * item that has changed since it was read stays open.
 */
function settlingUpdate(items: readonly SettledItem[]): AnyBulkWriteOperation<ItemDocument> {
  const [first] = items;
  if (!first) throw new RangeError("a statement closes at least one item");
  const { rev, touch, memberships, unsearchable } = first;
  const ids = items.map((item) => item.itemId);
  const lists = new Map(items.map((item) => [textOf(item), item.memberships]));
  const places = new Map([...lists.keys()].map((list, place) => [list, place]));
  const item = { $indexOfArray: [{ $literal: ids }, "$_id"] };
  const list = { $arrayElemAt: [{ $literal: items.map((each) => places.get(textOf(each))) }, item] };
  const own = { $arrayElemAt: [{ $literal: [...lists.values()] }, list] };
  const asked = { indexedRev: "$rev", askedSelection: "$selectionHash", askedAddresses: "$addressesHash" };
  const belongs = memberships ? { memberships: own } : {};
  const refused = unsearchable === undefined ? {} : { unsearchableReason: { $literal: unsearchable.slice(0, 1_000) } };
  const over = unsearchable === undefined ? ["openedAt", "unsearchableReason"] : ["openedAt"];
  const update = [{ $set: { ...asked, ...belongs, ...refused } }, { $unset: over }];
  return { updateMany: { filter: { _id: { $in: ids }, rev, touch, openedAt: { $exists: true } }, update } };
}
