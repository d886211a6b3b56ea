import { type ContentStore, contentKey } from "../inputs/content-store.ts";

/** The number of texts in one read. */
const AT_ONCE = 250;

/**
 * Reads the stored texts of the rules with these hashes. The texts are returned compressed, as they are stored. Each
 * text has a buffer of its own.
 */
export async function readPackedTexts(
  contents: Pick<ContentStore, "readPacked">,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const left = [...new Set(hashes)];
  const found = new Map<string, Uint8Array>();
  while (left.length > 0) {
    const batch = left.splice(0, AT_ONCE);
    const packed = await contents.readPacked(batch.map(contentKey.rules));
    for (const hash of batch) {
      const text = packed.get(contentKey.rules(hash));
      // The text may be a view of a larger buffer. It is copied, because a view would keep the whole buffer in memory,
      // and a transfer to a thread would transfer the whole buffer.
      if (text !== undefined) found.set(hash, new Uint8Array(text));
    }
  }
  return found;
}
