import { expect, test } from "@jest/globals";
import type { GroupPermissions } from "./user-group.ts";
import { rightsOf } from "./user-rights.ts";

const group = (more: Partial<GroupPermissions>): GroupPermissions => ({ permissions: [], deviceGroups: [], ...more });

test("a user without groups may nothing", () => {
  const rights = rightsOf([]);
  expect(rights.may("read", "securityManager")).toBe(false);
  expect(rights.mayGroup("read", 1)).toBe(false);
});

test("rights of several groups add up, and write includes read", () => {
  const rights = rightsOf([
    group({ permissions: [{ name: "devices", read: true, write: false }] }),
    group({ permissions: [{ name: "devices", read: false, write: true }] }),
    group({ permissions: [{ name: "users", read: false, write: false }] }),
    group({ deviceGroups: [{ id: 7, read: false, write: true }] }),
    group({ deviceGroups: [{ id: 8, read: true, write: false }] }),
  ]);
  expect([rights.may("read", "devices"), rights.may("write", "devices")]).toEqual([true, true]);
  expect([rights.may("read", "users"), rights.may("read", "controls")]).toEqual([false, false]);
  expect([rights.mayGroup("read", 7), rights.mayGroup("write", 7)]).toEqual([true, true]);
  expect([rights.mayGroup("read", 8), rights.mayGroup("write", 8)]).toEqual([true, false]);
  expect(rights.mayGroup("read", 9)).toBe(false);
});

test("a right to All Devices is one to each device group, to the same extent", () => {
  const rights = rightsOf([group({ deviceGroups: [{ id: 1, read: true, write: false }] })]);
  expect([rights.mayGroup("read", 99), rights.mayGroup("write", 99)]).toEqual([true, false]);
});
