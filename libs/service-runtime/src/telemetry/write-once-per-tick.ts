import type { DestinationStream } from "pino";

/** A destination that buffers lines until `flush`. */
export interface BufferedDestination {
  write(line: string): unknown;
  /** Writes the buffered lines. */
  flush(): void;
  /** Writes the buffered lines, and waits until they are written. This is expensive. */
  flushSync(): void;
}

/** pino's number of the level `warn`. */
const WARN = 40;

/**
 * Returns a destination that buffers the lines of one tick of the event loop and then writes them in order with one
 * call. Under load, one system call for each line would be too expensive.
 *
 * A line of level `warn` or above is written immediately, after all buffered lines. Buffered lines are also written
 * when the process exits. If the process is killed, the lines of its last tick are lost.
 */
export function writeOncePerTick(destination: BufferedDestination): DestinationStream {
  let isBuffering = false;
  const flush = () => {
    if (isBuffering) destination.flush();
    isBuffering = false;
  };
  process.once("exit", () => destination.flushSync());
  return {
    // With this symbol pino sets `lastLevel` before each line.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      destination.write(line);
      if (!isBuffering) setImmediate(flush);
      isBuffering = true;
      if (this.lastLevel >= WARN) flush();
    },
  } as DestinationStream & { lastLevel: number };
}
