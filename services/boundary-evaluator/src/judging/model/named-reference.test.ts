import { expect, test } from "@jest/globals";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { network } from "../../../test/written.ts";
import { groupsNamedBy, namedReferences } from "./named-reference.ts";

const itemKey = { accountId: "a", region: "r", type: "vm", id: "vm-7" };
const item: NetworkObject = { type: "InventoryItem", negate: null, comparison: null, itemKey };
const sides = {
  sources: [network("@web"), item, network("10.0.0.0/8")],
  destinations: [network("@db"), network("!@web")],
};

test("groups and items are named once, in the order they come in", () => {
  expect(namedReferences([sides, sides]).map(({ reference }) => reference)).toEqual([
    "group:web",
    'item:["a","r","vm","vm-7"]',
    "group:db",
  ]);
});

test("an item is not among the groups", () => {
  expect(groupsNamedBy(sides)).toEqual(["web", "db"]);
});
