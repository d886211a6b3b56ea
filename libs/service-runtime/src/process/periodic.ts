import type { Logger } from "../telemetry/logger.ts";
import { counter } from "../telemetry/metrics.ts";
import { pause } from "./deadline.ts";
import type { Part } from "./part.ts";

const runs = counter({ name: "periodic_runs_total", help: "Runs of periodic tasks", labels: ["task", "outcome"] });

/**
 * Runs `task` repeatedly, with a pause of about `everyMs` milliseconds after each run. Two runs never overlap. If a run
 * throws, the error is logged and counted, and the task runs again after the pause. `stop` aborts the task's signal and
 * waits for the run in progress.
 */
export function createPeriodic(options: {
  readonly name: string;
  readonly everyMs: number;
  /**
   * The largest random deviation of a pause from `everyMs`, as a share of `everyMs`. The deviation prevents replicas
   * from running the task at the same time. The default is 0.1.
   */
  readonly jitter?: number;
  readonly task: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  readonly random?: () => number;
}): Part {
  const { name, everyMs, jitter = 0.1, task, logger, random = Math.random } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  for (const outcome of ["done", "failed"]) runs.inc({ task: name, outcome }, 0);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await task(stopping.signal);
        runs.inc({ task: name, outcome: "done" });
      } catch (error) {
        if (stopping.signal.aborted) return;
        runs.inc({ task: name, outcome: "failed" });
        logger.error({ err: error, task: name }, "a periodic task failed and will run again");
      }
      await pause(everyMs * (1 + jitter * (2 * random() - 1)), stopping.signal);
    }
  }

  return {
    name,
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
