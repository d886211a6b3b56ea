import { beforeAll, expect, jest, test } from "@jest/globals";
import { createMongoLeaseStore } from "@network-access/service-runtime/mongo-lease-store";
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
import { createMongoCounterStore } from "../../src/counters/mongo-counter-store.ts";
import { createMongoDeviceStore } from "../../src/devices/mongo-device-store.ts";
import { createMongoPropertyStore } from "../../src/documentation/mongo-property-store.ts";
import { createMongoEntityStore } from "../../src/entities/mongo-entity-store.ts";
import { DATABASE_INDEXES } from "../../src/mongo-indexes.ts";
import { createMongoRuleNoteStore } from "../../src/notes/mongo-rule-note-store.ts";
import { createMongoPartStore } from "../../src/revisions/mongo-part-store.ts";
import { createMongoRevisionStore } from "../../src/revisions/mongo-revision-store.ts";
import { createMongoUsageStore } from "../../src/usage/mongo-usage-store.ts";
import { createMongoLoginAttemptStore } from "../../src/users/mongo-login-attempt-store.ts";
import { createMongoLoginTokenStore } from "../../src/users/mongo-login-token-store.ts";
import { createMongoUserGroupStore } from "../../src/users/mongo-user-group-store.ts";
import { createMongoUserStore } from "../../src/users/mongo-user-store.ts";
import { removeManager, startManager } from "../running-manager.ts";
import {
  application,
  asset,
  at,
  attempt,
  changeCounts,
  changes,
  current,
  day,
  defaults,
  device,
  digest,
  first,
  group,
  part,
  property,
  renamed,
  reports,
  second,
  token,
  user,
  userGroup,
  withoutEmail,
} from "./values.ts";

/**
 * A new release must be able to read documents that older releases wrote. The files in documents/ contain what this
 * service stores, and the tests read these files unchanged. A release may add members to documents, but must not rename
 * or change a member, because it would then not find the stored value.
 */

const committed = committedDocuments(new URL("./documents/", import.meta.url));
const aDatabase = mongoDatabases("manager_stored");
let written: StoredDocuments;

beforeAll(async () => {
  const database = aDatabase();
  await createIndexes(database, ...DATABASE_INDEXES);
  await writeDevices(database);
  await writeRevisions(database);
  await writeUsers(database);
  await writeNotes(database);
  await writeEntities(database);
  await createMongoLeaseStore(database).acquire("lease", { holder: "holder", at: at(1), until: at(2) });
  written = await readDocuments(database);
});

/**
 * Each of these functions stores documents through the service's stores. It uses every kind of write that adds members
 * to the documents.
 */
async function writeDevices(database: Db): Promise<void> {
  const devices = createMongoDeviceStore(database);
  await createMongoCounterStore(database).next("device-group");
  await devices.insertGroup(group);
  await devices.insertDevice(device);
  await devices.addToGroup(device.id, group.id, at(2));
  await devices.setCurrentRevision(device.id, current, null);
  const { id, deviceGroupIds: _groups, currentRevision: _revision, ...fields } = renamed;
  await devices.updateDevice(id, fields);
  // The token of a rename is random. A fixed token replaces it, so that the documents are always the same.
  await database.collection<{ _id: number }>("devices").updateOne({ _id: id }, { $set: { renamed: "token" } });
  await devices.insertDevice({ ...device, id: 8, name: "gone" });
  await devices.removeDevice(8, at(5));
}

async function writeRevisions(database: Db): Promise<void> {
  const revisions = createMongoRevisionStore(database);
  await createMongoPartStore(database).put(device.id, part.sha256, part.json, at(1));
  await revisions.insert(first);
  await revisions.insert(second);
  await revisions.claim("claim", at(2), at(3));
  await revisions.noteSearchable(second.id);
  await revisions.storeDigest(second, digest, changes, changeCounts);
  await revisions.noteReplaced([first.id], at(4));
}

async function writeUsers(database: Db): Promise<void> {
  const [users, groups] = [createMongoUserStore(database), createMongoUserGroupStore(database)];
  await users.insert(user);
  await users.insert(withoutEmail);
  await users.recordLogin(user.id, at(1));
  await users.recordLogin(user.id, at(2));
  await groups.insert(userGroup);
  await groups.setPermissions(1, { permissions: userGroup.permissions, deviceGroups: [] });
  await createMongoLoginTokenStore(database).insert(token);
  await createMongoLoginAttemptStore(database).add("Rowan", { attempts: [], version: 0 }, attempt);
}

async function writeNotes(database: Db): Promise<void> {
  const notes = createMongoRuleNoteStore(database);
  await notes.document({ deviceId: 7, ruleIds: ["rule-2"], values: new Map([[1, "ada"]]), at: at(3) });
  const before = (await notes.read(["rule-2"])).get("rule-2");
  await notes.setLastUsed([{ ruleId: "rule-2", deviceId: 7, before, lastUsed: at(4).getTime() }]);
  const properties = createMongoPropertyStore(database);
  await properties.insertOnce(defaults);
  await properties.insert(10, property);
  await properties.insert(11, { ...property, key: "gone" });
  await properties.remove(11);
  const usage = createMongoUsageStore(database);
  await usage.beginWriting(7, day, { writer: "writer", until: at(5) });
  await usage.writeReports(7, at(4).getTime(), reports);
}

