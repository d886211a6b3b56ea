import { describe, expect, test } from "@jest/globals";
import { createInMemoryLeaseStore } from "@network-access/service-runtime/in-memory-lease-store";
import { edgeSnapshot } from "../../test/edge-snapshot.ts";
import { estateStores } from "../../test/estate-stores.ts";
import { namedPart } from "../../test/running-manager.ts";
import { ROW_ENTITIES } from "../row-index/opensearch-row-index.ts";
import { cleanUpRevisions } from "./clean-up-revisions.ts";
import type { MakingNeeds } from "./make-revision.ts";

const estate = estateStores();
const leases = createInMemoryLeaseStore();
type Needs = Parameters<typeof cleanUpRevisions>[0];

/** Cleans up as a newly started process does: each call uses a new id to hold the lease. */
const cleanUp = (change: (needs: Needs) => Needs = (needs) => needs) =>
  cleanUpRevisions(change({ ...estate, leases, holder: crypto.randomUUID() }));

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const rowsOf = async (revision: number) => {
  let count = 0;
  for (const entity of ROW_ENTITIES) count += await estate.rows.count(entity, revision);
  return count;
};
const partsOf = async (device: number) =>
  (await estate.database.collection("parts").find({ deviceId: device }).toArray()).length;

async function makeRevision(device: number, ...rules: readonly string[]): Promise<number> {
  const revision = await estate.put(device, edgeSnapshot(rules));
  await estate.worker().run();
  return revision;
}

describe("rows", () => {
  test("of a replaced revision stay ten minutes, however often the processes are started anew", async () => {
    const device = await estate.createDevice("replaced");
    const first = await makeRevision(device, "a");
    await cleanUp();
    estate.passMs(30 * MINUTE);
    const second = await makeRevision(device, "a", "b");
    const [before, after] = [await rowsOf(first), await rowsOf(second)];
    expect([before, after]).toEqual([5, 6]);
    await cleanUp();
    estate.passMs(9 * MINUTE);
    await cleanUp();
    expect(await rowsOf(first)).toBe(before);
    estate.passMs(1 * MINUTE);
    await cleanUp();
    expect([await rowsOf(first), await rowsOf(second)]).toEqual([0, after]);
    await cleanUp();
    expect(await estate.database.collection("replaced-revisions").countDocuments()).toBe(0);
  });

  test("of a revision that is still made stay, and those of one that was overtaken go", async () => {
    const device = await estate.createDevice("overtaken");
    const first = await estate.put(device, edgeSnapshot(["a"]));
    const failing = (needs: MakingNeeds): MakingNeeds => ({
      ...needs,
      setCurrent: () => Promise.reject(new Error("the database was away")),
    });
    await estate.worker(failing).run();
    for (let n = 0; n < 3; n += 1) {
      await cleanUp();
      estate.passMs(10 * MINUTE);
    }
    expect(await rowsOf(first)).toBe(5);
    await makeRevision(device, "a", "b");
    expect(await estate.revisions.find(first)).toMatchObject({ state: "overtaken" });
    await cleanUp();
    estate.passMs(10 * MINUTE);
    await cleanUp();
    expect(await rowsOf(first)).toBe(0);
  });
});

