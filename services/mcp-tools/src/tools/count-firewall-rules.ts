import { z } from "zod";
import { estateText } from "../answers/estate-text.ts";
import { actionArgument, addressArgument, serviceArgument } from "../arguments/rule-arguments.ts";
import { ALL_DEVICES, type UserCaller } from "../callers/caller.ts";
import { addressNotes, describeCriteria } from "../rules/describe-criteria.ts";
import { type FoundDevice, findDevice } from "../rules/find-device.ts";
import { countRules, RULE_ENDPOINT } from "../rules/find-rules.ts";
import { findService } from "../rules/find-service.ts";
import { type RuleCriteria, ruleQuery } from "../rules/rule-query.ts";
import { defineTool } from "./define-tool.ts";
import { DEVICE_GROUP_ID, describeScope, type Scope, scopeByIdOrName } from "./scope.ts";

const Name = z.string().min(1).max(255);

export const countFirewallRules = defineTool({
  name: "count_firewall_rules",
  title: "Count firewall rules",
  description: [
    "Use this tool to count the security rules of a device group by source, destination (or both), service, action and device, or to check whether there are any.",
    "It cannot count by owner, expiry, comment or usage, nor any-any rules: use the count endpoint of execute_siql_query.",
    "Without criteria every rule of the group counts (all devices: deviceGroupId 1): lines of the configurations, never implicit, jump, return or NAT rows.",
    "Disabled rules count too, and the answer says how many of the counted rules are disabled: that needs no query.",
    "Rules that are Any count as well, unless includeWildcardRules is false.",
    "A device outside the group counts 0, and the answer names the groups that hold it: call again with one as deviceGroupId.",
    'To list the counted rules, send the query of the answer to execute_siql_query; " | fields(usage())" behind it adds hits.',
    "Rules by one address alone: search_firewall_rules_by_source or search_firewall_rules_by_destination; all rules of a device: list_all_security_rules_by_device.",
    'Example: {"sourceIp": "PUBLIC_INTERNET", "destinationIp": "10.0.0.0/8", "portNumberOrServiceName": 22, "actionType": "ALLOW"}.',
  ].join(" "),
  input: z.strictObject({
    sourceIp: addressArgument("source").optional(),
    destinationIp: addressArgument("destination").optional(),
    portNumberOrServiceName: serviceArgument.optional(),
    actionType: actionArgument.optional(),
    includeWildcardRules: z
      .boolean()
      .describe(
        "False leaves out rules that are Any in a side (source, destination, service) that the call gives; if it gives none, in any side. Default: true.",
      )
      .optional(),
    deviceId: z.int().describe("The one device whose rules count.").optional(),
    deviceName: Name.describe(
      "Instead of deviceId: the whole name, case ignored. An id and a name must agree.",
    ).optional(),
    deviceGroupId: DEVICE_GROUP_ID.optional(),
    deviceGroupName: Name.describe("Instead of deviceGroupId: the whole name, case ignored.").optional(),
  }),
  output: z.object({
    count: z.int().min(0),
    disabled: z.int().min(0).describe("How many of them are disabled."),
    deviceGroupId: z.int(),
    deviceId: z.int().nullable(),
    deviceGroupsOfDevice: z
      .array(z.int())
      .describe("For a device outside the device group: the caller's groups that hold it.")
      .optional(),
    notes: z.array(z.string()),
    query: z.string().describe("The SIQL query whose rows are these rules."),
    endpoint: z.string(),
  }),
  anonymous: false,
  async answer(input, { caller, manager, signal }) {
    const asking = { manager, call: { userId: caller.userId, signal } };
    const read = await scopeByIdOrName(asking, caller, input);
    if (!read.ok) return read.outcome;
    const found = await findDevice(asking, input);
    if (!found.ok) return found.problem;
    const { groupId } = read.scope;
    const device = found.value;
    const isOutside = device !== undefined && !isIn(groupId, device);
    const deviceId = device?.id;
    const argument = input.portNumberOrServiceName;
    const service =
      argument && (await findService(asking, argument, { groupId, deviceId: isOutside ? undefined : deviceId }));
    if (service && !service.ok) return service.problem;
    const { sourceIp: source, destinationIp: destination, actionType, includeWildcardRules } = input;
    const criteria = {
      ...{ groupId, deviceId, source, destination, services: service?.value.operands },
      ...{ actionType, includeWildcardRules },
    };
    const query = ruleQuery(criteria);
    const serviceNote = service?.value.note;
    const ofAddresses = [...addressNotes("sourceIp", source), ...addressNotes("destinationIp", destination)];
    const notes = [...new Set(ofAddresses), ...(serviceNote ? [serviceNote] : [])];
    const common = { deviceGroupId: groupId, deviceId: deviceId ?? null };
    const row = `SIQL query, endpoint ${RULE_ENDPOINT}: ${query}`;
    if (device && isOutside) {
      const groups = groupsThatHold(device, caller);
      const notice = outsideNotice(device, groupId, groups);
      return {
        kind: "answer",
        text: [`0 rules. ${notice}`, ...notes, row].join("\n"),
        structured: {
          ...{ count: 0, disabled: 0, ...common, deviceGroupsOfDevice: groups },
          ...{ notes: [notice, ...notes], query, endpoint: RULE_ENDPOINT },
        },
      };
    }
    const [count, disabled] = await Promise.all([
      countRules(asking, query),
      countRules(asking, ruleQuery(criteria, "disabled = true")),
    ]);
    if (!count.ok) return { kind: "manager-failure", failure: count.failure };
    if (!disabled.ok) return { kind: "manager-failure", failure: disabled.failure };
    const where = whereOf(read.scope, device);
    const counted = `${where}: ${describeCriteria(criteria)}.`;
    const causes = count.value === 0 ? [emptyCauses(device, criteria)] : [];
    return {
      kind: "answer",
      text: [`${countText(count.value, disabled.value)}. ${counted}`, ...notes, ...causes, row].join("\n"),
      structured: {
        ...{ count: count.value, disabled: disabled.value, ...common },
        ...{ notes: [counted, ...notes, ...causes], query, endpoint: RULE_ENDPOINT },
      },
    };
  },
});

