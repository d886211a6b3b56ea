import { describe, expect, test } from "@jest/globals";
import { toCidrs } from "@network-access/traffic-sets/address-set";
import { USED_QUERIES } from "../../../test/used-queries.ts";
import { parseQuery } from "../language/parse-query.ts";
import type { EntityName } from "../schema/entities.ts";
import type { PropertyType } from "./check-context.ts";
import { checkQuery } from "./check-query.ts";

const now = Date.parse("2026-03-31T12:00:00Z");
const properties = new Map<string, PropertyType>([
  ["exception", "STRING"],
  ["APMID", "STRING"],
  ["expirationDate", "DATE"],
  ["tags", "STRING_ARRAY"],
  ["tier", "INTEGER"],
]);

function check(text: string, entity: EntityName = "secrule") {
  const parsed = parseQuery(text);
  return parsed.ok ? checkQuery(text, parsed.query, entity, { now, properties }) : parsed;
}

function conditionOf(body: string, entity: EntityName = "secrule", stanza = "rule") {
  const checked = check(`${stanza}{${body}}`, entity);
  if (!checked.ok) throw new Error(checked.error.message);
  return checked.query.filters[0]?.condition;
}

test.each(USED_QUERIES)("on %s: %s", (endpoint, query) => {
  expect(check(query, endpoint as EntityName)).toMatchObject({ ok: true });
});

describe("values", () => {
  test.each([
    [
      "name = 'FW-*'",
      { kind: "text", attribute: "name", pieces: ["FW-", { wildcard: true }], within: false, negated: false },
    ],
    ["RULENAME !~ 'k8s'", { kind: "text", attribute: "name", pieces: ["k8s"], within: true, negated: true }],
    ["comment is empty", { kind: "empty", attribute: "comment", negated: false }],
    ["lastUsed IS NOT NULL", { kind: "null", attribute: "lastUsed", negated: true }],
    ["disabled != true", { kind: "boolean", attribute: "disabled", value: false }],
    ["disabled = 'false'", { kind: "boolean", attribute: "disabled", value: false }],
    ["action ~ ('accept', 'Drop')", { kind: "oneOf", attribute: "action", values: ["ACCEPT", "DROP"], negated: false }],
    ["uid = 'ABCD'", { kind: "oneOf", attribute: "id", values: ["abcd"], negated: false }],
    ["ruleNumber >= 11.5", { kind: "order", attribute: "number", operator: ">=", value: 11.5 }],
    ["order !~ [1, '2']", { kind: "oneOf", attribute: "order", values: [1, 2], negated: true }],
    [
      "source.zone = 'trust'",
      { kind: "text", attribute: "source.zone", pieces: ["trust"], within: false, negated: false },
    ],
    ["p.tier > 2", { kind: "order", attribute: "p.tier", operator: ">", value: 2 }],
    ["P.apmid is null", { kind: "null", attribute: "p.APMID", negated: false }],
    ["usage(date('last 90 days')) = 0", { kind: "used", since: now - 90 * 86_400_000, negated: true }],
    ["usage() > 0", { kind: "used", since: now - 30 * 86_400_000, negated: false }],
    ["source equals 'any'", { kind: "network", attribute: "source", operator: "EQUALS", operand: "any" }],
  ])("%s", (body, expected) => {
    expect(conditionOf(body)).toEqual(expected);
  });

  test("a list of addresses is their union", () => {
    const condition = conditionOf("source intersects ('10.0.0.0/25', '10.0.0.128-10.0.0.255')");
    expect(condition?.kind === "network" && condition.operand !== "any" && toCidrs(condition.operand)).toEqual([
      "10.0.0.0/24",
    ]);
    expect(conditionOf("source intersects ('10.0.0.1', 'any')")).toMatchObject({ operand: "any" });
  });

  const march = { from: Date.parse("2026-03-31"), to: Date.parse("2026-04-01") };
  test.each([
    ["created = 2026-03-31", { kind: "period", attribute: "created", period: march, negated: false }],
    ["created !~ date('today')", { kind: "period", attribute: "created", period: march, negated: true }],
    ["created < date('today')", { kind: "order", attribute: "created", operator: "<", value: march.from }],
    ["created > '2026-03-31'", { kind: "order", attribute: "created", operator: ">=", value: march.to }],
    ["created >= 2026-03-31", { kind: "order", attribute: "created", operator: ">=", value: march.from }],
    ["created <= 2026-03-31", { kind: "order", attribute: "created", operator: "<", value: march.to }],
  ])("%s", (body, expected) => {
    expect(conditionOf(body)).toEqual(expected);
  });
});

