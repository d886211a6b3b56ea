import { describe, expect, test } from "@jest/globals";
import { addressSetOfRanges, parseAddressRange, withoutMapped } from "@network-access/traffic-sets/address-ranges";
import { type AddressSet, containsAddress, equals, toCidrs, unionAll } from "@network-access/traffic-sets/address-set";
import { formatAddress } from "@network-access/traffic-sets/cidr";
import fc from "fast-check";
import { PUBLIC_INTERNET, publicInternet, publicInternetRanges } from "./public-internet.ts";
import { readAddresses } from "./read-addresses.ts";

function read(text: string) {
  const found = readAddresses(text);
  if (!found.ok) throw new Error(found.problem);
  return found.value;
}

test.each([
  ["10.0.0.5", "10.0.0.5", null],
  [" 10.0.0.5 ", "10.0.0.5", null],
  ["10.0.0.5/32", "10.0.0.5", null],
  ["10.0.0.0/8", "10.0.0.0/8", null],
  ["10.1.2.3/8", "10.0.0.0/8", "10.1.2.3/8"],
  ["10.0.0.1-10.0.0.9", "10.0.0.1-10.0.0.9", null],
  ["10.0.0.1 - 10.0.0.9", "10.0.0.1-10.0.0.9", null],
  ["10.0.0.0-10.0.0.255", "10.0.0.0/24", null],
  ["10.0.0.7-10.0.0.7", "10.0.0.7", null],
  ["0.0.0.0/0", "0.0.0.0/0", null],
  ["2001:DB8:0::1", "2001:db8::1", null],
  ["2001:db8::5/64", "2001:db8::/64", "2001:db8::5/64"],
  ["2001:db8::1-2001:db8::9", "2001:db8::1-2001:db8::9", null],
  ["::/0", "::/0", null],
  ["public_internet", PUBLIC_INTERNET, null],
])("%j is %j", (sent, text, cutFrom) => {
  expect(read(sent)).toMatchObject({ text, cutFrom });
});

test.each([
  [
    "10.0.0.300",
    '"10.0.0.300" is no address, CIDR or range; 10.0.0.5, 10.0.0.0/8, 10.0.0.1-10.0.0.9, 2001:db8::/32 and',
  ],
  ["10.0.0.0/33", "is no address"],
  ["any", "for any address leave it out"],
  ["", "is no address"],
  ["web-server", "is no range between two addresses of one IP version"],
  ["10.0.0.9-10.0.0.1", '"10.0.0.9-10.0.0.1" begins after it ends; write 10.0.0.1-10.0.0.9'],
  ["10.0.0.1-2001:db8::1", "of one IP version"],
  ["10.0.0.0/8-11.0.0.0/8", "is no range"],
  ["::ffff:10.0.0.1", "is no address"],
  ["10.0.*.*", "is no address"],
])("%j is refused", (sent, text) => {
  expect(readAddresses(sent)).toEqual({ ok: false, problem: expect.stringContaining(text) });
});

/** Returns the set of addresses that operands of SIQL stand for. */
function setOfOperands(operands: readonly string[]): AddressSet {
  return unionAll(
    operands.map((operand) => {
      const [first = "", last = first] = operand.split("-");
      const [low, high] = [parseAddressRange(first), parseAddressRange(last)];
      if (!low.ok || !high.ok) throw new Error(operand);
      return addressSetOfRanges([{ family: low.range.family, low: low.range.low, high: high.range.high }]);
    }),
  );
}

const family = fc.constantFrom(4 as const, 6 as const);
const addressOf = (one: 4 | 6) =>
  fc.bigInt(0n, (1n << (one === 4 ? 32n : 128n)) - 1n).filter((value) => isWritable(one, value));
const isWritable = (one: 4 | 6, value: bigint) => withoutMapped({ family: one, low: value, high: value }).length > 0;

