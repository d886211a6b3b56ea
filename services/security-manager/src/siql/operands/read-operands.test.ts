import { describe, expect, test } from "@jest/globals";
import { toCidrs } from "@network-access/traffic-sets/address-set";
import { placesOf } from "@network-access/traffic-sets/service-line";
import fc from "fast-check";
import { nearestName } from "./nearest-name.ts";
import { readDate, readPeriod } from "./read-date.ts";
import { readNetworkOperand } from "./read-network-operand.ts";
import { readServiceOperand } from "./read-service-operand.ts";

function cidrs(text: string) {
  const read = readNetworkOperand(text);
  if (!read.ok) throw new Error(read.problem);
  return read.value === "any" ? "any" : toCidrs(read.value);
}

describe("addresses", () => {
  test.each([
    ["10.0.0.1", ["10.0.0.1/32"]],
    ["10.0.0.77/24", ["10.0.0.0/24"]],
    ["10.0.0.1-10.0.0.2", ["10.0.0.1/32", "10.0.0.2/32"]],
    ["2001:db8::1", ["2001:db8::1/128"]],
    ["2001:db8::-2001:db8::3", ["2001:db8::/126"]],
    ["192.168.*.*", ["192.168.0.0/16"]],
    ["*.*.*.*", ["0.0.0.0/0"]],
    ["Any", "any"],
    ["::/0", [...cidrs("::-::fffe:ffff:ffff"), ...cidrs("::1:0:0:0-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")]],
  ])("%s", (text, expected) => {
    expect(cidrs(text)).toEqual(expected);
  });

  test("one wildcard may stand before a number", () => {
    const found = cidrs("10.*.1.*");
    expect(found).toHaveLength(256);
    expect(found[255]).toBe("10.255.1.0/24");
  });

  test.each([
    ["10.0.0.9-10.0.0.1", "begins after it ends"],
    ["10.0.0.1-2001:db8::1", "is no range"],
    ["10.*.*.1", "a range such as 10.0.0.1-10.255.255.1 works"],
    ["10.1*.0.0", "is no IPv4 address with wildcards"],
    ["2001:db8:*", "is no IPv4 address with wildcards"],
    ["10.*", "is no IPv4 address with wildcards"],
    ["web-servers", "is no range"],
    ["webservers", "names of objects are compared with name"],
    ["", "is no address"],
  ])("%s is refused", (text, problem) => {
    expect(readNetworkOperand(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

describe("services", () => {
  test.each([
    ["tcp/443", placesOf(6, 443, 443)],
    ["TCP/8080-8090", placesOf(6, 8_080, 8_090)],
    ["udp", placesOf(17, 0, 65_535)],
    ["icmp/8", placesOf(1, 2_048, 2_303)],
    ["icmp/8/1", placesOf(1, 2_049, 2_049)],
    ["icmpv6/128", placesOf(58, 32_768, 33_023)],
    ["ip/47", placesOf(47, 0, 0)],
    ["ip/6", placesOf(6, 0, 65_535)],
    ["gre", placesOf(47, 0, 0)],
    ["any", "any"],
  ])("%s", (text, value) => {
    expect(readServiceOperand(text)).toEqual({ ok: true, value });
  });

  test.each([
    ["udp/5001/9001", "has a source port"],
    ["tcp/65536", "has no port"],
    ["tcp/9-8", "has no port"],
    ["icmp/256", "has no type and code"],
    ["icmp/8/0/1", "has no type and code"],
    ["gre/1", '"ip/47" works'],
    ["ip/256", "is no service"],
    ["https", "names of objects are compared with name"],
  ])("%s is refused", (text, problem) => {
    expect(readServiceOperand(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

describe("dates", () => {
  // This day is a Tuesday.
  const now = Date.parse("2026-03-31T12:34:56.789Z");
  const period = (from: string, to: string) => ({ ok: true, value: { from: Date.parse(from), to: Date.parse(to) } });

  test.each([
    [["today"], "2026-03-31", "2026-04-01"],
    [["Yesterday"], "2026-03-30", "2026-03-31"],
    [["this week"], "2026-03-30", "2026-04-06"],
    [["last week"], "2026-03-23", "2026-03-30"],
    [["this month"], "2026-03-01", "2026-04-01"],
    [["last month"], "2026-02-01", "2026-03-01"],
    [["last quarter"], "2025-10-01", "2026-01-01"],
    [["this year"], "2026-01-01", "2027-01-01"],
    [["last  30 days"], "2026-03-01T12:34:56.789Z", "2026-03-31T12:34:56.789Z"],
    [["-7 days"], "2026-03-24T12:34:56.789Z", "2026-03-31T12:34:56.789Z"],
    [["last 1 month"], "2026-02-28T12:34:56.789Z", "2026-03-31T12:34:56.789Z"],
    [["next 1 month"], "2026-03-31T12:34:56.789Z", "2026-04-30T12:34:56.789Z"],
    [["+2 hours"], "2026-03-31T12:34:56.789Z", "2026-03-31T14:34:56.789Z"],
    [["2026-01-01"], "2026-01-01", "2026-01-02"],
    [["2026-01-01", "2026-02-01"], "2026-01-01", "2026-02-01"],
    [["last 7 days", "today"], "2026-03-24T12:34:56.789Z", "2026-03-31"],
    [["now"], "2026-03-31T12:34:56.789Z", "2026-03-31T12:34:56.790Z"],
  ])("%j", (texts, from, to) => {
    expect(readPeriod(texts, now)).toEqual(period(from, to));
  });

  test.each([
    ["2024-12-10T19:57:49+0000", "2024-12-10T19:57:49Z"],
    ["2024-12-10T19:57+02:00", "2024-12-10T17:57:00Z"],
    ["2024-12-10T19:57:49.5-01", "2024-12-10T20:57:49.500Z"],
    ["2024-02-29T00:00Z", "2024-02-29T00:00:00Z"],
  ])("%s is an instant", (text, instant) => {
    const from = Date.parse(instant);
    expect(readDate(text)).toEqual({ ok: true, value: { from, to: from + 1 } });
  });

  test.each([
    [["2026-02-29"], "is no date"],
    [["2026-13-01"], "is no date"],
    [["2026-01-01T24:00Z"], "is no time of a day"],
    [["soon"], "is no date"],
    [["last 999999 years"], "outside the years 1900 to 9999"],
    [["2026-02-01", "2026-01-01"], "has no time in it"],
    [[], "date takes one or two texts"],
    [["today", "today", "today"], "date takes one or two texts"],
  ])("%j is refused", (texts, problem) => {
    expect(readPeriod(texts, now)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });
});

test("the nearest name needs three changes at most", () => {
  const known = ["source", "destination", "service"];
  expect(nearestName("Sorce", known)).toBe("source");
  expect(nearestName("destinatoin", known)).toBe("destination");
  expect(nearestName("frobnicate", known)).toBeUndefined();
  expect(nearestName("x", known)).toBeUndefined();
  expect(nearestName("abc", ["xyz"])).toBeUndefined();
});

test("no text makes a reader throw", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."0123456789.*/-:abcdefitcpun +T"), maxLength: 40 });
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of [readNetworkOperand, readServiceOperand, readDate]) read(text);
      readPeriod([text, text], 0);
    }),
    { numRuns: 2_000 },
  );
});
