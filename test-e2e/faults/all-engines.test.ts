import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { REQUEST_PROCESSES } from "@network-access/local-stack/process-plans";
import { eventually } from "@network-access/testkit/until";
import { allWeb, changeRequests, tcpRule } from "../clients/change-requests.ts";
import { feeds } from "../clients/feeds.ts";
import type { GraphClient } from "../clients/graph.ts";
import { inventory } from "../clients/inventory.ts";
import { startTestStack, type TestStack } from "../stack.ts";

const AWAY_MS = 20_000;
const engines = ["mongo", "redis", "opensearch"] as const;

let stack: TestStack;
let graph: GraphClient;
const over = new AbortController();

beforeAll(async () => {
  stack = await startTestStack({
    only: "requests",
    doors: true,
    settings: { RESEND_AFTER_MS: "1000", SWEEP_EVERY_MS: "200", SENDINGS_BEFORE_ERROR: "1000", FIRST_RETRY_MS: "500" },
  });
  graph = stack.graph();
});
afterAll(async () => {
  over.abort();
  await stack?.stop();
});

/**
 * Returns the address of the server with the number `n`. No two of these addresses are adjacent, because a feed would
 * merge adjacent addresses into one network.
 */
const addressOf = (n: number) => `10.77.${Math.floor(n / 100)}.${2 * (n % 100) + 1}`;
const serverOf = (n: number) => ({
  accountId: "acc",
  region: "eu",
  type: "server",
  id: `through-${n}`,
  ips: [addressOf(n)],
});

/** The results of one caller, which repeats one kind of call. */
interface Lane {
  /** The numbers of the acknowledged calls. */
  readonly acknowledged: number[];
  /** The reasons for which calls were refused. */
  readonly refusals: Set<string>;
}

/**
 * Calls `act` with 0, 1, 2, ... until `over` is aborted, with a short pause after each call. A text that `act` returns
 * is the reason for which the call was refused.
 */
function startLane(act: (n: number) => Promise<string | undefined>) {
  const lane: Lane = { acknowledged: [], refusals: new Set() };
  const running = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const refusal = await act(n).catch(String);
      if (refusal === undefined) lane.acknowledged.push(n);
      else lane.refusals.add(refusal);
      await pause(100);
    }
  })();
  return { ...lane, running };
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  await answer.body?.cancel();
  return answer.status;
}

test("with all engines away for 20 s no process ends, callers get retryable errors, and nothing acknowledged is lost", async () => {
  const requests = changeRequests(graph);
  const feed = feeds(stack, graph);
  const cloud = await inventory(stack, graph).connector("cloud");
  await requests.saveBoundary(allWeb);
  await inventory(stack, graph).saveGroup({ id: "servers", name: "Servers", filter: { types: ["server"] } });
  const { secret } = await feed.issue("servers", "edge-1");
  const fetchFeed = () => feed.fetch("servers", { authorization: `Bearer ${secret}` });
  const search = async () => {
    const { data, errors } = await graph.ask<{ inventoryItemsSearch: { items: { id: string }[] } }>(
      `{ inventoryItemsSearch(query: "type:server", size: 1000) { items { id } } }`,
    );
    return { found: data?.inventoryItemsSearch?.items.map(({ id }) => id), errors };
  };
  const inWords = (errors: Awaited<ReturnType<typeof search>>["errors"]) =>
    errors.map(({ extensions, message }) => `${extensions.code}: ${message}`).join();

  const saves = startLane(async (n) => {
    const input = {
      id: `r-${n}`,
      name: `r-${n}`,
      projectId: "faults",
      rules: [tcpRule("10.0.0.0/24", "10.1.0.0/24", 443)],
    };
    const { data, errors } = await graph.ask<{ saveChangeRequest: { id: string } | null }>(
      `mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id } }`,
      { input },
    );
    return data?.saveChangeRequest ? undefined : inWords(errors);
  });
  const uploads = startLane((n) =>
    cloud.upload("through", [serverOf(n)]).then(
      () => undefined,
      (error: Error) => error.message,
    ),
  );
  const searches = startLane(async () => {
    const { found, errors } = await search();
    return found ? undefined : inWords(errors);
  });
  const fetches = startLane(async () => {
    const { status, body } = await fetchFeed();
    return status === 200 ? undefined : `${status}: ${body}`;
  });
  const lanes = { saves, uploads, searches, fetches };
  const goOn = async () => {
    const before = Object.values(lanes).map(({ acknowledged }) => acknowledged.length);
    await eventually(
      async () => Object.values(lanes).map(({ acknowledged }, n) => acknowledged.length - (before[n] ?? 0)),
      (more) => more.every((count) => count >= 3),
      120_000,
    );
  };
  await goOn();
  const pids = REQUEST_PROCESSES.map((name) => stack.process(name).pid());

  await Promise.all(engines.map((name) => stack.engine(name).stop()));
  const backAt = performance.now() + AWAY_MS;
  await pause(5_000);
  for (const name of REQUEST_PROCESSES) {
    const { url } = stack.process(name);
    expect([name, await statusOf(`${url}/healthz`)]).toEqual([name, 200]);
    // The gateway stays ready. It answers with what its subgraphs can still return.
    const expected = name === "gateway" ? 200 : 503;
    await eventually(
      async () => [name, await statusOf(`${url}/readyz`)],
      ([, status]) => status === expected,
    );
  }
  // Keeps the engines stopped until at least one save, one upload and one search have been refused.
  await eventually(
    async () => [saves, uploads, searches].map(({ refusals }) => refusals.size),
    (counts) => counts.every((count) => count > 0),
  );
  await pause(Math.max(0, backAt - performance.now()));
  await Promise.all(engines.map((name) => stack.engine(name).start()));
  await goOn();
  over.abort();
  await Promise.all(Object.values(lanes).map(({ running }) => running));

  expect(REQUEST_PROCESSES.map((name) => stack.process(name).pid())).toEqual(pids);
  expect([...fetches.refusals]).toEqual([]);
  for (const refusal of [...saves.refusals, ...uploads.refusals, ...searches.refusals]) {
    expect(refusal).toMatch(/UPSTREAM_(UNAVAILABLE|TIMEOUT)/);
    expect(refusal).not.toMatch(/127\.0\.0\.1|ECONN|mongodb:|redis:|opensearch/i);
  }
  for (const n of saves.acknowledged) expect(await requests.judged(`r-${n}`)).toMatchObject({ state: "Pass" });
  // Waits until no item is missing. Compares items, not their number, so that a failure lists the missing ones.
  await eventually(
    async () => {
      const { found = [] } = await search();
      return uploads.acknowledged.filter((n) => !found.includes(`through-${n}`));
    },
    (missing) => missing.length === 0,
  );
  await eventually(
    async () => {
      const listed = (await fetchFeed()).body.split("\n");
      return uploads.acknowledged.map(addressOf).filter((address) => !listed.includes(address));
    },
    (missing) => missing.length === 0,
  );
});
