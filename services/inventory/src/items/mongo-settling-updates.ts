import type { AnyBulkWriteOperation } from "mongodb";
import type { ItemDocument } from "./item-document.ts";
import type { SettledItem } from "./membership-store.ts";

/** Memberships in one statement, each list once; but for a single item that has more. */
const MEMBERSHIPS_AT_ONCE = 2_000;

/**
 * What closes items in the record. A statement closes many that belong to different groups, each looks up where by its id:
 * one statement for each set of groups would be hundreds in a portion. Items of one statement have ids that begin alike, so
 * that each looks through some dozens.
 */
export function settlingUpdates(settled: readonly SettledItem[]): AnyBulkWriteOperation<ItemDocument>[] {
  // In one order, so that two who settle the same items wait for each other, and never in a circle.
  const inOrder = settled.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const alike = Map.groupBy(inOrder, ({ itemId, rev, touch, memberships, unsearchable }) =>
    JSON.stringify([itemId.slice(0, 1), rev, touch, unsearchable, memberships === undefined]),
  );
  const statements = [...alike].sort(([a], [b]) => (a < b ? -1 : 1));
  return statements.flatMap(([, items]) => [...parts(items)].map(settlingUpdate));
}

/** Items whose different lists of memberships fit into one statement. */
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

/** Closes items that are alike but for where they belong, in the state that was read and in no other. */
function settlingUpdate(items: readonly SettledItem[]): AnyBulkWriteOperation<ItemDocument> {
  const [first] = items;
  if (!first) throw new RangeError("a statement closes at least one item");
  const { rev, touch, memberships, unsearchable } = first;
  const ids = items.map((item) => item.itemId);
  const lists = new Map(items.map((item) => [textOf(item), item.memberships]));
  const places = new Map([...lists.keys()].map((list, place) => [list, place]));
  const item = { $indexOfArray: [{ $literal: ids }, "$_id"] };
  const list = { $arrayElemAt: [{ $literal: items.map((one) => places.get(textOf(one))) }, item] };
  const own = { $arrayElemAt: [{ $literal: [...lists.values()] }, list] };
  const asked = { indexedRev: "$rev", askedSelection: "$selectionHash", askedAddresses: "$addressesHash" };
  const belongs = memberships ? { memberships: own } : {};
  const refused = unsearchable === undefined ? {} : { unsearchableReason: { $literal: unsearchable.slice(0, 1_000) } };
  const over = unsearchable === undefined ? ["openedAt", "unsearchableReason"] : ["openedAt"];
  const update = [{ $set: { ...asked, ...belongs, ...refused } }, { $unset: over }];
  return { updateMany: { filter: { _id: { $in: ids }, rev, touch, openedAt: { $exists: true } }, update } };
}
