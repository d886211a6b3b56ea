import { cached } from "@network-access/service-runtime/cached";
import type { OpenItems } from "./open-items.ts";

/** How long a result is cached. */
const KEPT_MS = 1_000;

interface Needs {
  readonly openItems: Pick<OpenItems, "oldest">;
  readonly now: () => Date;
}

/**
 * Returns a function that finds the oldest change that the database has and the index lacks. The function returns the
 * time of that change, or undefined if the index is complete. It reads the database at most once a second, and throws
 * while the database is unavailable.
 */
export function createIndexLag({ openItems, now }: Needs): () => Promise<Date | undefined> {
  return cached(
    () => openItems.oldest(),
    KEPT_MS,
    () => now().getTime(),
  );
}