test("fields are asked for once, in any case", () => {
  const checked = check("rule{true} | fields(PROPS, usage(date('last 7 days')), props) | fields(tfacount)");
  expect(checked.ok && checked.query.fields).toEqual([
    { name: "props" },
    { name: "usage", period: { from: now - 7 * 86_400_000, to: now } },
    { name: "tfacount" },
  ]);
});

describe("what is wrong is named with its position", () => {
  test.each<[query: string, position: number, found: string, message: string, nearest?: string]>([
    ["foo{id=1}", 1, "foo", '"foo" is no stanza'],
    ["device{id=1} and ruel{true}", 18, "ruel", '"ruel" is no stanza', "rule"],
    ["rule{bogus=1}", 6, "bogus", 'rule has no attribute "bogus"'],
    ["rule{destinaton.any=true}", 6, "destinaton.any", "did you mean destination.any?", "destination.any"],
    ["networkobj{name='x'}", 1, "networkobj", 'the stanza "networkobj" does not work on secrule'],
    ["rule{disabled ~ 'x'}", 15, "~", '"~" does not work with disabled, which is of the type boolean'],
    ["rule{action='ACEPT'}", 13, "ACEPT", '"ACEPT" is no value of action', "ACCEPT"],
    ["rule{p.excepton is null}", 6, "p.excepton", "is registered; did you mean p.exception?", "p.exception"],
    ["rule{true} | frob()", 14, "frob", '"frob" is no pipe function'],
    ["rule{true} | fields(prop)", 21, "prop", 'fields has no argument "prop" on secrule', "props"],
    ["rule{true} | fields(controlstat)", 21, "controlstat", 'fields has no argument "controlstat"'],
    ["rule{disabled = 'maybe'}", 17, "maybe", "disabled is true or false"],
    ["rule{number = 'many'}", 15, "many", "number is compared with numbers"],
    ["rule{name = ('a', 'b')}", 13, "(", "a list works with ~ and !~"],
    ["rule{source = 'web'}", 15, "web", "names of objects are compared with name"],
    ["rule{service intersects 'udp/5001/9001'}", 25, "udp/5001/9001", "has a source port"],
    ["rule{created ~ 'last 30 days'}", 16, "last 30 days", "write date('last 30 days')"],
    ["rule{created ~ usage()}", 16, "usage", '"usage" is no date'],
    ["rule{usage() > 5}", 14, ">", "usage is compared as = 0 or > 0"],
    ["rule{usage(date('last month')) = 0}", 6, "usage", "over a period that ends now"],
    ["rule{objUsage() = 0}", 6, "objUsage", '"objUsage" is compared with nothing in rule'],
    ["rule{usage()}", 6, "usage", '"usage" is no condition'],
    ["rule{hitCount = 0}", 6, "hitCount", 'rule has no attribute "hitCount"'],
    ["rule{shadowed = true}", 6, "shadowed", 'rule has no attribute "shadowed"'],
    ["rule{name='😀'} and rule{bogus=1}", 25, "bogus", "no attribute"],
    ["device{managementIp = date('today')}", 23, "date", '"date" is no value of the type network'],
  ])("%s", (query, position, found, message, ...[nearest]) => {
    const checked = check(query);
    expect(checked).toMatchObject({ ok: false, error: { position, found, message: expect.stringContaining(message) } });
    expect(!checked.ok && checked.error.nearest).toBe(nearest);
  });
});

test("endpoints take their own stanzas", () => {
  expect(check("connection{service intersects 'tcp/443'}", "application")).toMatchObject({ ok: true });
  expect(check("connection{service intersects 'tcp/443'}", "asset")).toMatchObject({ ok: false });
  expect(check("natrule{type='static'} and policy{policyType='NAT'}", "natrule")).toMatchObject({ ok: true });
  expect(check("natrule{p.tier = 1}", "natrule")).toMatchObject({ ok: false });
});
