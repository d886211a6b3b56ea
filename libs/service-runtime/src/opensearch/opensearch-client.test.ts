import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { afterEach, expect, jest, test } from "@jest/globals";
import { listen } from "@network-access/testkit/listen";
import { testAuthorityFile, testCertificate } from "@network-access/testkit/test-certificates";
import { openSearchEnvironment, openSearchSettings, readEnvironment } from "../process/environment.ts";
import { createOpenSearchClient, type OpenSearchClient, type OpenSearchSettings } from "./opensearch-client.ts";
import { IndexAnswerTooLarge, IndexAway, IndexLate, IndexRefused } from "./opensearch-failures.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function clientOf(settings: OpenSearchSettings, deadlineMs = 30_000): OpenSearchClient {
  const client = createOpenSearchClient(settings, { deadlineMs });
  cleanUps.push(() => client.stop());
  return client;
}

async function serve(answer: RequestListener, server: Server = createServer()): Promise<string> {
  server.on("request", answer);
  const { url, stop } = await listen(server);
  cleanUps.push(stop);
  return url;
}

const answerOk: RequestListener = (_, response) => void response.end('{"ok":true}');

test("credentials are sent to every node", async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    answerOk(request, response);
  });
  await clientOf({ nodes: [url], username: "reader", password: "pässword" }).call("GET", "/");
  await clientOf({ nodes: [url.replace("http://", "http://reader:p%C3%A4ssword@")] }).call("GET", "/");
  const basic = `Basic ${Buffer.from("reader:pässword").toString("base64")}`;
  expect(seen).toEqual([basic, basic]);
});

test("method, path, parameters and body reach the node as they are given", async () => {
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      seen.push([request.method, request.url, request.headers["content-type"], Buffer.concat(chunks).toString()]);
      answerOk(request, response);
    });
  });
  const client = clientOf({ nodes: [`${url}/cluster`] });
  expect(await client.call("POST", "/rows-1/_search?size=1&q=a%3Fb", { query: {} })).toEqual({ ok: true });
  await client.call("POST", "/_bulk", [{ index: {} }, { name: "ä" }]);
  await client.call("DELETE", "/rows-1");
  expect(seen).toEqual([
    ["POST", "/cluster/rows-1/_search?size=1&q=a%3Fb", "application/json", '{"query":{}}'],
    ["POST", "/cluster/_bulk", "application/x-ndjson", '{"index":{}}\n{"name":"ä"}\n'],
    ["DELETE", "/cluster/rows-1", undefined, ""],
  ]);
});

test("a node that refuses connections is left out while another answers", async () => {
  const url = await serve(answerOk);
  const client = clientOf({ nodes: ["http://127.0.0.1:1", url] });
  for (let call = 0; call < 4; call += 1) expect(await client.call("GET", "/")).toEqual({ ok: true });
});

test("a certificate of the given authority is trusted, and no other", async () => {
  const url = (await serve(answerOk, createSecureServer(testCertificate("trusted")))).replace("http:", "https:");
  const settings = (environment: object) =>
    openSearchSettings(readEnvironment(openSearchEnvironment, { OPENSEARCH_URL: url, ...environment }));
  expect(await clientOf(settings({ OPENSEARCH_CA_FILE: testAuthorityFile })).call("GET", "/")).toEqual({ ok: true });
  await expect(clientOf(settings({})).call("GET", "/")).rejects.toThrow(IndexAway);
});

test.each([
  ["before the response begins", () => undefined],
  ["while the response arrives", ((_, response) => void response.write('{"rows":[')) satisfies RequestListener],
])("a caller's signal closes the connection %s, and nothing is printed", async (_, answer: RequestListener) => {
  const printed = jest.spyOn(console, "log").mockImplementation(() => undefined);
  cleanUps.push(() => printed.mockRestore());
  const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const url = await serve((request, response) => {
    request.socket.once("close", closed.resolve);
    answer(request, response);
    setTimeout(arrived.resolve, 50);
  });
  const caller = new AbortController();
  const asked = clientOf({ nodes: [url] }).call("GET", "/", undefined, { signal: caller.signal });
  const ended = expect(asked).rejects.toThrow(IndexAway);
  await arrived.promise;
  caller.abort();
  await ended;
  await closed.promise;
  expect(printed).not.toHaveBeenCalled();
});

test("a deadline passes while a response arrives", async () => {
  const url = await serve((_, response) => void response.write("{"));
  await expect(clientOf({ nodes: [url] }, 200).call("GET", "/")).rejects.toThrow(IndexLate);
});

test("an answer of more bytes than are taken is not read to its end", async () => {
  const closed = Promise.withResolvers<void>();
  const url = await serve((_, response) => {
    response.on("close", closed.resolve);
    response.write(`"${"x".repeat(5_000)}`);
  });
  const client = clientOf({ nodes: [url] });
  await expect(client.call("GET", "/", undefined, { mostBytes: 5_000 })).rejects.toThrow(IndexAnswerTooLarge);
  await closed.promise;
  const small = clientOf({ nodes: [await serve(answerOk)] });
  expect(await small.call("GET", "/", undefined, { mostBytes: 11 })).toEqual({ ok: true });
});

test("a call that waits for a connection ends at its deadline", async () => {
  const url = await serve(() => undefined);
  const client = clientOf({ nodes: [url] }, 300);
  const calls = Array.from({ length: 40 }, () => client.call("GET", "/"));
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({ status: "rejected", reason: expect.any(IndexLate) });
});

test("an error of the engine has its type, and its causes from the outermost to the innermost", async () => {
  const cause = {
    type: "query_shard_exception",
    reason: "no",
    caused_by: { type: "number_format_exception", reason: "x" },
  };
  const error = { type: "search_phase_execution_exception", reason: "failed", failed_shards: [{ reason: cause }] };
  const url = await serve((_, response) => void response.writeHead(400).end(JSON.stringify({ error })));
  const refused = await clientOf({ nodes: [url] })
    .call("GET", "/")
    .catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(IndexRefused);
  expect(refused).toMatchObject({
    ...{ status: 400, type: "search_phase_execution_exception" },
    causes: [{ type: "query_shard_exception" }, { type: "number_format_exception" }],
  });
});

test.each([401, 403])(
  "an engine that answers %i refuses this process and not a query, so it counts as away",
  async (status) => {
    const url = await serve((_, response) => void response.writeHead(status).end("Unauthorized"));
    const refused = await clientOf({ nodes: [url], username: "reader", password: "geheim" })
      .call("POST", "/rows/_search", { query: {} })
      .catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(IndexAway);
    expect(String((refused as Error).cause)).toContain(`${status}`);
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toContain("geheim");
  },
);
