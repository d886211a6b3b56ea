import { describe, expect, test } from "@jest/globals";
import { aBoundary, cidr, group, item } from "../../test/boundaries.ts";
import type { Boundary } from "./boundary.ts";
import type { BoundaryHead, BoundarySequence, BoundaryStore, HeadVersion } from "./boundary-store.ts";

const head = (members: Partial<Boundary> = {}): BoundaryHead => ({ kind: "boundary", boundary: aBoundary(members) });
const tombstone = (revision: number): BoundaryHead => ({
  kind: "tombstone",
  tombstone: { id: "b-1", uuid: aBoundary().uuid, revision },
});
async function headVersionsOf(store: BoundaryStore): Promise<HeadVersion[]> {
  const versions: HeadVersion[] = [];
  for await (const version of store.headVersions()) versions.push(version);
  return versions.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Defines the tests that every boundary store must pass. */
export function describeBoundaryStore(name: string, makeStore: () => Promise<BoundaryStore>): void {
  describe(`${name} as a boundary store`, () => {
    test("a stored boundary is read back whole", async () => {
      const store = await makeStore();
      const boundary = aBoundary({
        id: "Ä/\u{1F600} $x.y",
        sources: [cidr("2001:db8::/32"), group("$g.h"), item("i")],
        platforms: [{ name: "prod", provider: "aws", accountId: "1" }],
        projectIds: ["shop"],
        action: "Score",
        score: -3,
      });
      expect(await store.replace({ kind: "boundary", boundary }, null)).toBe(true);
      expect(await store.head(boundary.id)).toEqual({ kind: "boundary", boundary });
      expect(await store.find(boundary.id, null)).toEqual(boundary);
      expect(await store.findHeads([boundary.id, "unknown"])).toEqual([boundary]);
    });

    test("a boundary that was never stored is not found", async () => {
      const store = await makeStore();
      expect(await store.head("b-1")).toBeNull();
      expect(await store.find("b-1", null)).toBeNull();
      expect(await store.find("b-1", 1)).toBeNull();
      expect(await store.list(null, 10, 1_000)).toEqual({ items: [], more: false });
      expect(await headVersionsOf(store)).toEqual([]);
    });

    test("every revision stays readable, also of a deleted boundary", async () => {
      const store = await makeStore();
      await store.replace(head({ name: "one" }), null);
      await store.replace(head({ name: "two", revision: 2 }), head({ name: "one" }));
      await store.replace(tombstone(2), head({ name: "two", revision: 2 }));
      await store.replace(head({ name: "three", revision: 3, uuid: "other" }), tombstone(2));
      const names = await Promise.all([1, 2, 3, 4].map(async (revision) => (await store.find("b-1", revision))?.name));
      expect(names).toEqual(["one", "two", "three", undefined]);
    });

    test("a deleted boundary is a tombstone and in no list", async () => {
      const store = await makeStore();
      await store.replace(head(), null);
      await store.replace(tombstone(1), head());
      expect(await store.head("b-1")).toEqual(tombstone(1));
      expect(await store.find("b-1", null)).toBeNull();
      expect(await store.findHeads(["b-1"])).toEqual([]);
      expect(await store.list(null, 10, 1_000)).toEqual({ items: [], more: false });
      expect(await headVersionsOf(store)).toEqual([
        { id: "b-1", uuid: aBoundary().uuid, revision: 1, enforced: false },
      ]);
    });

    test.each<[string, BoundaryHead | null, BoundaryHead | null]>([
      ["the id is not in use and a boundary was expected", null, head()],
      ["there is a boundary and none was expected", head(), null],
      ["there is another revision", head({ revision: 2 }), head()],
      ["there is a tombstone and a boundary was expected", tombstone(1), head()],
      ["there is a boundary and a tombstone was expected", head(), tombstone(1)],
    ])("nothing is replaced when %s", async (_, existing, previous) => {
      const store = await makeStore();
      if (existing?.kind === "boundary") await store.replace(existing, null);
      if (existing?.kind === "tombstone") {
        await store.replace(head(), null);
        await store.replace(existing, head());
      }
      expect(await store.replace(head({ name: "late", revision: 9 }), previous)).toBe(false);
      expect(await store.head("b-1")).toEqual(existing);
    });

    test("of concurrent replacements of one boundary a single one succeeds", async () => {
      const store = await makeStore();
      await store.replace(head(), null);
      const attempts = Array.from({ length: 10 }, (_, n) => head({ revision: 2, name: `take ${n}` }));
      const won = await Promise.all(attempts.map((next) => store.replace(next, head())));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.head("b-1")).toEqual(attempts[won.indexOf(true)]);
    });

    test("lists are ordered by id, begin after a given one, and say whether others follow", async () => {
      const store = await makeStore();
      for (const id of ["c", "a", "b"]) await store.replace(head({ id }), null);
      const listed = async (after: string | null, limit: number, bytes = 1_000_000) => {
        const { items, more } = await store.list(after, limit, bytes);
        return [items.map(({ id }) => id), more];
      };
      expect(await listed(null, 3)).toEqual([["a", "b", "c"], false]);
      expect(await listed(null, 2)).toEqual([["a", "b"], true]);
      expect(await listed("b", 2)).toEqual([["c"], false]);
      expect(await listed(null, 3, 1)).toEqual([["a"], true]);
    });

    test("boundaries that name a group are found, on either side, also negated, until they no longer name it", async () => {
      const store = await makeStore();
      const negated = { ...group("g"), negate: true };
      await store.replace(head({ id: "b", sources: [group("g"), group("g")] }), null);
      await store.replace(head({ id: "a", destinations: [cidr("10.0.0.0/8"), negated], enforced: false }), null);
      await store.replace(head({ id: "c", sources: [group("other")] }), null);
      expect(await store.idsNamingGroup("g", 10)).toEqual(["a", "b"]);
      expect(await store.idsNamingGroup("g", 1)).toEqual(["a"]);
      await store.replace(head({ id: "a", revision: 2 }), head({ id: "a" }));
      expect(await store.idsNamingGroup("g", 10)).toEqual(["b"]);
    });

    test("the version of a head has its revision and whether it is enforced", async () => {
      const store = await makeStore();
      await store.replace(head({ id: "a" }), null);
      await store.replace(head({ id: "b", enforced: false, revision: 7 }), null);
      const { uuid } = aBoundary();
      expect(await headVersionsOf(store)).toEqual([
        { id: "a", uuid, revision: 1, enforced: true },
        { id: "b", uuid, revision: 7, enforced: false },
      ]);
    });
  });
}

