import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { assembleSnapshot } from "@network-access/estate-model/assemble-snapshot";
import { createBoundedSearch } from "@network-access/service-runtime/bounded-searches";
import { createOpenSearchClient, type OpenSearchClient } from "@network-access/service-runtime/opensearch-client";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import fc from "fast-check";
import { noteComparison, RANDOM_PROPERTIES, randomNotes } from "../test/random-notes.ts";
import { randomDevice, randomRuleQuery } from "../test/random-rules.ts";
import { slowHighlight } from "../test/slow-interpreter/slow-highlight.ts";
import type { SlowNotes } from "../test/slow-interpreter/slow-notes.ts";
import { type SlowDevice, slowRules } from "../test/slow-interpreter/slow-rules.ts";
import { createMongoRuleNoteStore, RULE_NOTE_INDEXES } from "./notes/mongo-rule-note-store.ts";
import { projectNotes } from "./notes/project-notes.ts";
import { writeRevision } from "./revisions/make-revision.ts";
import { createOpenSearchRowIndex } from "./row-index/opensearch-row-index.ts";
import type { FoundRow } from "./row-index/row-index.ts";
import { createRevisionModel } from "./rows/revision-model.ts";
import { REVISION_ROWS } from "./rows/revision-rows.ts";
import { highlightRows } from "./searching/highlight-rows.ts";
import { type SearchedEstate, selectDevices } from "./searching/searched-estate.ts";
import { checkQuery } from "./siql/checking/check-query.ts";
import type { CheckedQuery } from "./siql/checking/checked-query.ts";
import { compileQuery } from "./siql/compiling/compile-query.ts";
import { compileSort } from "./siql/compiling/compile-sort.ts";
import { parseQuery } from "./siql/language/parse-query.ts";
import { createMongoUsageStore, USAGE_INDEXES } from "./usage/mongo-usage-store.ts";
import { sumUsage } from "./usage/sum-usage.ts";
import { dayOf } from "./usage/usage-days.ts";
import type { RuleReport } from "./usage/usage-store.ts";

jest.setTimeout(600_000);

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const DEVICES = Number(process.env.SIQL_DEVICES ?? 30);
const QUERIES = Number(process.env.SIQL_QUERIES ?? 300);
const SEED = Number(process.env.SIQL_SEED ?? 20_261_124);

