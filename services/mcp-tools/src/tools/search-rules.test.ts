import { describe, expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { publicInternetRanges } from "../arguments/public-internet.ts";
import type { UserCaller } from "../callers/caller.ts";
import { patternsOfName } from "../rules/name-patterns.ts";
import { countFirewallRules } from "./count-firewall-rules.ts";
import { searchFirewallRulesByDestination } from "./search-firewall-rules-by-destination.ts";
import { searchFirewallRulesBySource } from "./search-firewall-rules-by-source.ts";

const ENDPOINT = "/securitymanager/api/siql/secrule/paged-search";
const COLUMNS = [
  ...["deviceId", "device", "policy", "ruleId", "number", "name", "action", "enabled", "source", "destination"],
  ...["service", "hits", "lastUsed"],
];
const RULE = {
  ...{ matchId: "6f1c6b0e-0000-5000-8000-000000000001", ruleNumber: 4, ruleName: "web", ruleAction: "ACCEPT" },
  ...{ disabled: false, policy: { displayName: "outside_in" }, ndDevice: { id: 7, name: "edge-fw" } },
  sources: [{ displayName: "Any", type: "ANY" }],
  destinations: [{ displayName: "web-1", type: "HOST", addresses: [{ address: "10.0.0.7" }] }],
  services: [{ displayName: "tcp/443", services: [{ formattedValue: "tcp/443" }] }],
  ...{ hitCount: 12, lastUsed: "2026-11-20T10:00:00.000Z" },
};
const ROW = [
  7,
  "edge-fw",
  "outside_in",
  RULE.matchId,
  4,
  "web",
  "ACCEPT",
  true,
  "any",
  "web-1 (10.0.0.7)",
  "tcp/443",
  12,
];

function callerWith(headerGroupId: number | null): UserCaller {
  const deviceGroupIds = [3, 5];
  return { kind: "user", keyId: "k", userId: 7, deviceGroupIds, defaultGroupId: headerGroupId ?? 3, headerGroupId };
}

function pathOf(query: string, page = 0): string {
  return `/siql/secrule/paged-search?q=${encodeURIComponent(query)}&page=${page}&pageSize=100`;
}

function page(total: number, results: readonly object[]) {
  return { total, count: results.length, results };
}

function contextWith(answers: Readonly<Record<string, unknown>>, headerGroupId: number | null = null) {
  const manager = fakeManager(answers);
  const signal = new AbortController().signal;
  return { manager, caller: callerWith(headerGroupId), signal, now: () => new Date(0) };
}

test("rules by source: the whole answer", async () => {
  const query =
    "devicegroup{id = 3} AND rule{source INTERSECTS '10.0.0.0/24' AND service INTERSECTS ('tcp/443', 'udp/443') AND action = 'ACCEPT'} | fields(usage())";
  const context = contextWith({ [pathOf(query)]: page(1, [RULE]) });
  const input = { sourceIp: "10.0.0.7/24", portNumberOrServiceName: 443, actionType: "ALLOW" };
  const notes = [
    "In device group 3 (the default: the lowest that the user may use): rules that accept whose source intersects 10.0.0.0/24 and service intersects tcp/443, udp/443. Disabled rules are listed too; hits are those of the last 30 days.",
    "sourceIp 10.0.0.7/24 is read as 10.0.0.0/24: bits beyond the prefix are dropped.",
    `SIQL query, endpoint ${ENDPOINT}: ${query}`,
    "1 row.",
  ];
  expect(await searchFirewallRulesBySource.run(input, context)).toEqual({
    kind: "answer",
    text: [...notes, ["#", ...COLUMNS].join("\t"), ["1", ...ROW, "2026-11-20T10:00:00Z"].join("\t")].join("\n"),
    structured: {
      ...{ columns: COLUMNS, rows: [[...ROW, "2026-11-20T10:00:00Z"]], returned: 1, total: 1, truncated: false },
      ...{ notes, deviceGroupId: 3, query, endpoint: ENDPOINT },
    },
  });
  expect(context.manager.calls).toEqual([{ path: pathOf(query), userId: 7 }]);
});

test("rules by destination: the header's device group, and nothing found", async () => {
  const query = "devicegroup{id = 5} AND rule{destination INTERSECTS '2001:db8::7'} | fields(usage())";
  const context = contextWith({ [pathOf(query)]: page(0, []) }, 5);
  const notes = [
    "In device group 5 (from the header x-device-group-id): rules whose destination intersects 2001:db8::7. Disabled rules are listed too; hits are those of the last 30 days.",
    `SIQL query, endpoint ${ENDPOINT}: ${query}`,
    "No rows.",
    "Likely causes: the device group holds no device with such rules, the addresses are on the other side of the rules, or the rules name objects whose addresses are not known.",
    "Next: count_firewall_rules with another deviceGroupId, search_firewall_rules_by_source, or this search with fewer arguments.",
  ];
  const input = { destinationIp: "2001:db8::7", actionType: null };
  expect(await searchFirewallRulesByDestination.run(input, context)).toEqual({
    kind: "answer",
    text: notes.join("\n"),
    structured: {
      ...{ columns: COLUMNS, rows: [], returned: 0, total: 0, truncated: false },
      ...{ notes, deviceGroupId: 5, query, endpoint: ENDPOINT },
    },
  });
});

test("names of services and PUBLIC_INTERNET are explained", async () => {
  const names = patternsOfName("https").map((pattern) => `name = ${pattern}`);
  const services = `devicegroup{id = 3} AND serviceobj{${names.join(" OR ")}}`;
  const internet = publicInternetRanges.map((range) => `'${range}'`).join(", ");
  const query = `devicegroup{id = 3} AND rule{source INTERSECTS (${internet}) AND service INTERSECTS ('tcp/443', 'udp/443') AND action ~ ('DROP', 'REJECT')} | fields(usage())`;
  const context = contextWith({
    [`/siql/serviceobj/paged-search?q=${encodeURIComponent(services)}&page=0&pageSize=1000`]: { total: 0, results: [] },
    [pathOf(query)]: page(1, [RULE]),
  });
  const input = { sourceIp: "PUBLIC_INTERNET", portNumberOrServiceName: "https", actionType: "DENY" };
  expect(await searchFirewallRulesBySource.run(input, context)).toMatchObject({
    structured: {
      notes: [
        "In device group 3 (the default: the lowest that the user may use): rules that drop or reject whose source intersects PUBLIC_INTERNET and service intersects tcp/443, udp/443. Disabled rules are listed too; hits are those of the last 30 days.",
        "PUBLIC_INTERNET is the set of public addresses of 2026-11-25.",
        'Service "https" means tcp/443, udp/443 (IANA).',
        `SIQL query, endpoint ${ENDPOINT}: ${query}`,
        "1 row.",
      ],
    },
  });
});

describe("many rules", () => {
  const query = "devicegroup{id = 3} AND rule{source INTERSECTS '10.0.0.0/8'} | fields(usage())";
  const hundred = Array.from({ length: 100 }, () => RULE);

  test("are read until the answer is full, and the rest is named", async () => {
    const context = contextWith({
      [pathOf(query, 0)]: page(350, hundred),
      [pathOf(query, 1)]: page(350, hundred),
    });
    const outcome = await searchFirewallRulesBySource.run({ sourceIp: "10.0.0.0/8" }, context);
    if (outcome.kind !== "answer") throw new Error(outcome.kind);
    const { returned, total, truncated, notes } = outcome.structured as Record<string, number & string[]>;
    expect({ total, truncated }).toEqual({ total: 350, truncated: true });
    expect(returned).toBeGreaterThan(100);
    expect(notes?.at(-1)).toBe(
      `Rows 1 to ${returned} of 350 are shown. The rest: narrow the search by portNumberOrServiceName or actionType, or execute_siql_query with this endpoint and query, page 1 and pageSize ${returned}.`,
    );
    expect(outcome.text.length).toBeLessThan(24_000);
    expect(JSON.stringify(outcome.structured).length).toBeLessThan(24_000);
    expect(context.manager.calls).toHaveLength(2);
  });

  test("are all shown if they fit", async () => {
    const context = contextWith({ [pathOf(query, 0)]: page(101, hundred), [pathOf(query, 1)]: page(101, [RULE]) });
    const outcome = await searchFirewallRulesBySource.run({ sourceIp: "10.0.0.0/8" }, context);
    expect(outcome).toMatchObject({ structured: { returned: 101, total: 101, truncated: false } });
  });
});

test("a failure of the manager is passed on", async () => {
  const query = "devicegroup{id = 3} AND rule{source INTERSECTS '10.0.0.1'} | fields(usage())";
  const context = contextWith({ [pathOf(query)]: { kind: "timeout" } });
  expect(await searchFirewallRulesBySource.run({ sourceIp: "10.0.0.1" }, context)).toEqual({
    kind: "manager-failure",
    failure: { kind: "timeout" },
  });
});

test.each([
  [{}, "search_firewall_rules_by_source: sourceIp is missing."],
  [{ sourceIp: null }, "search_firewall_rules_by_source: sourceIp is missing."],
  [
    { sourceIp: "10.0.0.256", actionType: "PERMIT" },
    'search_firewall_rules_by_source: sourceIp "10.0.0.256" is no address, CIDR or range; 10.0.0.5, 10.0.0.0/8, 10.0.0.1-10.0.0.9, 2001:db8::/32 and PUBLIC_INTERNET work; for any address leave it out; actionType must be one of ALLOW, DENY, not "PERMIT".',
  ],
  [
    { sourceIp: "10.0.0.1", portNumberOrServiceName: 70_000 },
    'search_firewall_rules_by_source: portNumberOrServiceName "70000" has a port outside 0 to 65535; 443, 8000-8100, tcp/443, udp/53 and names such as https work; for any service leave it out.',
  ],
  [
    { sourceIp: "10.0.0.1", portNumberOrServiceName: true },
    "search_firewall_rules_by_source: portNumberOrServiceName must be an integer or a text; 443, 8000-8100, tcp/443, udp/53 and names such as https work; for any service leave it out.",
  ],
  [
    { sourceIp: "10.0.0.1", deviceGroupId: 3 },
    'search_firewall_rules_by_source: "deviceGroupId": no such argument; valid are sourceIp, portNumberOrServiceName, actionType.',
  ],
])("%j is refused", async (input, text) => {
  const context = contextWith({});
  expect(await searchFirewallRulesBySource.run(input, context)).toEqual({ kind: "refusal", texts: [text] });
  expect(context.manager.calls).toEqual([]);
});

test("descriptions are short enough", async () => {
  for (const tool of [searchFirewallRulesBySource, searchFirewallRulesByDestination, countFirewallRules]) {
    expect(tool.description.length).toBeLessThanOrEqual(1_200);
    expect(JSON.stringify(tool).length).toBeLessThan(4_500);
  }
});
