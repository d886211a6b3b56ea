import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { addressExpression, cidrs } from "../test/arbitraries.ts";
import { addressesOf } from "../test/build.ts";
import { addressCorners, hasAddress } from "../test/oracle.ts";
import * as sets from "./address-set.ts";
import { exceptionsIn, exceptionsTo } from "./exceptions.ts";

const texts = (...list: string[]) => sets.addressSetOfTexts(list);
const families = [4, 6] as const;

describe("the exceptions of a set in a family", () => {
  test("leave exactly its addresses there, and are fewer than its own CIDRs", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          addressExpression,
          cidrs.map((leaves) => ({ op: "not" as const, a: { op: "of" as const, leaves } })),
        ),
        fc.integer({ min: 0, max: 4 }),
        (expression, limit) => {
          const set = addressesOf(expression);
          for (const family of families) {
            const exceptions = exceptionsIn(set, family, limit);
            if (exceptions === null) continue;
            const left = sets.subtract(sets.onlyFamily(sets.allAddresses, family), texts(...exceptions));
            expect(sets.equals(left, sets.onlyFamily(set, family))).toBe(true);
            const corners = addressCorners(expression).filter((at) => at.family === family);
            for (const at of corners)
              expect(sets.containsAddress(left, at.family, at.value)).toBe(hasAddress(expression, at));
            expect(exceptions.length).toBeLessThanOrEqual(limit);
            expect(exceptions.length).toBeLessThan(sets.cidrCount(sets.onlyFamily(set, family)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("are there whenever they are fewer and within the limit", () => {
    fc.assert(
      fc.property(cidrs, fc.integer({ min: 0, max: 4 }), (leaves, limit) => {
        const out = texts(...leaves.map(({ text }) => text));
        const set = sets.complement(out);
        for (const family of families) {
          const own = sets.cidrCount(sets.onlyFamily(set, family));
          const few = sets.toCidrs(sets.onlyFamily(out, family));
          const expected = own > 0 && few.length <= limit && few.length < own ? few : null;
          expect(exceptionsIn(set, family, limit)).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [["0.0.0.0/0"], 4, []],
    [["0.0.0.0/0"], 6, null],
    [["10.0.0.0/8"], 4, null],
    [["128.0.0.0/1"], 4, null],
    [["64.0.0.0/2", "128.0.0.0/1"], 4, ["0.0.0.0/2"]],
    [["0.0.0.0/1", "128.0.0.0/2"], 4, ["192.0.0.0/2"]],
    [["::/1"], 6, null],
  ] as const)("of %j in IPv%s are %j", (cidrsOfSet, family, expected) => {
    expect(exceptionsIn(texts(...cidrsOfSet), family, 3)).toEqual(expected);
  });
});

test("the exceptions of a part to a whole are all that the part leaves out, where these are fewer and within the limit", () => {
  fc.assert(
    fc.property(cidrs, cidrs, fc.integer({ min: 0, max: 4 }), (leaves, others, limit) => {
      const whole = texts(...leaves.map(({ text }) => text));
      const part = sets.subtract(whole, texts(...others.map(({ text }) => text)));
      const out = sets.toCidrs(sets.subtract(whole, part));
      const isShorter = out.length <= limit && out.length < sets.cidrCount(part);
      expect(exceptionsTo(whole, part, limit)).toEqual(isShorter ? out : null);
    }),
    { numRuns: 500 },
  );
});
