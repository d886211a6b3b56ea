import { connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connectMongo } from "@network-access/service-runtime/connect-mongo";
import { createLogger } from "@network-access/service-runtime/logger";
import { listen } from "@network-access/testkit/listen";
import { aChangeRequest } from "../../test/change-requests.ts";
import { mongoChangeRequestStore } from "./mongo-change-request-store.ts";
import { presentStoreError, withStoreDeadline } from "./store-deadline.ts";

/**
 * The database of the test. The driver reaches it through a proxy. When the proxy stops forwarding, the database does
 * not answer.
 */
const engine = new URL(process.env.TEST_MONGO_URL ?? "mongodb://127.0.0.1:27017");
let silent = false;
const between = createServer((near) => {
  const far = connect(Number(engine.port), engine.hostname);
  near.on("data", (data) => silent || far.write(data));
  far.on("data", (data) => silent || near.write(data));
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const)
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
});
const database = `cr_deadline_${crypto.randomUUID().slice(0, 8)}`;
let mongo: ReturnType<typeof connectMongo>;

beforeAll(async () => {
  const { port } = await listen(between);
  mongo = connectMongo({
    url: `mongodb://127.0.0.1:${port}/`,
    database,
    logger: createLogger({ name: "test", level: "silent" }),
    operationMs: 60_000,
  });
  await mongo.start();
});
afterAll(async () => {
  silent = false;
  await mongo.database.dropDatabase();
  await mongo.stop();
  between.close();
});

test("a database that never answers is given up in time, with a message", async () => {
  const store = withStoreDeadline(mongoChangeRequestStore(mongo.database), 3_000);
  expect(await store.create(aChangeRequest(), undefined)).toBe(true);
  silent = true;
  // The call must end well before the socket times out.
  const began = performance.now();
  const thrown: unknown = await store.get("cr-1").catch((error: unknown) => error);
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(presentStoreError(thrown)).toMatchObject({
    code: "UPSTREAM_UNAVAILABLE",
    message: expect.stringContaining("did not answer in time"),
  });
});

test("an error of our own is not taken for a database that is away", () => {
  expect(presentStoreError(new TypeError("x is not a function"))).toBeUndefined();
});
