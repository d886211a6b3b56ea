import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type ChangeRequestInput, type ChangeRequestRuleInput, parseChangeRequest } from "./parse-change-request.ts";

const rule = (over: Partial<ChangeRequestRuleInput> = {}): ChangeRequestRuleInput => ({
  action: "Allow",
  sources: [{ type: "Any" }],
  destinations: [{ type: "Cidr", cidr: "10.0.0.0/24" }],
  services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
  ...over,
});
const request = (over: Partial<ChangeRequestInput> = {}): ChangeRequestInput => ({
  id: "cr-1",
  name: "Web",
  projectId: "p-1",
  rules: [rule()],
  ...over,
});
const fieldErrorsOf = (input: ChangeRequestInput) => {
  const parsed = parseChangeRequest(input);
  return parsed.ok ? [] : parsed.fields.map(({ path, message }) => `${path}: ${message}`);
};
const rulesOf = (input: ChangeRequestInput) => {
  const parsed = parseChangeRequest(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.fields));
  return parsed.text.rules;
};

describe("a change request that is well formed", () => {
  test("keeps its texts and writes every address in its canonical form", () => {
    const [only] = rulesOf(
      request({
        rules: [
          rule({
            summary: "line one\nline two",
            notes: null,
            sources: [
              { type: "Cidr", cidr: "10.0.0.5", negate: true },
              { type: "Cidr", cidr: "2001:DB8::0/64", comparison: "Equals" },
            ],
          }),
        ],
      }),
    );
    expect(only?.texts).toEqual({ summary: "line one\nline two" });
    expect(only?.sources).toEqual([
      { type: "Cidr", negate: true, comparison: null, cidr: "10.0.0.5/32" },
      { type: "Cidr", negate: null, comparison: "Equals", cidr: "2001:db8::/64" },
    ]);
  });

  test("gives a rule without id the number of its place, or the next one that is free", () => {
    const ids = rulesOf(request({ rules: [rule({ id: "rule-2" }), rule(), rule({ id: null }), rule({ id: "web" })] }));
    expect(ids.map(({ id }) => id)).toEqual(["rule-2", "rule-3", "rule-4", "web"]);
  });

  test("reading again what was read changes nothing", () => {
    const first = rulesOf(request({ rules: [rule(), rule({ id: "b", services: [{ type: "AllTCP" }] })] }));
    const again = rulesOf(request({ rules: first.map(({ texts, ...rest }) => ({ ...rest, ...texts })) }));
    expect(again).toEqual(first);
  });
});