function isIn(groupId: number, { deviceGroupIds }: FoundDevice): boolean {
  return groupId === ALL_DEVICES || deviceGroupIds.includes(groupId);
}

function groupsThatHold(device: FoundDevice, { deviceGroupIds }: UserCaller): number[] {
  return deviceGroupIds.filter((id) => isIn(id, device));
}

function outsideNotice(device: FoundDevice, groupId: number, groups: readonly number[]): string {
  const which = `Device ${device.id} (${estateText(device.name)}) is not in device group ${groupId}.`;
  if (groups.length === 0) return `${which} None of the caller's device groups holds it.`;
  const holding = groups.length === 1 ? `device group ${groups[0]} holds` : `device groups ${groups.join(", ")} hold`;
  return `${which} The caller's ${holding} it: send deviceGroupId ${groups[0]}.`;
}

function whereOf(scope: Scope, device: FoundDevice | undefined): string {
  const group = describeScope(scope);
  if (!device) return `Counted in ${group}`;
  return `Counted on device ${device.id} (${estateText(device.name)}) in ${group}`;
}

function countText(count: number, disabled: number): string {
  const rules = count === 1 ? "1 rule" : `${count} rules`;
  return count === 0 ? rules : `${rules}, ${disabled === 0 ? "none" : disabled} of them disabled`;
}

function emptyCauses(device: FoundDevice | undefined, { source, destination }: RuleCriteria): string {
  const where = device ? "the device" : "the device group";
  const causes =
    source || destination
      ? `${where} has no such rule, the addresses are on the other side of the rules, or the rules name objects whose addresses are not known`
      : `${where} has no such rule, or no configuration yet`;
  return `Likely causes: ${causes}. Next: ask with fewer criteria, or with another deviceGroupId.`;
}
