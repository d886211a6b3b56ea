import type { ChildProcess, Crash } from "../processes/child-process.ts";
import type { OrphanGuard } from "../processes/orphan-guard.ts";

/**
 * The settings with which an engine is started. The folders exist. The data folder belongs to the user that runs the
 * engines.
 */
export interface EnginePlace {
  dataFolder: string;
  logFolder: string;
  user: { uid: number; gid: number } | undefined;
  guard: OrphanGuard;
  onCrash?: ((crash: Crash) => void) | undefined;
}

/**
 * An engine that this process started. After `stop` it can be started again, on the same port and with the same data.
 */
export interface Engine {
  readonly url: string;
  processes(): ChildProcess[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an engine that responds at `url`. `begin` starts the processes of the engine and waits until the engine
 * responds. It inserts each new process at the front of `running`, because processes are stopped in the order of this
 * list. The newest process is thus stopped first. If `begin` fails, all processes in `running` are stopped.
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
