import { describe, expect, test } from "@jest/globals";
import { hashSecret } from "@network-access/access/basic-credentials";
import { aFeedToken, aFilter } from "../../test/inventory-builders.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { admitConsumer } from "./admit-consumer.ts";
import { createConsumerCache } from "./consumer-cache.ts";
import { createInMemoryFeedTokenStore } from "./in-memory-feed-token-store.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Creates a database with the group "web" and with a token of this group, whose secret is "right". A test can make the
 * database unavailable.
 */
async function aDatabase() {
  const groups = createInMemoryGroupStore();
  const feedTokens = createInMemoryFeedTokenStore(groups);
  const at = new Date("2026-01-01T00:00:00Z");
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
  const about = { name: "Web", description: null, filter: aFilter({ types: ["vm"] }), filterRevision: 1, revision: 1 };
  await groups.create({ id: "web", uuid: "uuid-of-web", ...about, ...stamps }, undefined);
  await feedTokens.insert(aFeedToken("t-1"), hashSecret("right"));
  const state = { unavailable: false, nowMs: at.getTime(), failures: 0, notes: 0 };
  const reached = async <Value>(answer: Promise<Value>) => {
    if (state.unavailable) throw new Error("unavailable");
    return answer;
  };
  const needs = {
    feedTokens: {
      findWithGroup: (hash: string, groupId: string) => reached(feedTokens.findWithGroup(hash, groupId)),
      noteFetch: (id: string, fetchedAt: Date) => {
        state.notes += 1;
        return reached(feedTokens.noteFetch(id, fetchedAt));
      },
    },
    cache: createConsumerCache(() => state.nowMs),
    failed() {
      state.failures += 1;
    },
    now: () => new Date(state.nowMs),
  };
  const admit = (authorization = "Bearer right", groupId = "web") => admitConsumer(needs, authorization, groupId);
  return { groups, feedTokens, state, needs, admit };
}

describe("a consumer", () => {
  test("has its fetches stored at most once a minute", async () => {
    const { feedTokens, state, admit } = await aDatabase();
    const noted = async () => (await feedTokens.findWithGroup(hashSecret("right"), ""))?.token.lastFetchedAt?.getTime();
    const began = state.nowMs;
    for (let second = 0; second < 60; second += 1, state.nowMs += 1_000) expect((await admit()).ok).toBe(true);
    expect([state.notes, await noted()]).toEqual([1, began]);
    await admit();
    expect([state.notes, await noted()]).toEqual([2, began + minute]);
  });

  test("is admitted although its fetch can't be stored", async () => {
    const { needs, state, admit } = await aDatabase();
    needs.feedTokens.noteFetch = () => Promise.reject(new Error("unavailable"));
    expect(await admit()).toMatchObject({ ok: true, admitted: { fromCache: false } });
    expect(state.failures).toBe(1);
  });

  test("that was admitted is admitted for a day while the database is unavailable, and no other one is", async () => {
    const { state, admit } = await aDatabase();
    await admit();
    state.unavailable = true;
    expect(await admit()).toMatchObject({ ok: true, admitted: { fromCache: true, token: { id: "t-1" } } });
    expect(await admit(`Basic ${btoa("t-1:right")}`)).toMatchObject({ ok: true });
    expect(await admit("Bearer wrong")).toEqual({ ok: false, refusal: { kind: "database-away" } });
    state.nowMs += day - minute;
    expect(await admit()).toMatchObject({ ok: true });
    state.nowMs += 2 * minute;
    expect(await admit()).toEqual({ ok: false, refusal: { kind: "database-away" } });
  });

  test("whose token was found revoked is refused while the database is unavailable", async () => {
    const { feedTokens, state, admit } = await aDatabase();
    await admit();
    await feedTokens.remove("t-1");
    expect(await admit()).toEqual({ ok: false, refusal: { kind: "wrong-credentials" } });
    state.unavailable = true;
    expect(await admit()).toEqual({ ok: false, refusal: { kind: "database-away" } });
  });

  test("whose group was deleted gets that answer, also while the database is unavailable", async () => {
    const { groups, feedTokens, state, admit } = await aDatabase();
    await admit();
    const group = await groups.find("web");
    if (!group) throw new Error("the group is not there");
    await groups.markDeleted({ ...group, revision: 2, deletedAt: new Date() }, 1);
    const gone = { ok: false, refusal: { kind: "group-gone", consumer: "consumer of t-1" } };
    expect(await admit()).toEqual(gone);
    state.nowMs += 3_600_000;
    expect(await admit()).toEqual(gone);
    // A fetch is recorded even if the token's group is deleted. The token is then purged only after 30 days without a
    // fetch. Until then, its consumer keeps getting this answer.
    expect((await feedTokens.findWithGroup(hashSecret("right"), "web"))?.token.lastFetchedAt?.getTime()).toBe(
      state.nowMs,
    );
    state.unavailable = true;
    expect(await admit()).toEqual(gone);
  });

  test("does not wait for a database that does not answer", async () => {
    const { needs, admit } = await aDatabase();
    await admit();
    needs.feedTokens.findWithGroup = () => new Promise(() => undefined);
    expect(await admit()).toMatchObject({ ok: true, admitted: { fromCache: true } });
  });

  test.each([
    ["", "no-credentials"],
    ["Basic !!!", "no-credentials"],
    ["Digest username=x", "no-credentials"],
    ["Bearer a.b.c", "user-token"],
    ["a.b.c", "user-token"],
    ["Bearer", "wrong-credentials"],
    ["Bearer wrong", "wrong-credentials"],
    [`Basic ${btoa("t-2:right")}`, "wrong-credentials"],
    [`Basic ${btoa("t-1:wrong")}`, "wrong-credentials"],
  ])("with %j is refused: %s", async (authorization, kind) => {
    const { admit } = await aDatabase();
    expect(await admit(authorization)).toEqual({ ok: false, refusal: { kind } });
  });

  test.each(["Bearer right", "bearer  right", "right", `Basic ${btoa("t-1:right")}`])(
    "with %j is admitted to its own group alone",
    async (authorization) => {
      const { admit } = await aDatabase();
      expect(await admit(authorization)).toMatchObject({ ok: true, admitted: { group: { id: "web" } } });
      for (const other of ["other", "never made"])
        expect(await admit(authorization, other)).toMatchObject({
          refusal: { kind: "other-group", groupId: "web", consumer: "consumer of t-1" },
        });
    },
  );
});
