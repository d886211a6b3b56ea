import { type ContentStore, contentKey } from "../inputs/content-store.ts";

/** Texts read together. */
const AT_ONCE = 250;

/** The rules with these hashes, each packed as contents are, in memory of its own; those that are not stored are left out. */
export async function readPackedTexts(
  contents: Pick<ContentStore, "readPacked">,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const left = [...new Set(hashes)];
  const found = new Map<string, Uint8Array>();
  while (left.length > 0) {
    const some = left.splice(0, AT_ONCE);
    const packed = await contents.readPacked(some.map(contentKey.rules));
    for (const hash of some) {
      const text = packed.get(contentKey.rules(hash));
      // What crosses to a thread, or is kept, takes the whole memory along that it is a part of.
      if (text !== undefined) found.set(hash, new Uint8Array(text));
    }
  }
  return found;
}
