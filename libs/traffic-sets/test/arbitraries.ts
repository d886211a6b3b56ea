import fc from "fast-check";
import type { AddressRange, Expression, Family, Product, ServiceSpec } from "./oracle.ts";

/** A CIDR as numbers, with a text for it that is valid but not always in canonical form. */
export interface PlainCidr extends AddressRange {
  prefix: number;
  text: string;
}

/** Addresses that often share blocks, touch each other, or are the first or last of their family. */
const ipv4Value = fc.oneof(
  fc.constantFrom(0n, 2n ** 32n - 1n, 0x0a000000n, 0x0aff0000n, 0x80000000n),
  fc.integer({ min: 0, max: 15 }).map((low) => 0x0a000000n + BigInt(low)),
  fc.integer({ min: 0, max: 15 }).map((high) => BigInt(high) << 28n),
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
);
const ipv6Value = fc.oneof(
  fc.constantFrom(0n, 2n ** 128n - 1n, 0x20010db8n << 96n, 1n << 127n, 0xffffffffn, 1n << 32n, 1n << 64n),
  fc.integer({ min: 0, max: 15 }).map((low) => (0x20010db8n << 96n) + BigInt(low)),
  fc.integer({ min: 0, max: 15 }).map((high) => BigInt(high) << 124n),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  // Small numbers in each of the four words of an address.
  fc
    .array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 })
    .map((words) => words.reduce((value, word) => (value << 32n) + BigInt(word), 0n)),
);

const cidrIn = (family: Family) => {
  const width = family === 4 ? 32 : 128;
  const prefix = fc.oneof(
    fc.constantFrom(...(family === 4 ? [0, 1, 4, 8, 16, 28, 30, 31, 32] : [0, 1, 4, 32, 33, 64, 96, 124, 127, 128])),
    fc.integer({ min: 0, max: width }),
  );
  return fc
    .record({ value: family === 4 ? ipv4Value : ipv6Value, prefix })
    .map(({ value, prefix }) => plainCidr(family, value, prefix))
    .filter((cidr) => cidr.family === 4 || cidr.low >> 32n !== 0xffffn);
};

export const cidr: fc.Arbitrary<PlainCidr> = fc.oneof({ arbitrary: cidrIn(4), weight: 2 }, cidrIn(6));
export const cidrs: fc.Arbitrary<PlainCidr[]> = fc.array(cidr, { maxLength: 8 });

const port = fc.oneof(fc.constantFrom(0, 1, 22, 23, 80, 443, 65_534, 65_535), fc.integer({ min: 0, max: 65_535 }));
const octet = fc.constantFrom(0, 1, 3, 8, 254, 255);
const protocolNumber = fc.constantFrom(0, 1, 2, 5, 6, 7, 16, 17, 18, 47, 57, 58, 59, 254, 255);

const serviceSpec: fc.Arbitrary<ServiceSpec> = fc.oneof(
  { arbitrary: fc.constant<ServiceSpec>({ kind: "all" }), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom("tcp" as const, "udp" as const), port, port)
      .map(([kind, a, b]): ServiceSpec => ({ kind, start: Math.min(a, b), end: Math.max(a, b) })),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(fc.constantFrom("icmp4" as const, "icmp6" as const), octet, octet)
      .map(([kind, type, code]): ServiceSpec => ({ kind, type, code })),
    weight: 3,
  },
  { arbitrary: fc.constantFrom<ServiceSpec>({ kind: "allIcmp4" }, { kind: "allIcmp6" }), weight: 1 },
  { arbitrary: protocolNumber.map((number): ServiceSpec => ({ kind: "protocol", number })), weight: 3 },
);
const serviceSpecs: fc.Arbitrary<ServiceSpec[]> = fc.array(serviceSpec, { maxLength: 5 });

function expressionOf<Leaf>(leaves: fc.Arbitrary<Leaf[]>, depth: number): fc.Arbitrary<Expression<Leaf>> {
  const leaf = leaves.map((list): Expression<Leaf> => ({ op: "of", leaves: list }));
  if (depth === 0) return leaf;
  const deeper = expressionOf(leaves, depth - 1);
  return fc.oneof(
    { arbitrary: leaf, weight: 2 },
    { arbitrary: deeper.map((a): Expression<Leaf> => ({ op: "not", a })), weight: 1 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("or" as const, "and" as const, "minus" as const), deeper, deeper)
        .map(([op, a, b]): Expression<Leaf> => ({ op, a, b })),
      weight: 2,
    },
  );
}

export const addressExpression: fc.Arbitrary<Expression<PlainCidr>> = expressionOf(cidrs, 3);
export const serviceExpression: fc.Arbitrary<Expression<ServiceSpec>> = expressionOf(serviceSpecs, 2);

/** The sides of these products have few ranges, because tests check every combination of the ends of the ranges. */
const side = expressionOf(fc.array(cidr, { minLength: 1, maxLength: 2 }), 1);
const few = expressionOf(fc.array(serviceSpec, { minLength: 1, maxLength: 2 }), 1);
export const product: fc.Arbitrary<Product> = fc.record({ sources: side, destinations: side, services: few });

/**
 * `nearCidr`, `nearSide` and `nearPorts` are the parts of `nearProduct`, whose products usually overlap each other.
 * Their addresses are among the last sixteen of a family, and their ports are from 0 to 18.
 */
const nearCidr = fc
  .record({ place: fc.integer({ min: 0, max: 15 }), length: fc.integer({ min: 0, max: 3 }), ipv6: fc.boolean() })
  .map(({ place, length, ipv6 }) =>
    ipv6
      ? plainCidr(6, 2n ** 128n - 1n - BigInt(place), 125 + length)
      : plainCidr(4, 2n ** 32n - 1n - BigInt(place), 29 + length),
  );
const nearSide = fc
  .array(nearCidr, { minLength: 1, maxLength: 6 })
  .map((leaves): Expression<PlainCidr> => ({ op: "of", leaves }));
const nearPorts = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
  .map(
    ([start, length]): Expression<ServiceSpec> => ({ op: "of", leaves: [{ kind: "tcp", start, end: start + length }] }),
  );
export const nearProduct: fc.Arbitrary<Product> = fc.record({
  sources: nearSide,
  destinations: nearSide,
  services: nearPorts,
});

function plainCidr(family: Family, value: bigint, prefix: number): PlainCidr {
  const rest = BigInt((family === 4 ? 32 : 128) - prefix);
  const low = (value >> rest) << rest;
  return { family, low, high: low + (1n << rest) - 1n, prefix, text: `${longText(family, low)}/${prefix}` };
}

/** Writes every group of an address, even a group that is zero. No group has leading zeros. */
function longText(family: Family, value: bigint): string {
  const parts: string[] = [];
  const [count, bits, radix] = family === 4 ? [4, 8n, 10] : [8, 16n, 16];
  for (let index = count - 1; index >= 0; index -= 1) {
    parts.push(((value >> (BigInt(index) * bits)) & ((1n << bits) - 1n)).toString(radix));
  }
  return parts.join(family === 4 ? "." : ":");
}
