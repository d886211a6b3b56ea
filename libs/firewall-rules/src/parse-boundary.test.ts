import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type BoundaryInput, parseBoundary } from "./parse-boundary.ts";

function aBoundaryInput(members: Partial<BoundaryInput> = {}): BoundaryInput {
  return {
    id: "b-1",
    name: "Inside",
    action: "Pass",
    sources: [{ type: "Cidr", cidr: "10.0.0.0/8" }],
    destinations: [{ type: "Any" }],
    services: [{ type: "AllTCP" }],
    ...members,
  };
}

function fieldErrorsOf(members: Partial<BoundaryInput>): string[] {
  const parsed = parseBoundary(aBoundaryInput(members));
  return parsed.ok ? [] : parsed.fields.map(({ path, message }) => `${path}: ${message}`);
}

describe("defaults", () => {
  test.each([
    ["absent", {}],
    [
      "explicit null",
      { enforced: null, ruleActions: null, partialMatch: null, platforms: null, projectIds: null, score: null },
    ],
  ])("%s members become their defaults", (_, members) => {
    const parsed = parseBoundary(aBoundaryInput(members));
    expect(parsed).toMatchObject({
      ok: true,
      text: {
        enforced: true,
        ruleActions: ["Allow"],
        partialMatch: "Review",
        platforms: null,
        projectIds: null,
        score: null,
      },
    });
  });

  test("what was sent comes back, addresses in their canonical form", () => {
    const members = {
      description: "",
      enforced: false,
      action: "Score" as const,
      score: -5,
      ruleActions: ["Deny" as const, "Allow" as const],
      sources: [{ type: "Cidr" as const, cidr: "2001:DB8::1", negate: true, comparison: "Equals" as const }],
      services: [{ type: "PortRangeSize" as const, maxSize: 100 }],
      platforms: [{ name: "prod", provider: "aws", accountId: "1" }],
      projectIds: ["shop"],
      message: "ask first",
      source: "policies",
    };
    const parsed = parseBoundary(aBoundaryInput(members));
    expect(parsed).toMatchObject({
      ok: true,
      text: { ...members, sources: [{ ...members.sources[0], cidr: "2001:db8::1/128" }] },
    });
  });
});

test("every error is named at once, with its path", () => {
  const errors = fieldErrorsOf({
    id: "",
    name: "x".repeat(513),
    score: 1,
    ruleActions: [],
    projectIds: [],
    platforms: [{ name: "", provider: "aws", accountId: "a\u0000" }],
    sources: [{ type: "Cidr", cidr: "10.0.0.5/24" }],
    destinations: [],
    services: [{ type: "TCP", portStart: 9, portEnd: 1 }],
  });
  expect(errors.map((error) => error.split(":")[0])).toEqual([
    "id",
    "name",
    "score",
    "ruleActions",
    "projectIds",
    "platforms[0].name",
    "platforms[0].accountId",
    "sources[0].cidr",
    "destinations",
    "services[0].portStart",
  ]);
  expect(errors[7]).toContain("did you mean 10.0.0.0/24 or 10.0.0.5/32?");
});

test("texts and lists are taken up to their longest, and named by their path beyond", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, place) => `p-${place}`);
  const platforms = (count: number) => ids(count).map((name) => ({ name, provider: "aws", accountId: "1" }));
  const longest: [string, Partial<BoundaryInput>, Partial<BoundaryInput>][] = [
    ["id", { id: "x".repeat(256) }, { id: "x".repeat(257) }],
    ["name", { name: "x".repeat(512) }, { name: "x".repeat(513) }],
    ["description", { description: "x".repeat(10_000) }, { description: "x".repeat(10_001) }],
    ["message", { message: "x".repeat(10_000) }, { message: "x".repeat(10_001) }],
    ["source", { source: "x".repeat(256) }, { source: "x".repeat(257) }],
    ["projectIds", { projectIds: ids(10_000) }, { projectIds: ids(10_001) }],
    ["platforms", { platforms: platforms(1_000) }, { platforms: platforms(1_001) }],
    [
      "sources",
      { sources: Array.from({ length: 9_998 }, () => ({ type: "Any" as const })) },
      { sources: Array.from({ length: 9_999 }, () => ({ type: "Any" as const })) },
    ],
  ];
  for (const [path, taken, refused] of longest) {
    expect(fieldErrorsOf(taken)).toEqual([]);
    expect(fieldErrorsOf(refused).map((fault) => fault.split(":")[0])).toEqual([path]);
  }
  expect(fieldErrorsOf({ projectIds: ["shop", ""] })[0]).toMatch(/^projectIds\[1\]: /);
  const account = { name: "prod", provider: "aws", accountId: "x".repeat(257) };
  expect(fieldErrorsOf({ platforms: [account] })[0]).toMatch(/^platforms\[0\]\.accountId: .*\b256\b/);
});

