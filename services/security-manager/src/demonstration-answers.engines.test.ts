import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type EstateDemonstration, loadDemonstrationEstate } from "@network-access/testkit/demonstration-estate";
import { ANSWERED_QUERIES } from "@network-access/testkit/estate-queries";
import { startTestIssuer, type TestIssuer } from "@network-access/testkit/test-issuer";
import fc from "fast-check";
import { LATER_ENDPOINTS, LATER_QUERIES } from "../test/later-queries.ts";
import { randomRuleQuery } from "../test/random-rules.ts";
import { recordEstate } from "../test/recorded-estate.ts";
import { type RunningManager, removeManager, startManager } from "../test/running-manager.ts";
import { ruleKey, type SlowEstate, slowAnswer, slowEstate, slowFields } from "../test/slow-interpreter/slow-estate.ts";
import { SNAPSHOT_ENDPOINTS } from "../test/slow-interpreter/slow-records.ts";
import { parseQuery } from "./siql/language/parse-query.ts";

/**
 * Runs queries on the demonstration estate, and compares the service's answers with those of the slow interpreters. A
 * slow interpreter evaluates a query directly on the data that clients sent.
 */

const QUERIES = Number(process.env.SIQL_QUERIES ?? 150);
const SEED = Number(process.env.SIQL_SEED ?? 20_261_125);

interface Counted {
  readonly matchId: string;
  readonly hitcount: number;
}

interface Answered {
  readonly id?: number;
  readonly matchId?: string;
  readonly name: string;
  readonly ndDevice?: { readonly name: string };
  readonly policy?: { readonly name: string };
  readonly ruleNumber?: number;
  readonly props?: object;
  readonly hitCount?: number;
  readonly sources: readonly Counted[];
  readonly destinations: readonly Counted[];
  readonly services: readonly Counted[];
}

let issuer: TestIssuer;
let manager: RunningManager;
let recorder: Awaited<ReturnType<typeof recordEstate>>;
let estate: EstateDemonstration;
let slow: SlowEstate;
let rules: ReadonlyMap<string, string>;

beforeAll(async () => {
  issuer = await startTestIssuer();
  manager = await startManager(issuer, undefined, "thread");
  recorder = await recordEstate(manager.origin);
  const token = await issuer.userToken({ permissions: ["estate:manage"] });
  estate = await loadDemonstrationEstate({ managerUrl: recorder.url, token });
  const [devices, groups] = [await idsOf("device"), await idsOf("devicegroup")];
  rules = new Map((await found("secrule", "rule{true}")).map((one) => [keyOf(one), one.matchId ?? ""]));
  slow = slowEstate(estate, recorder, { devices, groups, rules });
  // Waits until searches find all documentation and usage. Both reach the index some seconds after they are saved, in
  // any order.
  const documented = new Set(recorder.documentation.flatMap(({ props }) => props.map(({ key }) => key)));
  const reported = new Set(recorder.usage.map(({ endDate }) => endDate.slice(0, 10)));
  for (const condition of [
    ...[...documented].map((key) => `p.${key} is not null`),
    ...[...reported].map((day) => `lastUsed = ${day}`),
  ]) {
    const query = `rule{${condition}}`;
    const isThere = async () => (await found("secrule", query)).map(keyOf).join() === slowly("secrule", query).join();
    await manager.eventually(isThere, 120_000);
  }
}, 900_000);
afterAll(async () => {
  await recorder.stop();
  await manager.stop();
  await removeManager(manager.name);
  await issuer.stop();
});

async function idsOf(kind: "device" | "devicegroup"): Promise<ReadonlyMap<string, number>> {
  const { body } = await manager.send("GET", `/domain/1/${kind}?pageSize=1000`);
  return new Map(body.results.map(({ id, name }: { id: number; name: string }) => [name, id]));
}

async function found(endpoint: string, q: string): Promise<readonly Answered[]> {
  if (endpoint === "secrule/stream")
    return (await manager.send("GET", `/siql/secrule/stream?q=${encodeURIComponent(q)}`)).body;
  const { status, body } = await manager.search(endpoint, q, "&pageSize=1000");
  expect([q, status, body.total]).toEqual([q, 200, body.results?.length]);
  return body.results;
}

function keyOf({ name, ndDevice, policy, ruleNumber }: Answered): string {
  if (!ndDevice) return name;
  if (policy && ruleNumber !== undefined) return ruleKey(ndDevice.name, policy.name, ruleNumber);
  return `${ndDevice.name}/${name}`;
}

function slowly(endpoint: string, q: string): readonly string[] {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(`${q}: ${parsed.error.message}`);
  return slowAnswer(parsed.query, endpoint.replace("/stream", ""), slow, Date.now());
}

