import { cached } from "@network-access/service-runtime/cached";
import type { OpenItems } from "./open-items.ts";

/** How long an answer is given again. */
const KEPT_MS = 1_000;

interface Needs {
  readonly openItems: Pick<OpenItems, "oldest">;
  readonly now: () => Date;
}

/**
 * Tells since when the index lacks something that the record has; undefined when it has everything. Asks the record at
 * most once a second. Throws while the record engine is away.
 */
export function createIndexLag({ openItems, now }: Needs): () => Promise<Date | undefined> {
  return cached(
    () => openItems.oldest(),
    KEPT_MS,
    () => now().getTime(),
  );
}
