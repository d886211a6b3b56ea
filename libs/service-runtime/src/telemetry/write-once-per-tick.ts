import type { DestinationStream } from "pino";

/** What holds lines until it is told to write them. */
export interface HoldingDestination {
  write(line: string): unknown;
  /** Writes what is held. */
  flush(): void;
  /** The same, and sees to it that it has arrived; dear. */
  flushSync(): void;
}

/** The number of the level `warn`, as the logging library counts. */
const WARN = 40;

/**
 * Has the lines of one tick written together, in their order: where many requests are answered at once, a system call
 * for each line costs more than the line. From `warn` on a line is written at once with all before it, and so is
 * whatever is held when the process exits; only a process that is killed loses the lines of its last tick.
 */
export function writeOncePerTick(destination: HoldingDestination): DestinationStream {
  let isHolding = false;
  const flush = () => {
    if (isHolding) destination.flush();
    isHolding = false;
  };
  process.once("exit", () => destination.flushSync());
  return {
    // The library sets `lastLevel` before each line where this is asked for.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      destination.write(line);
      if (!isHolding) setImmediate(flush);
      isHolding = true;
      if (this.lastLevel >= WARN) flush();
    },
  } as DestinationStream & { lastLevel: number };
}
