import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { ADDRESSES_PER_PAGE } from "@network-access/service-contracts/address-resolution";
import { createLogger } from "@network-access/service-runtime/logger";
import { createServiceClient, type ServiceClient } from "@network-access/service-runtime/service-client";
import { toCidrs } from "@network-access/traffic-sets/address-set";
import { aRule, group, item } from "../../test/boundaries.ts";
import { type OwnersSimulator, startOwnersSimulator } from "../../test/owners-simulator.ts";
import { namedReferences } from "../judging/model/named-reference.ts";
import { httpAddressSource } from "./http-address-source.ts";

let owners: OwnersSimulator;
let client: ServiceClient;
const logger = createLogger({ name: "test", level: "silent" });

beforeAll(async () => {
  owners = await startOwnersSimulator();
  client = createServiceClient({ callee: "inventory", url: owners.url, logger, token: async () => "token" });
});
afterAll(async () => {
  await client.stop();
  await owners.stop();
});
beforeEach(() => {
  owners.inventoryAway = false;
  owners.asked.length = 0;
  owners.groups.clear();
  owners.replaced.clear();
  owners.items.clear();
});

const key = (id: string) => JSON.stringify(["a", "r", "vm", id]);
const named = (...ids: string[]) =>
  namedReferences([aRule({ sources: ids.map((id) => group(id)), destinations: [item("i")] })]);

test("four different answers, and items with their addresses", async () => {
  owners.groups.set("known", ["10.0.0.0/8"]).set("new", "not-ready").set("sick", "failed");
  owners.items.set(key("i"), ["192.0.2.1/32"]);
  const answers = await httpAddressSource(client).resolve(named("known", "new", "sick", "absent"));
  expect(answers.get("group:known")).toMatchObject({ outcome: "resolved", addressCount: 1, cidrs: null });
  expect(answers.get("group:new")).toEqual({ outcome: "not-ready" });
  expect(answers.get("group:sick")).toEqual({ outcome: "failed", reason: expect.any(String) });
  expect(answers.get("group:absent")).toEqual({ outcome: "unknown" });
  expect(answers.get(`item:${key("i")}`)).toMatchObject({ outcome: "resolved", cidrs: ["192.0.2.1/32"] });
  expect(owners.asked).toHaveLength(1);
});

/** Resolves a group and then reads its list. */
async function listOf(id: string) {
  const source = httpAddressSource(client);
  const answer = (await source.resolve(named(id))).get(`group:${id}`);
  if (answer?.outcome !== "resolved") throw new Error("the group was not resolved");
  return source.list(answer.hash, answer.addressCount);
}

test("a list is read to its last page, IPv4 and IPv6", async () => {
  const cidrs = [
    ...Array.from({ length: ADDRESSES_PER_PAGE + 2 }, (_, n) => `10.${n >> 15}.${(n >> 7) & 255}.${(n & 127) * 2}/32`),
    "2001:db8::/32",
  ];
  owners.groups.set("known", cidrs);
  const list = await listOf("known");
  expect(list.ok && toCidrs(list.addresses)).toEqual(cidrs);
  expect(owners.asked).toHaveLength(3);
  const hash = createHash("sha256").update(cidrs.join("\n")).digest("hex");
  expect(await httpAddressSource(client).list(hash, null)).toEqual(list);
});

test("a list that does not have its hash, or can't be read, is a failed lookup", async () => {
  const unreadable = { ok: false, reason: "the inventory gave addresses that can't be read" };
  owners.groups.set("other", ["10.0.0.0/8"]).set("broken", ["10.0.0.5/8"]).set("cut", ["10.0.0.0/8"]);
  owners.replaced.set("other", gzipSync("10.0.0.0/9")).set("cut", gzipSync("10.0.0.0/8").subarray(0, 12));
  expect(await listOf("other")).toEqual(unreadable);
  expect(await listOf("broken")).toEqual(unreadable);
  expect(await listOf("cut")).toEqual(unreadable);
  owners.replaced.set("cut", Buffer.from("10.0.0.0/8"));
  expect(await listOf("cut")).toEqual(unreadable);
  owners.replaced.set("cut", gzipSync(Buffer.alloc(64 * 1_024 * 1_024)));
  expect(await listOf("cut")).toEqual(unreadable);
});

test("while the inventory is unavailable every reference is a failed lookup with its reason", async () => {
  owners.inventoryAway = true;
  const source = httpAddressSource(client);
  const answers = await source.resolve(named("a", "b"));
  const failed = { outcome: "failed", reason: "the inventory does not answer" };
  expect([...answers.values()]).toEqual([failed, failed, failed]);
  expect(await source.list("0".repeat(64), 1)).toEqual({ ok: false, reason: "the inventory does not answer" });
});

test("more references than one call takes are split over several calls", async () => {
  const ids = Array.from({ length: 2_500 }, (_, n) => `g${n}`);
  for (const id of ids) owners.groups.set(id, []);
  const answers = await httpAddressSource(client).resolve(named(...ids));
  expect(answers.size).toBe(2_501);
  expect([...answers.values()].filter(({ outcome }) => outcome === "resolved")).toHaveLength(2_500);
  expect(owners.asked).toHaveLength(3);
});