test.each([
  ["Score without a score", { action: "Score" as const }, /^score: is missing/],
  ["Fail with a score", { action: "Fail" as const, score: 3 }, /^score: does not belong to action Fail/],
  ["an emptied side", { sources: [{ type: "Any" as const, negate: true }] }, /^sources: denotes no traffic/],
  [
    "IPv4 to IPv6",
    { destinations: [{ type: "Cidr" as const, cidr: "2001:db8::/32" }] },
    /denotes no traffic.*IPv4.*IPv6/,
  ],
  [
    "more than 10,000 objects",
    { sources: Array.from({ length: 10_001 }, () => ({ type: "Any" as const })) },
    /at most 10,000/,
  ],
  [
    "more than 1,000 platforms",
    { platforms: Array.from({ length: 1_001 }, () => ({ name: "edge", accountId: "a", provider: "AWS" as const })) },
    /^platforms: has 1001 entries; at most 1,000 work$/,
  ],
])("%s is refused with a reason", (_, members, reason) => {
  const errors = fieldErrorsOf(members);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(reason);
});

test("a boundary that may hold traffic once its groups do is taken", () => {
  expect(fieldErrorsOf({ sources: [{ type: "ConnectGroup", groupId: "unknown" }] })).toEqual([]);
  expect(fieldErrorsOf({ sources: [{ type: "ConnectGroup", groupId: "unknown", negate: true }] })).toEqual([]);
});

test("whatever is sent, parsing answers and never throws", () => {
  const text = fc.string({ maxLength: 300 });
  const object = fc.record(
    {
      type: fc.constantFrom("Any" as const, "Cidr" as const, "ConnectGroup" as const, "InventoryItem" as const),
      negate: fc.option(fc.boolean()),
      cidr: fc.option(fc.oneof(text, fc.ipV4(), fc.ipV6())),
      groupId: fc.option(text),
      itemKey: fc.option(fc.record({ accountId: text, region: text, type: text, id: text })),
    },
    { requiredKeys: ["type"] },
  );
  const service = fc.record(
    {
      type: fc.constantFrom("TCP" as const, "AllTraffic" as const, "PortRangeSize" as const, "ICMPv6" as const),
      portStart: fc.option(fc.integer()),
      portEnd: fc.option(fc.integer()),
      maxSize: fc.option(fc.integer()),
      icmpType: fc.option(fc.integer()),
      icmpCode: fc.option(fc.integer()),
    },
    { requiredKeys: ["type"] },
  );
  const input = fc.record({
    id: text,
    name: text,
    action: fc.constantFrom("Pass" as const, "Fail" as const, "Score" as const),
    score: fc.option(fc.integer()),
    projectIds: fc.option(fc.array(text, { maxLength: 3 })),
    sources: fc.array(object, { maxLength: 3 }),
    destinations: fc.array(object, { maxLength: 3 }),
    services: fc.array(service, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(input, (sent) => {
      const parsed = parseBoundary(sent);
      if (parsed.ok) expect(parsed.text.sources.length).toBe(sent.sources.length);
      else expect(parsed.fields.length).toBeGreaterThan(0);
    }),
  );
});
