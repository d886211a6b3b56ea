import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import fc from "fast-check";
import { randomEntities, randomEntityQuery, randomEntitySort } from "../../test/random-entities.ts";
import { type SeenDevice, type SlowEntity, slowEntities, slowKey } from "../../test/slow-interpreter/slow-entities.ts";
import { searchEntity } from "../searching/search-entity.ts";
import type { SearchedEstate } from "../searching/searched-estate.ts";
import { parseQuery } from "../siql/language/parse-query.ts";
import { PUT_ENTITIES, type PutEntityName } from "../siql/schema/entities.ts";
import type { EntityIndex } from "./entity-index.ts";
import { readEntity } from "./entity-input.ts";
import { createOpenSearchEntityIndex } from "./opensearch-entity-index.ts";

jest.setTimeout(600_000);

const NOW = Date.UTC(2026, 5, 1);
const QUERIES = Number(process.env.SIQL_QUERIES ?? 150);
const SEED = Number(process.env.SIQL_SEED ?? 20_261_125);
const KINDS: readonly PutEntityName[] = ["application", "applicationgroup", "asset"];

const DEVICES: readonly SeenDevice[] = ["fw-one", "fw-two", "router", "a last one"].map((name, place) => ({
  ...{ id: place + 1, name, groupNames: ["All Devices", place % 2 === 0 ? "Odd" : "Even"] },
}));
/** The devices that different callers see. */
const SEEN = [DEVICES, DEVICES.slice(1, 3), []];

const prefix = `entity-test-${crypto.randomUUID().slice(0, 8)}`;
const entities: Record<string, readonly SlowEntity[]> = Object.fromEntries(
  KINDS.map((kind) => [kind, fc.sample(randomEntities(kind), { seed: SEED, numRuns: 1 })[0] ?? []]),
);
let client: OpenSearchClient;
let index: EntityIndex;

beforeAll(async () => {
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const bounds = { deadlineMs: 50_000, stoppedAfterMs: 55_000, patienceMs: 60_000, atOnce: 2, waitMs: 60_000 };
  index = createOpenSearchEntityIndex(client, prefix, createBoundedSearch(bounds), () => undefined);
  await index.prepare(async () => undefined);
  for (const kind of KINDS) {
    const changes = (entities[kind] ?? []).map(({ connections, applications, ...plain }) => {
      const own = { application: { connections }, applicationgroup: { applications } };
      const written = { ...plain, ...(kind in own && own[kind as keyof typeof own]) };
      const read = readEntity(kind, written, 100_000);
      if (!read.ok) throw new Error(JSON.stringify(read.fields));
      const deviceName = DEVICES.find(({ id }) => id === plain.device)?.name ?? null;
      return { entity: read.entity, deviceName, version: 1, isDeleted: false };
    });
    expect(await index.write(kind, changes)).toEqual([]);
  }
});
afterAll(async () => {
  for (const kind of PUT_ENTITIES) await client.call("DELETE", `/${prefix}-${kind}-1`);
  await client.stop();
});

function estateOf(devices: readonly SeenDevice[]): SearchedEstate {
  const groups = ["All Devices", "Odd", "Even"];
  return {
    domain: (name) => ({ id: 1 })[name],
    groups: groups.map((name, id) => ({ id: id + 1, values: (key) => ({ id: id + 1, name })[key], record: {} })),
    devices: devices.map(({ id, name, groupNames }) => ({
      ...{ id, name, groupIds: groupNames.map((one) => groups.indexOf(one) + 1), revision: null, record: {} },
      values: (key: string) => ({ id, name })[key],
    })),
  };
}

async function ask(kind: PutEntityName, q: string, sort: readonly string[], devices: readonly SeenDevice[]) {
  const unread = () => Promise.reject(new Error("no rules are read"));
  const needs = {
    rows: {
      search: () => Promise.reject(new Error("no rows are searched")),
      list: () => Promise.reject(new Error("no rows are listed")),
    },
    entities: index,
    records: { props: unread, usage: unread, objectUsage: unread },
    settings: async () => ({ now: NOW, slots: new Map(), properties: new Map(), rangeClauses: 4_000 }),
  };
  const asked = { entity: kind, q, from: 0, size: 1_000, sort, sortdir: null, estate: estateOf(devices) };
  const answer = await searchEntity(needs, asked);
  if (!answer.ok) throw new Error(`${q}: ${JSON.stringify(answer.failure)}`);
  expect(answer.total).toBe(answer.results.length);
  return (answer.results as readonly Pick<SlowEntity, "id" | "device">[]).map(slowKey);
}

function askSlowly(kind: PutEntityName, q: string, sort: readonly string[], devices: readonly SeenDevice[]) {
  const parsed = parseQuery(q);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return slowEntities(parsed.query, kind, entities, devices, sort).map(slowKey);
}

test.each(KINDS)("random queries on %s find what a slow walk of the entities finds, in its order", async (kind) => {
  const differences: object[] = [];
  let hits = 0;
  const asked = fc.tuple(randomEntityQuery(kind), randomEntitySort, fc.constantFrom(...SEEN, DEVICES));
  for (const [q, sort, devices] of fc.sample(asked, { seed: SEED, numRuns: QUERIES })) {
    const [fast, slow] = [await ask(kind, q, sort, devices), askSlowly(kind, q, sort, devices)];
    if (slow.length > 0) hits += 1;
    if (fast.join() !== slow.join()) differences.push({ q, sort, devices: devices.length, fast, slow });
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(hits).toBeGreaterThan(QUERIES / 3);
});
