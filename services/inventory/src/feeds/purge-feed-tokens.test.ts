import { expect, test } from "@jest/globals";
import { aFeedToken, aFilter } from "../../test/inventory-builders.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { createInMemoryFeedTokenStore } from "./in-memory-feed-token-store.ts";
import { purgeFeedTokens } from "./purge-feed-tokens.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

async function aDatabase() {
  const groups = createInMemoryGroupStore();
  const feedTokens = createInMemoryFeedTokenStore();
  const create = async (id: string, uuid: string, at: Date, before?: number) => {
    const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
    const text = { id, uuid, name: id, description: null, filter: aFilter({ types: ["t"] }) };
    const revision = (before ?? 0) + 1;
    expect(await groups.create({ ...text, revision, filterRevision: revision, ...stamps }, before)).toBe(true);
  };
  const markDeleted = async (id: string, at: Date) => {
    const group = await groups.find(id);
    if (!group) throw new Error("no such group");
    await groups.markDeleted({ ...group, revision: group.revision + 1, deletedAt: at }, group.revision);
  };
  const issue = (id: string, groupId: string, groupUuid: string) =>
    feedTokens.insert(aFeedToken(id, { groupId, groupUuid, issuedAt: day(1) }), `hash of ${id}`);
  const left = async (...ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => feedTokens.findWithGroup(`hash of ${id}`, "web")));
    return found.flatMap((one) => one?.token.id ?? []);
  };
  const purge = (now: Date, signal = new AbortController().signal) =>
    purgeFeedTokens({ groups, feedTokens, now: () => now, step: 2 }, signal);
  return { create, markDeleted, issue, left, purge, feedTokens };
}

test("a token of a deleted group is purged after 30 days, and not while its consumer still fetches", async () => {
  const { create, markDeleted, issue, left, purge, feedTokens } = await aDatabase();
  await create("web", "u-1", day(1));
  const all = ["a", "b", "c", "d", "e"];
  for (const id of all) await issue(id, "web", "u-1");
  await purge(day(60));
  expect(await left(...all)).toEqual(all);
  await markDeleted("web", day(60));
  await purge(day(89));
  expect(await left(...all)).toEqual(all);
  await feedTokens.noteFetch("c", day(80));
  await purge(day(91));
  expect(await left(...all)).toEqual(["c"]);
  await purge(day(111));
  expect(await left(...all)).toEqual([]);
});

test("when a group was created again under the id, only tokens of the earlier one are purged", async () => {
  const { create, markDeleted, issue, left, purge } = await aDatabase();
  await create("web", "u-1", day(1));
  await issue("old", "web", "u-1");
  await markDeleted("web", day(40));
  await create("web", "u-2", day(50), 2);
  await issue("new", "web", "u-2");
  await purge(day(75));
  expect(await left("old", "new")).toEqual(["old", "new"]);
  await purge(day(81));
  expect(await left("old", "new")).toEqual(["new"]);
});

test("a purge stops when it is aborted", async () => {
  const { issue, left, purge } = await aDatabase();
  await issue("a", "never there", "u-1");
  await purge(day(99), AbortSignal.abort());
  expect(await left("a")).toEqual(["a"]);
  await purge(day(99));
  expect(await left("a")).toEqual([]);
});
