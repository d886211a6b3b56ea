import { join } from "node:path";
import { type ChildProcess, startChild, waitUntilReady } from "@network-access/local-stack/child-process";
import { freePort } from "@network-access/local-stack/free-ports";
import type { OrphanGuard } from "@network-access/local-stack/orphan-guard";
import { type PackageRoot, underLoader } from "@network-access/local-stack/package-root";
import { z } from "zod";

const READY_MS = 30_000;
const QUERY_MS = 10_000;

const Answer = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })) }),
});

/** An alert, as a text such as "FeedsBehind (namespace=...)". */
interface ShownAlert {
  readonly text: string;
  readonly isFiring: boolean;
}

/** A running Prometheus. */
export interface PrometheusServer {
  readonly url: string;
  /** Returns how many series a query has now. */
  count(expression: string): Promise<number>;
  alerts(): Promise<readonly ShownAlert[]>;
  stop(): Promise<void>;
}

/**
 * Starts Prometheus on a free port of this machine, and waits until it is ready. `folder` must contain
 * `prometheus.yaml`. Prometheus writes its data and its log to `folder` too.
 */
export async function startPrometheus(
  root: PackageRoot,
  folder: string,
  guard: OrphanGuard,
): Promise<PrometheusServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = await startChild({
    name: "prometheus",
    ...underLoader(root, "usr/bin/prometheus", [
      `--config.file=${join(folder, "prometheus.yaml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]),
    environment: { PATH: process.env.PATH, HOME: folder },
    folder,
    log: join(folder, "prometheus.log"),
    order: "service",
    guard,
  });
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(QUERY_MS) });
    if (!answer.ok) throw new Error(`Prometheus refused ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const isReady = async () => (await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(1_000) })).ok;
  try {
    await waitUntilReady(child, isReady, READY_MS);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    url,
    async count(expression) {
      const { data } = Answer.parse(await read(`/api/v1/query?query=${encodeURIComponent(expression)}`));
      return data.result.length;
    },
    async alerts() {
      const { data } = Alerts.parse(await read("/api/v1/alerts"));
      return data.alerts.map(({ labels: { alertname = "", ...labels }, state }) => ({
        text: `${alertname} (${Object.entries(labels)
          .map(([name, value]) => `${name}=${value}`)
          .join(", ")})`,
        isFiring: state === "firing",
      }));
    },
    stop: () => child.stop(),
  };
}
