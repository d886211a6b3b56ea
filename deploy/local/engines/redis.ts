import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import type { FetchPlace } from "../fetching/fetch-place.ts";
import { type PackageRoot, packageRoot, underLoader } from "../fetching/package-root.ts";
import { type ChildProcess, startChild, waitUntilReady } from "../processes/child-process.ts";
import { freePort } from "../processes/free-ports.ts";
import { startOrphanGuard } from "../processes/orphan-guard.ts";
import { type Engine, type EnginePlace, runEngine } from "./engine.ts";
import { engineFolder, engineSubfolder } from "./engine-folder.ts";

export function fetchRedis(place: FetchPlace): Promise<PackageRoot> {
  return packageRoot(
    { name: "valkey", packages: ["valkey-server"], patched: [], probe: (root) => probe(root, place) },
    place,
  );
}

export async function startRedis(root: PackageRoot, place: EnginePlace, port: number): Promise<Engine> {
  const url = `redis://127.0.0.1:${port}`;
  return runEngine(url, async (running) => {
    const valkey = await startValkey(root, place, port);
    running.unshift(valkey);
    await waitUntilReady(valkey, () => withClient(url, async (client) => (await client.ping()) === "PONG"), 120_000);
  });
}

function startValkey(root: PackageRoot, place: EnginePlace, port: number): Promise<ChildProcess> {
  const folder = engineSubfolder(join(place.dataFolder, "valkey"), place.user);
  const settings = {
    port: String(port),
    bind: "127.0.0.1",
    dir: folder,
    appendonly: "yes",
    // Redis contains the job queues, whose entries must never be evicted.
    "maxmemory-policy": "noeviction",
  };
  return startChild({
    name: "valkey",
    ...underLoader(
      root,
      "usr/bin/valkey-server",
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ),
    environment: { PATH: process.env.PATH, HOME: place.dataFolder },
    folder: place.dataFolder,
    log: join(place.logFolder, "valkey.log"),
    user: place.user,
    order: "engine",
    guard: place.guard,
    onCrash: place.onCrash,
  });
}

async function probe(root: PackageRoot, { cache }: FetchPlace): Promise<void> {
  const folder = mkdtempSync(join(cache, "probe-"));
  const guard = startOrphanGuard();
  try {
    const { dataFolder, user } = engineFolder(folder);
    const engine = await startRedis(root, { dataFolder, logFolder: folder, user, guard }, await freePort());
    await withClient(engine.url, async (client) => {
      await client.set("probe", "1");
      if ((await client.eval("return redis.call('GET', KEYS[1])", 1, "probe")) !== "1")
        throw new Error("a script did not read the value that was set");
    }).finally(() => engine.stop());
  } finally {
    guard.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withClient<Result>(url: string, use: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 1_000,
  });
  // Without a listener, ioredis prints connection errors. The listener ignores them, because `use` rejects if the
  // client can't connect.
  client.on("error", () => undefined);
  try {
    return await use(client);
  } finally {
    // Does not call `disconnect` after the connection has ended. The call would leave a timer of 2 s, which delays the
    // end of the process.
    if (client.status !== "close" && client.status !== "end") client.disconnect();
  }
}
