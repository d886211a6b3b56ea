import type { Collection, Document, Filter } from "mongodb";
import type { ItemDocument } from "./item-document.ts";

const HEX = [..."0123456789abcdef"];

/**
 * Yields every item that a filter matches, each exactly once, in parts of at most `most` items. Each part is one query
 * for the ids with one prefix. No item is in two parts, because the id of an item never changes. A single cursor would
 * not be enough, because on DocumentDB an item that is written while a cursor is open may be returned twice or not at
 * all. `hint` is the name of the index that contains the fields of the filter and the id.
 */
export async function* findInParts(
  items: Collection<ItemDocument>,
  filter: Filter<ItemDocument>,
  { projection, most, hint }: { readonly projection: Document; readonly most: number; readonly hint: string },
  prefix = "",
): AsyncGenerator<readonly ItemDocument[]> {
  // The part is selected by a prefix, which is one range of the index. For a lower and an upper bound of the id,
  // DocumentDB would scan all matches once for each bound.
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
