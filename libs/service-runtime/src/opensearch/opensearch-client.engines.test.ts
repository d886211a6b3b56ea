import { expect, test } from "@jest/globals";
import { createEngineDoor } from "@network-access/testkit/engine-door";
import { createOpenSearchClient } from "./opensearch-client.ts";
import { IndexAway, IndexLate } from "./opensearch-failures.ts";

const url = process.env.TEST_OPENSEARCH_URL ?? "";
/** More data than fits into the buffers of the connection. */
const large = Array.from({ length: 400 }, (_, n) => (n % 2 === 0 ? { index: {} } : { text: "x".repeat(100_000) }));

test("a server that stops reading in the middle of a large write times out, and later calls succeed", async () => {
  const door = await createEngineDoor(url);
  const client = createOpenSearchClient({ nodes: [door.url] }, { deadlineMs: 1_000 });
  await client.call("GET", "/", undefined, { deadlineMs: 60_000 });
  door.hold();
  await expect(client.call("POST", "/no-such-index-WRITE/_bulk?require_alias=true", large)).rejects.toThrow(IndexLate);
  await door.open();
  expect(await client.call("GET", "/", undefined, { deadlineMs: 60_000 })).toMatchObject({
    cluster_name: expect.any(String),
  });
  await client.stop();
  await door.shut();
});

test("calls whose connections were lost end in time, and the next ones succeed", async () => {
  const door = await createEngineDoor(url);
  const client = createOpenSearchClient({ nodes: [door.url] }, { deadlineMs: 1_000 });
  const ask = (deadlineMs = 1_000) => client.call("GET", "/", undefined, { deadlineMs });
  await Promise.all(Array.from({ length: 5 }, () => ask(60_000)));
  door.strand();
  // At least one call uses a lost connection and fails. Calls that get a new connection succeed.
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ask()));
  const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(reasons).not.toEqual([]);
  for (const reason of reasons) expect(reason).toBeInstanceOf(IndexAway);
  await expect(ask(60_000)).resolves.toBeDefined();
  await client.stop();
  await door.shut();
});
