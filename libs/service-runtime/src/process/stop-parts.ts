import type { Logger } from "../telemetry/logger.ts";
import { withDeadline } from "./deadline.ts";
import type { Part } from "./part.ts";

/** How many milliseconds connections and telemetry have when work has used up its whole deadline. */
export const CLOSING_MS = 5_000;

/**
 * Stops parts one after another, the last one first. The first one to stop, which finishes the work of the process, has
 * `deadlineMs`. All of them together have `deadlineMs` and `closingMs`. A part may use half of the time that is left, so
 * that one that hangs leaves time for the others. Returns false if a part did not stop cleanly.
 */
export async function stopParts(
  parts: readonly Part[],
  options: { readonly deadlineMs: number; readonly closingMs?: number; readonly logger: Logger | undefined },
): Promise<boolean> {
  const { deadlineMs, closingMs = CLOSING_MS, logger } = options;
  const end = performance.now() + deadlineMs + closingMs;
  let areClean = true;
  for (const [index, part] of parts.toReversed().entries()) {
    const ms = index === 0 ? deadlineMs : Math.max(0, (end - performance.now()) / 2);
    try {
      await withDeadline(`stopping ${part.name}`, Math.ceil(ms), async (late) => part.stop(late));
    } catch (error) {
      areClean = false;
      logger?.error({ err: error, part: part.name }, "a part did not stop cleanly");
    }
  }
  return areClean;
}

/**
 * A part that consists of parts that finish work, such as a server and a handler of jobs. They start in this order, and
 * are all told to stop at the same time, so that each of them has the whole deadline. It comes last in an assembly.
 */
export function stopTogether(parts: readonly Part[]): Part {
  const started: Part[] = [];
  return {
    name: parts.map(({ name }) => name).join(", "),
    async start() {
      for (const part of parts) {
        started.push(part);
        await part.start();
      }
    },
    async stop(late) {
      const stopping = started.toReversed().map(async (part) => part.stop(late));
      const outcomes = await Promise.allSettled(stopping);
      const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    },
  };
}
