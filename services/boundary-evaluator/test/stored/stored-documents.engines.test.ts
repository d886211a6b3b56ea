import { beforeAll, expect, jest, test } from "@jest/globals";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import {
  committedDocuments,
  insertDocuments,
  readDocuments,
  type StoredDocuments,
} from "@network-access/testkit/stored-documents";
import { Db } from "mongodb";
import { contentKey } from "../../src/inputs/content-store.ts";
import { openText } from "../../src/integrations/sealed-text.ts";
import { openEvaluatorFixture } from "../running-evaluator.ts";
import {
  boundary,
  boundaryInputs,
  details,
  inputsHash,
  integration,
  latestEvaluation,
  parkedDelivery,
  progress,
  record,
  rules,
  secretKeys,
  signingSecret,
} from "./values.ts";
import { storesOf, writeDocuments } from "./write-documents.ts";

/**
 * Checks that this release can read documents that older releases wrote. The files in documents/ contain documents as
 * this service stores them, and must not be edited. A release may add members to documents. It must not rename or
 * change a member, because it would then not find the values that older releases stored.
 */

const committed = committedDocuments(new URL("./documents/", import.meta.url));
const aDatabase = mongoDatabases("be_stored");
const late = "2027-01-01T00:00:00.000Z";
let written: StoredDocuments;

beforeAll(async () => {
  const database = aDatabase();
  await writeDocuments(database);
  written = await readDocuments(database);
});
async function committedStores(stored: StoredDocuments = committed) {
  const database = aDatabase();
  await insertDocuments(database, stored);
  return storesOf(database);
}

test("every collection that the processes open is committed", async () => {
  const fixture = await openEvaluatorFixture();
  const opened = jest.spyOn(Db.prototype, "collection");
  const running = await fixture.start();
  const names = new Set(opened.mock.calls.map(([name]) => name));
  opened.mockRestore();
  await running.stop();
  await fixture.stop();
  expect([...names].sort()).toEqual(Object.keys(committed).sort());
});

test.each(Object.keys(committed))("what is written to %p has the members of the committed documents", (name) => {
  expect(written[name]).toEqual(committed[name]);
});

test("committed boundaries are read, the newest and older revisions", async () => {
  const { boundaries } = await committedStores();
  expect(await boundaries.head("b-1")).toEqual({ kind: "boundary", boundary });
  expect(await boundaries.find("b-1", 1)).toEqual({ ...boundary, revision: 1, name: "Web, before" });
  const tombstone = { id: "deleted", uuid: "0d0d0d0d-1111-4222-8333-000000000002", revision: 2 };
  expect(await boundaries.head("deleted")).toEqual({ kind: "tombstone", tombstone });
  expect(await boundaries.find("deleted", 2)).toMatchObject({ id: "deleted", sources: [] });
  expect(await boundaries.list(null, 10, 1e6)).toEqual({ items: [boundary], more: false });
  expect(await boundaries.findHeads(["b-1", "deleted"])).toEqual([boundary]);
  expect(await boundaries.idsNamingGroup("web", 10)).toEqual(["b-1"]);
  const versions = await Array.fromAsync(boundaries.headVersions());
  expect(versions.map(({ id, revision, enforced }) => [id, revision, enforced]).sort()).toEqual([
    ["b-1", 2, true],
    ["deleted", 2, false],
  ]);
});

test("the committed number of changes goes on", async () => {
  const { sequence } = await committedStores();
  expect(await sequence.changesSince(0)).toEqual({ sequence: 2, changedIds: ["b-1", "deleted"] });
  await sequence.raise("b-1");
  expect(await sequence.current()).toBe(3);
});

test("committed evaluations are read, with what they refer to", async () => {
  const { evaluations, contents } = await committedStores();
  expect(await evaluations.find(record)).toEqual(record);
  expect(await evaluations.findMany([record])).toEqual([record]);
  expect(await evaluations.details(record)).toEqual(details);
  expect(await evaluations.findNewest("cr-1", 3)).toMatchObject({ attempt: 8 });
  expect(await evaluations.findSettledBefore({ ...record, attempt: 8 }, "cr-1")).toEqual(record);
  expect(await evaluations.findUnfinished(late, null, 10)).toEqual([record]);
  expect(JSON.parse((await contents.read(contentKey.rules(record.rulesHash))) ?? "")).toEqual(rules);
});

test("documents from before verdicts said what they depend on are read", async () => {
  const evaluations = membersRemoved("evaluations", "record", ["footingHash", "named", "flip"]);
  const judgings = membersRemoved("standing-judgings", null, ["namesSince", "packedRules"]);
  const stores = await committedStores({ evaluations, "standing-judgings": judgings });
  expect(await stores.evaluations.find(record)).toEqual({ ...record, inputsHash: "", named: [], flip: null });
  expect((await stores.latestEvaluations.page(null, 1))[0]).toEqual(latestEvaluation);
  expect(await stores.latestEvaluations.findRules([latestEvaluation.changeRequestUuid])).toMatchObject([
    { packedRules: null },
  ]);
});

/**
 * Returns the documents of a collection without the members in `names`, as an older release wrote them. If `inside` is
 * not null, removes the members from that part of each document.
 */
