import { expect, test } from "@jest/globals";
import { fakeManager } from "../../test/fake-manager.ts";
import { userContext } from "../../test/user-context.ts";
import { listAllDeviceGroups } from "./list-all-device-groups.ts";

const PATH = "/domain/1/devicegroup?pageSize=1000";
const group = (id: number, name: string, parentId: number | null, deviceCount: number) => ({
  ...{ id, domainId: 1, name, description: "", system: id === 1, parentId, deviceCount, childDeviceGroups: [] },
});
const page = (total: number, ...results: readonly unknown[]) => ({
  ...{ total, page: 0, pageSize: 1_000, count: results.length, results },
});

test("lists the groups that the user may use", async () => {
  const manager = fakeManager({ [PATH]: page(2, group(1, "All Devices", null, 9), group(4, "Edge\nnow", 1, 2)) });
  expect(await listAllDeviceGroups.run({}, userContext(manager))).toEqual({
    kind: "answer",
    text: "2 rows.\n#\tid\tname\tparentId\tdeviceCount\n1\t1\tAll Devices\tnull\t9\n2\t4\tEdge now\t1\t2",
    structured: {
      columns: ["id", "name", "parentId", "deviceCount"],
      rows: [
        [1, "All Devices", null, 9],
        [4, "Edge now", 1, 2],
      ],
      ...{ returned: 2, total: 2, truncated: false, notes: ["2 rows."] },
    },
  });
  expect(manager.calls).toEqual([{ path: PATH, userId: 7 }]);
});

test("names the query for the groups that do not fit", async () => {
  const groups = Array.from({ length: 1_000 }, (_, index) => group(index + 1, `group ${"x".repeat(40)}`, 1, 12));
  const outcome = await listAllDeviceGroups.run({}, userContext(fakeManager({ [PATH]: page(1_001, ...groups) })));
  if (outcome.kind !== "answer") throw new Error(outcome.kind);
  const { returned, notes } = outcome.structured;
  expect(outcome.text.length).toBeLessThan(24_000);
  expect(notes).toEqual([
    `Rows 1 to ${returned} of 1001 are shown. The rest: execute_siql_query with endpoint /securitymanager/api/siql/devicegroup/paged-search and query "devicegroup{id > ${returned}}".`,
  ]);
});

test("says that the user may use none", async () => {
  expect(await listAllDeviceGroups.run({}, userContext(fakeManager({ [PATH]: page(0) })))).toMatchObject({
    text: "No rows.\nThe user may use no device group in the security manager. An administrator can change that.",
  });
});

test("takes no argument, and passes on why the manager does not answer", async () => {
  const manager = fakeManager({ [PATH]: { kind: "unavailable" } });
  expect(await listAllDeviceGroups.run({ id: 1 }, userContext(manager))).toEqual({
    kind: "refusal",
    texts: ['list_all_device_groups: "id": no such argument; there are none.'],
  });
  expect(await listAllDeviceGroups.run({}, userContext(manager))).toEqual({
    kind: "manager-failure",
    failure: { kind: "unavailable" },
  });
});
