import { describe, expect, test } from "@jest/globals";
import { anIntegration, someKeys } from "../../test/integrations.ts";
import { type Integration, MOST_INTEGRATIONS } from "./integration.ts";
import type { IntegrationStore } from "./integration-store.ts";
import { openText, sealText } from "./sealed-text.ts";

/** Defines the tests that every integration store must pass. */
export function describeIntegrationStore(name: string, makeStore: () => Promise<IntegrationStore>): void {
  describe(`${name} as an integration store`, () => {
    test("an integration is read back by id and by UUID; the list is complete and ordered by id", async () => {
      const store = await makeStore();
      const integrations = Array.from({ length: MOST_INTEGRATIONS }, (_, n) =>
        anIntegration({ id: `$i.${String(n).padStart(3, "0")}:\u{1F600}` }),
      );
      for (const integration of integrations.toReversed()) expect(await store.insert(integration)).toBe(true);
      const [first] = integrations as [Integration];
      expect(await store.list()).toEqual(integrations);
      expect(await store.find(first.id)).toEqual(first);
      expect(await store.findByUuid(first.uuid)).toEqual(first);
      expect(await store.find("unknown")).toBeNull();
      expect(await store.findByUuid("unknown")).toBeNull();
    });

    test("of concurrent inserts with one id one succeeds", async () => {
      const store = await makeStore();
      const taken = await Promise.all(Array.from({ length: 8 }, () => store.insert(anIntegration())));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.list()).toHaveLength(1);
    });

    test("name, URL and enabled change; everything else stays", async () => {
      const store = await makeStore();
      const integration = anIntegration();
      await store.insert(integration);
      const changes = { name: "New", url: "https://new.example.com", enabled: false };
      expect(await store.change(integration.uuid, changes)).toEqual({ ...integration, ...changes });
      expect(await store.find(integration.id)).toEqual({ ...integration, ...changes });
      expect(await store.change("unknown", changes)).toBeNull();
    });

    test("a removed one is not found, is listed as removed, and its id can be used again", async () => {
      const store = await makeStore();
      const [one, other] = [anIntegration({ id: "a" }), anIntegration({ id: "b" })];
      for (const integration of [one, other]) await store.insert(integration);
      expect(await store.remove("b", "2026-11-21T06:00:00.000Z", one.uuid)).toBe(false);
      expect(await store.remove("b", "2026-11-21T06:00:00.000Z", other.uuid)).toBe(true);
      expect(await store.remove("a", "2026-11-21T05:00:00.000Z")).toBe(true);
      expect(await store.remove("a", "2026-11-21T07:00:00.000Z")).toBe(false);
      expect(await store.list()).toEqual([]);
      expect(await store.removed(null, 10)).toEqual([
        { uuid: one.uuid, removedAt: "2026-11-21T05:00:00.000Z" },
        { uuid: other.uuid, removedAt: "2026-11-21T06:00:00.000Z" },
      ]);
      const first = await store.removed(null, 1);
      expect(first).toHaveLength(1);
      expect([...first, ...(await store.removed(first[0] ?? null, 10))]).toEqual(await store.removed(null, 10));
      await store.purgeRemoved(one.uuid);
      expect(await store.removed(null, 10)).toMatchObject([{ uuid: other.uuid }]);
      const again = anIntegration({ id: "a" });
      expect(await store.insert(again)).toBe(true);
      expect(await store.findByUuid(one.uuid)).toBeNull();
    });

    test("one that is changed concurrently stays removed", async () => {
      const store = await makeStore();
      const integrations = Array.from({ length: 60 }, (_, n) => anIntegration({ id: `i-${n}` }));
      await Promise.all(integrations.map((integration) => store.insert(integration)));
      const removed = integrations.map(async ({ id, uuid, name, url }) => {
        const removal = store.remove(id, "2026-11-21T05:00:00.000Z");
        for (let n = 0; n < 6; n++) await store.change(uuid, { name, url, enabled: n % 2 === 0 });
        return removal;
      });
      expect((await Promise.all(removed)).filter((removal) => !removal)).toEqual([]);
      expect(await store.list()).toEqual([]);
    });

    test("a secret is replaced only while it is the expected one", async () => {
      const store = await makeStore();
      const keys = someKeys("old", "new");
      const integration = anIntegration({}, keys);
      await store.insert(integration);
      const seal = () => sealText(keys, integration.uuid, "same");
      const [first, second] = [seal(), seal()];
      await store.reseal(integration.uuid, integration.secret, first);
      await store.reseal(integration.uuid, integration.secret, second);
      const found = await store.find(integration.id);
      expect(found?.secret).toEqual(first);
      expect(openText(keys, integration.uuid, first)).toBe("same");
    });
  });
}
