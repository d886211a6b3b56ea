import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createIndexAlias } from "./opensearch-alias.ts";
import { createOpenSearchClient, type OpenSearchClient } from "./opensearch-client.ts";
import { createIndexRebuild } from "./opensearch-rebuild.ts";

const name = `rebuild-test-${crypto.randomUUID().slice(0, 8)}`;
const definition = {
  settings: { index: { number_of_shards: 1, number_of_replicas: 0 } },
  mappings: { properties: { text: { type: "text" } } },
};
let client: OpenSearchClient;

beforeAll(() => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 30_000 });
});
afterAll(async () => {
  await client.call("DELETE", `/${name}-*`);
  await client.stop();
});

test("no search fails while rebuilds replace the index", async () => {
  const alias = createIndexAlias(client, name, definition, () => undefined);
  await alias.prepare(async () => undefined);
  const rebuild = createIndexRebuild(client, name, definition);
  const failures: unknown[] = [];
  let searches = 0;
  let ended = false;
  const searching = Array.from({ length: 8 }, async () => {
    while (!ended) {
      searches += 1;
      await alias.call("POST", "/_search", { query: { match_all: {} } }).catch((error) => failures.push(error));
    }
  });
  for (let time = 0; time < 5 || searches <= 100; time += 1) {
    const index = await rebuild.begin();
    await rebuild.count(index);
    await rebuild.swap(index);
  }
  ended = true;
  await Promise.all(searching);
  expect(failures).toEqual([]);
});

test("a rebuild deletes nothing if another rebuild has switched the searches in the meantime", async () => {
  const rebuild = createIndexRebuild(client, name, definition);
  const late = createIndexRebuild(
    {
      ...client,
      async call(method, path, body, options) {
        const answer = await client.call(method, path, body, options);
        // At this point, `late` has read which indexes exist. Now `rebuild` points the alias to its own index.
        if (method === "GET" && path.startsWith(`/${name}-*`)) await rebuild.swap(next);
        return answer;
      },
    },
    name,
    definition,
  );
  const next = await rebuild.begin();
  await expect(late.begin()).rejects.toThrow();
  const search = await client.call("POST", `/${name}/_search`);
  expect(search).toMatchObject({ _shards: { failed: 0 } });
  expect(Object.keys((await client.call("GET", `/${name}-*`)) as object)).toEqual([next]);
});

test("a rebuild deletes nothing while the searches are being switched", async () => {
  const rebuild = createIndexRebuild(client, name, definition);
  const next = await rebuild.begin();
  const [old] = Object.keys((await client.call("GET", `/_alias/${name}`)) as object);
  const between = createIndexRebuild(
    {
      ...client,
      async call(method, path, body, options) {
        const answer = await client.call(method, path, body, options);
        if (method === "GET" && path.startsWith(`/${name}-*`)) {
          const moved = [{ add: { index: next, alias: name } }, { remove: { index: old, alias: name } }];
          await client.call("POST", "/_aliases", { actions: moved });
        }
        return answer;
      },
    },
    name,
    definition,
  );
  await expect(between.begin()).rejects.toThrow();
  const aliases = await client.call("GET", `/${name}-*/_alias`);
  expect(aliases).toMatchObject({ [next]: { aliases: { [name]: {} } }, [String(old)]: { aliases: {} } });
});
