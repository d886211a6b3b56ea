import { expect, test } from "@jest/globals";
import { addressSetOfTexts, equals, noAddresses } from "@network-access/traffic-sets/address-set";
import type { AddressMemory } from "./address-memory.ts";
import { contentKey } from "./content-store.ts";
import { readCurrentInputs } from "./current-inputs.ts";
import { inMemoryContentStore } from "./in-memory-content-store.ts";

/** Creates current inputs without boundaries. The content store has one address list, with the key for `hash`. */
async function inputsWithList(hash: string, lines: readonly string[]) {
  const contents = inMemoryContentStore();
  await contents.keepAll([{ key: contentKey.addresses(hash), shared: true, pieces: () => [lines.join("\n")] }]);
  const snapshot = { boundaries: [] };
  const addressMemory: AddressMemory = { get: async () => ({ ok: false, reason: "it is not available" }) };
  return readCurrentInputs({
    snapshots: { current: async () => snapshot },
    addressSource: { resolve: async () => new Map() },
    addressMemory,
    contents,
  });
}

test("the event loop stays free while a long stored list is read", async () => {
  const lines = Array.from({ length: 300_000 }, (_, n) => `10.${n >> 15}.${(n >> 7) & 255}.${(n & 127) * 2}/32`);
  const current = await inputsWithList("long", lines);
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const addresses = await current.addressesOf("long");
  isRead = true;
  expect(addresses && equals(addresses, addressSetOfTexts(lines))).toBe(true);
  expect(turns).toBeGreaterThan(20);
});

test("a stored list without addresses is the empty set", async () => {
  const current = await inputsWithList("empty", []);
  expect(await current.addressesOf("empty")).toEqual(noAddresses);
});

test("a list that is not available is null", async () => {
  const current = await inputsWithList("one", ["10.0.0.1/32"]);
  expect(await current.addressesOf("another")).toBeNull();
});
