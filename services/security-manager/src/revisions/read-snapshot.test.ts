import { expect, test } from "@jest/globals";
import type { SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import type { PartStore } from "./part-store.ts";
import { readSnapshot } from "./read-snapshot.ts";

/**
 * Creates a part store that supports only `read`. The name of a part is its position in `parts`. `ms` returns how many
 * milliseconds it takes to read the part at a position. `reading.most` is the highest number of concurrent reads.
 */
function storeOf(parts: readonly (SnapshotPartInput | undefined)[], ms: (place: number) => number = () => 0) {
  const reading = { now: 0, most: 0 };
  const read: PartStore["read"] = async (_, name) => {
    reading.now += 1;
    reading.most = Math.max(reading.most, reading.now);
    await new Promise((resolve) => setTimeout(resolve, ms(Number(name))));
    reading.now -= 1;
    const part = parts[Number(name)];
    return part && JSON.stringify(part);
  };
  return { store: { read } as PartStore, names: parts.map((_, place) => String(place)), reading };
}

const policy = (name: string): SnapshotPartInput => ({
  ...{ kind: "policy", name, displayName: name, policyType: "SECURITY" },
  rows: [{ number: 1, action: "ACCEPT", families: [4] }],
});
const text: SnapshotPartInput = { kind: "text", file: "a", text: "x".repeat(4 * 1_024 * 1_024) };

test("parts stay in their order, though some are read at once", async () => {
  const order = Array.from({ length: 30 }, (_, place) => `p${(place * 7) % 30}`);
  const { store, names, reading } = storeOf(order.map(policy), (place) => (place * 13) % 7);
  const read = await readSnapshot(store, 1, names, "without texts");
  expect(read.ok && [...read.snapshot.policies.keys()]).toEqual(order);
  expect(reading.most).toBe(4);
});

test("a part that is missing is named", async () => {
  const { store, names } = storeOf([policy("a"), undefined, policy("b")]);
  const problem = "the part 1 is no longer stored; send it again";
  expect(await readSnapshot(store, 1, names, "with texts")).toEqual({ ok: false, problem });
});

test("texts are left out where none is needed", async () => {
  const { store, names } = storeOf([policy("a"), text]);
  const [without, all] = [
    await readSnapshot(store, 1, names, "without texts"),
    await readSnapshot(store, 1, names, "with texts"),
  ];
  expect([without.ok && without.snapshot.texts.size, all.ok && all.snapshot.texts.size]).toEqual([0, 1]);
});

test("more JSON than a snapshot may have is refused with the bound, before it is put together", async () => {
  const { store, names } = storeOf(Array.from({ length: 33 }, () => text));
  const problem = "the parts have more than 134217728 bytes of JSON together";
  for (const texts of ["with texts", "without texts"] as const)
    expect(await readSnapshot(store, 1, names, texts)).toEqual({ ok: false, problem });
});

test("an error of the database reaches the caller", async () => {
  const { names } = storeOf([policy("a"), policy("b")]);
  const store = { read: () => Promise.reject(new Error("away")) } as unknown as PartStore;
  await expect(readSnapshot(store, 1, names, "with texts")).rejects.toThrow("away");
});