describe("against slow reading", () => {
  test("a CIDR contains the addresses that share its first bits", () => {
    const input = family.chain((one) =>
      fc.tuple(fc.constant(one), addressOf(one), fc.nat(one === 4 ? 32 : 128), fc.array(addressOf(one)), fc.nat(127)),
    );
    fc.assert(
      fc.property(input, ([one, value, prefix, others, flipped]) => {
        const width = one === 4 ? 32 : 128;
        const bits = (address: bigint) => address.toString(2).padStart(width, "0").slice(0, prefix);
        const { addresses, operands } = read(`${formatAddress(one, value)}/${prefix}`);
        for (const other of [...others, value, value ^ (1n << BigInt(flipped % width))])
          expect(containsAddress(addresses, one, other)).toBe(bits(other) === bits(value));
        expect(equals(setOfOperands(operands), addresses)).toBe(true);
      }),
    );
  });

  test("a range contains what lies between its ends", () => {
    const input = family.chain((one) =>
      fc.tuple(fc.constant(one), addressOf(one), addressOf(one), fc.array(addressOf(one))),
    );
    fc.assert(
      fc.property(input, ([one, a, b, others]) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const { addresses, operands } = read(`${formatAddress(one, low)}-${formatAddress(one, high)}`);
        for (const other of [...others, low, high, (low + high) / 2n])
          expect(containsAddress(addresses, one, other)).toBe(low <= other && other <= high);
        expect(equals(setOfOperands(operands), addresses)).toBe(true);
      }),
    );
  });

  test("no text makes the reader throw", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."0123456789.:/-abf PUBLIC_TER'*"), maxLength: 50 });
    fc.assert(
      fc.property(texts, (text) => void readAddresses(text)),
      { numRuns: 1_000 },
    );
  });
});

describe("the public internet", () => {
  /**
   * The special-purpose IPv4 networks of public-internet.ts once more, as octets and prefix lengths. From them, the
   * test computes independently whether PUBLIC_INTERNET has to contain an IPv4 address.
   */
  const notPublic = [
    ...[
      [0, 0, 0, 8],
      [10, 0, 0, 8],
      [100, 64, 0, 10],
      [127, 0, 0, 8],
      [169, 254, 0, 16],
      [172, 16, 0, 12],
    ],
    ...[
      [192, 0, 0, 24],
      [192, 0, 2, 24],
      [192, 88, 99, 24],
      [192, 168, 0, 16],
      [198, 18, 0, 15],
    ],
    ...[
      [198, 51, 100, 24],
      [203, 0, 113, 24],
      [224, 0, 0, 4],
      [240, 0, 0, 4],
    ],
  ];
  const isPublic4 = (value: number) =>
    !notPublic.some(([a = 0, b = 0, c = 0, prefix = 0]) => {
      const size = 2 ** (32 - prefix);
      return Math.floor(value / size) === Math.floor((a * 2 ** 24 + b * 65_536 + c * 256) / size);
    });
  const isPublic6 = (value: bigint) =>
    value >> 125n === 1n &&
    value >> 105n !== 0x2001n << 7n &&
    value >> 96n !== 0x20010db8n &&
    value >> 112n !== 0x2002n &&
    value >> 108n !== 0x3fff0n;

  const borders4 = notPublic.flatMap(([a = 0, b = 0, c = 0, prefix = 0]) => {
    const low = a * 2 ** 24 + b * 65_536 + c * 256;
    return [low - 1, low, low + 2 ** (32 - prefix) - 1, low + 2 ** (32 - prefix)].filter(
      (at) => at >= 0 && at < 2 ** 32,
    );
  });
  const borders6 = [
    "2000::",
    "2001::",
    "2001:200::",
    "2001:db8::",
    "2001:db9::",
    "2002::",
    "2003::",
    "3fff::",
    "3fff:1000::",
    "4000::",
  ]
    .map((text) => parseAddressRange(text))
    .flatMap((parsed) => (parsed.ok ? [parsed.range.low - 1n, parsed.range.low] : []));

  test("has exactly the decided addresses", () => {
    for (const value of borders4)
      expect([value, containsAddress(publicInternet, 4, BigInt(value))]).toEqual([value, isPublic4(value)]);
    for (const value of borders6)
      expect([value, containsAddress(publicInternet, 6, value)]).toEqual([value, isPublic6(value)]);
    const near6 = fc.bigInt(0x1f00n << 112n, (0x4100n << 112n) - 1n);
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.boolean(), near6, (half, upper, value6) => {
        const value = half + (upper ? 2 ** 31 : 0);
        expect(containsAddress(publicInternet, 4, BigInt(value))).toBe(isPublic4(value));
        expect(containsAddress(publicInternet, 6, value6)).toBe(isPublic6(value6));
      }),
      { numRuns: 2_000 },
    );
  });

  test("is written for SIQL without loss", () => {
    expect(toCidrs(setOfOperands(publicInternetRanges))).toEqual(toCidrs(publicInternet));
    expect(publicInternetRanges).toHaveLength(18);
    expect(publicInternetRanges[0]).toBe("1.0.0.0-9.255.255.255");
  });
});
