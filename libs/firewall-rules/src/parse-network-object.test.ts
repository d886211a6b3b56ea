import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { fieldErrors } from "./field-error.ts";
import type { NetworkObjectInput } from "./object-input.ts";
import { parseNetworkObject } from "./parse-network-object.ts";

const itemKey = { accountId: "1", region: "eu", type: "vm", id: "vm-7" };
const memberOf = { Any: null, Cidr: "cidr", ConnectGroup: "groupId", InventoryItem: "itemKey" } as const;

function parse(input: NetworkObjectInput) {
  const errors = fieldErrors();
  const object = parseNetworkObject(errors, "here", input);
  return { object, errors: errors.all() };
}

test("an object is taken exactly when it has the member of its type and no other, and Any compares with nothing", () => {
  const input = fc.record({
    type: fc.constantFrom("Any" as const, "Cidr" as const, "ConnectGroup" as const, "InventoryItem" as const),
    negate: fc.constantFrom(true, false, null, undefined),
    comparison: fc.constantFrom("Contains" as const, "Equals" as const, null, null, undefined),
    cidr: fc.constantFrom("10.0.0.0/8", null, undefined),
    groupId: fc.constantFrom("web", null, undefined),
    itemKey: fc.constantFrom(itemKey, null, undefined),
  });
  fc.assert(
    fc.property(input, ({ negate, comparison, ...rest }) => {
      const sent = { ...rest, negate: negate ?? null, comparison: comparison ?? null };
      const own = memberOf[sent.type];
      const { object, errors } = parse({
        ...rest,
        ...(negate !== undefined && { negate }),
        ...(comparison !== undefined && { comparison }),
      } as NetworkObjectInput);
      const foreign = (["cidr", "groupId", "itemKey"] as const).filter((name) => name !== own && sent[name] != null);
      const isMissing = own !== null && sent[own] == null;
      const wrong = [
        ...foreign,
        ...(sent.type === "Any" && sent.comparison !== null ? ["comparison"] : []),
        ...(isMissing ? [own] : []),
      ];
      expect(errors.map(({ path }) => path)).toEqual(wrong.map((name) => `here.${name}`));
      const understood =
        own === null
          ? { type: "Any", negate: sent.negate }
          : { type: sent.type, negate: sent.negate, comparison: sent.comparison, [own]: sent[own] };
      expect(object).toEqual(isMissing ? undefined : understood);
    }),
    { numRuns: 1_000 },
  );
});

test("a member of another type is named with the one to send", () => {
  const faultOf = (sent: NetworkObjectInput): string => parse(sent).errors[0]?.message ?? "";
  expect(faultOf({ type: "ConnectGroup", groupId: "web", cidr: "10.0.0.0/8" })).toMatch(/ConnectGroup.*send groupId/);
  expect(faultOf({ type: "Any", groupId: "web" })).toMatch(/Any.*leave it out/);
  expect(faultOf({ type: "Cidr" })).toMatch(/missing.*Cidr.*10\.0\.0\.0\/24/);
  expect(faultOf({ type: "Cidr", cidr: "10.0.0.5/24" })).toContain("10.0.0.0/24");
});

test("the id of a group has to be one that a group may have", () => {
  for (const groupId of ["", "a".repeat(1_025), "two\nlines"]) {
    expect(parse({ type: "ConnectGroup", groupId }).errors.map(({ path }) => path)).toEqual(["here.groupId"]);
  }
});

test("every part of an item key has to be a line of 1 to 1,024 characters", () => {
  const pathsOf = (key: typeof itemKey) =>
    parse({ type: "InventoryItem", itemKey: key }).errors.map(({ path }) => path);
  for (const part of ["accountId", "region", "type", "id"] as const) {
    expect(pathsOf({ ...itemKey, [part]: "x".repeat(1_024) })).toEqual([]);
    for (const wrong of ["", "x".repeat(1_025), "a\nb"])
      expect(pathsOf({ ...itemKey, [part]: wrong })).toEqual([`here.itemKey.${part}`]);
  }
});

test("an item key keeps its four parts and nothing else that was sent with it", () => {
  const sent = Object.assign(Object.create(null), { id: "vm-7", type: "vm", region: "eu", accountId: "1", more: 1 });
  const { object } = parse({ type: "InventoryItem", itemKey: sent });
  expect(object).toStrictEqual({ type: "InventoryItem", negate: null, comparison: null, itemKey });
});
