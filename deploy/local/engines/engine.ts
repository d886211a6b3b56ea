import type { ChildProcess, Crash } from "../processes/child-process.ts";
import type { OrphanGuard } from "../processes/orphan-guard.ts";
import type { Progress } from "../processes/progress.ts";

/** What fetching an engine needs. */
export interface FetchPlace {
  cache: string;
  progress: Progress;
  /** Check for newer packages although working ones are cached. */
  refresh: boolean;
  environment: Record<string, string | undefined>;
}

/** What is needed to start an engine. The folders exist and belong to the user that runs the engines. */
export interface EnginePlace {
  dataFolder: string;
  logFolder: string;
  user: { uid: number; gid: number } | undefined;
  guard: OrphanGuard;
  onCrash?: ((crash: Crash) => void) | undefined;
}

/** An engine that we started. After `stop` it can be started again, on the same port and with the same data. */
export interface Engine {
  readonly url: string;
  processes(): ChildProcess[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an engine at `url`. `begin` starts its processes and waits until the engine answers. It adds each process at
 * the front of `running` as soon as the process runs. Processes are stopped in the order of that list. If a process
 * can't be started, the processes that run already are stopped.
 */
export async function runEngine(url: string, begin: (running: ChildProcess[]) => Promise<void>): Promise<Engine> {
  let running: ChildProcess[] = [];
  const engine: Engine = {
    url,
    processes: () => running,
    start() {
      running = [];
      return begin(running);
    },
    async stop() {
      for (const child of running) await child.stop();
    },
  };
  await engine.start().catch(async (error) => {
    await engine.stop();
    throw error;
  });
  return engine;
}
