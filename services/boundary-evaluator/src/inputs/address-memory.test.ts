import { expect, test } from "@jest/globals";
import { addressSetOfTexts, toCidrs } from "@network-access/traffic-sets/address-set";
import { createAddressMemory } from "./address-memory.ts";
import type { AddressList } from "./address-source.ts";

function listing(lists: Record<string, readonly string[] | undefined>) {
  const asked: string[] = [];
  const list = async (hash: string): Promise<AddressList> => {
    asked.push(hash);
    const cidrs = lists[hash];
    return cidrs ? { ok: true, addresses: addressSetOfTexts(cidrs) } : { ok: false, reason: "gone" };
  };
  return { list, asked };
}

const of = (hash: string, cidrs: readonly string[] | null = null) => ({ hash, addressCount: 1, cidrs });

test("a list is fetched once, and not at all where it came with the answer", async () => {
  const { list, asked } = listing({ a: ["10.0.0.0/8"] });
  const memory = createAddressMemory({ list }, 100);
  const [first, second] = await Promise.all([memory.get(of("a")), memory.get(of("a"))]);
  expect(first).toEqual(second);
  expect(first.ok && toCidrs(first.addresses)).toEqual(["10.0.0.0/8"]);
  await memory.get(of("b", ["192.0.2.1/32"]));
  expect((await memory.get(of("b"))).ok).toBe(true);
  expect(asked).toEqual(["a"]);
});

test("the least recently used list is evicted, and fetched again", async () => {
  const lists = { a: ["10.0.0.0/8"], b: ["172.16.0.0/12"], c: ["192.0.2.0/24"] };
  const { list, asked } = listing(lists);
  const memory = createAddressMemory({ list }, 4);
  for (const hash of ["a", "b", "a", "c", "a", "b"]) await memory.get(of(hash));
  expect(asked).toEqual(["a", "b", "c", "b"]);
});

test("a failed fetch is an answer, is not cached, and is repeated where another caller began it", async () => {
  const lists: Record<string, readonly string[] | undefined> = {};
  const { list, asked } = listing(lists);
  const memory = createAddressMemory({ list }, 100);
  const [first, second] = await Promise.all([memory.get(of("a")), memory.get(of("a"))]);
  expect([first, second]).toEqual(Array(2).fill({ ok: false, reason: "gone" }));
  expect(asked).toHaveLength(2);
  lists.a = ["10.0.0.0/8"];
  expect((await memory.get(of("a"))).ok).toBe(true);
});

test("addresses that can't be read are a failed lookup, not an empty set", async () => {
  const memory = createAddressMemory(listing({}), 100);
  expect(await memory.get(of("a", ["10.0.0.5/8"]))).toMatchObject({ ok: false });
});
