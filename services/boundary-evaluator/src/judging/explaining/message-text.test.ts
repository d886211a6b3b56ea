import { describe, expect, test } from "@jest/globals";
import * as addresses from "@network-access/traffic-sets/address-set";
import fc from "fast-check";
import { addressText, shortened } from "./message-text.ts";

const setOf = (...cidrs: string[]) => addresses.addressSetOfTexts(cidrs);
const without = (whole: addresses.AddressSet, ...cidrs: string[]) => addresses.subtract(whole, setOf(...cidrs));
const private4 = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];
const ipv4 = setOf("0.0.0.0/0");
const ipv6 = setOf("::/0");
const all = addresses.allAddresses;

const cidr = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 4 }))
    .map(([top, prefix]) => `${(top >> (4 - prefix)) << (8 - prefix)}.0.0.0/${prefix}`),
  fc.constantFrom(...private4, "10.1.2.3/32", "255.255.255.255/32"),
  fc.constantFrom("::/0", "::/1", "8000::/1", "2000::/3", "2001:db8::/32", "2001:db8::5/128", "fc00::/7"),
);
const anySet = fc
  .tuple(fc.constantFrom(all, ipv4, ipv6, addresses.noAddresses), fc.array(cidr, { maxLength: 6 }), fc.boolean())
  .map(([whole, cidrs, adds]) =>
    adds ? addresses.union(whole, setOf(...cidrs)) : addresses.subtract(whole, setOf(...cidrs)),
  );

/**
 * Parses a description of a set of addresses and returns the set. Returns null if the description does not list every
 * CIDR but contains a count, as in "35 more".
 */
function denoted(text: string): addresses.AddressSet | null {
  if (text === "any address") return all;
  if (/\d more\b/.test(text)) return null;
  const [start = "", exceptions] = text.split(" except ");
  const whole = start.endsWith("everything") ? all : start.endsWith("every IPv4 address") ? ipv4 : ipv6;
  const listed = (part: string) => setOf(...part.split(/, | and /).filter((word) => word.includes("/")));
  if (!/every(thing|\b)/.test(start)) return listed(text);
  const named = start.replace(/every.*$/, "");
  return addresses.union(listed(named), addresses.subtract(whole, listed(exceptions ?? "")));
}

describe("a set of addresses in a message", () => {
  test.each([
    [all, "any address"],
    [ipv4, "every IPv4 address"],
    [ipv6, "every IPv6 address"],
    [without(ipv4, ...private4), "every IPv4 address except 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16"],
    [without(ipv4, "10.0.0.0/8"), "every IPv4 address except 10.0.0.0/8"],
    [without(ipv6, "2001:db8::/32"), "every IPv6 address except 2001:db8::/32"],
    [without(all, "10.0.0.0/8"), "everything except 10.0.0.0/8"],
    [
      without(all, ...private4, "2001:db8::/32"),
      "everything except 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 and 2001:db8::/32",
    ],
    [
      addresses.union(setOf("2001:db8::/32"), without(ipv4, "10.0.0.0/8")),
      "2001:db8::/32 and every IPv4 address except 10.0.0.0/8",
    ],
    [addresses.union(setOf("10.0.0.0/8", "192.0.2.0/24"), ipv6), "10.0.0.0/8, 192.0.2.0/24 and every IPv6 address"],
    [without(ipv4, ...private4, "100.64.0.0/10"), "0.0.0.0/5, 8.0.0.0/7, 11.0.0.0/8 and 35 more"],
    [setOf("128.0.0.0/1"), "128.0.0.0/1"],
    [setOf("10.0.0.0/24", "10.0.2.0/24"), "10.0.0.0/24 and 10.0.2.0/24"],
    [
      setOf("10.0.0.0/24", "10.0.2.0/24", "10.0.4.0/24", "10.0.6.0/24"),
      "10.0.0.0/24, 10.0.2.0/24, 10.0.4.0/24 and 1 more",
    ],
  ])("is named by the fewer CIDRs: %#", (set, expected) => {
    expect(addressText(set)).toBe(expected);
  });

  test("is denoted exactly by every text that counts no rest, which never names more CIDRs than the set has", () => {
    const seen = { exceptions: 0, plain: 0 };
    fc.assert(
      fc.property(anySet, (set) => {
        const text = addressText(set);
        const cidrs = text.match(/[0-9a-f.:]+\/\d+/g) ?? [];
        expect(cidrs.length).toBeLessThanOrEqual(addresses.cidrCount(set));
        const read = denoted(text);
        if (read === null) return;
        expect(addresses.equals(read, set)).toBe(true);
        seen[text.includes(" except ") ? "exceptions" : "plain"] += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(seen.exceptions).toBeGreaterThan(100);
    expect(seen.plain).toBeGreaterThan(100);
  });

  test("is named by its exceptions whenever these are fewer in its family, and three at most", () => {
    fc.assert(
      fc.property(anySet, (set) => {
        const text = addressText(set);
        for (const [family, whole] of [
          [4, ipv4],
          [6, ipv6],
        ] as const) {
          const own = addresses.cidrCount(addresses.onlyFamily(set, family));
          const out = addresses.cidrCount(addresses.subtract(whole, set));
          const byExceptions =
            text === "any address" || text.includes("everything") || text.includes(`every IPv${family}`);
          expect(byExceptions).toBe(own > 0 && out < own && out <= 3);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a sentence of lists", () => {
  const words = (count: number) => Array.from({ length: count }, () => "a").join(" ");

  test("names as many members as 40 words hold", () => {
    expect(shortened((most) => words(most * 13))).toBe(words(39));
    expect(shortened((most) => words(most * 20))).toBe(words(40));
    expect(shortened((most) => words(most * 30))).toBe(words(30));
  });

  test("names no member where one is too many", () => {
    expect(shortened((most) => (most === 0 ? "some" : words(41)))).toBe("some");
  });
});
