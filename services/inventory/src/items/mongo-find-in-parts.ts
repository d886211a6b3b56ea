import type { Collection, Document, Filter } from "mongodb";
import type { ItemDocument } from "./item-document.ts";

const HEX = [..."0123456789abcdef"];

/**
 * Every item that a filter finds, each exactly once, in parts of at most `most`: each part is one statement, and by the id,
 * which never changes, none overlaps another. One cursor does not do: on DocumentDB an item that is written while a cursor
 * goes on, in whatever member, may be met twice or not at all. `hint` names the index by what the filter asks and the id.
 */
export async function* findInParts(
  items: Collection<ItemDocument>,
  filter: Filter<ItemDocument>,
  { projection, most, hint }: { readonly projection: Document; readonly most: number; readonly hint: string },
  prefix = "",
): AsyncGenerator<readonly ItemDocument[]> {
  // DocumentDB looks each of two bounds up by itself, in all that the filter finds; a beginning is one stretch of the index.
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