describe("a change request that is malformed", () => {
  test("gets every error at once, each with its path", () => {
    const errors = fieldErrorsOf(
      request({
        id: "",
        name: "x".repeat(513),
        rules: [
          rule({ sources: [], services: [{ type: "PortRangeSize", maxSize: 3 }] }),
          rule({
            sources: [{ type: "Cidr", cidr: "10.0.0.5/24" }],
            destinations: [{ type: "ConnectGroup" }, { type: "InventoryItem" }, { type: "Any", comparison: "Equals" }],
            services: [
              { type: "TCP", portStart: 90, portEnd: 80 },
              { type: "UDP", portStart: 1, portEnd: 65_536 },
              { type: "ICMPv4", icmpType: -1, icmpCode: 0 },
              { type: "CustomProtocol", protocol: 256 },
              { type: "AllTCP", portStart: 1 },
            ],
          }),
        ],
      }),
    );
    expect(errors).toEqual([
      "id: must not be empty; 1 to 256 characters work",
      "name: has 513 characters; at most 512 work",
      "rules[0].sources: must not be empty; for everything send one object of type Any",
      "rules[0].services[0].type: PortRangeSize belongs to boundaries; a request names its ports with TCP or UDP",
      'rules[1].sources[0].cidr: "10.0.0.5/24" has host bits set; did you mean 10.0.0.0/24 or 10.0.0.5/32?',
      "rules[1].destinations[0].groupId: is missing; type ConnectGroup needs it, for example the id of a group",
      "rules[1].destinations[1].itemKey: is missing; type InventoryItem needs it, for example accountId, region, type and id of an item",
      "rules[1].destinations[2].comparison: does not belong to type Any; to compare with everything, send 0.0.0.0/0 and ::/0 as Cidr, each with Equals",
      "rules[1].services[0].portStart: is 90 and portEnd is 80; did you mean 80 to 90?",
      "rules[1].services[1].portEnd: is 65536; 0 to 65535 work",
      "rules[1].services[2].icmpType: is -1; 0 to 255 work; AllICMPv4 stands for every type and code",
      "rules[1].services[3].protocol: is 256; 0 to 255 work",
      "rules[1].services[4].portStart: does not belong to type AllTCP; leave it out",
    ]);
  });

  test("is refused with two rules of one id, a member of another type, or a control character", () => {
    expect(
      fieldErrorsOf(
        request({
          id: "a\u0007b",
          rules: [rule({ id: "a" }), rule({ id: "a", sources: [{ type: "Cidr", cidr: "::/0", groupId: "g" }] })],
        }),
      ),
    ).toEqual([
      "id: holds a control character; leave it out",
      'rules[1].id: "a" is the id of rules[0] already; ids are unique in a request',
      "rules[1].sources[0].groupId: does not belong to type Cidr; send cidr instead",
    ]);
  });

  test("is refused by its size before anything else is read", () => {
    expect(fieldErrorsOf(request({ rules: [] }))).toEqual(["rules: must not be empty; send 1 to 1,000 rules"]);
    expect(fieldErrorsOf(request({ rules: Array.from({ length: 1_001 }, () => rule()) }))).toEqual([
      "rules: has 1001 rules; at most 1,000 work, split the request",
    ]);
    const wide = rule({ sources: Array.from({ length: 9_999 }, () => ({ type: "Any" }) as const) });
    expect(fieldErrorsOf(request({ rules: [wide] }))).toEqual([
      "rules: hold 10001 sources, destinations and services; at most 10,000 together work",
    ]);
  });

  test("is taken up to the largest size", () => {
    expect(fieldErrorsOf(request({ rules: Array.from({ length: 1_000 }, () => rule()) }))).toEqual([]);
    const wide = rule({ sources: Array.from({ length: 9_998 }, () => ({ type: "Any" }) as const) });
    expect(fieldErrorsOf(request({ rules: [wide] }))).toEqual([]);
    expect(fieldErrorsOf(request({ rules: [wide, rule()] }))[0]).toMatch(/^rules: .*\b10003\b/);
    for (const name of ["id", "projectId"] as const) {
      expect(fieldErrorsOf(request({ [name]: "x".repeat(256) }))).toEqual([]);
      expect(fieldErrorsOf(request({ [name]: "x".repeat(257) }))[0]).toMatch(new RegExp(`^${name}: `));
    }
  });

  test("hears of empty sides by their paths", () => {
    const empty = { sources: [], destinations: [], services: [] };
    expect(fieldErrorsOf(request({ rules: [rule(), rule(empty)] })).map((error) => error.split(":")[0])).toEqual(
      ["sources", "destinations", "services"].map((side) => `rules[1].${side}`),
    );
  });

  test("with thousands of errors names the first 200 and counts the rest", () => {
    const bad = rule({ sources: Array.from({ length: 500 }, () => ({ type: "Cidr", cidr: "nonsense" }) as const) });
    const errors = fieldErrorsOf(request({ rules: [bad] }));
    expect(errors).toHaveLength(201);
    expect(errors.at(-1)).toMatch(/300 further errors are not listed$/);
  });

  test("counts characters as a person does, and takes texts of 10,000 of them", () => {
    expect(fieldErrorsOf(request({ name: "🔥".repeat(512), rules: [rule({ notes: "🔥".repeat(10_000) })] }))).toEqual(
      [],
    );
    expect(fieldErrorsOf(request({ rules: [rule({ notes: "🔥".repeat(10_001) })] }))).toEqual([
      "rules[0].notes: has 10001 characters; at most 10,000 work",
    ]);
  });
});

test("whatever has the shape of an input is either read or refused with paths, never thrown", () => {
  const networkObject = fc.record({
    type: fc.constantFrom("Any", "Cidr", "ConnectGroup", "InventoryItem"),
    cidr: fc.option(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant("10.0.0.0/8"))),
    groupId: fc.option(fc.string({ unit: "binary" })),
    negate: fc.option(fc.boolean()),
    comparison: fc.option(fc.constantFrom("Contains", "Equals")),
  });
  const serviceObject = fc.record({
    type: fc.constantFrom("AllTraffic", "TCP", "UDP", "ICMPv6", "CustomProtocol", "PortRangeSize"),
    portStart: fc.option(fc.integer({ min: -2, max: 65_537 })),
    portEnd: fc.option(fc.integer({ min: -2, max: 65_537 })),
    protocol: fc.option(fc.integer({ min: -2, max: 257 })),
  });
  const anyRule = fc.record({
    id: fc.option(fc.string()),
    action: fc.constantFrom("Allow", "Deny"),
    sources: fc.array(networkObject, { maxLength: 3 }),
    destinations: fc.array(networkObject, { maxLength: 3 }),
    services: fc.array(serviceObject, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.string(), fc.array(anyRule, { maxLength: 4 }), (id, rules) => {
      const parsed = parseChangeRequest(request({ id, rules: rules as ChangeRequestRuleInput[] }));
      if (parsed.ok) expect(parsed.text.rules).toHaveLength(rules.length);
      else
        for (const { path, message } of parsed.fields)
          expect([path, message].every((text) => text.length > 0)).toBe(true);
    }),
  );
});