function membersRemoved(collection: string, inside: string | null, names: readonly string[]) {
  const less = (whole: object) => Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
  const documents = (committed[collection]?.documents ?? []).map((document) => {
    if (inside === null) return less(document);
    const part = document[inside];
    return typeof part === "object" && part !== null ? { ...document, [inside]: less(part) } : document;
  });
  return { indexes: [], documents };
}

test("a long part that is too large for its document lies under its hash", async () => {
  const database = aDatabase();
  const { evaluations } = storesOf(database);
  const message = { full: "x".repeat(70_000), withoutAddresses: "" };
  const large = { ...details, findings: details.findings.map((finding) => ({ ...finding, message })) };
  await evaluations.insert(record, large);
  const { contents, evaluations: stored } = await readDocuments(database);
  const [document] = stored?.documents ?? [];
  expect(document).toMatchObject({ details: null, detailsHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(contents?.documents.map(({ _id }) => _id)).toEqual([`details:${document?.detailsHash}#0`]);
  expect(await evaluations.details(record)).toEqual(large);
});

test("what verdicts depend on is read as it was committed", async () => {
  const { latestEvaluations: store, boundaryInputsStore } = await committedStores();
  const [first, second] = await store.page(null, 10);
  expect(first).toEqual(latestEvaluation);
  expect(second).toMatchObject({ named: [] });
  expect(await store.namedSince("2026-11-21T00:00:00.000Z", 10)).toEqual(
    latestEvaluation.named.map(({ named }) => named),
  );
  const [found] = await store.findRules([latestEvaluation.changeRequestUuid]);
  const { changeRequestUuid, projectId, revision, attempt, rulesHash, named } = latestEvaluation;
  expect(found).toMatchObject({ changeRequestUuid, projectId, revision, attempt, rulesHash, named });
  expect([...(found?.packedRules ?? [])]).toEqual([1, 2, 3, 4]);
  expect(await store.inputsInUse()).toEqual(new Set([inputsHash]));

  const hash = await boundaryInputsStore.keep(boundaryInputs);
  expect(await boundaryInputsStore.read(hash)).toEqual(boundaryInputs);
  expect(await boundaryInputsStore.purge(new Set(), new Date(late))).toBe(1);
});

test("what a change of addresses moves is found in what was committed", async () => {
  const { latestEvaluations: store } = await committedStores();
  const { changeRequestUuid, attempt } = latestEvaluation;
  await store.updateValidInputs([{ changeRequestUuid, attempt, validInputsHash: "moved", named: null }]);
  expect(await store.inputsInUse()).toEqual(new Set([inputsHash, "moved"]));
  await store.put({ ...latestEvaluation, attempt: 9 }, null);
  const [first] = await store.page(null, 10);
  expect(first).toEqual({ ...latestEvaluation, attempt: 9 });
});

test("committed uses are counted, and none twice", async () => {
  const { ledger } = await committedStores();
  const { changeRequestUuid, revision, evaluatedAt: usedAt } = record;
  await ledger.add([{ changeRequestUuid, revision, boundaryUuid: boundary.uuid, usedAt }]);
  expect((await ledger.usage([boundary.uuid])).get(boundary.uuid)).toEqual({ useCount: 1, lastUsedAt: usedAt });
});

test("committed integrations are read, and their secrets opened", async () => {
  const { integrations } = await committedStores();
  expect(await integrations.list()).toEqual([integration]);
  expect(await integrations.find("tickets")).toEqual(integration);
  const found = await integrations.findByUuid(integration.uuid);
  expect(found && openText(secretKeys, found.uuid, found.secret)).toBe(signingSecret);
  expect(await integrations.removed(null, 10)).toEqual([
    { uuid: "0e0e0e0e-1111-4222-8333-000000000002", removedAt: "2026-11-21T08:00:00.000Z" },
  ]);
});

test("committed deliveries go on where they were", async () => {
  const { deliveries, progress: exports } = await committedStores();
  const { integrationUuid, changeRequestUuid } = progress;
  expect(await exports.find(integrationUuid, changeRequestUuid)).toEqual(progress);
  expect(await exports.replace({ ...progress, attempt: 8 }, progress)).toBe(true);

  const { id, changeRequestId, revision, attempt, boundaryId, body } = parkedDelivery;
  const about = { id, integrationUuid, changeRequestId, revision, attempt, boundaryId };
  const parked = { ...about, state: "Parked", attempts: 1, lastError: "answered with 500" };
  expect(await deliveries.find(id)).toEqual({ ...parked, nextAttemptAt: null, deliveredAt: null });
  const page = await deliveries.page({ integrationUuid, state: "Waiting", after: null, limit: 10 });
  expect(page.map((one) => one.delivery.id)).toEqual(["evt_waiting", "evt_new", "evt_claimed"]);
  expect(await deliveries.retry(id, "2026-11-21T09:00:00.000Z")).toMatchObject({ state: "Waiting", attempts: 1 });

  const due = await deliveries.due({ integrationUuid, at: late, limit: 10, skip: 0 });
  const again = due.find((one) => one.id === id);
  expect(again).toEqual({ id, attempts: 1, scheduledAttempts: 0, body });
  expect(again && (await deliveries.claim(again, late))).toMatchObject({ attempts: 2, scheduledAttempts: 1 });
  expect(await deliveries.purgeSettled(late, 10)).toBe(1);
});
