import { createLogger, type Logger } from "../telemetry/logger.ts";
import { withDeadline } from "./deadline.ts";

/** Something that lives as long as the process: a connection, a server, a worker, a periodic task. */
export interface Part {
  readonly name: string;
  start(): Promise<void> | void;
  /**
   * Finishes what is in flight. Called once, also when a later part could not start, or this one still does. `late` is
   * aborted when its time is over: what is still in flight has to be cut, because the next part is stopped then.
   */
  stop(late?: AbortSignal): Promise<void> | void;
}

/** What a process consists of. Parts start in this order and stop in the reverse one. */
export interface Assembly {
  readonly logger: Logger;
  readonly parts: readonly Part[];
  /** How long one part may take to stop; 30 s when left out. */
  readonly stopDeadlineMs?: number;
}

/**
 * The whole life of a process. Starts every part; on SIGTERM or SIGINT stops them and exits 0. Whatever nobody
 * expected (a part that can't start or stop in time, an uncaught error, an unhandled rejection) is logged with its cause
 * and ends in exit 1. A second signal ends at once with 1.
 */
export async function runUntilSignal(assemble: () => Assembly | Promise<Assembly>): Promise<void> {
  const end = Promise.withResolvers<number>();
  let logger: Logger | undefined;
  let signals = 0;
  let ending = false;

  function fault(error: unknown, what: string): void {
    (logger ?? createLogger({ name: "start", level: "info" })).fatal({ err: error }, what);
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
  process.on("uncaughtException", (error) => fault(error, "an error reached the top"));
  process.on("unhandledRejection", (reason) => fault(reason, "a promise was rejected and nobody looked"));

  const started: Part[] = [];
  let stopDeadlineMs = 30_000;
  try {
    const assembly = await assemble();
    logger = assembly.logger;
    stopDeadlineMs = assembly.stopDeadlineMs ?? stopDeadlineMs;
    for (const part of assembly.parts) {
      if (ending) break;
      started.push(part);
      // One that waits for its engine is not waited for any more.
      await Promise.race([part.start(), end.promise]);
    }
    if (!ending) logger.info({ parts: started.map((part) => part.name) }, "started");
  } catch (error) {
    fault(error, "the process can't start");
  }

  let exitCode = await end.promise;
  for (const part of started.reverse()) {
    try {
      await withDeadline(`stopping ${part.name}`, stopDeadlineMs, async (late) => part.stop(late));
    } catch (error) {
      exitCode = 1;
      logger?.error({ err: error, part: part.name }, "a part did not stop cleanly");
    }
  }
  logger?.info({ exitCode }, "stopped");
  process.exit(exitCode);
}
