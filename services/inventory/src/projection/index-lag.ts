import { cached } from "@network-access/service-runtime/cached";
import type { OpenItems } from "./open-items.ts";

/** How long a result is cached. */
const KEPT_MS = 1_000;

interface Needs {
  readonly openItems: Pick<OpenItems, "oldest">;
  readonly now: () => Date;
}

/**
 * Returns a function that returns the time of the oldest change that is in the database but not yet in the index. If
 * the index is complete, the function returns undefined. The function reads the database at most once a second, and
 * throws while the database is unavailable.
 */
export function createIndexLag({ openItems, now }: Needs): () => Promise<Date | undefined> {
  return cached(
    () => openItems.oldest(),
    KEPT_MS,
    () => now().getTime(),
  );
}