async function writeEntities(database: Db): Promise<void> {
  const entities = createMongoEntityStore(database);
  const changed = { deviceName: null, isDeleted: false };
  await entities.save([{ ...changed, entity: application, version: 1 }], at(1));
  const ofDevice = { ...changed, entity: asset, deviceName: renamed.name, version: 2 };
  await entities.save(
    [ofDevice, { ...ofDevice, entity: { ...asset, id: "gone" }, version: 3, isDeleted: true }],
    at(2),
  );
  await entities.close([ofDevice]);
}

async function committedDatabase(): Promise<Db> {
  const database = aDatabase();
  await insertDocuments(database, committed);
  await createIndexes(database, ...DATABASE_INDEXES);
  return database;
}

test("every collection that the process opens is committed", async () => {
  const opened = jest.spyOn(Db.prototype, "collection");
  const issuer = await startTestIssuer();
  const { databaseName } = aDatabase();
  const running = await startManager(issuer, databaseName);
  const names = new Set(opened.mock.calls.map(([name]) => name));
  opened.mockRestore();
  await running.stop();
  await removeManager(databaseName);
  await issuer.stop();
  expect([...names].sort()).toEqual(Object.keys(committed).sort());
});

test.each(Object.keys(committed))("what is written to %p has the members of the committed documents", (name) => {
  expect(written[name]).toEqual(committed[name]);
});

test("committed devices, groups and revisions are read", async () => {
  const database = await committedDatabase();
  const devices = createMongoDeviceStore(database);
  expect(await devices.listDevices()).toEqual([{ ...renamed, deviceGroupIds: [2], currentRevision: current }]);
  expect(await devices.listGroups()).toEqual([group]);
  expect(await devices.listRemoved()).toEqual([{ id: 8, at: at(5) }]);
  expect(await devices.listRenamed()).toEqual([{ id: 7, name: renamed.name, token: "token" }]);
  expect(await devices.insertDevice({ ...device, id: 9, name: "EDGE-ONE" })).toBe("taken");
  expect(await createMongoCounterStore(database).next("device-group")).toBe(3);

  const revisions = createMongoRevisionStore(database);
  expect(await revisions.find(1)).toEqual({ ...first, attempts: 1 });
  expect(await revisions.newest(7)).toEqual({ ...second, state: "searchable", changes: changeCounts });
  expect([await revisions.readDigest(2), await revisions.readChanges(2)]).toEqual([digest, changes]);
  expect(await revisions.noteReplaced([1], at(9))).toEqual(new Map([[1, at(4)]]));
  // The claim of the previous attempt has expired.
  expect(await revisions.claim("another", at(4), at(5))).toEqual({ revision: { ...first, attempts: 2 }, lapsed: true });
  expect(await createMongoPartStore(database).read(7, part.sha256)).toBe(part.json);
});

test("committed users, groups and logins are read", async () => {
  const database = await committedDatabase();
  const [users, groups] = [createMongoUserStore(database), createMongoUserGroupStore(database)];
  const loggedIn = { ...user, lastLogin: at(2), previousLogin: at(1) };
  expect(await users.list({ skip: 0, limit: 10 })).toEqual([loggedIn, withoutEmail]);
  expect(await users.findByEmail("rowan@EXAMPLE.com")).toEqual(loggedIn);
  expect(await users.findByName("ROWAN")).toEqual(loggedIn);
  expect(await groups.findMany([1, 2])).toMatchObject([{ id: 1, permissions: userGroup.permissions }, userGroup]);
  expect(await createMongoLoginTokenStore(database).find(token.hash, at(5))).toEqual(token);
  const attempts = createMongoLoginAttemptStore(database);
  expect(await attempts.read("rowan", 3_600_000, at(2))).toEqual({ attempts: [attempt], version: 1 });
});

test("committed notes, properties and usage are read", async () => {
  const database = await committedDatabase();
  const note = { ruleId: "rule-2", deviceId: 7, lastUsed: at(4).getTime(), values: { 1: "ada" }, documentedAt: at(3) };
  const notes = createMongoRuleNoteStore(database);
  expect(await notes.listOpen(7, "", 10)).toEqual([{ ...note, version: 2 }]);
  const properties = createMongoPropertyStore(database);
  await properties.insertOnce(defaults);
  expect((await properties.list()).map(({ id, key, slot }) => [id, key, slot])).toEqual([
    [1, "owner", 1],
    [2, "expires", 2],
    [10, "Team", 3],
  ]);
  expect(await properties.listRemoved()).toEqual([11]);
  const usage = createMongoUsageStore(database);
  const hits = [{ end: at(4).getTime(), hits: 5 }];
  expect(await usage.readDay(["rule-2"], day)).toEqual([{ ruleId: "rule-2", reports: hits }]);
  expect(await usage.listOpenDays(7)).toMatchObject([{ deviceId: 7, day, isOpen: true }]);
  const objects = [{ ruleId: "rule-2", objects: reports[0]?.objects }];
  expect(await usage.readObjects(["rule-2"], day, day + 86_400_000)).toEqual(objects);
});

test("committed entities are read, and a lease is known", async () => {
  const database = await committedDatabase();
  const entities = createMongoEntityStore(database);
  expect(await entities.find(application)).toEqual(application);
  expect(await entities.find(asset)).toEqual(asset);
  expect(await entities.find({ ...asset, id: "gone" })).toBeUndefined();
  expect((await entities.listOpen(at(3), 10)).map(({ entity }) => entity.id)).toEqual(["app-1", "gone"]);
  const leases = createMongoLeaseStore(database);
  expect(await leases.acquire("lease", { holder: "another", at: at(1), until: at(3) })).toBeUndefined();
});
