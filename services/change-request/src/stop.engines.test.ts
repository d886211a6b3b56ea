import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createLogger } from "@network-access/service-runtime/logger";
import { listen } from "@network-access/testkit/listen";
import { startTestIssuer } from "@network-access/testkit/test-issuer";
import { anInput } from "../test/change-requests.ts";
import { startEvaluatorSimulator } from "../test/evaluator-simulator.ts";
import { dropDatabase, startProcess, tokensOf } from "../test/start-process.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let save: () => Promise<number>;
let stop: () => Promise<void>;
let readiness: () => Promise<number>;
/**
 * A server in place of the evaluator. It accepts requests but never answers them, so each request reaches its deadline
 * of two seconds.
 */
const silent = createServer(() => undefined);

beforeEach(async () => {
  const issuer = await startTestIssuer();
  ends.push(() => issuer.stop());
  const tokens = await tokensOf(issuer);
  ends.push(() => tokens.remove());
  const database = `cr_stop_${crypto.randomUUID().slice(0, 8)}`;
  ends.push(() => dropDatabase(database));
  const evaluator = await startEvaluatorSimulator({
    redis: { url: process.env.TEST_REDIS_URL ?? "" },
    prefix: database,
    logger: createLogger({ name: "test", level: "silent" }),
    judge: () => ({}),
  });
  ends.push(() => evaluator.stop());
  const listening = await listen(silent);
  ends.push(() => listening.stop());
  const running = await startProcess({
    ...{ issuer, database, evaluatorUrl: listening.url, serviceTokenFile: tokens.serviceTokenFile },
    settings: { DRAIN_SECONDS: "2" },
  });
  stop = running.stop;
  readiness = async () => (await fetch(`${running.url}/readyz`)).status;
  const authorization = await issuer.userToken({ permissions: ["change-request:view", "change-request:edit"] });
  save = async () => {
    const response = await fetch(`${running.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization },
      body: JSON.stringify({
        query: "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { revision } }",
        variables: { input: anInput({}) },
      }),
    });
    return JSON.parse(await response.text()).data.saveChangeRequest.revision;
  };
});

test("a job in progress is finished while load balancers still learn that the process stops", async () => {
  const working = once(silent, "request");
  expect(await save()).toBe(1);
  await working;
  const began = performance.now();
  const stopped = stop();
  expect(await readiness()).toBe(503);
  await stopped;
  expect(performance.now() - began).toBeGreaterThan(1_900);
});