/** Defines the tests that every implementation of `BoundarySequence` must pass. */
export function describeBoundarySequence(name: string, makeSequence: () => Promise<BoundarySequence>): void {
  describe(`${name} as a sequence of changes`, () => {
    test("it begins at 0 and lists what changed since a number", async () => {
      const sequence = await makeSequence();
      expect(await sequence.current()).toBe(0);
      expect(await sequence.changesSince(0)).toEqual({ sequence: 0, changedIds: [] });
      for (const id of ["a", "b", "a"]) await sequence.raise(id);
      expect(await sequence.current()).toBe(3);
      expect(await sequence.changesSince(0)).toEqual({ sequence: 3, changedIds: ["a", "b", "a"] });
      expect(await sequence.changesSince(2)).toEqual({ sequence: 3, changedIds: ["a"] });
      expect(await sequence.changesSince(3)).toEqual({ sequence: 3, changedIds: [] });
    });

    test("for a number of another database everything has to be compared", async () => {
      const sequence = await makeSequence();
      expect(await sequence.changesSince(5)).toMatchObject({ changedIds: null });
      await sequence.raise("a");
      expect(await sequence.changesSince(5)).toEqual({ sequence: 1, changedIds: null });
    });

    test("concurrent changes are all counted, also the first ones", async () => {
      const sequence = await makeSequence();
      await Promise.all(Array.from({ length: 20 }, (_, n) => sequence.raise(`b-${n}`)));
      const { sequence: reached, changedIds } = await sequence.changesSince(0);
      expect(reached).toBe(20);
      expect([...(changedIds ?? [])].sort()).toEqual(Array.from({ length: 20 }, (_, n) => `b-${n}`).sort());
    });

    test("for a number that is too old everything has to be compared", async () => {
      const sequence = await makeSequence();
      for (let n = 0; n < 201; n += 1) await sequence.raise(`b-${n}`);
      expect((await sequence.changesSince(0)).changedIds).toBeNull();
      expect((await sequence.changesSince(1)).changedIds).toHaveLength(200);
    });
  });
}
