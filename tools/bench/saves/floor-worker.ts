// The worker process of the baseline (the floor). It takes jobs from two queues and runs floor-of-a-save.ts. The parent
// process sets environment variables with the addresses of the engines.
import { Queue, Worker } from "bullmq";
import { MongoClient } from "mongodb";
import { z } from "zod";
import { FLOOR_QUEUES, type FloorJob, floorOfASave } from "./floor-of-a-save.ts";

const { MONGO_URL, MONGO_DATABASE, REDIS_URL, REDIS_PREFIX } = z
  .object({ MONGO_URL: z.string(), MONGO_DATABASE: z.string(), REDIS_URL: z.string(), REDIS_PREFIX: z.string() })
  .parse(process.env);
process.on("disconnect", () => process.exit(0));

const mongo = await new MongoClient(MONGO_URL, { maxPoolSize: 50 }).connect();
const floor = floorOfASave(mongo.db(MONGO_DATABASE));
const stored = await floor.templates.find().sort({ _id: 1 }).toArray();
const engine = { connection: { url: REDIS_URL, maxRetriesPerRequest: null }, prefix: REDIS_PREFIX };
const back = new Queue<FloorJob>(FLOOR_QUEUES.apply, engine);

const workers = [
  new Worker<FloorJob>(
    FLOOR_QUEUES.judge,
    async ({ data }) => {
      await floor.judge(data, templateOf(data));
      await back.add(FLOOR_QUEUES.apply, data, { removeOnComplete: { count: 1_000 } });
    },
    { ...engine, concurrency: 16 },
  ),
  new Worker<FloorJob>(FLOOR_QUEUES.apply, ({ data }) => floor.apply(data, templateOf(data)), {
    ...engine,
    concurrency: 20,
  }),
];
await Promise.all(workers.map((worker) => worker.waitUntilReady()));
process.send?.("ready");

function templateOf({ template }: FloorJob) {
  const found = stored[template];
  if (!found) throw new Error(`there is no template ${template}`);
  return found;
}
