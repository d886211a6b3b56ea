import type { BenchSettings } from "../bench-settings.ts";
import { withBenchStack } from "../bench-stack.ts";
import { type Engine, openSearch } from "../inventory/bare-inventory.ts";
import { memoryOf } from "../load/process-memory.ts";
import { type EstateClient, estateClient } from "./estate-client.ts";

/** The heap in MiB that Node chooses by default in a container with 2 GiB. */
export const HEAP_MB = 1_024;

/** A security manager with its engines. OpenSearch runs with the Java flags of its distribution. */
export interface EstateStack {
  readonly managerUrl: string;
  readonly client: EstateClient;
  /** The `authorization` header of a user who may do everything. */
  readonly authorization: string;
  readonly engine: Engine;
  /** The index of the rules. */
  readonly ruleIndex: string;
  /** Restarts the manager's process, so that nothing from before the measurement is in its memory. */
  readonly restart: () => Promise<void>;
  /** The manager's process. */
  readonly pid: () => number;
  /**
   * Returns a sentence with the current and the highest memory of the manager's process, and the used heap of
   * OpenSearch.
   */
  readonly memory: () => Promise<string>;
}

export function withEstateStack<Result>(
  { profileFolder }: BenchSettings,
  work: (stack: EstateStack) => Promise<Result>,
): Promise<Result> {
  const settings = {
    permissions: ["estate:manage"],
    ...{ profiled: ["security-manager"] as const, profileFolder },
    environment: { "security-manager": { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` } },
    opensearchFlags: "distribution" as const,
  };
  return withBenchStack(settings, ({ stack, token, opensearchUrl, prefix }) => {
    const { managerUrl } = stack;
    const engine = openSearch(opensearchUrl);
    const process = stack.processes["security-manager"];
    return work({
      ...{ managerUrl, engine, authorization: token, client: estateClient(managerUrl, token) },
      ruleIndex: `${prefix}-estate-secrule`,
      pid: process.pid,
      async restart() {
        await process.stop();
        await process.start();
      },
      async memory() {
        const manager = memoryOf(process.pid());
        const { nodes } = (await engine("GET", "/_nodes/stats/jvm")) as NodeStats;
        const [node] = Object.values(nodes);
        const heapMb = Math.round((node?.jvm.mem.heap_used_in_bytes ?? 0) / 2 ** 20);
        return `the manager has ${manager?.nowMb} MiB, ${manager?.mostMb} at most; the engine's heap ${heapMb} MiB`;
      },
    });
  });
}

interface NodeStats {
  readonly nodes: Record<string, { readonly jvm: { readonly mem: { readonly heap_used_in_bytes: number } } }>;
}
