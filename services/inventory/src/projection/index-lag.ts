import { cached } from "@network-access/service-runtime/cached";
import type { OpenItems } from "./open-items.ts";

/** How long a result is cached. */
const KEPT_MS = 1_000;

interface Needs {
  readonly openItems: Pick<OpenItems, "oldest">;
  readonly now: () => Date;
}

/**
 * Returns a function that reads the time since when the index has lacked a change that the database has. The time is
 * undefined if the index is complete. The function reads the database at most once a second. Throws while the database
 * is unavailable.
 */
export function createIndexLag({ openItems, now }: Needs): () => Promise<Date | undefined> {
  return cached(
    () => openItems.oldest(),
    KEPT_MS,
    () => now().getTime(),
  );
}