/** Returns the query with ids in place of placeholders such as `<device edge-1>`. */
function withIds(query: string): string {
  return query.replaceAll(/<(\w+) ([^>]+)>/g, (_, kind: string, name: string) => {
    if (kind === "device") return String(slow.devices.find((one) => one.name === name)?.id);
    if (kind === "group") return String(slow.groups.find((one) => one.name === name)?.id);
    const named = slow.devices.flatMap(({ name: device, parts }) =>
      parts.flatMap((part) =>
        part.kind === "policy"
          ? part.rows.filter((row) => row.name === name).map(({ number }) => ruleKey(device, part.name, number))
          : [],
      ),
    );
    return String(rules.get(named[0] ?? ""));
  });
}

test("the estate has configurations of both kinds, and documented and used rules on most devices", () => {
  expect(new Set(estate.devices.map(({ kind }) => kind))).toEqual(new Set([undefined, "asa", "iptables"]));
  expect(slow.devices.map(({ name }) => name)).toEqual(estate.devices.map(({ name }) => name));
  const noted = (query: string) => new Set(slowly("secrule", query).map((key) => key.split("/")[0]));
  expect(noted("rule{p.owner is not null}").size).toBeGreaterThan(7);
  expect(noted("rule{lastUsed is not null}").size).toBeGreaterThan(7);
});

test.each(ANSWERED_QUERIES)("$endpoint finds with $query what a slow walk finds", async ({ endpoint, query, hit }) => {
  const q = withIds(query);
  const slowKeys = slowly(endpoint, q);
  expect((await found(endpoint, q)).map(keyOf)).toEqual(slowKeys);
  expect(slowKeys.length > 0).toBe(hit);
});

test.each(ANSWERED_QUERIES.filter(({ query }) => query.includes("fields(")))(
  "$query adds the documentation and usage that were sent",
  async ({ endpoint, query }) => {
    const records = await found(endpoint, withIds(query));
    const now = Date.now();
    for (const record of records) {
      const { props, hitCount, objectHits } = slowFields(recorder, record.matchId ?? "", now);
      const hitsOf = (objects: readonly Counted[]) => objects.map(({ hitcount }) => hitcount);
      if (query.includes("props")) expect([keyOf(record), record.props]).toEqual([keyOf(record), props]);
      if (!query.includes("usage()")) continue;
      expect([keyOf(record), record.hitCount]).toEqual([keyOf(record), hitCount]);
      expect(hitsOf(record.destinations)).toEqual(record.destinations.map(({ matchId }) => objectHits(matchId)));
      expect(new Set(hitsOf([...record.sources, ...record.services]))).toEqual(new Set([0]));
    }
  },
);

const ENDPOINTS = ["secrule", "device", "devicegroup", ...SNAPSHOT_ENDPOINTS];
const PARENTS = [
  "domain{id = 2} and devicegroup{id = 1}",
  "domain{id = 1} and devicegroup{id = 1}",
  "devicegroup{name = 'Data centre'}",
  "devicegroup{parentId is not null}",
];

test.each(ENDPOINTS)("%s finds what the parents hold", async (endpoint) => {
  for (const query of PARENTS)
    expect([query, (await found(endpoint, query)).map(keyOf)]).toEqual([query, slowly(endpoint, query)]);
});

test("random queries find what a slow walk finds, also in policies that rows call", async () => {
  const queries = fc
    .sample(randomRuleQuery, { seed: SEED, numRuns: QUERIES })
    // Filters out queries that cannot be compared. The slow interpreters support neither properties nor `approximate`.
    // The wildcard 10.*.0.5 needs more range clauses than a query may have.
    .filter((query) => !/\bp\.|approximate|10\.\*\.0\.5/.test(query));
  let hits = 0;
  const differences: object[] = [];
  for (const query of queries) {
    const [fast, slowKeys] = [(await found("secrule", query)).map(keyOf), slowly("secrule", query)];
    if (slowKeys.length > 0) hits += 1;
    if (fast.join() === slowKeys.join()) continue;
    const missing = slowKeys.filter((key) => !fast.includes(key));
    const extra = fast.filter((key) => !slowKeys.includes(key));
    differences.push({ query, missing: missing.slice(0, 3), extra: extra.slice(0, 3) });
  }
  expect(differences.slice(0, 10)).toEqual([]);
  expect(hits).toBeGreaterThan(queries.length / 3);
});

test.each(LATER_QUERIES)("%s refuses %s and names %s, which does not exist yet", async (endpoint, q, missing) => {
  const { status, body } = await manager.search(endpoint, q);
  const refused = {
    found: missing,
    position: q.indexOf(missing) + 1,
    message: expect.stringContaining(`"${missing}"`),
  };
  expect([status, body]).toEqual([400, expect.objectContaining(refused)]);
});

test.each(LATER_ENDPOINTS)("%s, which does not exist yet, is named when it is asked %s", async (endpoint, q) => {
  const { status, body } = await manager.search(endpoint, q);
  expect([status, body.message]).toEqual([404, expect.stringContaining(`/siql/${endpoint}/`)]);
});
