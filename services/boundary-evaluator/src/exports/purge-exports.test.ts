import { expect, test } from "@jest/globals";
import { aDelivery, anIntegration, someKeys } from "../../test/integrations.ts";
import { inMemoryIntegrationStore } from "../integrations/in-memory-integration-store.ts";
import { openText } from "../integrations/sealed-text.ts";
import { inMemoryDeliveryStore } from "./in-memory-delivery-store.ts";
import { inMemoryExportProgressStore } from "./in-memory-export-progress-store.ts";
import { type PurgeExportsNeeds, purgeExports } from "./purge-exports.ts";

const never = new AbortController().signal;

function aFixture(members: Partial<PurgeExportsNeeds> = {}) {
  const needs = {
    integrations: inMemoryIntegrationStore(),
    deliveries: inMemoryDeliveryStore(),
    progress: inMemoryExportProgressStore(),
    keys: someKeys(),
    now: () => new Date("2026-11-21T06:00:00.000Z"),
    keptMs: 1_000,
  };
  return { ...needs, purge: () => purgeExports({ ...needs, ...members }, never) };
}

test("a secret that can't be decrypted keeps no other one from the current key", async () => {
  const keys = someKeys("old", "new");
  const old = { ...keys, current: "old" };
  const { integrations, purge } = aFixture({ keys });
  const broken = anIntegration({ id: "a" }, old);
  const other = anIntegration({ id: "b" }, old);
  await integrations.insert({ ...broken, secret: { ...broken.secret, nonce: other.secret.nonce } });
  await integrations.insert(other);
  await expect(purge()).rejects.toThrow("authenticate");
  const resealed = await integrations.find("b");
  expect(resealed?.secret.keyId).toBe("new");
  expect(openText(keys, other.uuid, resealed?.secret ?? broken.secret)).toBe(openText(keys, other.uuid, other.secret));
});

test("a failing delete of one integration blocks neither the others nor the rest", async () => {
  const keys = someKeys("old", "new");
  const deliveries = inMemoryDeliveryStore();
  const stuck = anIntegration({ id: "stuck" }, keys);
  const { integrations, purge } = aFixture({
    keys,
    deliveries: {
      ...deliveries,
      async removeOf(uuid, limit) {
        if (uuid === stuck.uuid) throw new Error("the delete failed");
        return deliveries.removeOf(uuid, limit);
      },
    },
  });
  const gone = anIntegration({ id: "gone" }, keys);
  const kept = anIntegration({ id: "kept" }, { ...keys, current: "old" });
  for (const integration of [stuck, gone, kept]) await integrations.insert(integration);
  await deliveries.add([aDelivery({ integrationUuid: gone.uuid }), aDelivery({ integrationUuid: stuck.uuid })]);
  await integrations.remove("stuck", "2026-11-21T04:00:00.000Z");
  await integrations.remove("gone", "2026-11-21T04:30:00.000Z");
  await expect(purge()).rejects.toThrow("the delete failed");
  expect(await integrations.removed(null, 10)).toEqual([{ uuid: stuck.uuid, removedAt: "2026-11-21T04:00:00.000Z" }]);
  expect(await deliveries.count("Waiting")).toBe(1);
  expect((await integrations.find("kept"))?.secret.keyId).toBe("new");
});

test("all removed integrations of several pages are purged, except those that fail", async () => {
  const deliveries = inMemoryDeliveryStore();
  const stuck = new Set<string>();
  const { integrations, purge } = aFixture({
    deliveries: {
      ...deliveries,
      async removeOf(uuid, limit) {
        if (stuck.has(uuid)) throw new Error("the delete failed");
        return deliveries.removeOf(uuid, limit);
      },
    },
  });
  const keys = someKeys();
  for (let n = 0; n < 230; n += 1) {
    const integration = anIntegration({ id: `i-${n}` }, keys);
    if (n < 220) stuck.add(integration.uuid);
    await integrations.insert(integration);
    await integrations.remove(integration.id, new Date(Date.UTC(2026, 10, 20) + n).toISOString());
  }
  await expect(purge()).rejects.toThrow("the delete failed");
  expect(await integrations.removed(null, 1_000)).toHaveLength(220);
});
