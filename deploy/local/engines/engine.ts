import type { ChildProcess, Crash } from "../processes/child-process.ts";
import type { OrphanGuard } from "../processes/orphan-guard.ts";
import type { Progress } from "../processes/progress.ts";

/** What fetching an engine needs. */
export interface FetchPlace {
  cache: string;
  progress: Progress;
  /** Look for newer packages although good ones are there. */
  refresh: boolean;
  environment: Record<string, string | undefined>;
}

/** What starting an engine needs. Folders exist already and belong to the user the engines run as. */
export interface EnginePlace {
  dataFolder: string;
  logFolder: string;
  user: { uid: number; gid: number } | undefined;
  guard: OrphanGuard;
  onCrash?: ((crash: Crash) => void) | undefined;
}

/** An engine of our own. After `stop` it can be started again, on the same port and data. */
export interface Engine {
  readonly url: string;
  processes(): ChildProcess[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an engine at `url`. `begin` waits until it answers and puts each process in front of those that run already, as
 * soon as it runs: the first is ended first, and all of them are when one can't be started.
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
