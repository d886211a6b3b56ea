import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { NetworkObject } from "@network-access/firewall-rules/network-object";
import { parseBoundary } from "@network-access/firewall-rules/parse-boundary";
import type { ServiceObject } from "@network-access/firewall-rules/service-object";
import fc from "fast-check";
import { providers } from "../src/boundary-schema.ts";

/** Arbitrary boundaries, with texts that are awkward in YAML. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: ids and names have no control characters
const isLine = (text: string) => text.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f]/.test(text);
const awkward = fc.constantFrom(
  "yes",
  "null",
  "~",
  "1",
  "1e3",
  "0x1F",
  "- a",
  "a: b",
  "#x",
  "'",
  '"',
  " x",
  "x ",
  "@",
  "日本",
  "é",
  "<<",
  "*a",
  "&b",
  "!c",
  "2026-01-01",
  "true",
  "::",
);
const aLine = fc.oneof(awkward, fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }).filter(isLine));
const aText = fc.oneof(
  awkward,
  fc.constantFrom(
    "",
    "two\nlines",
    "ends\n",
    "\n\n begins",
    "tab\tand trailing \nx",
    "\r\n",
    "a\u0085b",
    "\ufeff",
    "  ",
    "x\n  y\n z\n\n",
  ),
  fc.string({ maxLength: 40, unit: "binary" }).filter((text) => text.isWellFormed()),
);

const comparison = fc.constantFrom(null, "Contains" as const, "Equals" as const);
const negate = fc.constantFrom(null, false, true);
const cidr = fc.constantFrom(
  "10.0.0.0/8",
  "10.1.0.0/16",
  "10.1.2.3/32",
  "0.0.0.0/0",
  "2001:db8::/32",
  "::/0",
  "fd00::1/128",
  "::1/128",
);

const aNetworkObject: fc.Arbitrary<NetworkObject> = fc.oneof(
  fc.record({ type: fc.constant("Any" as const), negate }),
  fc.record({ type: fc.constant("Cidr" as const), negate, comparison, cidr }),
  fc.record({ type: fc.constant("ConnectGroup" as const), negate, comparison, groupId: aLine }),
  fc.record({
    type: fc.constant("InventoryItem" as const),
    negate,
    comparison,
    itemKey: fc.record({ accountId: aLine, region: aLine, type: aLine, id: aLine }),
  }),
);

const port = fc.integer({ min: 0, max: 65_535 });
const byte = fc.integer({ min: 0, max: 255 });
const aServiceObject: fc.Arbitrary<ServiceObject> = fc.oneof(
  fc
    .constantFrom(
      "AllICMPv4" as const,
      "AllICMPv6" as const,
      "AllTCP" as const,
      "AllTraffic" as const,
      "AllUDP" as const,
    )
    .map((type) => ({ type })),
  fc.record({ type: fc.constant("CustomProtocol" as const), protocol: byte }),
  fc.record({ type: fc.constantFrom("ICMPv4" as const, "ICMPv6" as const), icmpType: byte, icmpCode: byte }),
  fc
    .tuple(fc.constantFrom("TCP" as const, "UDP" as const), port, port)
    .map(([type, a, b]) => ({ type, portStart: Math.min(a, b), portEnd: Math.max(a, b) })),
  fc.record({ type: fc.constant("PortRangeSize" as const), maxSize: fc.integer({ min: 1, max: 65_536 }) }),
);

/** Arbitrary boundaries that the service accepts. */
export const aBoundaryText: fc.Arbitrary<BoundaryText> = fc
  .record({
    id: aLine,
    name: aLine,
    description: fc.option(aText),
    action: fc.constantFrom("Pass" as const, "Fail" as const, "Score" as const),
    enforced: fc.boolean(),
    points: fc.integer({ min: -1_000, max: 1_000 }),
    ruleActions: fc.constantFrom(
      ["Allow"] as const,
      ["Deny"] as const,
      ["Allow", "Deny"] as const,
      ["Deny", "Allow"] as const,
    ),
    sources: fc.array(aNetworkObject, { minLength: 1, maxLength: 5 }),
    destinations: fc.array(aNetworkObject, { minLength: 1, maxLength: 5 }),
    services: fc.array(aServiceObject, { minLength: 1, maxLength: 5 }),
    partialMatch: fc.constantFrom("Review" as const, "Fail" as const),
    platforms: fc.option(
      fc.array(fc.record({ name: aLine, provider: fc.constantFrom(...providers), accountId: aLine }), { maxLength: 3 }),
    ),
    projectIds: fc.option(fc.array(aLine, { minLength: 1, maxLength: 7 })),
    message: fc.option(aText),
    source: fc.constant(null),
  })
  .map(({ points, ...text }) => ({ ...text, score: text.action === "Score" ? points : null }))
  .filter((text) => parseBoundary(text).ok);
