import { createHash } from "node:crypto";

const MOST_CHARACTERS = 80;

/**
 * A file name without ending for each id, in their order: the id itself where it is a plain name, else its plain
 * characters and a part of its hash. Distinct also where a file system does not tell capitals apart.
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

/** Names that one system keeps for its devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
