import { z } from "zod";
import { TABLE_OUTPUT } from "../answers/table.ts";
import { BUDGET, tableAnswer } from "../answers/table-answer.ts";
import { findDevice } from "../rules/find-device.ts";
import { findRules } from "../rules/find-rules.ts";
import { searchEndpoint } from "../siql/siql-endpoints.ts";
import { defineTool } from "./define-tool.ts";

const ENDPOINT = searchEndpoint("secrule");

export const listAllSecurityRulesByDevice = defineTool({
  name: "list_all_security_rules_by_device",
  title: "List the security rules of a device",
  description:
    "Lists every security rule of one device, disabled ones too, in the order of the configuration, with hits of the last 30 days and the time of the last use. Give deviceId: without it, the rules of every device that the user may see are read. Implicit, jump, return and NAT rows are not listed. The user's own permissions apply, not the device group of the header. Use search_firewall_rules_by_source or search_firewall_rules_by_destination for rules about an address, count_firewall_rules to count or for a device group, and execute_siql_query for other conditions.",
  input: z.strictObject({
    deviceId: z
      .int()
      .min(1)
      .describe("Id of a device, from list_all_devices with deviceGroupId 1. Null: all devices.")
      .optional(),
  }),
  output: TABLE_OUTPUT,
  anonymous: false,
  async answer({ deviceId }, { caller, manager, signal }) {
    const asking = { manager, call: { userId: caller.userId, signal } };
    const query = `${deviceId === undefined ? "rule{true}" : `device{id = ${deviceId}}`} | fields(usage())`;
    const rules = await findRules(asking, query, BUDGET);
    // The only mistake that the manager can report in this query is a device id that is larger than any valid id.
    const foundNothing = rules.ok ? rules.value.total === 0 : rules.failure.kind === "query";
    if (foundNothing && deviceId !== undefined) {
      const device = await findDevice(asking, { deviceId });
      if (!device.ok) return device.problem;
    }
    if (!rules.ok) return { kind: "manager-failure", failure: rules.failure };
    return tableAnswer(rules.value, {
      lead: [
        "hits are those of the last 30 days.",
        `Zones, interfaces, applications, users and schedules that narrow a rule: column conditions of execute_siql_query, endpoint ${ENDPOINT}.`,
      ],
      empty: [
        deviceId === undefined
          ? "No device that the user may see has a security rule. list_all_devices lists the devices."
          : "The device has no security rule. A device without a configuration has none: see lastRevision in list_all_devices.",
      ],
      rest: (returned) =>
        `The rest: ${deviceId === undefined ? "name a device, or " : ""}execute_siql_query with endpoint ${ENDPOINT}, query "${query}", page 1 and pageSize ${returned}.`,
    });
  },
});
