import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import fc from "fast-check";
import { randomDevice, randomRuleQuery } from "../../test/random-rules.ts";
import { type SlowDevice, slowRules } from "../../test/slow-rules.ts";
import { createRevisionModel } from "../rows/revision-model.ts";
import { REVISION_ROWS } from "../rows/revision-rows.ts";
import { type SearchedEstate, selectDevices } from "../searching/searched-estate.ts";
import { checkQuery } from "../siql/checking/check-query.ts";
import { compileQuery } from "../siql/compiling/compile-query.ts";
import { compileSort } from "../siql/compiling/compile-sort.ts";
import { parseQuery } from "../siql/language/parse-query.ts";
import { createOpenSearchRowIndex } from "./opensearch-row-index.ts";
import { documentId, rowDocument } from "./row-document.ts";

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const DEVICES = Number(process.env.SIQL_DEVICES ?? 30);
const QUERIES = Number(process.env.SIQL_QUERIES ?? 300);
const SEED = Number(process.env.SIQL_SEED ?? 20_261_124);

const prefix = `siql-test-${crypto.randomUUID().slice(0, 8)}`;
const devices: SlowDevice[] = fc.sample(randomDevice, { seed: SEED, numRuns: DEVICES }).map((parts, place) => ({
  ...{ id: place + 1, groupNames: ["All Devices", `Group ${place % 5}`], parts },
  lastUsed: (row) => (row % 3 === 0 ? null : NOW - row * 10 * DAY),
  created: (row) => (row % 4 === 0 ? null : NOW - row * 7 * DAY),
}));
const estate: SearchedEstate = {
  domain: (name) => ({ id: 1, name: "Enterprise" })[name],
  groups: Array.from({ length: 5 }, (_, group) => ({
    id: group + 10,
    values: (name: string) => ({ id: group + 10, name: `Group ${group}` })[name],
    record: {},
  })),
  devices: devices.map(({ id }, place) => ({
    ...{ id, name: `fw${id}`, groupIds: [10 + (place % 5)], revision: 1_000 + id },
    values: (name: string) => ({ id, name: `fw${id}` })[name],
    record: {},
  })),
};

let client: OpenSearchClient;
let index: ReturnType<typeof createOpenSearchRowIndex>;

beforeAll(async () => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const bounds = { deadlineMs: 50_000, stoppedAfterMs: 55_000, patienceMs: 60_000, atOnce: 2, waitMs: 60_000 };
  index = createOpenSearchRowIndex(client, prefix, createBoundedSearch(bounds), () => undefined);
  await index.prepare(async () => undefined);
  for (const { id: deviceId, parts, lastUsed, created } of devices) {
    const assembled = assembleSnapshot(parts);
    if (!assembled.ok) throw new Error(assembled.problem);
    const { snapshot } = assembled;
    const rows = [...snapshot.policies.values()].flatMap((policy) => policy.rows);
    const identities = new Map(
      rows.map((row, place) => [row, { id: `${deviceId}-${row.number}`, created: created(place), lastChanged: null }]),
    );
    const found = [...REVISION_ROWS.secrule(createRevisionModel({ deviceId, snapshot, identities }))];
    const owner = { deviceId, deviceName: `fw${deviceId}`, revision: 1_000 + deviceId };
    const writes = found.map((row) => {
      const used = lastUsed(row.place);
      const document = { ...rowDocument("secrule", row, owner), ...(used !== null && { rule_lastUsed: used }) };
      return { id: documentId(owner.revision, row.id), document };
    });
    await index.write("secrule", writes);
    expect(await index.count("secrule", owner.revision)).toBe(rows.length);
  }
});

afterAll(async () => {
  for (const entity of Object.keys(REVISION_ROWS)) await client.call("DELETE", `/${prefix}-${entity}-1`);
  await client.stop();
});

async function ask(text: string): Promise<string[]> {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  const checked = checkQuery(text, parsed.query, "secrule", { now: NOW, properties: new Map() });
  if (!checked.ok) throw new Error(`${text}: ${checked.error.message}`);
  const revisions = selectDevices(checked.query.filters, estate).flatMap(({ revision }) => revision ?? []);
  const settings = { now: NOW, slots: new Map(), rangeClauses: 4_000 };
  const compiled = compileQuery(checked.query, { kind: "revisions", revisions }, settings);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.message}`);
  const query = { clause: compiled.clause, sort: compileSort("secrule", []), from: 0, size: 5_000 };
  const found = await index.search("secrule", query);
  if (found === "too-large") throw new Error(found);
  expect(found.total).toBe(found.rows.length);
  return found.rows.map((row) => row.id);
}

function askSlowly(text: string): string[] {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return devices.flatMap((device) => slowRules(parsed.query, device, NOW).map((number) => `${device.id}-${number}`));
}

test("random queries find the rules that a slow walk of the snapshots finds, in the order of the policies", async () => {
  const differences: object[] = [];
  let hits = 0;
  for (const text of fc.sample(randomRuleQuery, { seed: SEED, numRuns: QUERIES })) {
    const [fast, slow] = [await ask(text), askSlowly(text)];
    if (slow.length > 0) hits += 1;
    if (fast.join() === slow.join()) continue;
    const missing = slow.filter((id) => !fast.includes(id));
    const extra = fast.filter((id) => !slow.includes(id));
    differences.push({ text, missing: missing.slice(0, 3), extra: extra.slice(0, 3) });
  }
  expect(differences.slice(0, 10)).toEqual([]);
  expect(hits).toBeGreaterThan(QUERIES / 3);
});
