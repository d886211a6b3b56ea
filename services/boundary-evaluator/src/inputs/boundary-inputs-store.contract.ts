import { describe, expect, test } from "@jest/globals";
import type { BoundaryInputs } from "./boundary-inputs.ts";
import type { BoundaryInputsStore } from "./boundary-inputs-store.ts";

const someBoundaryInputs = (fingerprint: string): BoundaryInputs => ({
  boundarySetHash: "b".repeat(64),
  fingerprints: new Map([["group:web", fingerprint]]),
});

/** Defines the tests that every store of boundary inputs must pass. */
export function describeBoundaryInputsStore(
  name: string,
  makeStore: (now: () => Date) => Promise<BoundaryInputsStore>,
): void {
  describe(`${name} as a store of boundary inputs`, () => {
    test("inputs are read back by their hash, however often they are kept", async () => {
      const store = await makeStore(() => new Date());
      const [hash, again, other] = [
        await store.keep(someBoundaryInputs("unknown")),
        await store.keep(someBoundaryInputs("unknown")),
        await store.keep(someBoundaryInputs("empty")),
      ];
      expect([again === hash, other === hash]).toEqual([true, false]);
      expect(await store.read(hash)).toEqual(someBoundaryInputs("unknown"));
      expect(await store.read("0".repeat(64))).toBeNull();
    });

    test("only old inputs that are not in use are purged, and may be kept again", async () => {
      let time = Date.parse("2026-11-21T05:00:00.000Z");
      const store = await makeStore(() => new Date(time));
      const used = await store.keep(someBoundaryInputs("unknown"));
      const unused = await store.keep(someBoundaryInputs("empty"));
      time += 30 * 60_000;
      const young = await store.keep(someBoundaryInputs("failed"));
      const before = new Date(time - 60_000);
      expect(await store.purge(new Set([used]), before)).toBe(1);
      expect([await store.read(used), await store.read(unused), await store.read(young)]).toEqual([
        someBoundaryInputs("unknown"),
        null,
        someBoundaryInputs("failed"),
      ]);
      expect(await store.keep(someBoundaryInputs("empty"))).toBe(unused);
      expect(await store.read(unused)).toEqual(someBoundaryInputs("empty"));
    });
  });
}
