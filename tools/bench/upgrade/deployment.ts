import { join } from "node:path";
import { type ChildProcess, startChild, waitUntilReady } from "@network-access/local-stack/child-process";
import { freePort } from "@network-access/local-stack/free-ports";
import type { OrphanGuard } from "@network-access/local-stack/orphan-guard";
import type { ProcessPlan } from "@network-access/local-stack/process-plans";
import { compiledSources } from "@network-access/local-stack/workspace";
import type { Balancer } from "./balancer.ts";
import type { Release } from "./previous-release.ts";

const READY_DEADLINE_MS = 180_000;
/** The time until a stopping process is killed. Draining and finishing work takes less. */
const STOP_DEADLINE_MS = 45_000;

/** All processes of one kind, such as gateways. They can be of two releases. */
export interface Deployment {
  readonly name: string;
  /** Starts one more process of a release. */
  add(release: Release): Promise<void>;
  /**
   * Replaces the processes by processes of another release, one at a time. An old process is stopped only after its
   * successor is ready and the balancer has noticed this.
   */
  replace(release: Release): Promise<void>;
  /**
   * Resolves when all replaced processes have ended. Returns how they ended, except for those that ended with "code 0".
   */
  settled(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

interface Replica {
  readonly port: number;
  readonly child: ChildProcess;
}

export function createDeployment(
  name: string,
  planOf: (root: string) => ProcessPlan,
  { balancer, guard, logFolder }: { balancer: Balancer; guard: OrphanGuard; logFolder: string },
): Deployment {
  let replicas: Replica[] = [];
  let stopping: Promise<string>[] = [];

  async function add(release: Release): Promise<void> {
    const port = await freePort();
    const { entry, environment } = planOf(release.root);
    const child = await startChild({
      name,
      command: release.node,
      args: ["--no-warnings", entry],
      environment: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: compiledSources(release.root),
        ...environment,
        PORT: String(port),
      },
      folder: release.root,
      log: join(logFolder, `${name}-${port}.log`),
      order: "service",
      stopDeadlineMs: STOP_DEADLINE_MS,
      guard,
    });
    balancer.add(port);
    await waitUntilReady(child, () => isReady(port), READY_DEADLINE_MS);
    await balancer.knows(port);
    replicas.push({ port, child });
  }

  async function end({ port, child }: Replica): Promise<string> {
    await child.stop();
    balancer.remove(port);
    return child.ended;
  }

  return {
    name,
    add,
    async replace(release) {
      for (const old of [...replicas]) {
        await add(release);
        replicas = replicas.filter((replica) => replica !== old);
        stopping.push(end(old));
      }
    },
    async settled() {
      const endings = await Promise.all(stopping);
      stopping = [];
      return endings.filter((ending) => ending !== "code 0");
    },
    async stop() {
      await Promise.all([...stopping, ...replicas.map(end)]);
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
  await answer.body?.cancel();
  return answer.ok;
}
