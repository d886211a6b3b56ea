import { expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { userContext } from "../../test/user-context.ts";
import { listAllDevices } from "./list-all-devices.ts";

const pathOf = (group: number) => `/domain/1/devicegroup/${group}/device?pageSize=1000`;
const device = (id: number, name: string) => ({
  ...{ id, name, vendor: "Cisco", product: "ASA", managementIp: id === 1 ? null : "10.0.0.1", totalSecRules: 12 },
  ...{ lastRevision: "2026-11-20T04:00:00.000Z", description: "more", policyCount: 3 },
});
const page = (total: number, ...results: readonly unknown[]) => ({ total, count: results.length, results });

test("lists the devices of the default group", async () => {
  const manager = fakeManager({ [pathOf(3)]: page(2, device(1, "edge-1"), device(2, "edge-2")) });
  const lead = "Devices of device group 3 (the default: the lowest that the user may use).";
  expect(await listAllDevices.run({ deviceGroupId: null }, userContext(manager))).toEqual({
    kind: "answer",
    text: [
      ...[lead, "2 rows.", "#\tid\tname\tvendor\tproduct\tmanagementIp\trules\tlastRevision"],
      "1\t1\tedge-1\tCisco\tASA\tnull\t12\t2026-11-20T04:00:00Z",
      "2\t2\tedge-2\tCisco\tASA\t10.0.0.1\t12\t2026-11-20T04:00:00Z",
    ].join("\n"),
    structured: {
      columns: ["id", "name", "vendor", "product", "managementIp", "rules", "lastRevision"],
      rows: [
        [1, "edge-1", "Cisco", "ASA", null, 12, "2026-11-20T04:00:00Z"],
        [2, "edge-2", "Cisco", "ASA", "10.0.0.1", 12, "2026-11-20T04:00:00Z"],
      ],
      ...{ returned: 2, total: 2, truncated: false, notes: [lead, "2 rows."] },
    },
  });
  expect(manager.calls).toEqual([{ path: pathOf(3), userId: 7 }]);
});

test.each([
  [{ deviceGroupId: 5 }, null, 5],
  [{ deviceGroupId: "5" }, 3, 5],
  [{}, 5, 5],
])("with %j and the header %j it lists group %d", async (input, headerGroupId, group) => {
  const manager = fakeManager({ [pathOf(group)]: page(0) });
  const outcome = await listAllDevices.run(
    input,
    userContext(manager, { headerGroupId, defaultGroupId: headerGroupId ?? 3 }),
  );
  expect(outcome).toMatchObject({ structured: { rows: [], total: 0 } });
  expect(manager.calls).toHaveLength(1);
});

test("names the query for the devices that do not fit", async () => {
  const devices = Array.from({ length: 1_000 }, (_, index) => device(index + 100, `edge-${index}`));
  const outcome = await listAllDevices.run({}, userContext(fakeManager({ [pathOf(3)]: page(8_000, ...devices) })));
  if (outcome.kind !== "answer") throw new Error(outcome.kind);
  const returned = Number(outcome.structured.returned);
  expect(returned).toBeGreaterThan(200);
  expect(outcome.structured.notes).toContain(
    `Rows 1 to ${returned} of 8000 are shown. The rest: name a smaller group, or execute_siql_query with endpoint /securitymanager/api/siql/device/paged-search and query "devicegroup{id = 3} AND device{id > ${returned + 99}}".`,
  );
});

test("a group that the user may not use, or that is gone, is refused in the same words", async () => {
  const manager = fakeManager({ [pathOf(5)]: { kind: "not-found" } });
  for (const deviceGroupId of [4, 5])
    expect(await listAllDevices.run({ deviceGroupId }, userContext(manager))).toEqual({
      kind: "refusal",
      texts: [
        `Access denied: device group ${deviceGroupId} is not authorized for this user`,
        expect.stringContaining("list_all_device_groups"),
      ],
    });
});

test("the group of the header that is gone refuses the caller, as the header does", async () => {
  const manager = fakeManager({ [pathOf(5)]: { kind: "not-found" } });
  expect(await listAllDevices.run({}, userContext(manager, { headerGroupId: 5, defaultGroupId: 5 }))).toEqual({
    kind: "caller-refused",
    message: "Device group 5 is not authorized for this user",
  });
});

test("refuses other arguments, and passes on why the manager does not answer", async () => {
  const manager = fakeManager({ [pathOf(3)]: { kind: "timeout" } });
  expect(await listAllDevices.run({ deviceGroupId: "Edge" }, userContext(manager))).toEqual({
    kind: "refusal",
    texts: ['list_all_devices: deviceGroupId must be an integer, not "Edge".'],
  });
  expect(await listAllDevices.run({}, userContext(manager))).toEqual({
    kind: "manager-failure",
    failure: { kind: "timeout" },
  });
});
