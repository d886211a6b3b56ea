import { expect, test } from "@jest/globals";
import { permissions, permissionsOf } from "./permissions.ts";

test("the permissions of a token are the list in its claim permissions", () => {
  expect(permissionsOf({ permissions: ["group:view", "boundary:edit"] })).toEqual(
    new Set(["group:view", "boundary:edit"]),
  );
});

test("without that claim the words of scope count", () => {
  expect(permissionsOf({ scope: "openid change-request:view email" })).toEqual(new Set(["change-request:view"]));
});

test("scope adds nothing to a list of permissions, not even to an empty one", () => {
  expect(permissionsOf({ permissions: [], scope: permissions.join(" ") })).toEqual(new Set());
});

test.each([
  [{}],
  [{ permissions: "boundary:edit" }],
  [{ permissions: [1, null, "root"] }],
  [{ scope: ["boundary:edit"] }],
])("%j allows nothing", (claims) => {
  expect(permissionsOf(claims).size).toBe(0);
});