describe("a removed device", () => {
  test("loses its revisions and parts at once, its pending revision too, and its rows ten minutes later", async () => {
    const device = await estate.createDevice("removed");
    const other = await estate.createDevice("kept");
    const [first, kept] = [await makeRevision(device, "a"), await makeRevision(other, "a")];
    const pending = await estate.put(device, edgeSnapshot(["a", "b"]));
    await estate.devices.removeDevice(device, estate.now());
    await cleanUp();
    expect(await estate.revisions.list(device, 0, 10)).toEqual({ total: 0, found: [] });
    for (const revision of [first, pending]) {
      expect(await estate.revisions.readDigest(revision)).toBeUndefined();
      expect(await estate.revisions.readChanges(revision)).toBeUndefined();
    }
    expect([await partsOf(device), await partsOf(other)]).toEqual([0, 3]);
    estate.passMs(10 * MINUTE);
    await cleanUp();
    expect([await rowsOf(first), await rowsOf(kept)]).toEqual([0, 5]);
    expect(await estate.revisions.readDigest(kept)).toBeDefined();
  });

  test("keeps nothing of what a slow process writes behind its removal", async () => {
    const device = await estate.createDevice("removed while made");
    const revision = await estate.put(device, edgeSnapshot(["a"]));
    const slow = estate.worker((needs) => ({
      ...needs,
      parts: {
        ...needs.parts,
        async read(...given) {
          const json = await needs.parts.read(...given);
          if (await estate.devices.removeDevice(device, estate.now())) await cleanUp();
          return json;
        },
      },
    }));
    await slow.run();
    await cleanUp();
    estate.passMs(10 * MINUTE);
    await cleanUp();
    for (const name of ["revisions", "revision-digests", "revision-changes", "parts"])
      expect([name, await estate.database.collection(name).countDocuments({ deviceId: device })]).toEqual([name, 0]);
    expect(await rowsOf(revision)).toBe(0);
    estate.passMs(60 * MINUTE);
    await cleanUp();
    expect(await estate.devices.listRemoved()).toEqual([]);
  });

  test("is whole as long as it is there, though its removal was noted", async () => {
    const device = await estate.createDevice("not removed");
    const revision = await makeRevision(device, "a");
    const removed = estate.database.collection<{ _id: number }>("removed-devices");
    await removed.insertOne({ _id: device, at: estate.now() } as { _id: number });
    await cleanUp();
    estate.passMs(60 * MINUTE);
    await cleanUp();
    expect(await estate.devices.listRemoved()).toEqual([]);
    expect([await partsOf(device), await rowsOf(revision)]).toEqual([3, 5]);
    expect(await estate.revisions.readDigest(revision)).toBeDefined();
  });
});

describe("revisions older than 1,100 days", () => {
  test("go but for the current one, and rules keep their ids", async () => {
    const device = await estate.createDevice("old");
    const first = await makeRevision(device, "a", "b");
    const second = await makeRevision(device, "a", "b", "c");
    const before = await estate.ruleIds(device);
    estate.passMs(1_101 * DAY);
    await cleanUp();
    expect([await estate.revisions.find(first), await estate.revisions.readDigest(first)]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await estate.revisions.find(second))?.state).toBe("searchable");
    expect(await estate.ruleNames(device)).toEqual(["a", "b", "c"]);
    await makeRevision(device, "a", "new", "b", "c");
    const after = await estate.ruleIds(device);
    for (const name of ["a", "b", "c"]) expect(after.get(name)).toBe(before.get(name));
  });

  test("go although another one follows them by now, and rules keep their ids", async () => {
    const device = await estate.createDevice("old and refused");
    const first = await makeRevision(device, "a", "b");
    const before = await estate.ruleIds(device);
    const refused = await estate.put(device, edgeSnapshot(["a"]));
    const claim = "test";
    await estate.revisions.claim(claim, estate.now(), estate.now());
    await estate.revisions.finish(refused, claim, "refused");
    estate.passMs(1_101 * DAY);
    const third = await estate.put(device, edgeSnapshot(["a", "new", "b"]));
    await cleanUp();
    expect([await estate.revisions.find(refused), (await estate.revisions.find(third))?.baseRevision]).toEqual([
      ...[undefined, refused],
    ]);
    await estate.worker().run();
    const after = await estate.ruleIds(device);
    for (const name of ["a", "b"]) expect(after.get(name)).toBe(before.get(name));
    // The first revision remains, because it was current during the clean-up.
    expect(await estate.revisions.find(first)).toBeDefined();
  });

  test("go also behind more than a thousand that stay", async () => {
    const device = await estate.createDevice("behind many");
    const first = await makeRevision(device, "a");
    const revision = await estate.revisions.find(first);
    const pending = estate.database.collection<{ _id: number }>("revisions");
    const ids = Array.from({ length: 1_001 }, (_, n) => -1 - n);
    const state = { ...revision, state: "pending", claim: "none", claimedUntil: new Date(8.64e15) };
    await pending.insertMany(ids.map((_id) => ({ ...state, _id, id: undefined, deviceId: 1_000_000 - _id, base: 0 })));
    await makeRevision(device, "a", "b");
    estate.passMs(1_101 * DAY);
    await cleanUp();
    expect(await estate.revisions.find(first)).toBeUndefined();
    await pending.deleteMany({ _id: { $in: ids } });
  });
});

