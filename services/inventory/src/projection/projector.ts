import type { Logger } from "@network-access/service-runtime/logger";
import type { Part } from "@network-access/service-runtime/part";
import { runOutsideRequests } from "@network-access/service-runtime/request-context";

/**
 * Projects changed items: writes them to the index, and updates their memberships in groups. Each process projects one
 * batch at a time.
 */
export interface Projector extends Part {
  /** Starts a projection immediately. Never throws and never waits. */
  wake(): void;
  /**
   * Projects every item that was changed up to `until`: writes the item to the index and updates its memberships.
   * Resolves when no such item is left. Rejects if the index is unavailable.
   */
  projectUpTo(until: Date, signal: AbortSignal): Promise<void>;
}

/**
 * Creates a projector. It runs when `wake` is called. It also polls every `everyMs` milliseconds, because a crash or
 * another process may have left items open (not projected yet). `project` projects one batch of open items and returns
 * the size of the batch.
 */
export function createProjector(options: {
  readonly prepare: () => Promise<void>;
  readonly project: (until: Date) => Promise<number>;
  /** Called when a run has projected at least one item and finds no further open item. */
  readonly caughtUp: () => void;
  readonly logger: Logger;
  readonly now: () => Date;
  /** The default is 1,000. */
  readonly everyMs?: number;
  /**
   * Polls ignore items that were marked as open (not projected yet) less than this many milliseconds ago, because the
   * process that marked them projects them. The default is 2,000.
   */
  readonly leaveToOthersMs?: number;
}): Projector {
  const { prepare, project, caughtUp, logger, now, everyMs = 1_000, leaveToOthersMs = 2_000 } = options;
  const stopping = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  let woken = false;
  let draining = false;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  /** Runs batches of this process one at a time, because concurrent batches would do the same work twice. */
  function runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = turn.then(work, work);
    turn = running.catch(() => undefined);
    return running;
  }

  async function projectUpTo(until: Date, signal: AbortSignal): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      const projected = await runExclusive(async () => {
        await prepare();
        return project(until);
      });
      if (projected > 0) continue;
      if (!isFirst) caughtUp();
      return;
    }
  }

  async function drain(): Promise<void> {
    draining = true;
    while (woken && !stopping.signal.aborted) {
      woken = false;
      await attempt(() => now());
    }
    draining = false;
  }

  async function attempt(until: () => Date): Promise<void> {
    try {
      await projectUpTo(until(), stopping.signal);
      if (failing) logger.info("projection to the search index resumed");
      failing = false;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!failing) logger.warn({ err: error }, "projection to the search index failed; it is retried");
      failing = true;
    }
  }

  async function poll(): Promise<void> {
    await attempt(() => new Date(now().getTime() - leaveToOthersMs));
    if (!stopping.signal.aborted) timer = setTimeout(poll, everyMs);
  }

  return {
    name: "projector",
    projectUpTo,
    wake() {
      woken = true;
      if (!draining) void runOutsideRequests(drain);
    },
    start() {
      timer = setTimeout(poll, 0);
    },
    async stop() {
      stopping.abort(new Error("the process stops"));
      clearTimeout(timer);
      await turn;
    },
  };
}
