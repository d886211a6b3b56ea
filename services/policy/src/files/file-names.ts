import { createHash } from "node:crypto";

const MOST_CHARACTERS = 80;

/**
 * Returns a file name without extension for each id, in the same order. If an id is a valid and unique name in every
 * file system, its file name is the id. Otherwise, the file name consists of the id's letters, digits and `_.-`, and a
 * part of the id's hash. The names are different even in a case-insensitive file system.
 */
export function fileNames(ids: readonly string[]): string[] {
  const lowered = Map.groupBy(ids, (id) => id.toLowerCase());
  return ids.map((id) => {
    const plain = id
      .replace(/[^A-Za-z0-9_.-]+/g, "-")
      .replace(/^[.-]+|[.-]+$/g, "")
      .slice(0, MOST_CHARACTERS);
    if (plain === id && lowered.get(id.toLowerCase())?.length === 1 && !reserved.test(id)) return id;
    const hash = createHash("sha256").update(id).digest("hex").slice(0, 12);
    return plain === "" ? hash : `${plain}-${hash}`;
  });
}

/** Device names reserved by Windows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
