import { describe, expect, test } from "@jest/globals";
import { aFeedToken, aFilter } from "../../test/inventory-builders.ts";
import { createInMemoryFeedTokenStore } from "../feeds/in-memory-feed-token-store.ts";
import { deleteGroup } from "./delete-group.ts";
import { createInMemoryGroupStore } from "./in-memory-group-store.ts";

const at = new Date("2026-01-01T00:00:00Z");

async function aStoreWithGroup(id: string, boundaryIds: readonly string[] | null) {
  const groups = createInMemoryGroupStore();
  const about = { name: id, description: null, filter: aFilter({ types: ["vm"] }), filterRevision: 1, revision: 1 };
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
  await groups.create({ id, uuid: `uuid-of-${id}`, ...about, ...stamps }, undefined);
  const refreshed: string[] = [];
  const refresh = async (uuids: readonly string[]) => void refreshed.push(...uuids);
  const feedTokens = createInMemoryFeedTokenStore();
  const needs = { groups, feedTokens, boundariesNaming: async () => boundaryIds, refresh, now: () => at };
  return { groups, feedTokens, refreshed, needs };
}

describe("deleting a group", () => {
  test("that no boundary names leaves a tombstone and requests the clean-up", async () => {
    const { groups, refreshed, needs } = await aStoreWithGroup("web", []);
    expect(await deleteGroup(needs, "web", "bob", false)).toEqual({ ok: true });
    expect(await groups.find("web")).toMatchObject({ revision: 2, deletedAt: at, updatedBy: "bob" });
    expect(refreshed).toEqual(["uuid-of-web"]);
  });

  test.each([
    [["b-1"], 'group "web" is named by boundary "b-1"; change that first, or set force'],
    [["b-1", "b-2", "b-3"], 'group "web" is named by boundary "b-1" and 2 more; change that first, or set force'],
  ])("that boundaries name is refused, naming them", async (boundaryIds, message) => {
    const { groups, needs } = await aStoreWithGroup("web", boundaryIds);
    expect(await deleteGroup(needs, "web", "bob", false)).toEqual({
      ok: false,
      failure: { kind: "conflict", message },
    });
    expect((await groups.find("web"))?.deletedAt).toBeNull();
  });

  test("is refused while the boundaries can't be checked", async () => {
    const { groups, needs } = await aStoreWithGroup("web", null);
    expect(await deleteGroup(needs, "web", "bob", false)).toMatchObject({ failure: { kind: "unavailable" } });
    expect((await groups.find("web"))?.deletedAt).toBeNull();
  });

  test("is refused while a consumer has fetched its feed in the last day, naming the last one", async () => {
    const { groups, feedTokens, needs } = await aStoreWithGroup("web", []);
    const before = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
    for (const [id, lastFetchedAt] of [
      ["never", null],
      ["long ago", before(24)],
      ["yesterday", before(23)],
      ["recent", before(1)],
    ] as const)
      await feedTokens.insert(aFeedToken(id, { lastFetchedAt }), id);
    const message =
      '"consumer of recent" fetched the feed of group "web" at 2025-12-31T23:00:00.000Z (and 1 more in the last day); ' +
      "take the feed out there first, or set force";
    expect(await deleteGroup(needs, "web", "bob", false)).toEqual({
      ok: false,
      failure: { kind: "conflict", message },
    });
    expect((await groups.find("web"))?.deletedAt).toBeNull();
    for (const id of ["yesterday", "recent"]) await feedTokens.remove(id);
    expect(await deleteGroup(needs, "web", "bob", false)).toEqual({ ok: true });
  });

  test("by force checks neither boundaries nor consumers", async () => {
    const { feedTokens, needs } = await aStoreWithGroup("web", ["b-1"]);
    await feedTokens.insert(aFeedToken("t", { lastFetchedAt: at }), "hash");
    expect(await deleteGroup(needs, "web", "bob", true)).toEqual({ ok: true });
  });

  test("that does not exist is refused, also the second time", async () => {
    const { needs } = await aStoreWithGroup("web", []);
    expect(await deleteGroup(needs, "unknown", "bob", false)).toMatchObject({ failure: { kind: "not-found" } });
    await deleteGroup(needs, "web", "bob", false);
    expect(await deleteGroup(needs, "web", "bob", false)).toMatchObject({ failure: { kind: "not-found" } });
  });
});
