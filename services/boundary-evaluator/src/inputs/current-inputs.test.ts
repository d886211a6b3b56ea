import { expect, test } from "@jest/globals";
import { addressSetOfTexts, equals, noAddresses } from "@network-access/traffic-sets/address-set";
import type { AddressMemory } from "./address-memory.ts";
import { contentKey } from "./content-store.ts";
import { readCurrentInputs } from "./current-inputs.ts";
import { inMemoryContentStore } from "./in-memory-content-store.ts";

/** Footings where no boundary names anything, beside a list that is stored under a hash. */
async function besideList(hash: string, lines: readonly string[]) {
  const contents = inMemoryContentStore();
  await contents.keepAll([{ key: contentKey.addresses(hash), shared: true, pieces: () => [lines.join("\n")] }]);
  const snapshot = { boundaries: [] };
  const addressMemory: AddressMemory = { get: async () => ({ ok: false, reason: "nobody has it" }) };
  return readCurrentInputs({
    snapshots: { current: async () => snapshot },
    addressSource: { resolve: async () => new Map() },
    addressMemory,
    contents,
  });
}

test("while a long stored list is read, others get their turn", async () => {
  const lines = Array.from({ length: 300_000 }, (_, n) => `10.${n >> 15}.${(n >> 7) & 255}.${(n & 127) * 2}/32`);
  const boundaryInputsStore = await besideList("long", lines);
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const addresses = await boundaryInputsStore.addressesOf("long");
  isRead = true;
  expect(addresses && equals(addresses, addressSetOfTexts(lines))).toBe(true);
  expect(turns).toBeGreaterThan(20);
});

test("a stored list without addresses is the empty set", async () => {
  const boundaryInputsStore = await besideList("empty", []);
  expect(await boundaryInputsStore.addressesOf("empty")).toEqual(noAddresses);
});

test("a list that nobody has is told as that", async () => {
  const boundaryInputsStore = await besideList("one", ["10.0.0.1/32"]);
  expect(await boundaryInputsStore.addressesOf("another")).toBeNull();
});
