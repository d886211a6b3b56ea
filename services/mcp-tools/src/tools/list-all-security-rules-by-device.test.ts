import { expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { ruleRecord } from "../../test/rule-record.ts";
import { userContext } from "../../test/user-context.ts";
import { listAllSecurityRulesByDevice } from "./list-all-security-rules-by-device.ts";

const pathOf = (query: string, page = 0) =>
  `/siql/secrule/paged-search?q=${encodeURIComponent(query)}&page=${page}&pageSize=100`;
const OF_DEVICE = "device{id = 12} | fields(usage())";
const page = (total: number, ...results: readonly unknown[]) => ({ total, count: results.length, results });
const LEAD = [
  "hits are those of the last 30 days.",
  "Zones, interfaces, applications, users and schedules that narrow a rule: column conditions of execute_siql_query, endpoint /securitymanager/api/siql/secrule/paged-search.",
];

test("lists the rules of a device, disabled ones too", async () => {
  const used = { hitCount: 40, lastUsed: "2026-11-20T04:00:00.000Z" };
  const rules = [ruleRecord({ ruleNumber: 1, ...used }), ruleRecord({ ruleNumber: 2, disabled: true, hitCount: 0 })];
  const manager = fakeManager({ [pathOf(OF_DEVICE)]: page(2, ...rules) });
  const match = ["any", "web (10.0.0.1)", "https (tcp/443)"];
  const columns = [
    ...["deviceId", "device", "policy", "ruleId", "number", "name", "action", "enabled"],
    ...["source", "destination", "service", "hits", "lastUsed"],
  ];
  const rows = [
    [12, "edge-1", "outside_in", "r", 1, "allow web", "ACCEPT", true, ...match, 40, "2026-11-20T04:00:00Z"],
    [12, "edge-1", "outside_in", "r", 2, "allow web", "ACCEPT", false, ...match, 0, null],
  ];
  expect(await listAllSecurityRulesByDevice.run({ deviceId: "12" }, userContext(manager))).toEqual({
    kind: "answer",
    text: [
      ...[...LEAD, "2 rows.", ["#", ...columns].join("\t")],
      ...rows.map((row, index) => [index + 1, ...row.map(String)].join("\t")),
    ].join("\n"),
    structured: { columns, rows, returned: 2, total: 2, truncated: false, notes: [...LEAD, "2 rows."] },
  });
  expect(manager.calls).toEqual([{ path: pathOf(OF_DEVICE), userId: 7 }]);
});

test("without a device it lists the rules of all, and names the page with the rest", async () => {
  const query = "rule{true} | fields(usage())";
  const rules = Array.from({ length: 100 }, (_, index) => ruleRecord({ ruleNumber: index, hitCount: 0 }));
  const pages = [0, 1, 2, 3].map((number) => [pathOf(query, number), page(9_000, ...rules)]);
  const manager = fakeManager(Object.fromEntries(pages));
  const outcome = await listAllSecurityRulesByDevice.run({ deviceId: null }, userContext(manager));
  if (outcome.kind !== "answer") throw new Error(outcome.kind);
  const { returned, notes } = outcome.structured;
  expect(Number(returned)).toBeGreaterThan(100);
  expect(notes).toEqual([
    ...LEAD,
    `Rows 1 to ${returned} of 9000 are shown. The rest: name a device, or execute_siql_query with endpoint /securitymanager/api/siql/secrule/paged-search, query "${query}", page 1 and pageSize ${returned}.`,
  ]);
});

test("distinguishes a device without rules from one that the user may not see", async () => {
  const device = { id: 12, name: "edge-1", deviceGroupIds: [] };
  const bare = fakeManager({ [pathOf(OF_DEVICE)]: page(0), "/domain/1/device/12": device });
  expect(await listAllSecurityRulesByDevice.run({ deviceId: 12 }, userContext(bare))).toMatchObject({
    text: expect.stringContaining("No rows.\nThe device has no security rule."),
  });
  const unknown = fakeManager({ [pathOf(OF_DEVICE)]: page(0), "/domain/1/device/12": { kind: "not-found" } });
  expect(await listAllSecurityRulesByDevice.run({ deviceId: 12 }, userContext(unknown))).toEqual({
    kind: "refusal",
    texts: ["deviceId 12 is unknown.", expect.stringContaining("list_all_devices")],
  });
});

test("a number that no query takes is an unknown device too", async () => {
  const deviceId = 9_007_199_254_740_991;
  const mistake = { message: "id is compared with numbers", position: 13, found: "", expected: [], nearest: null };
  const manager = fakeManager({
    [pathOf(`device{id = ${deviceId}} | fields(usage())`)]: { kind: "query", mistake },
    [`/domain/1/device/${deviceId}`]: { kind: "not-found" },
  });
  expect(await listAllSecurityRulesByDevice.run({ deviceId }, userContext(manager))).toMatchObject({
    texts: [`deviceId ${deviceId} is unknown.`, expect.anything()],
  });
});

test.each([
  [{ deviceId: 0 }, "deviceId must be at least 1"],
  [{ deviceId: "edge-1" }, 'deviceId must be an integer, not "edge-1"'],
  [{ deviceName: "edge-1" }, '"deviceName": no such argument; valid are deviceId'],
])("refuses %j", async (input, text) => {
  expect(await listAllSecurityRulesByDevice.run(input, userContext(fakeManager({})))).toEqual({
    kind: "refusal",
    texts: [`list_all_security_rules_by_device: ${text}.`],
  });
});
