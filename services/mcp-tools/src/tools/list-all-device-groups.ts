import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import { tableAnswer } from "../answers/table-answer.ts";
import { DEVICE_GROUPS } from "../records/estate-records.ts";
import { searchEndpoint } from "../siql/siql-endpoints.ts";
import { defineTool } from "./define-tool.ts";

/** The most device groups that the manager can have. */
const MOST_GROUPS = 1_000;

export const listAllDeviceGroups = defineTool({
  name: "list_all_device_groups",
  title: "List device groups",
  description:
    'Lists the device groups that the user may use, with id, name, parent group and number of devices. Use it to find the deviceGroupId that other tools take. Group 1 is All Devices. deviceCount counts the devices in a group itself (not in groups below it) that the user may see. Number of devices in all: execute_siql_query, query "device{true}", countType DEVICE, on the count endpoint. Groups of one device: the devicegroup endpoint, query "device{name = \'fw1\'}".',
  input: z.strictObject({}),
  output: TABLE_OUTPUT,
  anonymous: false,
  async answer(_, { caller, manager, signal }) {
    const path = `/domain/1/devicegroup?pageSize=${MOST_GROUPS}`;
    const found = await manager.get(path, DEVICE_GROUPS, { userId: caller.userId, signal });
    if (!found.ok) return { kind: "manager-failure", failure: found.failure };
    const { rows } = found.value;
    return tableAnswer(found.value, {
      lead: [],
      empty: ["The user may use no device group in the security manager. An administrator can change that."],
      rest: (returned) =>
        `The rest: execute_siql_query with endpoint ${searchEndpoint("devicegroup")} and query "devicegroup{id > ${rows[returned - 1]?.[0] ?? 0}}".`,
    });
  },
});
