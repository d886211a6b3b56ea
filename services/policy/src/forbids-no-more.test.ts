import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { any, aText, cidr, group } from "../test/builders.ts";
import { aSmallText, everyRule, oracleObjection } from "../test/oracle.ts";
import { forbidsNoMore } from "./forbids-no-more.ts";

const fail = (members: Parameters<typeof aText>[1] = {}) => aText("b", { action: "Fail", ...members });

describe("a Fail boundary certainly forbids no more", () => {
  test.each([
    ["with fewer addresses", { sources: [cidr("10.1.0.0/16")] }, {}],
    ["with the same addresses, spelled otherwise", { sources: [cidr("10.0.0.0/9"), cidr("10.128.0.0/9")] }, {}],
    ["when it is no longer enforced", { enforced: false }, {}],
    ["when it becomes a grant", { action: "Pass" as const }, {}],
    ["for fewer projects", { projectIds: ["a"] }, { projectIds: ["a", "b"] }],
    ["when it says Review of what it forbids in part", {}, { partialMatch: "Fail" as const }],
    ["when it asks for all of a side", { sources: [cidr("10.0.0.0/8", { comparison: "Equals" })] }, {}],
    ["when it names fewer groups", { sources: [group("a")] }, { sources: [group("a"), group("b")] }],
    ["when it takes a group out", { sources: [any(), group("a", { negate: true })] }, { sources: [any()] }],
    [
      "with shorter port ranges",
      { services: [{ type: "PortRangeSize" as const, maxSize: 5 }] },
      { services: [{ type: "PortRangeSize" as const, maxSize: 9 }] },
    ],
  ])("%s", (_, next, before) => {
    expect(forbidsNoMore(fail(next), fail(before))).toBe(true);
  });
});

describe("a Fail boundary may forbid more", () => {
  test.each([
    ["with other addresses", { sources: [cidr("11.0.0.0/8")] }, {}],
    ["when it comes to be enforced", {}, { enforced: false }],
    ["for every project", {}, { projectIds: ["a"] }],
    ["for rules of another action", { ruleActions: ["Allow" as const, "Deny" as const] }, {}],
    ["when it asks for less of a side", {}, { sources: [cidr("10.0.0.0/8", { comparison: "Equals" })] }],
    ["when it names a group, whatever that holds", { sources: [group("a")] }, {}],
    ["when it was a grant", {}, { action: "Pass" as const }],
  ])("%s", (_, next, before) => {
    expect(forbidsNoMore(fail(next), fail(before))).toBe(false);
  });
});

test("a boundary that certainly forbids no more objects to no rule more than before, whatever groups hold", () => {
  let certain = 0;
  const small = aSmallText("b", { groups: true });
  // The two texts of a pair differ in only one member, because `forbidsNoMore` would rarely return true for unrelated
  // texts.
  const pairs = fc
    .tuple(
      small,
      small,
      fc.constantFrom("sources", "destinations", "services", "partialMatch", "projectIds", "ruleActions"),
    )
    .map(([before, other, member]) => ({
      before: { ...before, action: "Fail" as const },
      next: { ...before, action: "Fail" as const, [member]: other[member] },
    }));
  fc.assert(
    fc.property(pairs, fc.nat({ max: 31 }), ({ before, next }, members) => {
      if (!forbidsNoMore(next, before)) return;
      certain += 1;
      for (const rule of everyRule())
        if (oracleObjection(next, rule, members) > oracleObjection(before, rule, members))
          throw new Error(`${JSON.stringify(rule)} with the group ${members}`);
    }),
    { numRuns: 400 },
  );
  expect(certain).toBeGreaterThan(40);
});
