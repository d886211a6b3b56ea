import { describe, expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { publicInternetRanges } from "../arguments/public-internet.ts";
import type { UserCaller } from "../callers/caller.ts";
import { countFirewallRules } from "./count-firewall-rules.ts";

const ENDPOINT = "/securitymanager/api/siql/secrule/paged-search";
const NEXT = "Next: ask with fewer criteria, or with another deviceGroupId.";

const caller: UserCaller = {
  ...{ kind: "user", keyId: "k", userId: 7, deviceGroupIds: [3, 5, 8] },
  ...{ defaultGroupId: 3, headerGroupId: null },
};

function contextWith(answers: Readonly<Record<string, unknown>>, who: UserCaller = caller) {
  const signal = new AbortController().signal;
  return { manager: fakeManager(answers), caller: who, signal, now: () => new Date(0) };
}

/**
 * Returns the responses of the count endpoint to two queries: the number of rules that `query` finds, and the number of
 * those that are disabled.
 */
function counts(query: string, total: number, disabled: number) {
  const condition = /rule\{(.*)\}$/.exec(query)?.[1];
  const more = condition === "true" ? "disabled = true" : `${condition} AND disabled = true`;
  const disabledQuery = query.replace(/rule\{.*\}$/, `rule{${more}}`);
  const pathOf = (q: string) => `/siql/count?q=${encodeURIComponent(q)}&countType=SECURITYRULE`;
  return { [pathOf(query)]: { total }, [pathOf(disabledQuery)]: { total: disabled } };
}

test("without criteria, every rule of the device group counts", async () => {
  const query = "devicegroup{id = 3} AND rule{true}";
  const context = contextWith(counts(query, 812, 14));
  const note = "Counted in device group 3 (the default: the lowest that the user may use): rules.";
  expect(await countFirewallRules.run({ sourceIp: null }, context)).toEqual({
    kind: "answer",
    text: `812 rules, 14 of them disabled. ${note}\nSIQL query, endpoint ${ENDPOINT}: ${query}`,
    structured: {
      ...{ count: 812, disabled: 14, deviceGroupId: 3, deviceId: null },
      ...{ notes: [note], query, endpoint: ENDPOINT },
    },
  });
  expect(context.manager.calls.map(({ userId }) => userId)).toEqual([7, 7]);
});

test("with every criterion", async () => {
  const query =
    "devicegroup{id = 5} AND device{id = 12} AND rule{source INTERSECTS '10.0.0.0/24' AND destination INTERSECTS '10.1.0.1-10.1.0.9' AND service INTERSECTS 'tcp/22' AND source.any = false AND destination.any = false AND service.any = false AND action = 'ACCEPT'}";
  const context = contextWith({
    "/domain/1/device/12": { id: 12, name: "edge\tfw", deviceGroupIds: [5] },
    ...counts(query, 1, 0),
  });
  const input = {
    ...{ sourceIp: "10.0.0.7/24", destinationIp: "10.1.0.1-10.1.0.9", portNumberOrServiceName: "tcp/22" },
    ...{ actionType: "ALLOW", includeWildcardRules: false, deviceId: "12", deviceGroupId: 5 },
  };
  const note =
    "Counted on device 12 (edge fw) in device group 5: rules that accept whose source intersects 10.0.0.0/24 and destination intersects 10.1.0.1-10.1.0.9 and service intersects tcp/22 (those whose source or destination or service is Any left out).";
  const cut = "sourceIp 10.0.0.7/24 is read as 10.0.0.0/24: bits beyond the prefix are dropped.";
  expect(await countFirewallRules.run(input, context)).toEqual({
    kind: "answer",
    text: `1 rule, none of them disabled. ${note}\n${cut}\nSIQL query, endpoint ${ENDPOINT}: ${query}`,
    structured: {
      ...{ count: 1, disabled: 0, deviceGroupId: 5, deviceId: 12 },
      ...{ notes: [note, cut], query, endpoint: ENDPOINT },
    },
  });
});

test("nothing found: likely causes and the next step", async () => {
  const query = "devicegroup{id = 3} AND rule{source.any = false AND destination.any = false AND service.any = false}";
  const context = contextWith(counts(query, 0, 0));
  const note =
    "Counted in device group 3 (the default: the lowest that the user may use): rules (those whose source, destination or service is Any left out).";
  const causes = `Likely causes: the device group has no such rule, or no configuration yet. ${NEXT}`;
  expect(await countFirewallRules.run({ includeWildcardRules: false }, context)).toEqual({
    kind: "answer",
    text: `0 rules. ${note}\n${causes}\nSIQL query, endpoint ${ENDPOINT}: ${query}`,
    structured: {
      ...{ count: 0, disabled: 0, deviceGroupId: 3, deviceId: null },
      ...{ notes: [note, causes], query, endpoint: ENDPOINT },
    },
  });
});

test("nothing found for addresses: they may be on the other side, and PUBLIC_INTERNET is explained once", async () => {
  const internet = publicInternetRanges.map((range) => `'${range}'`).join(", ");
  const query = `devicegroup{id = 3} AND rule{source INTERSECTS (${internet}) AND destination INTERSECTS (${internet})}`;
  const input = { sourceIp: "PUBLIC_INTERNET", destinationIp: "PUBLIC_INTERNET" };
  expect(await countFirewallRules.run(input, contextWith(counts(query, 0, 0)))).toMatchObject({
    structured: {
      count: 0,
      notes: [
        expect.stringContaining("whose source intersects PUBLIC_INTERNET and destination intersects PUBLIC_INTERNET."),
        "PUBLIC_INTERNET is the set of public addresses of 2026-11-25.",
        `Likely causes: the device group has no such rule, the addresses are on the other side of the rules, or the rules name objects whose addresses are not known. ${NEXT}`,
      ],
    },
  });
});

describe("a device outside the device group", () => {
  const device = { id: 12, name: "core-fw", deviceGroupIds: [5, 8, 20] };
  const query = "devicegroup{id = 3} AND device{id = 12} AND rule{true}";

  test("counts 0, and the caller's groups that hold it are named", async () => {
    const context = contextWith({
      "/domain/1/device?name=core-fw&pageSize=100": { total: 1, results: [device] },
    });
    const notice =
      "Device 12 (core-fw) is not in device group 3. The caller's device groups 5, 8 hold it: send deviceGroupId 5.";
    expect(await countFirewallRules.run({ deviceName: "core-fw" }, context)).toEqual({
      kind: "answer",
      text: `0 rules. ${notice}\nSIQL query, endpoint ${ENDPOINT}: ${query}`,
      structured: {
        ...{ count: 0, disabled: 0, deviceGroupId: 3, deviceId: 12, deviceGroupsOfDevice: [5, 8] },
        ...{ notes: [notice], query, endpoint: ENDPOINT },
      },
    });
  });

  test("is in All Devices for a caller who may use it", async () => {
    const who = { ...caller, deviceGroupIds: [1, 3], defaultGroupId: 3, headerGroupId: 3 };
    const answers = { "/domain/1/device/12": device };
    expect(await countFirewallRules.run({ deviceId: 12 }, contextWith(answers, who))).toMatchObject({
      structured: {
        ...{ count: 0, deviceGroupsOfDevice: [1] },
        notes: [
          "Device 12 (core-fw) is not in device group 3. The caller's device group 1 holds it: send deviceGroupId 1.",
        ],
      },
    });
    const inAll = counts("devicegroup{id = 1} AND device{id = 12} AND rule{true}", 40, 1);
    const context = contextWith({ ...answers, ...inAll }, who);
    expect(await countFirewallRules.run({ deviceId: 12, deviceGroupId: 1 }, context)).toMatchObject({
      structured: { count: 40, disabled: 1, deviceId: 12 },
    });
  });

  test("that no group of the caller holds says so", async () => {
    const answers = { "/domain/1/device/12": { ...device, deviceGroupIds: [] } };
    expect(await countFirewallRules.run({ deviceId: 12 }, contextWith(answers))).toMatchObject({
      structured: {
        deviceGroupsOfDevice: [],
        notes: ["Device 12 (core-fw) is not in device group 3. None of the caller's device groups holds it."],
      },
    });
  });
});

test.each([
  [
    { deviceGroupId: 4 },
    [
      "Access denied: device group 4 is not authorized for this user",
      "list_all_device_groups lists the device groups that the user may use.",
    ],
  ],
  [
    { deviceId: 99 },
    ["deviceId 99 is unknown.", "list_all_devices lists the devices of a device group with their ids and names."],
  ],
  [
    { deviceName: "", includeWildcardRules: "no" },
    [
      'count_firewall_rules: includeWildcardRules must be a boolean, not "no"; deviceName must have at least 1 characters.',
    ],
  ],
  [
    { destinationIp: "any" },
    [
      'count_firewall_rules: destinationIp "any" is no address, CIDR or range; 10.0.0.5, 10.0.0.0/8, 10.0.0.1-10.0.0.9, 2001:db8::/32 and PUBLIC_INTERNET work; for any address leave it out.',
    ],
  ],
  [
    { source: "10.0.0.1" },
    [
      'count_firewall_rules: "source": no such argument; valid are sourceIp, destinationIp, portNumberOrServiceName, actionType, includeWildcardRules, deviceId, deviceName, deviceGroupId, deviceGroupName.',
    ],
  ],
])("%j is refused", async (input, texts) => {
  const context = contextWith({ "/domain/1/device/99": { kind: "not-found" } });
  expect(await countFirewallRules.run(input, context)).toEqual({ kind: "refusal", texts });
});

test.each([0, 1])("a failure of count %i is passed on", async (place) => {
  const paths = Object.keys(counts("devicegroup{id = 3} AND rule{true}", 0, 0));
  const failure = { kind: "unavailable" };
  const answers = Object.fromEntries(paths.map((path, index) => [path, index === place ? failure : { total: 1 }]));
  expect(await countFirewallRules.run({}, contextWith(answers))).toEqual({ kind: "manager-failure", failure });
});