describe("parts", () => {
  const onlyPart = edgeSnapshot(["a part that no revision names"])[0];
  if (!onlyPart) throw new Error("a snapshot has parts");
  const { sha256, json } = namedPart(onlyPart);

  test("that no revision names go a day after they were last sent", async () => {
    const device = await estate.createDevice("unnamed parts");
    await makeRevision(device, "a");
    await estate.parts.put(device, sha256, json, estate.now());
    estate.passMs(DAY - 1);
    await estate.parts.put(device, sha256, json, estate.now());
    estate.passMs(DAY);
    await cleanUp();
    expect(await partsOf(device)).toBe(4);
    estate.passMs(1);
    await cleanUp();
    expect([await partsOf(device), await estate.parts.read(device, sha256)]).toEqual([3, undefined]);
  });

  test.each([
    ["before it reads whether a revision names it", "usesPart"],
    ["before it removes it", "remove"],
  ])("stay when a revision is made of them while the clean-up runs: %s", async (_, moment) => {
    const device = await estate.createDevice(`named at last ${moment}`);
    const snapshot = edgeSnapshot(["a"]);
    for (const part of snapshot) {
      const named = namedPart(part);
      await estate.parts.put(device, named.sha256, named.json, estate.now());
    }
    estate.passMs(DAY + 1);
    let revision: number | undefined;
    // Creates a revision without sending its parts again. The parts were last sent more than a day ago, but are still
    // stored.
    const putOnce = async () => {
      if (revision !== undefined) return;
      revision = 0;
      revision = await estate.putStored(device, snapshot);
    };
    await cleanUp((needs) => ({
      ...needs,
      revisions: {
        ...needs.revisions,
        async usesPart(...given) {
          if (moment === "usesPart" && given[0] === device) await putOnce();
          return needs.revisions.usesPart(...given);
        },
      },
      parts: {
        ...needs.parts,
        async remove(...given) {
          if (moment === "remove" && given[0] === device) await putOnce();
          return needs.parts.remove(...given);
        },
      },
    }));
    expect(revision).toBeGreaterThan(0);
    await estate.worker().run();
    expect(await estate.ruleNames(device)).toEqual(["a"]);
    expect(await partsOf(device)).toBe(snapshot.length);
  });

  test("that go just before a revision names them are missing for it, and nothing is changed", async () => {
    const device = await estate.createDevice("too late");
    const snapshot = edgeSnapshot(["a"]);
    for (const part of snapshot) {
      const named = namedPart(part);
      await estate.parts.put(device, named.sha256, named.json, estate.now());
    }
    estate.passMs(DAY + 1);
    await cleanUp();
    await expect(estate.putStored(device, snapshot)).rejects.toThrow("missing-parts");
    expect(await estate.revisions.newest(device)).toBeUndefined();
  });
});

test("one process at a time cleans up, and another one ten minutes after it died", async () => {
  const device = await estate.createDevice("cleaned up by one");
  const removing = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const slow = cleanUp((needs) => ({
    ...needs,
    devices: {
      ...needs.devices,
      async listRemoved() {
        removing.resolve();
        await goesOn.promise;
        return needs.devices.listRemoved();
      },
    },
  }));
  await removing.promise;
  await estate.parts.put(device, "0".repeat(64), "{}", new Date(0));
  await cleanUp();
  expect(await partsOf(device)).toBe(1);
  estate.passMs(10 * MINUTE);
  await cleanUp();
  expect(await partsOf(device)).toBe(0);
  goesOn.resolve();
  await slow;
});
