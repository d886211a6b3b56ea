import { expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import type { UserCaller } from "../callers/caller.ts";
import { describeScope, scopeByIdOrName, scopeOf } from "./scope.ts";

const GROUPS = [
  { id: 1, name: "All Devices" },
  { id: 3, name: "Branches" },
  { id: 5, name: "Data centre" },
  { id: 8, name: "Branches West" },
  { id: 9, name: "branches" },
];
const listGroups = "/siql/devicegroup/paged-search?q=devicegroup%7Bid%20%3E%200%7D&page=0&pageSize=1000";

/**
 * Returns a user who may use the groups 3, 5 and 8 according to the copied user directory. For this user, the simulated
 * manager lists group 9 too, as if group 9 had been added after the directory was copied.
 */
function callerWith(headerGroupId: number | null): UserCaller {
  const deviceGroupIds = [3, 5, 8];
  return { kind: "user", keyId: "k", userId: 7, deviceGroupIds, defaultGroupId: headerGroupId ?? 3, headerGroupId };
}

const denied = (id: number) => [
  `Access denied: device group ${id} is not authorized for this user`,
  "list_all_device_groups lists the device groups that the user may use.",
];
const disagrees = (id: number, name: string, of: number) => [
  `deviceGroupId ${id} and deviceGroupName "${name}" disagree: the name is that of device group ${of}.`,
  "Send one of them.",
];
const unknown = (name: string, next: string) => [`deviceGroupName "${name}" is unknown.`, next];
const nearest = (names: string) => `The nearest names are: ${names}.`;
const listing = "list_all_device_groups lists the device groups that the user may use.";

type Cell = readonly [id: number | undefined, name: string | undefined, header: number | null, found: unknown];

const TABLE: readonly Cell[] = [
  // The call contains neither an id nor a name.
  [undefined, undefined, null, { groupId: 3, from: "default" }],
  [undefined, undefined, 5, { groupId: 5, from: "header" }],
  // An id takes precedence over the header.
  [5, undefined, null, { groupId: 5, from: "argument" }],
  [5, undefined, 8, { groupId: 5, from: "argument" }],
  [1, undefined, null, denied(1)],
  [9, undefined, 5, denied(9)],
  [4_711, undefined, null, denied(4_711)],
  [0, undefined, null, denied(0)],
  [-1, undefined, null, denied(-1)],
  // A name, too, takes precedence over the header. The case of the name is ignored.
  [undefined, "Data centre", null, { groupId: 5, from: "argument" }],
  [undefined, " DATA CENTRE", 8, { groupId: 5, from: "argument" }],
  [undefined, "Branches", null, { groupId: 3, from: "argument" }],
  // A group that the user may not use is treated like an unknown group.
  [undefined, "All Devices", null, unknown("All Devices", listing)],
  [undefined, "No such", 5, unknown("No such", listing)],
  [undefined, "Brances", null, unknown("Brances", nearest("Branches"))],
  [undefined, "branch", 5, unknown("branch", nearest("Branches, Branches West"))],
  // The call contains an id and a name.
  [5, "Data centre", null, { groupId: 5, from: "argument" }],
  [3, "Data centre", 8, disagrees(3, "Data centre", 5)],
  [3, "All Devices", null, unknown("All Devices", listing)],
  [9, "Data centre", null, denied(9)],
  [4_711, "No such", null, denied(4_711)],
];

test.each(TABLE)(
  "the argument %j, the name %j and the header %j",
  async (deviceGroupId, deviceGroupName, header, found) => {
    const caller = callerWith(header);
    const manager = fakeManager({ [listGroups]: { total: GROUPS.length, results: GROUPS } });
    const signal = new AbortController().signal;
    const asking = { manager, call: { userId: 7, signal } };
    const expected = Array.isArray(found)
      ? { ok: false, outcome: { kind: "refusal", texts: found } }
      : { ok: true, scope: found };
    expect(await scopeByIdOrName(asking, caller, { deviceGroupId, deviceGroupName })).toEqual(expected);
    if (deviceGroupName === undefined) expect(scopeOf(caller, deviceGroupId)).toEqual(expected);
    const asksManager = deviceGroupName !== undefined && scopeOf(caller, deviceGroupId).ok;
    expect(manager.calls).toEqual(asksManager ? [{ path: listGroups, userId: 7 }] : []);
  },
);

test("a name of several groups is refused with their ids, unless an id chooses", async () => {
  const results = [...GROUPS, { id: 8, name: "data centre" }];
  const manager = fakeManager({ [listGroups]: { total: results.length, results } });
  const asking = { manager, call: { userId: 7, signal: new AbortController().signal } };
  const byName = { deviceGroupName: "data centre" };
  expect(await scopeByIdOrName(asking, callerWith(null), byName)).toEqual({
    ok: false,
    outcome: {
      kind: "refusal",
      texts: ['deviceGroupName "data centre" is the name of the device groups 5, 8.', "Send deviceGroupId instead."],
    },
  });
  expect(await scopeByIdOrName(asking, callerWith(null), { ...byName, deviceGroupId: 8 })).toEqual({
    ok: true,
    scope: { groupId: 8, from: "argument" },
  });
});

test("a failure of the manager is passed on", async () => {
  const manager = fakeManager({ [listGroups]: { kind: "unavailable" } });
  const asking = { manager, call: { userId: 7, signal: new AbortController().signal } };
  expect(await scopeByIdOrName(asking, callerWith(null), { deviceGroupName: "Branches" })).toEqual({
    ok: false,
    outcome: { kind: "manager-failure", failure: { kind: "unavailable" } },
  });
});

test("an answer names the device group and its origin", () => {
  expect(describeScope({ groupId: 3, from: "argument" })).toBe("device group 3");
  expect(describeScope({ groupId: 3, from: "header" })).toBe("device group 3 (from the header x-device-group-id)");
  expect(describeScope({ groupId: 3, from: "default" })).toBe(
    "device group 3 (the default: the lowest that the user may use)",
  );
});
