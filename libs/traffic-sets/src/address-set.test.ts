import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { addressExpression, cidrs, type PlainCidr } from "../test/arbitraries.ts";
import { addressesOf } from "../test/build.ts";
import { addressCorners, type Expression, hasAddress } from "../test/oracle.ts";
import * as sets from "./address-set.ts";
import { parseCidr } from "./cidr.ts";

const corners = (...expressions: Expression<PlainCidr>[]) => addressCorners(...expressions);
const texts = (...list: string[]) => sets.addressSetOfTexts(list);

/**
 * Expects two sets to be equal. Compares their fingerprints, because comparing typed arrays would take longer than the
 * rest of the test.
 */
function same(a: sets.AddressSet, b: sets.AddressSet): void {
  expect(sets.fingerprint(a)).toBe(sets.fingerprint(b));
}

describe("an address set", () => {
  test("has exactly the addresses that its expression has", () => {
    fc.assert(
      fc.property(addressExpression, (expression) => {
        const set = addressesOf(expression);
        const wrong = corners(expression).find(
          (at) => sets.containsAddress(set, at.family, at.value) !== hasAddress(expression, at),
        );
        expect(wrong).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  test("answers contains, equals, overlaps, emptiness and the lowest address as testing points does", () => {
    fc.assert(
      fc.property(addressExpression, addressExpression, (left, right) => {
        const a = addressesOf(left);
        const b = addressesOf(right);
        const points = corners(left, right).map((at) => ({ at, a: hasAddress(left, at), b: hasAddress(right, at) }));
        expect(sets.contains(a, b)).toBe(points.every((point) => point.a || !point.b));
        expect(sets.equals(a, b)).toBe(points.every((point) => point.a === point.b));
        expect(sets.overlaps(a, b)).toBe(points.some((point) => point.a && point.b));
        expect(sets.isEmpty(a)).toBe(!points.some((point) => point.a));
        for (const family of [4, 6] as const) {
          const inFamily = points.filter((point) => point.at.family === family);
          expect(sets.isEmptyIn(a, family)).toBe(!inFamily.some((point) => point.a));
          const lowest = inFamily.find((point) => point.a && !point.b)?.at;
          expect(sets.lowestAddress(sets.subtract(a, b), family)).toEqual(lowest);
        }
        expect(sets.lowestAddress(sets.subtract(a, b))).toEqual(points.find((point) => point.a && !point.b)?.at);
      }),
      { numRuns: 200 },
    );
  });

  test("gives its CIDRs in pages, and how many of them share an address with another set", () => {
    fc.assert(
      fc.property(addressExpression, addressExpression, fc.integer({ min: 1, max: 4 }), (left, right, size) => {
        const a = addressesOf(left);
        const b = addressesOf(right);
        const pages = [...sets.cidrPages(a, size)];
        expect(pages.flat()).toEqual(sets.toCidrs(a));
        expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
        expect(pages.every((page) => page.length > 0)).toBe(true);
        const touched = sets.toCidrs(a).filter((text) => sets.overlaps(texts(text), b));
        expect(sets.touchedCidrs(a, b)).toBe(touched.length);
      }),
      { numRuns: 200 },
    );
  });

  test("is given in pages also when it has more ranges than are converted together", () => {
    const hosts = (prefix: string) =>
      Array.from(
        { length: 5_000 },
        (_, n) => `${prefix}${prefix.includes(":") ? (2 * n).toString(16) : `${n >> 7}.${(2 * n) & 255}`}`,
      );
    const set = texts(...hosts("10.0."), ...hosts("2001:db8::1:"));
    expect([...sets.cidrPages(set, 999)].flat()).toEqual(sets.toCidrs(set));
    expect([...sets.cidrPages(set, 999)]).toHaveLength(11);
  });

  test("is the same data whenever it is the same set", () => {
    fc.assert(
      fc.property(addressExpression, addressExpression, (left, right) => {
        const a = addressesOf(left);
        const b = addressesOf(right);
        const equal = corners(left, right).every((at) => hasAddress(left, at) === hasAddress(right, at));
        expect(sets.fingerprint(a) === sets.fingerprint(b)).toBe(equal);
        expect(JSON.stringify(a) === JSON.stringify(b)).toBe(equal);
        expect(sets.contains(a, b) && sets.contains(b, a)).toBe(equal);
        same(sets.union(sets.intersect(a, b), sets.subtract(a, b)), a);
        expect(sets.overlaps(sets.intersect(a, b), sets.subtract(a, b))).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("keeps the laws of sets", () => {
    fc.assert(
      fc.property(addressExpression, addressExpression, addressExpression, (x, y, z) => {
        const [a, b, c] = [addressesOf(x), addressesOf(y), addressesOf(z)];
        same(sets.complement(sets.complement(a)), a);
        same(sets.complement(sets.union(a, b)), sets.intersect(sets.complement(a), sets.complement(b)));
        same(sets.complement(sets.intersect(a, b)), sets.union(sets.complement(a), sets.complement(b)));
        same(sets.subtract(a, b), sets.intersect(a, sets.complement(b)));
        same(sets.union(a, b), sets.union(b, a));
        same(sets.unionAll([a, b, c]), sets.union(a, sets.union(b, c)));
        same(sets.intersect(a, sets.union(b, c)), sets.union(sets.intersect(a, b), sets.intersect(a, c)));
        same(sets.union(a, sets.complement(a)), sets.allAddresses);
        same(sets.intersect(a, sets.complement(a)), sets.noAddresses);
      }),
    );
  });

  test("does not depend on how its CIDRs are spelled, ordered, split or repeated", () => {
    fc.assert(
      fc.property(cidrs, fc.infiniteStream(fc.boolean()), (list, coin) => {
        const flips = coin[Symbol.iterator]();
        const heads = () => flips.next().value === true;
        const spelled = list.flatMap(({ text, family, prefix, low, high }) => {
          const parsed = parseCidr(text);
          if (!parsed.ok) throw new Error(parsed.problem);
          if (prefix === (family === 4 ? 32 : 128)) return heads() ? [parsed.text.split("/")[0] ?? ""] : [text];
          if (heads()) return heads() ? [text, parsed.text] : [text.toUpperCase()];
          const upper = { ...parsed.cidr, prefix: prefix + 1, low: (low + high + 1n) / 2n };
          return [{ ...upper, low }, upper].map((half) => sets.toCidrs(sets.addressSetOfCidrs([half]))[0] ?? "");
        });
        const original = sets.addressSetOfTexts(list.map(({ text }) => text));
        expect(sets.addressSetOfTexts(spelled.reverse())).toEqual(original);
        expect(sets.addressSetOfCidrs(list)).toEqual(original);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the CIDRs of a set", () => {
  test("are ascending, make up the set, and no two of them could be one", () => {
    fc.assert(
      fc.property(addressExpression, (expression) => {
        const set = addressesOf(expression);
        const list = sets.toCidrs(set);
        expect(sets.cidrCount(set)).toBe(list.length);
        same(sets.addressSetOfTexts(list), set);
        const parsed = list.map((text) => {
          const result = parseCidr(text);
          if (!result.ok || result.text !== text) throw new Error(`${text} is not canonical`);
          return result.cidr;
        });
        let total = 0n;
        for (const [index, cidr] of parsed.entries()) {
          total += cidr.high - cidr.low + 1n;
          const before = parsed[index - 1];
          if (before === undefined) continue;
          expect(before.family < cidr.family || (before.family === cidr.family && before.high < cidr.low)).toBe(true);
          const rest = BigInt((cidr.family === 4 ? 32 : 128) - cidr.prefix + 1);
          const siblings =
            before.family === cidr.family &&
            before.prefix === cidr.prefix &&
            before.high + 1n === cidr.low &&
            before.low >> rest === cidr.low >> rest;
          expect(siblings).toBe(false);
        }
        expect(sets.addressCount(set)).toBe(total);
        const limit = Math.floor(list.length / 2);
        expect(sets.toCidrs(set, limit)).toEqual(list.slice(0, limit));
      }),
      { numRuns: 200 },
    );
  });

  test("of everything but the private blocks are 31 in IPv4, and one host costs 128 in IPv6", () => {
    const open = sets.subtract(sets.allAddresses, texts("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"));
    const ipv4 = sets.onlyFamily(open, 4);
    expect(sets.toCidrs(ipv4)).toHaveLength(31);
    expect(sets.addressCount(ipv4)).toBe(4_277_075_968n);
    expect(sets.toCidrs(sets.onlyFamily(open, 6))).toEqual(["::/0"]);
    expect(sets.cidrCount(sets.onlyFamily(sets.complement(texts("2001:db8::1")), 6))).toBe(128);
  });

  test("are as long as the range, whatever ranges stand before it", () => {
    const beside = ["2001:db8:0:1::/128", "2001:db8:0:2::/127", "2001:db8:0:3::1/128", "2001:db8:1::/128"];
    expect(sets.toCidrs(sets.addressSetOfTexts(beside))).toEqual(beside);
  });

  test("of everything but 10.0.0.0/8 are the eight of the worked example", () => {
    const set = sets.subtract(texts("0.0.0.0/0"), texts("10.0.0.0/8"));
    const expected = ["0.0.0.0/5", "8.0.0.0/7", "11.0.0.0/8", "12.0.0.0/6", "16.0.0.0/4", "32.0.0.0/3", "64.0.0.0/2"];
    expect(sets.toCidrs(set)).toEqual([...expected, "128.0.0.0/1"]);
    expect(sets.addressCount(set)).toBe(4_278_190_080n);
  });

  test("are found again from any number of addresses", () => {
    const hosts = Array.from({ length: 5_000 }, (_, index) => `10.${index >> 8}.${index & 255}.${(index * 7) & 255}`);
    const set = sets.addressSetOfTexts(hosts);
    expect(sets.toCidrs(set)).toEqual(hosts.map((host) => `${host}/32`));
    const wide = Array.from({ length: 5_000 }, (_, index) => `2001:db8:${index.toString(16)}::/48`);
    expect(sets.toCidrs(sets.addressSetOfTexts(wide.toReversed()))).toEqual(
      sets.toCidrs(sets.unionAll(wide.map((text) => texts(text)))),
    );
  });

  test("of malformed texts are refused with the reason", () => {
    expect(() => texts("10.0.0.0/8", "10.0.0.5/24")).toThrow(
      new RangeError('"10.0.0.5/24" has host bits set; did you mean 10.0.0.0/24 or 10.0.0.5/32?'),
    );
  });
});
