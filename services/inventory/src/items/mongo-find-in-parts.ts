import type { Collection, Document, Filter } from "mongodb";
import type { ItemDocument } from "./item-document.ts";

const HEX = [..."0123456789abcdef"];

/**
 * Yields all items that match a filter, each item exactly once. Each yielded part has at most `most` items, and is read
 * by one query for all ids with a common prefix. The id of an item never changes, so no item is in two parts. `hint` is
 * the name of the index that contains the fields of the filter and the id.
 *
 * A single cursor for all items would not be correct on DocumentDB. If an item is written while a cursor is open, the
 * cursor may return the item twice or not at all.
 */
export async function* findInParts(
  items: Collection<ItemDocument>,
  filter: Filter<ItemDocument>,
  { projection, most, hint }: { readonly projection: Document; readonly most: number; readonly hint: string },
  prefix = "",
): AsyncGenerator<readonly ItemDocument[]> {
  // The query selects the ids of a part by their prefix, so that it scans one range of the index. With a lower and an
  // upper bound for the ids, DocumentDB would scan all matches of the filter once for each bound.
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
