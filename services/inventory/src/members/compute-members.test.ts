import { expect, test } from "@jest/globals";
import { aComputedGroup } from "../../test/computed-group.ts";
import { aFilter } from "../../test/inventory-builders.ts";
import { heldListsOf } from "../addresses/address-list-store.ts";
import { isReady } from "../groups/group.ts";

const wide = "10.0.0.0/8";
const other = "172.16.0.0/12";

test("the first members are published, however wide", async () => {
  const { group, served, heldIds } = await aComputedGroup(wide, other);
  expect(await group()).toMatchObject({ membersRevision: 1, held: null });
  expect(await served()).toEqual([wide, other]);
  expect(heldIds).toEqual([]);
});

test("a mass change is held, the earlier members are still served, and the group is ready", async () => {
  const { group, served, become, compute, heldIds, addressLists } = await aComputedGroup("192.0.2.1");
  await become("192.0.2.2", wide);
  expect(await compute()).toBe(true);
  const now = await group();
  expect(now).toMatchObject({ membersRevision: 1, held: { sequence: 1, added: 2, removed: 1, memberCount: 2 } });
  expect(await served()).toEqual(["192.0.2.1/32"]);
  expect((await addressLists.readByHash(now.held?.hash ?? "", 0))?.cidrs).toEqual([wide, "192.0.2.2/32"]);
  expect(isReady(now)).toBe(true);
  expect(heldIds).toEqual(["g"]);
});

test("a held change follows the items, keeps its start, and is reported once", async () => {
  const { group, become, compute, heldIds, addressLists } = await aComputedGroup("192.0.2.1");
  await become("192.0.2.1", wide);
  await compute();
  const first = (await group()).held;
  await compute();
  expect((await group()).held).toEqual(first);
  await become("192.0.2.1", other);
  await compute();
  const second = (await group()).held;
  expect(second).toMatchObject({ sequence: 2, since: first?.since });
  expect(second?.hash).not.toBe(first?.hash);
  expect(await addressLists.readByHash(first?.hash ?? "", 0)).toBeUndefined();
  expect(heldIds).toEqual(["g"]);
});

test("members that change back, or within the limits, end the held change", async () => {
  const { group, served, become, compute, addressLists } = await aComputedGroup("192.0.2.1");
  for (const next of ["192.0.2.1", "192.0.2.7"]) {
    await become("192.0.2.1", wide);
    await compute();
    const { held } = await group();
    await become(next);
    await compute();
    expect(await group()).toMatchObject({ held: null });
    expect(await served()).toEqual([`${next}/32`]);
    expect(await addressLists.readByHash(held?.hash ?? "", 0)).toBeUndefined();
  }
  expect((await group()).membersRevision).toBe(2);
});

test("a release publishes exactly the held members, and later changes are compared with them", async () => {
  const { group, served, become, compute, release } = await aComputedGroup("192.0.2.1");
  await become("192.0.2.1", wide);
  await compute();
  expect(await release()).toMatchObject({ ok: true, group: { membersRevision: 2, held: null } });
  expect(await served()).toEqual([wide, "192.0.2.1/32"]);
  expect(await compute()).toBe(true);
  expect(await group()).toMatchObject({ membersRevision: 2, held: null, members: { memberCount: 2 } });
  await become("10.128.0.0/9");
  await compute();
  expect(await group()).toMatchObject({ membersRevision: 3, held: null });
});

test("a release is refused when nothing is held, the group is unknown, or the held change has changed", async () => {
  const { groups, addressLists, group, become, compute, release, now } = await aComputedGroup("192.0.2.1");
  expect(await release()).toMatchObject({
    failure: { kind: "conflict", message: expect.stringContaining("no held change") },
  });
  await become("192.0.2.1", wide);
  await compute();
  await addressLists.dropUpTo(heldListsOf("u"), 1);
  expect(await release()).toMatchObject({ failure: { kind: "conflict", message: expect.stringContaining("changed") } });

  await become("192.0.2.1", other);
  await compute();
  const before = await group();
  await groups.edit({ ...before, revision: 2, filterRevision: 2, filter: aFilter({ types: ["x"] }) }, 1);
  expect(isReady(await group())).toBe(false);
  expect(await release()).toMatchObject({
    failure: { kind: "conflict", message: expect.stringContaining("no held change") },
  });
  await groups.markDeleted({ ...before, revision: 3, updatedAt: now(), deletedAt: now() }, 2);
  expect(await release()).toMatchObject({ failure: { kind: "not-found" } });
});

test("an edited filter is held in the same way, and the group counts as ready", async () => {
  const { groups, group, served, become, compute, release } = await aComputedGroup("192.0.2.1");
  const before = await group();
  await groups.edit({ ...before, revision: 2, filterRevision: 2, filter: aFilter({ regions: ["eu"] }) }, 1);
  expect(isReady(await group())).toBe(false);
  await groups.noteFilled("u", 2);
  await become("10.0.0.0/8");
  await compute();
  expect(isReady(await group())).toBe(true);
  expect(await served()).toEqual(["192.0.2.1/32"]);
  await release();
  expect(await group()).toMatchObject({ members: { filterRevision: 2 }, held: null });
  expect(await served()).toEqual([wide]);
});
