import type { Logger } from "../telemetry/logger.ts";
import { withDeadline } from "./deadline.ts";
import type { Part } from "./part.ts";

/**
 * The time in milliseconds that remains for closing connections and telemetry after the last part has used its whole
 * deadline.
 */
export const CLOSING_MS = 5_000;

/**
 * Stops the parts one after another, beginning with the last part. The last part finishes the work of the process and
 * may take `deadlineMs`. All parts together may take `deadlineMs` plus `closingMs`. Each part except the last may take
 * half of the remaining time, so that a part that hangs leaves time for the next parts. Returns false if a part failed
 * to stop or did not stop in time.
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
 * Combines parts that finish work, such as a server and a job handler, into one part. The combined part starts its
 * parts one after another, and stops them all at the same time, so that each part has the whole deadline. It must be
 * the last part of an Assembly.
 */
export function stopTogether(parts: readonly Part[]): Part {
  // If `stop` is called before `start`, it stops all parts, because a part may already open connections when it is
  // created.
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
