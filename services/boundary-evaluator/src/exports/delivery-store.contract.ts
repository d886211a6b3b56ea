import { describe, expect, test } from "@jest/globals";
import { aDelivery } from "../../test/integrations.ts";
import type { DeliveryStore, DueDelivery } from "./delivery-store.ts";

const at = (minute: number) => `2026-11-21T05:${String(minute).padStart(2, "0")}:00.000Z`;

const due = (store: DeliveryStore, minute: number, integrationUuid = "i", limit = 100, skip = 0) =>
  store.due({ integrationUuid, at: at(minute), limit, skip });
const idsDue = async (...given: Parameters<typeof due>) => (await due(...given)).map(({ id }) => id).sort();
/** Claims a waiting delivery, whether or not it is due. */
async function claimed(store: DeliveryStore, id: string, until = at(50)): Promise<DueDelivery> {
  const found = (await store.due({ integrationUuid: "i", at: "9999", limit: 100, skip: 0 })).find(
    (delivery) => delivery.id === id,
  );
  const claim = found && (await store.claim(found, until));
  if (!claim) throw new Error(`${id} could not be claimed`);
  return claim;
}

/** Defines the tests that every delivery store must pass. */
export function describeDeliveryStore(name: string, makeStore: () => Promise<DeliveryStore>): void {
  describe(`${name} as a delivery store`, () => {
    test("an inserted delivery waits and is due at once; inserted again it stays unchanged", async () => {
      const store = await makeStore();
      const delivery = aDelivery({ id: "a", boundaryId: "$b.1", body: "first" });
      await store.add([delivery]);
      const { body: _, createdAt, ...about } = delivery;
      const fresh = { state: "Waiting", attempts: 0, lastError: null, nextAttemptAt: createdAt, deliveredAt: null };
      expect(await store.find("a")).toEqual({ ...about, ...fresh });
      expect(await store.find("b")).toBeNull();
      await store.settleFailed(await claimed(store, "a"), "no", at(1), at(2));
      await Promise.all([store.add([{ ...delivery, body: "second" }]), store.add([delivery, aDelivery({ id: "b" })])]);
      expect(await store.find("a")).toMatchObject({ attempts: 1, lastError: "no", nextAttemptAt: at(2) });
      expect(await claimed(store, "a")).toMatchObject({ body: "first", attempts: 2, scheduledAttempts: 2 });
      expect(await store.find("b")).toMatchObject({ attempts: 0 });
    });

    test("only waiting deliveries of this integration whose time has come are due", async () => {
      const store = await makeStore();
      await store.add(["a", "b", "c", "d"].map((id, n) => aDelivery({ id, createdAt: at(n) })));
      await store.add([aDelivery({ id: "x", integrationUuid: "other" })]);
      expect(await idsDue(store, 2)).toEqual(["a", "b", "c"]);
      expect(await due(store, 9, "i", 2)).toHaveLength(2);
      expect(await due(store, 9, "i", 2, 3)).toHaveLength(1);
      expect(await due(store, 9, "i", 2, 4)).toEqual([]);
      await store.settleDelivered((await claimed(store, "a")).id, at(9));
      await store.settleFailed(await claimed(store, "b"), "no", at(9), null);
      await store.settleFailed(await claimed(store, "c"), "no", at(9), at(20));
      expect(await idsDue(store, 19)).toEqual(["d"]);
      expect(await idsDue(store, 20)).toEqual(["c", "d"]);
      expect(await idsDue(store, 20, "other")).toEqual(["x"]);
    });

    test("of concurrent claims one succeeds, and no other until it expires", async () => {
      const store = await makeStore();
      await store.add([aDelivery({ id: "a" })]);
      const [free] = (await due(store, 5)) as [DueDelivery];
      expect(free).toEqual({ id: "a", attempts: 0, scheduledAttempts: 0, body: "{}" });
      const claims = await Promise.all(Array.from({ length: 8 }, () => store.claim(free, at(10))));
      expect(claims.filter((claim) => claim !== null)).toEqual([
        { id: "a", attempts: 1, scheduledAttempts: 1, body: "{}" },
      ]);
      expect(await idsDue(store, 9)).toEqual([]);
      expect(await store.find("a")).toMatchObject({ state: "Waiting", attempts: 1, nextAttemptAt: at(10) });
      const [left] = (await due(store, 10)) as [DueDelivery];
      expect(left).toMatchObject({ id: "a", attempts: 1 });
      expect(await store.claim(left, at(20))).toMatchObject({ attempts: 2 });
      expect(await store.claim({ ...free, id: "gone" }, at(20))).toBeNull();
    });

    test("a failed attempt stores its problem and the next time, and the last one parks the delivery", async () => {
      const store = await makeStore();
      await store.add([aDelivery({ id: "a" })]);
      await store.settleFailed(await claimed(store, "a"), "it answered 500", at(1), at(2));
      expect(await store.find("a")).toMatchObject({
        state: "Waiting",
        lastError: "it answered 500",
        nextAttemptAt: at(2),
      });
      await store.settleFailed(await claimed(store, "a"), "it answered 503", at(3), null);
      expect(await store.find("a")).toMatchObject({
        state: "Parked",
        attempts: 2,
        lastError: "it answered 503",
        nextAttemptAt: null,
      });
      expect([await store.count("Waiting"), await store.count("Parked")]).toEqual([0, 1]);
    });

    test("a late failure is ignored after another attempt began, a late acknowledgement is not", async () => {
      const store = await makeStore();
      await store.add([aDelivery({ id: "a" }), aDelivery({ id: "b" })]);
      const [late, arrived] = [await claimed(store, "a"), await claimed(store, "b")];
      await claimed(store, "a", at(40));
      await claimed(store, "b", at(40));
      await store.settleFailed(late, "late", at(30), null);
      expect(await store.find("a")).toMatchObject({ state: "Waiting", lastError: null, nextAttemptAt: at(40) });
      await store.settleDelivered(arrived.id, at(30));
      expect(await store.find("b")).toMatchObject({ state: "Delivered", deliveredAt: at(30), nextAttemptAt: null });
      await store.settleFailed(late, "late", at(31), null);
      expect(await store.find("b")).toMatchObject({ state: "Delivered" });
    });

    test("a retried delivery is due at once with a new schedule, whatever its state; a claimed one stays", async () => {
      const store = await makeStore();
      await store.add(["parked", "delivered", "waiting", "claimed"].map((id) => aDelivery({ id })));
      await store.settleFailed(await claimed(store, "parked"), "no", at(1), null);
      await store.settleDelivered((await claimed(store, "delivered")).id, at(1));
      await store.settleFailed(await claimed(store, "waiting"), "no", at(1), at(30));
      await claimed(store, "claimed", at(40));
      for (const id of ["parked", "delivered", "waiting"])
        expect(await store.retry(id, at(2))).toMatchObject({
          id,
          state: "Waiting",
          attempts: 1,
          nextAttemptAt: at(2),
          deliveredAt: null,
        });
      expect(await store.retry("claimed", at(2))).toMatchObject({ attempts: 1, nextAttemptAt: at(40) });
      expect(await store.retry("unknown", at(2))).toBeNull();
      expect(await idsDue(store, 2)).toEqual(["delivered", "parked", "waiting"]);
      expect(await claimed(store, "parked")).toMatchObject({ attempts: 2, scheduledAttempts: 1 });
    });

    test("a retry between the read and the claim gets its new schedule", async () => {
      const store = await makeStore();
      await store.add([aDelivery({ id: "a" })]);
      await store.settleFailed(await claimed(store, "a"), "no", at(1), at(2));
      const [before] = (await due(store, 2)) as [DueDelivery];
      await store.retry("a", at(3));
      expect(await store.claim(before, at(20))).toBeNull();
      expect(await claimed(store, "a")).toMatchObject({ attempts: 2, scheduledAttempts: 1 });
    });

    test("of long bodies few are read at once, at least one, and all in the end", async () => {
      const store = await makeStore();
      const body = "x".repeat(3_000_000);
      await store.add(["a", "b", "c"].map((id) => aDelivery({ id, body })));
      const seen: string[] = [];
      while (seen.length < 3) {
        const found = await due(store, 5);
        expect(found.length).toBeGreaterThan(0);
        for (const delivery of found) {
          await store.claim(delivery, at(50));
          seen.push(delivery.id);
        }
      }
      expect(seen.sort()).toEqual(["a", "b", "c"]);
    });

    test("pages are ordered newest first, unaffected by later inserts, and filtered by state", async () => {
      const store = await makeStore();
      const ids = Array.from({ length: 7 }, (_, n) => `d${n}`);
      // Every two consecutive deliveries have the same time.
      await store.add(ids.map((id, n) => aDelivery({ id, createdAt: at(Math.floor(n / 2)) })));
      await store.add([aDelivery({ id: "x", integrationUuid: "other" })]);
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await store.page({ integrationUuid: "i", state: null, after, limit: 2 });
        seen.push(...page.map(({ delivery }) => delivery.id));
        await store.add([aDelivery({ id: `late-${seen.length}`, createdAt: at(30) })]);
        const last = page.at(-1);
        if (!last) break;
        after = last.place;
      }
      expect(seen).toEqual(ids.toReversed());
      await store.settleFailed(await claimed(store, "d3"), "no", at(9), null);
      const parked = await store.page({ integrationUuid: "i", state: "Parked", after: null, limit: 10 });
      expect(parked.map(({ delivery }) => delivery.id)).toEqual(["d3"]);
    });

    test("settled deliveries are purged in batches; waiting ones never", async () => {
      const store = await makeStore();
      await store.add(["old", "older", "new", "waiting"].map((id) => aDelivery({ id })));
      await store.settleDelivered((await claimed(store, "old")).id, at(2));
      await store.settleFailed(await claimed(store, "older"), "no", at(1), null);
      await store.settleDelivered((await claimed(store, "new")).id, at(9));
      expect(await store.purgeSettled(at(5), 1)).toBe(1);
      expect(await store.purgeSettled(at(5), 10)).toBe(1);
      expect(await store.purgeSettled(at(5), 10)).toBe(0);
      const left = await store.page({ integrationUuid: "i", state: null, after: null, limit: 10 });
      expect(left.map(({ delivery }) => delivery.id).sort()).toEqual(["new", "waiting"]);
    });

    test("all of one integration are deleted in batches, and thousands are inserted in one call", async () => {
      const store = await makeStore();
      await store.add(Array.from({ length: 2_500 }, (_, n) => aDelivery({ id: `d${n}` })));
      await store.add([aDelivery({ id: "x", integrationUuid: "other" })]);
      expect(await store.count("Waiting")).toBe(2_501);
      expect(await store.removeOf("i", 2_000)).toBe(2_000);
      expect(await store.removeOf("i", 2_000)).toBe(500);
      expect(await store.count("Waiting")).toBe(1);
    });
  });
}
