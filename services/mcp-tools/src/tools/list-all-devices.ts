import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import { tableAnswer } from "../answers/table-answer.ts";
import { ALL_DEVICES } from "../callers/caller.ts";
import { DEVICES } from "../records/estate-records.ts";
import { searchEndpoint } from "../siql/siql-endpoints.ts";
import { defineTool } from "./define-tool.ts";
import { DEVICE_GROUP_ID, describeScope, groupGone, scopeOf } from "./scope.ts";

/**
 * The number of devices that the tool requests, which is the largest page of the manager. An answer of the tool has
 * space for fewer devices.
 */
const MOST_DEVICES = 1_000;

export const listAllDevices = defineTool({
  name: "list_all_devices",
  title: "List devices",
  description:
    "Lists the devices of one device group: id, name, vendor, product, management address, number of security rules (as count_firewall_rules counts them), and when the device got its current configuration, so also which configurations are old. Use it to find the deviceId that other tools take. deviceGroupId 1 lists all devices, if the user may use that group. Without deviceGroupId it lists the group of the header x-device-group-id, else the default group, and the answer says which. For devices that meet a condition (vendor, address, number of rules) use execute_siql_query on the device endpoint: it searches every group.",
  input: z.strictObject({ deviceGroupId: DEVICE_GROUP_ID.optional() }),
  output: TABLE_OUTPUT,
  anonymous: false,
  async answer({ deviceGroupId }, { caller, manager, signal }) {
    const read = scopeOf(caller, deviceGroupId);
    if (!read.ok) return read.outcome;
    const { groupId } = read.scope;
    const path = `/domain/1/devicegroup/${groupId}/device?pageSize=${MOST_DEVICES}`;
    const found = await manager.get(path, DEVICES, { userId: caller.userId, signal });
    if (!found.ok && found.failure.kind === "not-found") return groupGone(read.scope);
    if (!found.ok) return { kind: "manager-failure", failure: found.failure };
    const { rows } = found.value;
    const inGroup = groupId === ALL_DEVICES ? "" : `devicegroup{id = ${groupId}} AND `;
    return tableAnswer(found.value, {
      lead: [`Devices of ${describeScope(read.scope)}.`],
      empty: [
        "The device group itself holds no device that the user may see. Those of the groups below it are not counted.",
        "list_all_device_groups lists the groups with the number of their devices.",
      ],
      rest: (returned) =>
        `The rest: name a smaller group, or execute_siql_query with endpoint ${searchEndpoint("device")} and query "${inGroup}device{id > ${rows[returned - 1]?.[0] ?? 0}}".`,
    });
  },
});