const prefix = `siql-test-${crypto.randomUUID().slice(0, 8)}`;
const database = mongoDatabases("siql")();
const usage = createMongoUsageStore(database);
const notes = createMongoRuleNoteStore(database);
const noteOf = fc.sample(randomNotes(NOW), { seed: SEED, numRuns: 40 * DEVICES });
const devices: SlowDevice[] = fc.sample(randomDevice, { seed: SEED, numRuns: DEVICES }).map((parts, place) => ({
  ...{ id: place + 1, parts },
  parents: { device: { id: place + 1 }, groups: [{ name: "All Devices" }, { name: `Group ${place % 5}` }] },
  notes: (row) => noteOf[40 * place + row] as SlowNotes,
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
  await createIndexes(database, ...USAGE_INDEXES, RULE_NOTE_INDEXES);
  client = createOpenSearchClient({ nodes: [process.env.TEST_OPENSEARCH_URL ?? ""] }, { deadlineMs: 60_000 });
  const bounds = { deadlineMs: 50_000, stoppedAfterMs: 55_000, patienceMs: 60_000, atOnce: 2, waitMs: 60_000 };
  index = createOpenSearchRowIndex(client, prefix, createBoundedSearch(bounds), () => undefined);
  await index.prepare(async () => undefined);
  for (const device of devices) await writeDevice(device);
});

const readSlots = async () => new Map(RANDOM_PROPERTIES.map((one) => [one.id, one]));
const quiet = new AbortController().signal;

/**
 * Writes the rows and notes of a device. If the device id is even, stores the notes first, and then writes the rows
 * together with the notes. If the id is odd, writes the rows first. `projectNotes` adds the notes to these rows later.
 */
async function writeDevice(device: SlowDevice): Promise<void> {
  const { id: deviceId, parts, created } = device;
  const assembled = assembleSnapshot(parts);
  if (!assembled.ok) throw new Error(assembled.problem);
  const { snapshot } = assembled;
  const rows = [...snapshot.policies.values()].flatMap((policy) => policy.rows);
  const identities = new Map(
    rows.map((row, place) => [row, { id: `${deviceId}-${row.number}`, created: created(place), lastChanged: null }]),
  );
  const model = createRevisionModel({ deviceId, snapshot, identities });
  const isNotedBefore = deviceId % 2 === 0;
  if (isNotedBefore) await writeNotes(device, rows.length);
  const revision = 1_000 + deviceId;
  const target = { ...index, noted: { notes, readSlots } };
  const counts = await writeRevision(target, revision, model, `fw${deviceId}`);
  if (!isNotedBefore) await writeNotes(device, rows.length);
  const revisionsOf = async () => [revision];
  await projectNotes({ notes, rows: index, readSlots, revisionsOf }, deviceId, quiet);
  const rules = rows.filter(({ action }) => action !== "JUMP").length;
  expect([counts.secrule, await index.count("secrule", revision)]).toEqual([rules, rules]);
  for (const entity of ["networkobj", "serviceobj"] as const) await index.refresh(entity);
}

async function writeNotes({ id: deviceId, notes: ofRow }: SlowDevice, rows: number): Promise<void> {
  const byEnd = new Map<number, RuleReport[]>();
  for (let row = 0; row < rows; row += 1) {
    const ruleId = `${deviceId}-${row + 1}`;
    const { reports, values } = ofRow(row);
    for (const { end, hits } of reports) byEnd.set(end, [...(byEnd.get(end) ?? []), { ruleId, hits, objects: [] }]);
    const set = RANDOM_PROPERTIES.flatMap(({ id, key }) => {
      const value = values[key];
      return value === undefined ? [] : [[id, value] as const];
    });
    if (set.length > 0) await notes.document({ deviceId, ruleIds: [ruleId], values: new Map(set), at: new Date(NOW) });
  }
  for (const [end, reports] of byEnd) {
    const writing = { writer: "test", until: new Date(NOW + DAY) };
    await usage.beginWriting(deviceId, dayOf(end), writing);
    await usage.writeReports(deviceId, end, reports);
    await usage.endWriting(deviceId, dayOf(end), "test");
  }
  await sumUsage({ usage, notes, now: () => new Date(NOW) }, deviceId, quiet);
}

afterAll(async () => {
  for (const entity of Object.keys(REVISION_ROWS)) await client.call("DELETE", `/${prefix}-${entity}-1`);
  await client.stop();
});

async function ask(text: string): Promise<{ readonly query: CheckedQuery; readonly rows: readonly FoundRow[] }> {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  const checked = checkQuery(text, parsed.query, "secrule", { now: NOW, properties: TYPES });
  if (!checked.ok) throw new Error(`${text}: ${checked.error.message}`);
  const revisions = selectDevices(checked.query.filters, estate).flatMap(({ revision }) => revision ?? []);
  const settings = { now: NOW, slots: SLOTS, rangeClauses: 4_000 };
  const compiled = compileQuery(checked.query, { kind: "revisions", revisions }, settings);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.message}`);
  const query = { clause: compiled.clause, sort: compileSort("secrule", []), from: 0, size: 5_000 };
  const found = await index.search("secrule", query);
  if (found === "too-large") throw new Error(found);
  expect(found.total).toBe(found.rows.length);
  return { query: checked.query, rows: found.rows };
}

const TYPES = new Map(RANDOM_PROPERTIES.map(({ key, type }) => [key, type]));
const SLOTS = new Map(RANDOM_PROPERTIES.map(({ key, slot, type }) => [key, { slot, type }]));

function askSlowly(text: string): string[] {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return devices.flatMap((device) =>
    slowRules(parsed.query, device, NOW).map(({ row }) => `${device.id}-${row.number}`),
  );
}

test("random queries find the rules that a slow walk of the snapshots finds, in the order of the policies", async () => {
  const differences: object[] = [];
  let hits = 0;
  for (const text of fc.sample(randomRuleQuery, { seed: SEED, numRuns: QUERIES })) {
    const [fast, slow] = [(await ask(text)).rows.map(({ id }) => id), askSlowly(text)];
    if (slow.length > 0) hits += 1;
    if (fast.join() === slow.join()) continue;
    const missing = slow.filter((id) => !fast.includes(id));
    const extra = fast.filter((id) => !slow.includes(id));
    differences.push({ text, missing: missing.slice(0, 3), extra: extra.slice(0, 3) });
  }
  expect(differences.slice(0, 10)).toEqual([]);
  expect(hits).toBeGreaterThan(QUERIES / 3);
});

test("comparisons of usage and documentation alone find what they were made of", async () => {
  const differences: object[] = [];
  for (const text of fc.sample(noteComparison, { seed: SEED, numRuns: QUERIES })) {
    const [fast, slow] = [(await ask(`rule{${text}}`)).rows.map(({ id }) => id), askSlowly(`rule{${text}}`)];
    if (fast.join() !== slow.join()) differences.push({ text, fast: fast.slice(0, 5), slow: slow.slice(0, 5) });
  }
  expect(differences.slice(0, 10)).toEqual([]);
});

/** The maximum number of rules per query whose highlights the test compares. */
const HIGHLIGHTED = 40;

test("highlighted objects are those that a slow walk finds, also where a record lists only a part of them", async () => {
  const differences: object[] = [];
  const seen = new Map(estate.devices.map((device) => [device.id, device]));
  let cut = 0;
  for (const text of fc.sample(randomRuleQuery, { seed: SEED + 1, numRuns: QUERIES / 2 })) {
    const { query, rows: all } = await ask(text);
    const rows = all.slice(0, HIGHLIGHTED);
    const parsed = parseQuery(text);
    if (!parsed.ok) throw new Error(text);
    // With a limit of three range clauses, the index needs several queries to compare an operand that has many ranges.
    const highlights = await highlightRows({ objects: index, devices: seen, rangeClauses: 3 }, query, rows);
    for (const [place, { id, deviceId, record }] of rows.entries()) {
      const device = devices.find((one) => one.id === deviceId);
      const row = device?.parts.flatMap((part) => (part.kind === "policy" ? part.rows : []))[
        Number(id.split("-")[1]) - 1
      ];
      if (!device || !row) throw new Error(id);
      for (const column of ["source", "destination", "service"] as const) {
        const objects = record[`${column}s`] as readonly { readonly name: string; readonly truncated?: boolean }[];
        const slow = slowHighlight(parsed.query, device, row, column).map((one) => objects[one]?.name);
        cut += objects.filter(({ truncated }) => truncated).length;
        const fast = highlights[place]?.[`${column}s`];
        if (fast?.join() !== slow.join()) differences.push({ text, id, column, fast, slow });
      }
    }
  }
  expect(differences.slice(0, 10)).toEqual([]);
  expect(cut).toBeGreaterThan(QUERIES);
});
