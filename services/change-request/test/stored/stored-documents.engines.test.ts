import { beforeAll, expect, jest, test } from "@jest/globals";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import {
  committedDocuments,
  insertDocuments,
  readDocuments,
  type StoredDocuments,
} from "@network-access/testkit/stored-documents";
import { startTestIssuer } from "@network-access/testkit/test-issuer";
import { Db } from "mongodb";
import { CHANGE_REQUEST_INDEXES, mongoChangeRequestStore } from "../../src/requests/mongo-change-request-store.ts";
import { startProcess, tokensOf } from "../start-process.ts";
import { judgedRequest, revised, revisedRequest, savedRequest } from "./values.ts";

/**
 * Checks that this release can read documents that older releases wrote. The files in documents/ contain documents as
 * this service stores them, and must not be edited. A release may add members to documents. It must not rename or
 * change a member, because it would then not find the values that older releases stored.
 */

const committed = committedDocuments(new URL("./documents/", import.meta.url));
const deletedAt = "2026-11-21T08:00:00.000Z";
const everything = { after: undefined, limit: 200, maxBytes: 8_000_000 };

const aDatabase = mongoDatabases("cr_stored");
let written: StoredDocuments;

beforeAll(async () => {
  const database = aDatabase();
  await writeEverything(database);
  written = await readDocuments(database);
});
/**
 * Creates the documents by the same writes as the service, including the later writes that add members to documents.
 */
async function writeEverything(database: Db): Promise<void> {
  const store = mongoChangeRequestStore(database);
  await createIndexes(database, CHANGE_REQUEST_INDEXES);
  await store.create(savedRequest, undefined);

  const { verdict, evaluation, ...text } = judgedRequest;
  const before = { ...text, verdict: savedRequest.verdict, evaluation: savedRequest.evaluation };
  await store.create(before, undefined);
  expect(await store.updateEvaluation(before, { ...before, verdict, evaluation })).toBe(true);

  await store.create(revised.before, undefined);
  const { id, uuid } = revised.before;
  expect(await store.revise({ id, uuid, revision: undefined }, revised.revision)).toBeDefined();

  const deleted = { ...savedRequest, id: "deleted", uuid: "0b0b0b0b-1111-4222-8333-000000000004" };
  const created = { ...savedRequest, id: "created again", uuid: "0b0b0b0b-1111-4222-8333-000000000005" };
  for (const request of [deleted, { ...created, uuid: crypto.randomUUID() }]) {
    await store.create(request, undefined);
    expect(await store.remove(request.id, deletedAt)).toBe(true);
  }
  expect(await store.create(created, await store.occupant(created.id))).toBe(true);
}

async function committedStore() {
  const database = aDatabase();
  await insertDocuments(database, committed);
  return mongoChangeRequestStore(database);
}

test("every collection that the process opens is committed", async () => {
  const opened = jest.spyOn(Db.prototype, "collection");
  const issuer = await startTestIssuer();
  const tokens = await tokensOf(issuer);
  const { serviceTokenFile } = tokens;
  const database = aDatabase().databaseName;
  const running = await startProcess({ issuer, database, evaluatorUrl: "http://127.0.0.1:1", serviceTokenFile });
  const names = new Set(opened.mock.calls.map(([name]) => name));
  opened.mockRestore();
  await running.stop();
  await tokens.remove();
  await issuer.stop();
  expect([...names].sort()).toEqual(Object.keys(committed).sort());
});

test.each(Object.keys(committed))("what is written to %p has the members of the committed documents", (name) => {
  expect(written[name]).toEqual(committed[name]);
});

test("committed requests are read whole", async () => {
  const store = await committedStore();
  for (const request of [judgedRequest, savedRequest, revisedRequest]) {
    expect(await store.get(request.id)).toEqual(request);
    expect(await store.getByUuid(request.uuid)).toEqual(request);
  }
  const { items } = await store.page(everything);
  expect(items.map(({ id }) => id)).toEqual(["saved", "revised", "created again", "judged"]);
  const { revisions } = await store.newestRevisions(null, 10);
  expect(revisions.map((one) => one.revision)).toEqual([1, 3, 2, 1]);
});

test("of committed requests states and progress are read, and what is due is found", async () => {
  const store = await committedStore();
  const { id, uuid, revision, updatedAt, verdict, evaluation } = judgedRequest;
  expect(await store.shownStates([id])).toEqual([{ id, uuid, revision, updatedAt, verdict }]);
  const judging = { id, uuid, revision, verdict, evaluation };
  expect(await store.evaluationStatus(uuid)).toEqual(judging);
  expect(await store.due("2026-11-21T06:00:31.000Z", 10)).toEqual([judging]);
  expect(await store.updateEvaluation(judging, { ...judging, verdict: null })).toBe(true);
});

test("what a deleted request left is known, and forgotten in its time", async () => {
  const store = await committedStore();
  expect(await store.get("deleted")).toBeUndefined();
  expect(await store.occupant("deleted")).toMatchObject({ revision: 1, projectId: null });
  expect(await store.purgeDeleted("2026-11-21T08:00:00.001Z", 10)).toBe(1);
  expect(await store.occupant("deleted")).toBeUndefined();
});
