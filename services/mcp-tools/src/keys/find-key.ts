import { hashSecret } from "@network-access/access/basic-credentials";
import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import { runOutsideRequests } from "@network-access/service-runtime/request-context";
import type { KeyStore } from "./key-store.ts";
import { hourOf, isValidAt, type ToolKey } from "./tool-key.ts";

/** How long a key counts as valid after this process read it. A revoked key may be accepted for this long. */
const REMEMBERED_MS = 5_000;
/** If a key is in use and was last read at least this long ago, it is read again in the background. */
const RECHECK_AFTER_MS = 2_000;
const RECHECK_EVERY_MS = 1_000;
/**
 * How long a caller waits for the database. Without this limit, a caller would wait until the driver notices a lost
 * connection.
 */
const READ_MS = 2_000;
/** How long a key stays in memory after its last use. */
const KNOWN_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** `unknown` stands for expired and revoked keys too. `unavailable` means that the database did not answer. */
export type FoundKey =
  | { readonly kind: "valid"; readonly key: ToolKey }
  | { readonly kind: "unknown" }
  | { readonly kind: "unavailable" };

/**
 * Finds keys by their secrets. While the process runs, the finder checks periodically that the keys in use are still
 * valid.
 */
export interface KeyFinder extends Part {
  /**
   * Returns whether a valid key with this secret was used in the last minute. Does not read the database, so a revoked
   * key counts as valid until this process has read it again.
   */
  isKnown(secret: string): boolean;
  find(secret: string): Promise<FoundKey>;
  /**
   * Removes keys from memory that were not used in the last minute. Reads the remaining keys from the database again if
   * they were last read at least 2 s ago, and removes those that are no longer valid. After `start`, `recheck` runs
   * every second.
   */
  recheck(): Promise<void>;
}

interface Needs {
  readonly store: Pick<KeyStore, "findByHashes" | "noteUse">;
  readonly now: () => Date;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** The most keys that are kept in memory. The default is 10,000. */
  readonly mostRemembered?: number;
}

interface Remembered {
  readonly key: ToolKey;
  /** When the read of the key began. */
  readonly readAt: number;
  readonly usedAt: number;
}

type Read = { readonly key: ToolKey | undefined; readonly readAt: number } | "unavailable";

/**
 * Creates a finder that keeps the keys in use in memory, by the hash of their secrets.
 *
 * While the database is unavailable, `find` accepts a key in memory until 5 s after the key's last read. For keys that
 * were read earlier or are not in memory, `find` returns `unavailable`.
 */
export function createKeyFinder(needs: Needs): KeyFinder {
  const { store, now, elapsedMs, logger, mostRemembered = MOST_REMEMBERED } = needs;
  /**
   * The keys in memory by the hash of their secret, the least recently used first. A lookup by hash need not take
   * constant time, because a caller can't choose the hash of a secret.
   */
  const remembered = new Map<string, Remembered>();
  const reading = new Map<string, Promise<Read>>();
  /** The hour of the last recorded use, by the id of the key. */
  const notedHours = new Map<string, number>();
  let away = false;

  async function readNow(hashes: readonly string[]): Promise<ReadonlyMap<string, ToolKey> | "unavailable"> {
    try {
      const found = await withDeadline("reading keys", READ_MS, () => store.findByHashes(hashes));
      if (away) logger.info("the keys of the tools can be read again");
      away = false;
      return found;
    } catch (error) {
      if (!away) logger.warn({ err: error }, "the keys of the tools can't be read");
      away = true;
      return "unavailable";
    }
  }

  /** Reads a key from the database. Concurrent reads of the same key share one call. */
  function read(hash: string): Promise<Read> {
    const running = reading.get(hash);
    if (running) return running;
    const readAt = elapsedMs();
    const next = runOutsideRequests(async (): Promise<Read> => {
      const found = await readNow([hash]);
      // A result that took longer than REMEMBERED_MS to read is too old to be used.
      if (found === "unavailable" || elapsedMs() - readAt >= REMEMBERED_MS) return "unavailable";
      return { key: found.get(hash), readAt };
    }).finally(() => reading.delete(hash));
    reading.set(hash, next);
    return next;
  }

  function remember(hash: string, entry: Remembered): void {
    remembered.delete(hash);
    remembered.set(hash, entry);
    const oldest = remembered.size > mostRemembered ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) drop(oldest);
  }

  function drop(hash: string): void {
    const entry = remembered.get(hash);
    if (entry) notedHours.delete(entry.key.id);
    remembered.delete(hash);
  }

  function noteUse({ id, lastUsedAt }: ToolKey): void {
    const hour = hourOf(now());
    const noted = Math.max(notedHours.get(id) ?? 0, lastUsedAt?.getTime() ?? 0);
    if (hour.getTime() <= noted) return;
    notedHours.set(id, hour.getTime());
    runOutsideRequests(() => store.noteUse(id, hour)).catch((error: unknown) => {
      logger.debug({ err: error, keyId: id }, "the use of a key could not be recorded");
      // The use could not be recorded. Forgets the hour, so that the next use of the key makes another attempt.
      if (notedHours.get(id) === hour.getTime()) notedHours.delete(id);
    });
  }

  async function recheck(): Promise<void> {
    const at = elapsedMs();
    for (const [hash, { usedAt }] of remembered) if (at - usedAt >= KNOWN_MS) drop(hash);
    const due = [...remembered].filter(([, { readAt }]) => at - readAt >= RECHECK_AFTER_MS).map(([hash]) => hash);
    if (due.length === 0) return;
    const found = await readNow(due);
    if (found === "unavailable") return;
    for (const hash of due) {
      const key = found.get(hash);
      const entry = remembered.get(hash);
      if (!key || !isValidAt(key, now())) drop(hash);
      // Replaces the entry but keeps its position in the order of use, because a recheck is not a use. Does not replace
      // an entry that was read after this recheck began.
      else if (entry && entry.readAt < at) remembered.set(hash, { ...entry, key, readAt: at });
    }
  }

  const periodic = createPeriodic({
    ...{ name: "recheck tool keys", everyMs: RECHECK_EVERY_MS, jitter: 0, task: recheck, logger },
  });
  return {
    ...periodic,
    recheck,
    isKnown(secret) {
      const entry = remembered.get(hashSecret(secret));
      return entry !== undefined && elapsedMs() - entry.usedAt < KNOWN_MS && isValidAt(entry.key, now());
    },
    async find(secret) {
      const hash = hashSecret(secret);
      const entry = remembered.get(hash);
      const isFresh = entry !== undefined && elapsedMs() - entry.readAt < REMEMBERED_MS;
      const found = isFresh ? entry : await read(hash);
      if (found === "unavailable") return { kind: "unavailable" };
      const { key, readAt } = found;
      if (!key || !isValidAt(key, now())) {
        drop(hash);
        return { kind: "unknown" };
      }
      remember(hash, { key, readAt, usedAt: elapsedMs() });
      noteUse(key);
      return { kind: "valid", key };
    },
  };
}
