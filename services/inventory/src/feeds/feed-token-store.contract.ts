import { describe, expect, test } from "@jest/globals";
import { aFeedToken } from "../../test/inventory-builders.ts";
import { aGroup } from "../groups/group-store.contract.ts";
import type { GroupStore } from "../groups/group-store.ts";
import type { FeedTokenStore } from "./feed-token-store.ts";

/** The contract of FeedTokenStore. `groups` and `tokens` use the same database. */
export function feedTokenContract(
  openBoth: () => Promise<{ readonly tokens: FeedTokenStore; readonly groups: GroupStore }>,
): void {
  const open = async () => (await openBoth()).tokens;
  const tokenIn = async (tokens: FeedTokenStore, secretHash: string) =>
    (await tokens.findWithGroup(secretHash, "web"))?.token;

  describe("a feed token", () => {
    test("is found by the hash of its secret until it is removed", async () => {
      const tokens = await open();
      await tokens.insert(aFeedToken("t-1"), "hash-1");
      await tokens.insert(aFeedToken("t-2"), "hash-2");
      expect(await tokenIn(tokens, "hash-1")).toEqual(aFeedToken("t-1"));
      expect(await tokenIn(tokens, "unknown")).toBeUndefined();
      expect(await tokens.remove("t-1")).toBe(true);
      expect(await tokens.remove("t-1")).toBe(false);
      expect(await tokenIn(tokens, "hash-1")).toBeUndefined();
      expect(await tokenIn(tokens, "hash-2")).toEqual(aFeedToken("t-2"));
    });

    test("is found with the current state of the requested group, be it its own, another one or none", async () => {
      const { tokens, groups } = await openBoth();
      for (const id of ["web", "other"]) await groups.create(aGroup(id), undefined);
      const token = aFeedToken("t-1");
      await tokens.insert(token, "hash-1");
      for (const id of ["web", "other", "$none"]) {
        expect(await tokens.findWithGroup("hash-1", id)).toEqual({ token, group: await groups.find(id) });
        expect(await tokens.findWithGroup("unknown", id)).toBeUndefined();
      }
      await groups.wantMembers(["uuid-web"], new Date(), undefined);
      const group = await groups.find("web");
      expect(group).toMatchObject({ id: "web", wanted: 2 });
      expect(await tokens.findWithGroup("hash-1", "web")).toEqual({ token, group });
    });

    test("is removed for good while its feed is being fetched", async () => {
      const tokens = await open();
      const ids = Array.from({ length: 60 }, (_, n) => `t-${n}`);
      await Promise.all(ids.map((id) => tokens.insert(aFeedToken(id), `hash of ${id}`)));
      const removed = ids.map(async (id) => {
        const at = new Date();
        const [, removal] = await Promise.all([tokens.noteFetch(id, at), tokens.remove(id), tokens.noteFetch(id, at)]);
        return removal;
      });
      expect((await Promise.all(removed)).filter((removal) => !removal)).toEqual([]);
      expect((await Promise.all(ids.map((id) => tokenIn(tokens, `hash of ${id}`)))).filter(Boolean)).toEqual([]);
    });

    test("is listed with its group in the order of issue", async () => {
      const tokens = await open();
      const issued = (id: string, groupUuid: string, day: number) =>
        aFeedToken(id, { groupUuid, issuedAt: new Date(Date.UTC(2026, 0, day)) });
      const [late, early, other] = [issued("a", "g", 3), issued("b", "g", 1), issued("c", "h", 2)];
      for (const token of [late, early, other, issued("d", "i", 1)]) await tokens.insert(token, `hash of ${token.id}`);
      const found = await tokens.listByGroup(["g", "h", "unknown"]);
      expect([...found].sort()).toEqual([
        ["g", [early, late]],
        ["h", [other]],
      ]);
    });

    test("is listed as unused when it was issued and used long ago, in steps", async () => {
      const tokens = await open();
      const [long, recent, now] = [1, 3, 2].map((n) => new Date(Date.UTC(2026, 0, n)));
      const issuedAt = long as Date;
      for (const id of ["c", "a", "b", "fetched"]) await tokens.insert(aFeedToken(id, { issuedAt }), `hash of ${id}`);
      await tokens.insert(aFeedToken("new", { issuedAt: recent as Date }), "hash of new");
      await tokens.noteFetch("b", issuedAt);
      await tokens.noteFetch("fetched", recent as Date);
      const unused = async (after: string, limit: number) =>
        (await tokens.listUnused(now as Date, after, limit)).map(({ id }) => id);
      expect(await unused("", 2)).toEqual(["a", "b"]);
      expect(await unused("b", 2)).toEqual(["c"]);
    });

    test("keeps the newest fetch, in whatever order they are stored", async () => {
      const tokens = await open();
      const [first, second] = [new Date("2026-02-01T00:00:00Z"), new Date("2026-02-02T00:00:00Z")];
      await tokens.insert(aFeedToken("t-1"), "hash-1");
      await tokens.noteFetch("t-1", second);
      await tokens.noteFetch("t-1", first);
      await tokens.noteFetch("gone", first);
      expect(await tokenIn(tokens, "hash-1")).toEqual(aFeedToken("t-1", { lastFetchedAt: second }));
    });
  });
}
