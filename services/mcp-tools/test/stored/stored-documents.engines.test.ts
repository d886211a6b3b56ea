import { beforeAll, expect, test } from "@jest/globals";
import { hashSecret } from "@network-access/access/basic-credentials";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import {
  committedDocuments,
  insertDocuments,
  readDocuments,
  type StoredDocuments,
} from "@network-access/testkit/stored-documents";
import type { Db } from "mongodb";
import type { DirectoryCopy } from "../../src/callers/directory-copy.ts";
import { createMongoDirectoryStore } from "../../src/callers/mongo-directory-store.ts";
import { createMongoKeyStore, KEY_INDEXES } from "../../src/keys/mongo-key-store.ts";
import type { ToolKey } from "../../src/keys/tool-key.ts";

/**
 * A new release must be able to read documents that older releases wrote. The files in documents/ contain documents as
 * this service stores them, and the tests read them unchanged. A release may add members to documents. It must not
 * rename or change a member, because it could then not read the member in older documents.
 */

const committed = committedDocuments(new URL("./documents/", import.meta.url));
const aDatabase = mongoDatabases("mcp_tools_stored");
const at = (hour: number) => new Date(Date.UTC(2026, 10, 25, hour));

const desk: ToolKey = {
  ...{ id: "desk", label: "Desk", kind: "long-lived", createdAt: at(1), createdBy: "ada@example.com" },
  ...{ expiresAt: null, lastUsedAt: null, revokedAt: null, revokedBy: null },
};
const stack: ToolKey = {
  ...{ id: "stack", label: "Stack", kind: "registration", createdAt: at(2), createdBy: "ada@example.com" },
  ...{ expiresAt: at(26), lastUsedAt: null, revokedAt: null, revokedBy: null },
};
const usedStack = { ...stack, lastUsedAt: at(3), revokedAt: at(4), revokedBy: "bob@example.com" };
const copy: DirectoryCopy = {
  users: [
    { id: 2, enabled: true, locked: false, expired: false, deviceGroupIds: [1] },
    { id: 5, enabled: false, locked: true, expired: true, deviceGroupIds: [] },
  ],
  groups: [1, 3],
  fingerprint: "fingerprint",
  copiedAt: at(5),
};

let written: StoredDocuments;

beforeAll(async () => {
  const database = aDatabase();
  await writeDocuments(database);
  written = await readDocuments(database);
});

/**
 * Creates the documents with the calls that the service makes, including the later calls that set `lastUsedAt`,
 * `revokedAt` and `revokedBy`.
 */
async function writeDocuments(database: Db): Promise<void> {
  await createIndexes(database, KEY_INDEXES);
  const keys = createMongoKeyStore(database);
  await keys.insert(desk, hashSecret("secret of desk"));
  await keys.insert(stack, hashSecret("secret of stack"));
  await keys.noteUse("stack", at(3));
  await keys.revoke("stack", { at: at(4), by: "bob@example.com" });
  await createMongoDirectoryStore(database).write(copy);
}

async function committedDatabase(): Promise<Db> {
  const database = aDatabase();
  await insertDocuments(database, committed);
  await createIndexes(database, KEY_INDEXES);
  return database;
}

test("every collection is committed", () => {
  expect(Object.keys(written).sort()).toEqual(Object.keys(committed).sort());
});

test.each(Object.keys(committed))("what is written to %p has the members of the committed documents", (name) => {
  expect(written[name]).toEqual(committed[name]);
});

test("committed keys are found by their secrets, listed, noted and revoked", async () => {
  const keys = createMongoKeyStore(await committedDatabase());
  expect(await keys.list({ after: null, limit: 10 })).toEqual([usedStack, desk]);
  expect(await keys.findByHashes([hashSecret("secret of desk")])).toEqual(
    new Map([[hashSecret("secret of desk"), desk]]),
  );
  await keys.noteUse("desk", at(6));
  await keys.revoke("desk", { at: at(7), by: "ada" });
  expect(await keys.find("desk")).toEqual({ ...desk, lastUsedAt: at(6), revokedAt: at(7), revokedBy: "ada" });
});

test("the committed copy of the users is read, and replaced", async () => {
  const store = createMongoDirectoryStore(await committedDatabase());
  expect(await store.read()).toEqual(copy);
  await store.write({ ...copy, groups: [1], copiedAt: at(6) });
  expect(await store.read()).toEqual({ ...copy, groups: [1], copiedAt: at(6) });
});
