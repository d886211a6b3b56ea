import { expect, test } from "@jest/globals";
import type { Manager } from "./manager.ts";
import { uploadDevice } from "./upload-device.ts";

/**
 * Returns a simulated security manager that counts calls. It loses the parts that are sent in the first `removals`
 * calls of `putPart`, so `putRevision` reports these parts as missing.
 */
function makeForgetfulManager(removals: number) {
  const calls = { putPart: 0, putRevision: 0 };
  const manager: Manager = {
    findDevice: async () => ({ ok: true, answer: 7 }),
    createDevice: async () => ({ ok: true, answer: 7 }),
    newestRevision: async () => ({ ok: true, answer: null }),
    async putPart() {
      calls.putPart += 1;
      return { ok: true, answer: null };
    },
    async putRevision(_device, { parts }) {
      calls.putRevision += 1;
      const isStored = calls.putPart > removals;
      return { ok: true, answer: isStored ? { id: 1, isNew: true, searchable: false } : { missing: parts } };
    },
    isSearchable: async () => ({ ok: true, answer: true }),
  };
  return { manager, calls };
}

const upload = {
  name: "fw",
  vendor: "v",
  product: "p",
  group: undefined,
  configuredAt: new Date(0),
  parts: [{ sha256: "a".repeat(64), body: "{}" }],
};

test("parts that the manager removes between two calls are sent up to three times", async () => {
  const { manager, calls } = makeForgetfulManager(2);
  expect(await uploadDevice(manager, upload)).toMatchObject({ ok: true, answer: { revision: { id: 1 } } });
  expect(calls).toEqual({ putPart: 3, putRevision: 4 });
});

test("an upload whose parts are missing after they were sent three times fails", async () => {
  const { manager, calls } = makeForgetfulManager(3);
  expect(await uploadDevice(manager, upload)).toEqual({
    ok: false,
    failure: { kind: "gave-up", message: "parts are missing again after they were sent 3 times" },
  });
  expect(calls).toEqual({ putPart: 3, putRevision: 4 });
});
