import type { Collection, Document, Filter } from "mongodb";
import type { ItemDocument } from "./item-document.ts";

const HEX = [..."0123456789abcdef"];

/**
 * Yields the items that a filter matches, each exactly once, in parts of at most `most` items. Each part is one query
 * for all ids that begin with one prefix. The id of an item never changes, so no item is in two parts. `hint` is the
 * name of the index that contains the fields of the filter and the id.
 *
 * On DocumentDB, a cursor may return an item twice or not at all if the item is written while the cursor is open. One
 * cursor for all items would therefore not be enough.
 */
export async function* findInParts(
  items: Collection<ItemDocument>,
  filter: Filter<ItemDocument>,
  { projection, most, hint }: { readonly projection: Document; readonly most: number; readonly hint: string },
  prefix = "",
): AsyncGenerator<readonly ItemDocument[]> {
  // The query for a part selects ids by their prefix, which is one range of the index. If it had a lower and an upper
  // bound instead, DocumentDB would scan all matches once for each bound.
  const within = prefix === "" ? filter : { ...filter, _id: { $regex: `^${prefix}` } };
  const cursor = items.find(within, { projection, batchSize: most + 1, hint });
  try {
    await cursor.hasNext();
    const part = cursor.readBufferedDocuments();
    if (part.length <= most && (cursor.id?.isZero() ?? true)) {
      if (part.length > 0) yield part;
      return;
    }
  } finally {
    await cursor.close();
  }
  for (const digit of HEX) yield* findInParts(items, filter, { projection, most, hint }, prefix + digit);
}
