import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild, waitUntilReady } from "@network-access/local-stack/child-process";
import { freePort } from "@network-access/local-stack/free-ports";
import { startOrphanGuard } from "@network-access/local-stack/orphan-guard";
import { workspace } from "@network-access/local-stack/workspace";

const START_MS = 30_000;

/** Addresses of the servers that the tool server is compared with. */
export interface FloorServers {
  /** Node's HTTP server, which only parses and prints JSON. It has the routes `/echo`, `/result` and `/list`. */
  readonly raw: string;
  /**
   * The URL of a server that uses the runtime of all services. It has the routes `/empty` and `/asking`. `/asking`
   * sends a request to the manager.
   */
  readonly runtime: string;
  /** The protocol package, used as its documentation shows: `/mcp`. */
  readonly package: string;
}

/** What the servers return, and the request that the route `/asking` sends to the manager. */
export interface FloorSettings {
  readonly result: object;
  /** The whole answer to `tools/list`. */
  readonly list: string;
  readonly managerUrl: string;
  readonly managerPath: string;
  readonly managerToken: string;
}

/** Starts each server in its own process, calls `work` with the servers' addresses, and stops the servers. */
export async function withFloorServers<Result>(
  { result, list, managerUrl, managerPath, managerToken }: FloorSettings,
  work: (servers: FloorServers) => Promise<Result>,
): Promise<Result> {
  const guard = startOrphanGuard();
  const folder = mkdtempSync(join(tmpdir(), "bench-tools-"));
  const answers = join(folder, "answers.json");
  writeFileSync(answers, JSON.stringify({ result, list }));
  const environment = {
    ...{ PATH: process.env.PATH, NODE_ENV: "production", ANSWERS: answers },
    ...{ MANAGER_URL: managerUrl, MANAGER_PATH: managerPath, MANAGER_TOKEN: managerToken },
  };
  const start = async (name: string) => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const entry = join(workspace.root, "services/mcp-tools/bench", `serve-${name}.ts`);
    const child = await startChild({
      ...{ name, command: process.execPath, args: ["--no-warnings", entry], guard, folder: workspace.root },
      ...{ environment: { ...environment, PORT: new URL(url).port }, log: join(folder, `${name}.log`) },
      order: "service",
    });
    await waitUntilReady(child, async () => (await fetch(`${url}/metrics`)).ok, START_MS);
    return url;
  };
  try {
    const [raw, runtime, ofPackage] = [await start("echo"), await start("empty-route"), await start("package")];
    return await work({ raw, runtime, package: ofPackage });
  } finally {
    await guard.endEverything();
    rmSync(folder, { recursive: true, force: true });
  }
}
