import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import type { MongoClient } from "mongodb";
import type { Saving } from "../load/saving.ts";
import { FLOOR_QUEUES, type FloorJob, floorOfASave } from "./floor-of-a-save.ts";
import { readJudgedAmong } from "./judged-among.ts";
import { copyIndexes, readStoredSave, type SaveDatabases } from "./stored-save.ts";

export interface FloorPlace {
  readonly mongo: MongoClient;
  readonly mongoUrl: string;
  readonly redisUrl: string;
  /** Prefix of the database and the queues. */
  readonly prefix: string;
  readonly databases: SaveDatabases;
}

/**
 * Starts the baseline (the floor) for saves. Each of its saves writes and reads the documents of an earlier save (from
 * `saved`) again, under new ids. The baseline uses two plain queues and a worker process, and no code of the services.
 */
export async function startFloor(
  { mongo, mongoUrl, redisUrl, prefix, databases }: FloorPlace,
  saved: readonly string[],
): Promise<Saving & { stop(): Promise<void> }> {
  const name = `${prefix}-floor`;
  const database = mongo.db(name);
  const floor = floorOfASave(database);
  await copyIndexes(databases, database);
  await floor.prepare();
  const stored = await Promise.all(saved.map((id, number) => readStoredSave(databases, id, number)));
  await floor.templates.insertMany(stored);
  const queue = new Queue<FloorJob>(FLOOR_QUEUES.judge, { connection: { url: redisUrl }, prefix: name });
  // Error events of the queue are ignored, because a failed `add` also rejects its promise.
  queue.on("error", () => undefined);
  const worker = fork(fileURLToPath(new URL("floor-worker.ts", import.meta.url)), {
    env: { MONGO_URL: mongoUrl, MONGO_DATABASE: name, REDIS_URL: redisUrl, REDIS_PREFIX: name },
    execArgv: ["--no-warnings"],
  });
  const ended = once(worker, "exit");
  await Promise.race([
    once(worker, "message"),
    ended.then(() => {
      throw new Error("the worker of the floor ended before it was ready");
    }),
  ]);
  return {
    async save(id, n) {
      const template = n % stored.length;
      const of = stored[template];
      if (!of) throw new Error("the floor needs a save to copy");
      const job = { id, uuid: randomUUID(), template };
      await floor.save(job, of);
      await queue.add(FLOOR_QUEUES.judge, job, { removeOnComplete: { count: 1_000 } });
    },
    finalOf: (ids) => readJudgedAmong(database, ids),
    async stop() {
      worker.kill("SIGKILL");
      await ended;
      await queue.close();
    },
  };
}
