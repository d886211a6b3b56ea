import { describe, expect, test } from "@jest/globals";
import { hashSecret } from "@network-access/access/basic-credentials";
import { aFeedToken, aFilter } from "../../test/inventory-builders.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { MOST_FEED_TOKENS } from "./feed-token-store.ts";
import { createInMemoryFeedTokenStore } from "./in-memory-feed-token-store.ts";
import { issueFeedToken } from "./issue-feed-token.ts";

const at = new Date("2026-01-01T00:00:00Z");

async function aDatabase() {
  const [groups, feedTokens] = [createInMemoryGroupStore(), createInMemoryFeedTokenStore()];
  const about = { name: "Web", description: null, filter: aFilter({ types: ["vm"] }), filterRevision: 1, revision: 1 };
  const stamps = { createdAt: at, createdBy: "ada", updatedAt: at, updatedBy: "ada" };
  await groups.create({ id: "web", uuid: "uuid-of-web", ...about, ...stamps }, undefined);
  const needs = { groups, feedTokens, newSecret: () => "secret", newUuid: () => "id", now: () => at };
  const issue = (groupId: string, consumer = "edge") => issueFeedToken(needs, { groupId, consumer }, "bob");
  return { groups, feedTokens, issue };
}

describe("issuing a feed token", () => {
  test("returns a secret of which only the hash is stored", async () => {
    const { feedTokens, issue } = await aDatabase();
    const token = { ...aFeedToken("id"), consumer: "edge", issuedAt: at, issuedBy: "bob" };
    expect(await issue("web")).toEqual({ ok: true, token, secret: "secret" });
    expect((await feedTokens.findWithGroup(hashSecret("secret"), "web"))?.token).toEqual(token);
    expect(JSON.stringify(token)).not.toContain("secret");
  });

  test("for a missing or deleted group is refused", async () => {
    const { groups, issue } = await aDatabase();
    const notFound = { failure: { kind: "not-found" } };
    expect(await issue("unknown")).toMatchObject(notFound);
    const group = await groups.find("web");
    if (!group) throw new Error("the group is not there");
    await groups.markDeleted({ ...group, revision: 2, deletedAt: at }, 1);
    expect(await issue("web")).toMatchObject(notFound);
  });

  test.each(["", "a\nb", "x".repeat(513)])("for a consumer called %j names the field", async (consumer) => {
    const { issue } = await aDatabase();
    expect(await issue("web", consumer)).toMatchObject({
      failure: { kind: "invalid-input", fields: [{ path: "consumer" }] },
    });
  });

  test("is refused when a group has too many, until one is revoked", async () => {
    const { feedTokens, issue } = await aDatabase();
    for (let n = 0; n < MOST_FEED_TOKENS; n += 1) await feedTokens.insert(aFeedToken(`t-${n}`), `hash-${n}`);
    expect(await issue("web")).toMatchObject({ failure: { kind: "conflict" } });
    await feedTokens.remove("t-7");
    expect(await issue("web")).toMatchObject({ ok: true });
  });
});
