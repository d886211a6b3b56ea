import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { addressExpression } from "../test/arbitraries.ts";
import { addressesOf } from "../test/build.ts";
import { addressCorners, hasAddress } from "../test/oracle.ts";
import * as sets from "./address-set.ts";
import { fewestCidrs } from "./fewest-cidrs.ts";

const texts = (...list: string[]) => sets.addressSetOfTexts(list);

describe("the fewest CIDRs of a set", () => {
  test("leave exactly its addresses, and never take more than naming all of them", () => {
    fc.assert(
      fc.property(addressExpression, (expression) => {
        const set = addressesOf(expression);
        const { named, negated } = fewestCidrs(set);
        const left = sets.subtract(texts(...named), texts(...negated));
        const wrong = addressCorners(expression).find(
          (at) => sets.containsAddress(left, at.family, at.value) !== hasAddress(expression, at),
        );
        expect(wrong).toBeUndefined();
        expect(sets.equals(left, set)).toBe(true);
        expect(named.length + negated.length).toBeLessThanOrEqual(sets.cidrCount(set));
        if (negated.length === 0) expect(named).toEqual(sets.toCidrs(set));
      }),
      { numRuns: 300 },
    );
  });

  test("are as few as any plain and negated CIDRs can be", () => {
    const fewest = fewestByTrying();
    for (let mask = 1; mask < 256; mask += 1) {
      const members = Array.from({ length: 8 }, (_, at) => at).filter((at) => (mask >> at) & 1);
      for (const [start, prefix] of [["192.0.2.", 32] as const, ["2001:db8::", 128] as const]) {
        const { named, negated } = fewestCidrs(texts(...members.map((at) => `${start}${at}/${prefix}`)));
        expect([members, named.length + negated.length]).toEqual([members, fewest.get(mask)]);
      }
    }
  });

  test.each([
    ["one host away from everything", ["0.0.0.0/0", "::/0"], ["10.0.0.5/32"]],
    ["a hole in a network", ["10.0.0.0/8"], ["10.1.0.0/16"]],
    ["a host on its own", ["10.0.0.5/32"], []],
    ["two halves", ["10.0.0.0/9", "11.0.0.0/8"], []],
    ["a hole next to a whole", ["10.0.0.0/8", "192.168.0.0/16"], ["10.0.0.0/24", "10.9.9.9/32"]],
    ["nothing", [], []],
  ])("%s", (_, named, negated) => {
    expect(fewestCidrs(sets.subtract(texts(...named), texts(...negated)))).toEqual({ named, negated });
  });
});

/**
 * Finds the fewest CIDR blocks for each set of addresses among eight consecutive addresses. Plain and negated blocks
 * both count. The keys of the returned map are the sets, each as a number with one bit for each address. The values are
 * the numbers of blocks. The function tries every combination of up to four blocks.
 */
function fewestByTrying(): Map<number, number> {
  const blocks: number[] = [];
  for (let size = 1; size <= 8; size *= 2) for (let low = 0; low < 8; low += size) blocks.push((2 ** size - 1) << low);
  const fewest = new Map<number, number>();
  const choose = (from: number, named: number, negated: number, chosen: number): void => {
    const set = named & ~negated;
    fewest.set(set, Math.min(chosen, fewest.get(set) ?? Number.POSITIVE_INFINITY));
    if (chosen === 4) return;
    for (let at = from; at < blocks.length; at += 1) {
      const block = blocks[at] ?? 0;
      choose(at + 1, named | block, negated, chosen + 1);
      choose(at + 1, named, negated | block, chosen + 1);
    }
  };
  choose(0, 0, 0, 0);
  return fewest;
}
