import { cached } from "@network-access/service-runtime/cached";
import type { OpenItems } from "./open-items.ts";

/** How long a result is cached. */
const KEPT_MS = 1_000;

interface Needs {
  readonly openItems: Pick<OpenItems, "oldest">;
  readonly now: () => Date;
}

/**
 * Gives the time since which the index lacks something that the database has, or undefined if the index is complete.
 * Reads the database at most once a second. Throws while the database is unavailable.
 */
export function createIndexLag({ openItems, now }: Needs): () => Promise<Date | undefined> {
  return cached(
    () => openItems.oldest(),
    KEPT_MS,
    () => now().getTime(),
  );
}
