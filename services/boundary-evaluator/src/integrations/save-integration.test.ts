import { expect, test } from "@jest/globals";
import { anIntegration, someKeys } from "../../test/integrations.ts";
import { inMemoryIntegrationStore } from "./in-memory-integration-store.ts";
import { MOST_INTEGRATIONS } from "./integration.ts";
import { newSigningSecret } from "./new-signing-secret.ts";
import { createReceiverAddresses } from "./receiver-addresses.ts";
import { saveIntegration } from "./save-integration.ts";

test("a save beyond the limit removes its own integration, and not one created under the same id since", async () => {
  const store = inMemoryIntegrationStore();
  for (let n = 1; n < MOST_INTEGRATIONS; n += 1) await store.insert(anIntegration({ id: `i-${n}` }));
  const other = anIntegration({ id: "mine" });
  let reads = 0;
  const integrations = {
    ...store,
    async list() {
      reads += 1;
      // Simulates calls of other users between the insert and the second read of this save.
      if (reads === 2) {
        await store.insert(anIntegration({ id: "another" }));
        const found = await store.list();
        await store.remove("mine", "2026-11-21T05:00:00.000Z");
        await store.insert(other);
        return found;
      }
      return store.list();
    },
  };
  const needs = {
    integrations,
    receivers: { allowHttp: false, addresses: createReceiverAddresses([]) },
    keys: someKeys(),
    newSecret: newSigningSecret,
    newUuid: () => crypto.randomUUID(),
    now: () => new Date("2026-11-21T05:00:00.000Z"),
  };
  const input = { id: "mine", name: "Mine", url: "https://mine.example.com/hook" };
  expect(await saveIntegration(needs, input, "ada")).toMatchObject({ ok: false, failure: { kind: "conflict" } });
  expect(await store.find("mine")).toEqual(other);
});
