import type { Logger } from "../telemetry/logger.ts";
import { withDeadline } from "./deadline.ts";
import type { Part } from "./part.ts";

/** How many milliseconds connections and telemetry have when work has used up its whole deadline. */
export const CLOSING_MS = 5_000;

/**
 * Stops parts one after another, beginning with the last one. The last part finishes the work of the process and may
 * take `deadlineMs`. All parts together may take `deadlineMs` plus `closingMs`. Each of the other parts may use half of
 * the time that is left, so that a part that hangs leaves time for the next ones. Returns false if a part did not stop
 * cleanly.
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
 * Combines parts that finish work, such as a server and a handler of jobs, into one part. They start in this order.
 * When the combined part stops, all of them stop at the same time, so that each has the whole deadline. The combined
 * part is the last one of an assembly.
 */
export function stopTogether(parts: readonly Part[]): Part {
  // Before the start, all parts are stopped, because a part may have opened connections when it was created.
  let stoppable = parts;
  return {
    name: parts.map(({ name }) => name).join(", "),
    async start() {
      const started: Part[] = [];
      stoppable = started;
      for (const part of parts) {
        started.push(part);
        await part.start();
      }
    },
    async stop(late) {
      const stopping = stoppable.toReversed().map(async (part) => part.stop(late));
      const outcomes = await Promise.allSettled(stopping);
      const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
    },
  };
}
