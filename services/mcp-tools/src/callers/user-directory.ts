import { pause } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { gauge } from "@network-access/service-runtime/metrics";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import { runOutsideRequests } from "@network-access/service-runtime/request-context";
import { ALL_DEVICES, type DirectoryUser } from "./caller.ts";
import type { DirectoryCopy, DirectoryStore, UserFeed } from "./directory-copy.ts";

/**
 * The pause between two periodic copies of the users. Jitter makes a pause at most 55 s long. The copy in use is
 * therefore at most 60 s old if the security manager answers and a copy takes at most 5 s.
 */
const COPY_EVERY_MS = 50_000;
/** The minimum number of milliseconds between the starts of two copies that are made because a user is unknown. */
const MISS_PAUSE_MS = 5_000;
/**
 * Copies that are made because a user is unknown take at most one tenth of the time. After such a copy, the directory
 * therefore pauses at least nine times as long as the copy took.
 */
const MISS_SHARE = 10;
/** How long a call with an unknown user waits for a new copy of the users. */
const MISS_WAIT_MS = 3_000;
/**
 * If a new copy has the same content as the copy that this process stored last, the new copy is stored only if this
 * much time has passed since then.
 */
const WRITE_AGAIN_MS = 600_000;
/** How long the start waits for the first copy. */
const START_MS = 5_000;

/**
 * The result of searching for a user. `unavailable` means that there is no copy of the users yet, because neither the
 * security manager nor the database has provided one.
 */
export type FoundUser =
  | { readonly kind: "found"; readonly user: DirectoryUser }
  | { readonly kind: "unknown" }
  | { readonly kind: "unavailable" };

/**
 * Finds users of the estate in a copy of the security manager's users. The copy is updated regularly while the process
 * runs.
 */
export interface UserDirectory extends Part {
  /**
   * Returns a user. The `deviceGroupIds` are the ids of all device groups that the user may read. If the user may read
   * All Devices, they are the ids of all existing device groups.
   */
  find(userId: number): Promise<FoundUser>;
}

interface Needs {
  readonly feed: UserFeed;
  readonly store: DirectoryStore;
  readonly now: () => Date;
  /** Returns the milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** The milliseconds between two copies. The default is 50,000. */
  readonly everyMs?: number;
  /** How many milliseconds the start waits for the first copy. The default is 5,000. */
  readonly startMs?: number;
  /** How many milliseconds a call with an unknown user waits for a new copy of the users. The default is 3,000. */
  readonly missWaitMs?: number;
}

interface Current {
  readonly users: ReadonlyMap<number, DirectoryUser>;
  readonly groups: readonly number[];
  readonly copiedAt: Date;
}

const copiedGauge = gauge({
  name: "tool_user_directory_copied_seconds",
  help: "When the users were last copied from the security manager, in seconds since 1970",
});

/**
 * Creates a user directory that copies the users from the security manager periodically. While the security manager
 * answers, the copy is at most 60 s old.
 *
 * If a user is unknown, the directory copies the users at once, but at most every 5 s, and less often if a copy takes
 * long. The last copy is stored in the database, so that the service can start while the security manager is
 * unavailable.
 */
export function createUserDirectory(needs: Needs): UserDirectory {
  const { feed, store, now, elapsedMs, logger, everyMs = COPY_EVERY_MS } = needs;
  const { startMs = START_MS, missWaitMs = MISS_WAIT_MS } = needs;
  const stopping = new AbortController();
  const firstCopy = Promise.withResolvers<void>();
  let current: Current | undefined;
  let running: Promise<void> | undefined;
  let missAt = Number.NEGATIVE_INFINITY;
  let written: { readonly fingerprint: string; readonly at: number } | undefined;
  let isManagerAway = false;

  /** Copies the users, or waits for the copy that is running. Never rejects. */
  function copy(): Promise<void> {
    running ??= runOutsideRequests(copyOnce)
      .catch((error: unknown) => logger.error({ err: error }, "the users could not be copied"))
      .finally(() => {
        running = undefined;
        firstCopy.resolve();
      });
    return running;
  }

  async function copyOnce(): Promise<void> {
    const read = await feed.read(now(), stopping.signal);
    if (stopping.signal.aborted) return;
    if (read) {
      use(read);
      if (isManagerAway) logger.info("the users can be copied from the manager again");
      isManagerAway = false;
      return save(read);
    }
    if (!current) await useStored();
    const copiedAt = current?.copiedAt ?? null;
    if (!isManagerAway) logger.warn({ copiedAt }, "the users can't be copied from the manager");
    isManagerAway = true;
  }

  function use({ users, groups, copiedAt }: DirectoryCopy): void {
    current = { users: new Map(users.map((user) => [user.id, user])), groups, copiedAt };
    copiedGauge.set(copiedAt.getTime() / 1_000);
  }

  async function useStored(): Promise<void> {
    try {
      const stored = await store.read();
      if (stored && !current) use(stored);
    } catch (error) {
      logger.warn({ err: error }, "the stored copy of the users can't be read");
    }
  }

  async function save(copied: DirectoryCopy): Promise<void> {
    const { fingerprint } = copied;
    if (written?.fingerprint === fingerprint && elapsedMs() - written.at < WRITE_AGAIN_MS) return;
    try {
      await store.write(copied);
      written = { fingerprint, at: elapsedMs() };
    } catch (error) {
      logger.warn({ err: error }, "the copy of the users can't be stored");
    }
  }

  /**
   * Copies the users because a call named an unknown user. Starts no copy if one is running, or if the previous copy
   * for an unknown user was too recent. Waits until the running copy ends, but at most for `missWaitMs`.
   */
  async function copyAfterMiss(): Promise<void> {
    const beganAt = elapsedMs();
    if (!running && beganAt >= missAt) {
      missAt = Number.POSITIVE_INFINITY;
      void copy().then(() => {
        const endedAt = elapsedMs();
        missAt = Math.max(beganAt + MISS_PAUSE_MS, endedAt + (endedAt - beganAt) * (MISS_SHARE - 1));
      });
    }
    const over = new AbortController();
    if (running) await Promise.race([running, pause(missWaitMs, over.signal)]);
    over.abort();
  }

  function lookUp(userId: number): DirectoryUser | undefined {
    const user = current?.users.get(userId);
    if (!current || !user?.deviceGroupIds.includes(ALL_DEVICES)) return user;
    return { ...user, deviceGroupIds: current.groups };
  }

  const periodic = createPeriodic({ name: "copy users", everyMs, task: copy, logger });
  return {
    name: "user directory",
    async start() {
      await useStored();
      await periodic.start();
      await Promise.race([firstCopy.promise, pause(startMs, stopping.signal)]);
    },
    async stop() {
      stopping.abort();
      await periodic.stop();
      await running;
    },
    async find(userId) {
      const known = lookUp(userId);
      if (known) return { kind: "found", user: known };
      await copyAfterMiss();
      const user = lookUp(userId);
      if (user) return { kind: "found", user };
      return { kind: current ? "unknown" : "unavailable" };
    },
  };
}
