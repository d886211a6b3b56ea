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

/** What starting an engine needs. The folders exist and belong to the user that runs the engines. */
export interface EnginePlace {
  dataFolder: string;
  logFolder: string;
  user: { uid: number; gid: number } | undefined;
  guard: OrphanGuard;
  onCrash?: ((crash: Crash) => void) | undefined;
}

/** An engine started by us. After `stop` it can be started again, on the same port and data. */
export interface Engine {
  readonly url: string;
  processes(): ChildProcess[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an engine at `url`. `begin` waits until it answers and adds each process at the front of `running` as soon as it
 * runs. Processes are stopped in the order of that list, also when one can't be started.
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
