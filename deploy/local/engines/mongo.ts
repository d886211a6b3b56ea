import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import type { FetchPlace } from "../fetching/fetch-place.ts";
import { copyInside, type PackageRoot, packageRoot } from "../fetching/package-root.ts";
import { type ChildProcess, startChild, waitUntilReady } from "../processes/child-process.ts";
import { freePort } from "../processes/free-ports.ts";
import { startOrphanGuard } from "../processes/orphan-guard.ts";
import { type Engine, type EnginePlace, runEngine } from "./engine.ts";
import { engineFolder } from "./engine-folder.ts";
import { fetchFerretdb } from "./ferretdb.ts";
import { PATCHED_PROGRAMS, startPostgres } from "./postgres.ts";

/**
 * FerretDB, which speaks MongoDB's protocol, and PostgreSQL with the DocumentDB extension, in which FerretDB stores its
 * data.
 */
export interface MongoPrograms {
  ferretdb: string;
  root: PackageRoot;
}

export async function fetchMongo(place: FetchPlace): Promise<MongoPrograms> {
  const ferretdb = await fetchFerretdb(place);
  const root = await packageRoot(
    {
      name: "postgresql-documentdb",
      packages: ["postgresql-18", "postgresql-18-documentdb", "patchelf"],
      patched: PATCHED_PROGRAMS,
      // DocumentDB reads `postgis.control`, but the package contains only `postgis-3.control`. In an installed system,
      // Debian's alternatives create `postgis.control`. Here, `postgis-3.control` is copied to `postgis.control`
      // instead.
      prepare: (fetched) =>
        copyInside(
          fetched,
          "usr/share/postgresql/18/extension/postgis-3.control",
          "usr/share/postgresql/18/extension/postgis.control",
        ),
      probe: (fetched) => probe({ ferretdb, root: fetched }, place),
    },
    place,
  );
  return { ferretdb, root };
}

export async function startMongo(
  programs: MongoPrograms,
  place: EnginePlace,
  ports: { mongo: number; postgres: number },
): Promise<Engine> {
  const url = `mongodb://127.0.0.1:${ports.mongo}/`;
  return runEngine(url, async (running) => {
    const postgres = await startPostgres(programs.root, place, ports.postgres);
    running.unshift(postgres);
    const listening = [`--listen-addr=127.0.0.1:${ports.mongo}`, "--no-auth"];
    const ferretdb = await startFerretdb(programs.ferretdb, place, { postgres: ports.postgres, listening });
    running.unshift(ferretdb);
    await waitUntilReady(ferretdb, () => answers(url), 120_000);
  });
}

/**
 * Starts FerretDB. It stores its data in a PostgreSQL that already runs on the port `postgres`. `listening` contains
 * the flags for FerretDB's address, TLS and authentication.
 */
export function startFerretdb(
  program: string,
  place: EnginePlace,
  { postgres, listening }: { postgres: number; listening: readonly string[] },
): Promise<ChildProcess> {
  return startChild({
    name: "ferretdb",
    command: program,
    args: [
      `--postgresql-url=postgres://documentdb@127.0.0.1:${postgres}/postgres`,
      ...listening,
      "--telemetry=disable",
      `--state-dir=${join(place.dataFolder, "ferretdb")}`,
      "--debug-addr=-",
    ],
    environment: { PATH: process.env.PATH, HOME: place.dataFolder },
    folder: place.dataFolder,
    log: join(place.logFolder, "ferretdb.log"),
    user: place.user,
    order: "engine",
    guard: place.guard,
    onCrash: place.onCrash,
  });
}

async function answers(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    await client.db("admin").command({ ping: 1 });
    return true;
  });
}

/** Throws if the database lacks a feature that the services rely on: unique indexes and compare-and-set. */
async function probe(programs: MongoPrograms, { cache }: FetchPlace): Promise<void> {
  const folder = mkdtempSync(join(cache, "probe-"));
  const guard = startOrphanGuard();
  try {
    const { dataFolder, user } = engineFolder(folder);
    const ports = { mongo: await freePort(), postgres: await freePort() };
    const engine = await startMongo(programs, { dataFolder, logFolder: folder, user, guard }, ports);
    await withClient(engine.url, async (client) => {
      const things = client.db("probe").collection<{ _id: string; owner: string; n: number }>("things");
      await things.createIndex({ owner: 1 }, { unique: true });
      await things.insertOne({ _id: "a", owner: "x", n: 1 });
      const twin = await things
        .insertOne({ _id: "b", owner: "x", n: 1 })
        .catch((error: { code?: unknown }) => error.code);
      if (twin !== 11_000) throw new Error("a unique index accepted a second document");
      const races = await Promise.all(
        Array.from({ length: 10 }, () => things.updateOne({ _id: "a", n: 1 }, { $set: { n: 2 } })),
      );
      if (races.filter(({ modifiedCount }) => modifiedCount === 1).length !== 1)
        throw new Error("a compare-and-set did not have exactly one winner");
      await things.drop();
    }).finally(() => engine.stop());
  } finally {
    guard.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withClient<Result>(url: string, use: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
