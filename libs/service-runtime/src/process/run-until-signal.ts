import { createLogger, type Logger } from "../telemetry/logger.ts";
import type { Part } from "./part.ts";
import { stopParts } from "./stop-parts.ts";

/**
 * The parts of a process. They start in the order of the list and stop in reverse order. The last part does the work of
 * the process, such as requests and jobs. When this part stops, it finishes the work in progress. If several parts do
 * such work, `stopTogether` combines them into one part. All earlier parts are connections and telemetry.
 */
export interface Assembly {
  readonly logger: Logger;
  readonly parts: readonly Part[];
  /**
   * How many milliseconds the last part in `parts` may take to stop, which includes finishing its work in progress.
   * Stopping all parts takes at most `CLOSING_MS` longer. The default is 30,000.
   */
  readonly stopDeadlineMs?: number;
}

/**
 * Starts every part of a process, and waits for SIGTERM or SIGINT. Then stops the parts and exits with 0.
 *
 * After an unexpected error, logs the error with its cause, stops the parts and exits with 1. Unexpected errors are:
 *
 * - A part fails to start.
 * - A part fails to stop, or does not stop in time.
 * - An error is not caught, or a rejection is not handled.
 *
 * After a second signal, exits immediately with 1.
 */
export async function runUntilSignal(assemble: () => Assembly | Promise<Assembly>): Promise<void> {
  const end = Promise.withResolvers<number>();
  let logger: Logger | undefined;
  let signals = 0;
  let ending = false;

  function fail(error: unknown, message: string): void {
    (logger ?? createLogger({ name: "start", level: "info" })).fatal({ err: error }, message);
    finish(1);
  }
  function finish(exitCode: number): void {
    ending = true;
    end.resolve(exitCode);
  }
  function onSignal(signal: NodeJS.Signals): void {
    signals += 1;
    logger?.info({ signal }, signals === 1 ? "stopping" : "stopping at once");
    if (signals > 1) process.exit(1);
    finish(0);
  }
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  process.on("uncaughtException", (error) => fail(error, "an error was not caught"));
  process.on("unhandledRejection", (reason) => fail(reason, "a rejected promise was not handled"));

  const started: Part[] = [];
  let stopDeadlineMs = 30_000;
  try {
    const assembly = await assemble();
    logger = assembly.logger;
    stopDeadlineMs = assembly.stopDeadlineMs ?? stopDeadlineMs;
    for (const part of assembly.parts) {
      if (ending) break;
      started.push(part);
      // `start` may wait until an engine is available. A signal ends this wait.
      await Promise.race([part.start(), end.promise]);
    }
    if (!ending) logger.info({ parts: started.map((part) => part.name) }, "started");
  } catch (error) {
    fail(error, "the process can't start");
  }

  let exitCode = await end.promise;
  if (!(await stopParts(started, { deadlineMs: stopDeadlineMs, logger }))) exitCode = 1;
  logger?.info({ exitCode }, "stopped");
  process.exit(exitCode);
}
