import { expect, test } from "@jest/globals";
import { aFeedToken, aFilter } from "../../test/inventory-builders.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { createInMemoryFeedTokenStore } from "./in-memory-feed-token-store.ts";
import { purgeFeedTokens } from "./purge-feed-tokens.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

async function aRecord() {
  const groups = createInMemoryGroupStore();
  const feedTokens = createInMemoryFeedTokenStore();
  const create = async (id: string, uuid: string, at: Date, before?: number) => {
    const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
    const text = { id, uuid, name: id, description: null, filter: aFilter({ types: ["t"] }) };
    const revision = (before ?? 0) + 1;
    expect(await groups.create({ ...text, revision, filterRevision: revision, ...stamps }, before)).toBe(true);
  };
  const bury = async (id: string, at: Date) => {
    const group = await groups.find(id);
    if (!group) throw new Error("no such group");
    await groups.bury({ ...group, revision: group.revision + 1, deletedAt: at }, group.revision);
  };
  const issue = (id: string, groupId: string, groupUuid: string) =>
    feedTokens.insert(aFeedToken(id, { groupId, groupUuid, issuedAt: day(1) }), `hash of ${id}`);
  const left = async (...ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => feedTokens.findWithGroup(`hash of ${id}`, "web")));
    return found.flatMap((one) => one?.token.id ?? []);
  };
  const forget = (now: Date, signal = new AbortController().signal) =>
    purgeFeedTokens({ groups, feedTokens, now: () => now, step: 2 }, signal);
  return { create, bury, issue, left, forget, feedTokens };
}

test("a token of a deleted group is forgotten 30 days after, and not while its consumer comes by", async () => {
  const { create, bury, issue, left, forget, feedTokens } = await aRecord();
  await create("web", "u-1", day(1));
  const all = ["a", "b", "c", "d", "e"];
  for (const id of all) await issue(id, "web", "u-1");
  await forget(day(60));
  expect(await left(...all)).toEqual(all);
  await bury("web", day(60));
  await forget(day(89));
  expect(await left(...all)).toEqual(all);
  await feedTokens.noteFetch("c", day(80));
  await forget(day(91));
  expect(await left(...all)).toEqual(["c"]);
  await forget(day(111));
  expect(await left(...all)).toEqual([]);
});

test("where a group was created again under the id, only tokens of the earlier one are forgotten", async () => {
  const { create, bury, issue, left, forget } = await aRecord();
  await create("web", "u-1", day(1));
  await issue("old", "web", "u-1");
  await bury("web", day(40));
  await create("web", "u-2", day(50), 2);
  await issue("new", "web", "u-2");
  await forget(day(75));
  expect(await left("old", "new")).toEqual(["old", "new"]);
  await forget(day(81));
  expect(await left("old", "new")).toEqual(["new"]);
});

test("who is told to stop stops", async () => {
  const { issue, left, forget } = await aRecord();
  await issue("a", "never there", "u-1");
  await forget(day(99), AbortSignal.abort());
  expect(await left("a")).toEqual(["a"]);
  await forget(day(99));
  expect(await left("a")).toEqual([]);
});
