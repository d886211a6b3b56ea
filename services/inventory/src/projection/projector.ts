import type { Logger } from "@network-access/service-runtime/logger";
import { runOutsideRequests } from "@network-access/service-runtime/request-context";
import type { Part } from "@network-access/service-runtime/run-until-signal";

/** Keeps index and groups behind the record, one batch at a time in this process. */
export interface Projector extends Part {
  /** Something was opened: begin now. Never throws, never waits. */
  wake(): void;
  /** Resolves when everything that was opened up to this time is projected. Rejects when the index is away. */
  projectUpTo(until: Date, signal: AbortSignal): Promise<void>;
}

/**
 * `project` works on one batch and answers how many items it looked at. Besides being woken it looks by itself: what
 * another process left, or a crash, is found after `everyMs`.
 */
export function createProjector(options: {
  readonly prepare: () => Promise<void>;
  readonly project: (until: Date) => Promise<number>;
  /** Told when something was projected and nothing is left. */
  readonly caughtUp: () => void;
  readonly logger: Logger;
  readonly now: () => Date;
  /** 1,000 when left out. */
  readonly everyMs?: number;
  /** What others opened is left to them for so long; 2,000 when left out. */
  readonly leaveToOthersMs?: number;
}): Projector {
  const { prepare, project, caughtUp, logger, now, everyMs = 1_000, leaveToOthersMs = 2_000 } = options;
  const stopping = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  let woken = false;
  let draining = false;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  /** Batches of this process never run beside each other: they would only do the same work twice. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = turn.then(work, work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function projectUpTo(until: Date, signal: AbortSignal): Promise<void> {
    for (let some = false; ; some = true) {
      signal.throwIfAborted();
      const looked = await inTurn(async () => {
        await prepare();
        return project(until);
      });
      if (looked > 0) continue;
      if (some) caughtUp();
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
      if (failing) logger.info("the index follows the record again");
      failing = false;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!failing) logger.warn({ err: error }, "the index can't follow the record right now");
      failing = true;
    }
  }

  async function lookAgain(): Promise<void> {
    await attempt(() => new Date(now().getTime() - leaveToOthersMs));
    if (!stopping.signal.aborted) timer = setTimeout(lookAgain, everyMs);
  }

  return {
    name: "projector",
    projectUpTo,
    wake() {
      woken = true;
      if (!draining) void runOutsideRequests(drain);
    },
    start() {
      timer = setTimeout(lookAgain, 0);
    },
    async stop() {
      stopping.abort(new Error("the process stops"));
      clearTimeout(timer);
      await turn;
    },
  };
}
