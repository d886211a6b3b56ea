import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { IndexAway } from "@network-access/service-runtime/opensearch-failures";
import { cutPassages } from "./cut-passages.ts";
import { createOpenSearchPassageIndex } from "./opensearch-passage-index.ts";
import { createPage } from "./page.ts";
import { describePassageIndex } from "./passage-index.contract.ts";

const url = process.env.TEST_OPENSEARCH_URL ?? "";
const signal = new AbortController().signal;

function createClient(): OpenSearchClient {
  return createOpenSearchClient({ nodes: [url] }, { deadlineMs: 30_000 });
}

async function removeIndexes(client: OpenSearchClient, prefix: string): Promise<void> {
  const found = (await client.call("GET", `/${prefix}-documentation-*?filter_path=*.aliases`)) as object;
  for (const index of Object.keys(found)) await client.call("DELETE", `/${index}`);
  await client.stop();
}

describePassageIndex("an index in OpenSearch", async ({ passages }) => {
  const client = createClient();
  const prefix = `judged-${crypto.randomUUID().slice(0, 8)}`;
  const index = createOpenSearchPassageIndex(client, prefix, passages);
  await index.prepare();
  return { index, close: () => removeIndexes(client, prefix) };
});

describe("the alias of the passages", () => {
  const prefix = `passages-${crypto.randomUUID().slice(0, 8)}`;
  let client: OpenSearchClient;
  beforeAll(() => {
    client = createClient();
  });
  afterAll(() => removeIndexes(client, prefix));

  const passagesOf = (text: string) =>
    cutPassages(createPage({ path: "docs/feeds.md", markdown: `# Feeds\n\n${text}\n` }));
  const open = (text: string) => createOpenSearchPassageIndex(client, prefix, passagesOf(text));
  const indexes = async () =>
    Object.keys((await client.call("GET", `/${prefix}-documentation-*?filter_path=*.aliases`)) as object);

  test("rejects a search while there is no index", async () => {
    await expect(open("Old text.").search("feed", 10, signal)).rejects.toThrow(IndexAway);
  });

  test("is made by the first process, and used by a second with the same passages", async () => {
    const [passage] = passagesOf("Old text.");
    await Promise.all([open("Old text.").prepare(), open("Old text.").prepare()]);
    const index = open("Old text.");
    await index.prepare();
    expect(await index.search("Which feeds are old?", 10, signal)).toEqual([passage?.id]);
    expect(await indexes()).toEqual([`${prefix}-documentation-1`]);
  });

  test("moves to a new index when a process has other passages, and the old process answers by itself", async () => {
    const [passage] = passagesOf("New text.");
    const index = open("New text.");
    await index.prepare();
    expect(await index.search("feeds", 10, signal)).toEqual([passage?.id]);
    expect(await indexes()).toEqual([`${prefix}-documentation-2`]);
    await expect(open("Old text.").search("feeds", 10, signal)).rejects.toThrow(IndexAway);
  });

  test("is left to the newest process, and is made again when it is lost", async () => {
    const [old, young] = [open("New text."), open("Newer text.")];
    await old.prepare();
    await young.prepare();
    await old.prepare();
    expect(await indexes()).toEqual([`${prefix}-documentation-3`]);
    await client.call("DELETE", `/${prefix}-documentation-3`);
    await expect(young.search("feeds", 10, signal)).rejects.toThrow(IndexAway);
    await young.prepare();
    expect(await young.search("feeds", 10, signal)).toEqual(passagesOf("Newer text.").map(({ id }) => id));
  });

  test("ends with one complete index when several processes start together", async () => {
    const [passage] = passagesOf("Third text.");
    const processes = [open("Third text."), open("Third text."), open("Third text.")];
    for (let attempt = 0; attempt < 20; attempt++) {
      const outcomes = await Promise.allSettled(processes.map((process) => process.prepare()));
      if (outcomes.every(({ status }) => status === "fulfilled")) break;
    }
    for (const process of processes) expect(await process.search("feeds", 10, signal)).toEqual([passage?.id]);
    expect(await indexes()).toHaveLength(1);
  });
});
