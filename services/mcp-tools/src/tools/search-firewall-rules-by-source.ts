import { z } from "zod";
import { actionArgument, addressArgument, serviceArgument } from "../arguments/rule-arguments.ts";
import { defineTool } from "./define-tool.ts";
import { RULE_SEARCH_OUTPUT, searchRules } from "./search-rules.ts";

export const searchFirewallRulesBySource = defineTool({
  name: "search_firewall_rules_by_source",
  title: "Search firewall rules by source",
  description: [
    "Use this tool to list the firewall rules whose source intersects an address, a network, a range or PUBLIC_INTERNET.",
    "It answers which rules concern traffic from these addresses, with device, action, destination, service and hits.",
    "Rules that are Any in the source are among them, and so are disabled ones.",
    "A listed rule does not prove that a connection is let through: an earlier rule may decide.",
    "Traffic to the addresses: search_firewall_rules_by_destination. Direction unknown: call both.",
    "It cannot narrow to a destination, a device or another device group, nor leave out Any: for these, or a number alone, call count_firewall_rules, then run its query for the rows.",
    "The search covers the device group of the header x-device-group-id, else the default group.",
    'Example: {"sourceIp": "10.1.0.0/16", "portNumberOrServiceName": "https", "actionType": "ALLOW"}.',
  ].join(" "),
  input: z.strictObject({
    sourceIp: addressArgument("source"),
    portNumberOrServiceName: serviceArgument.optional(),
    actionType: actionArgument.optional(),
  }),
  output: RULE_SEARCH_OUTPUT,
  anonymous: false,
  answer: ({ sourceIp, portNumberOrServiceName, actionType }, context) =>
    searchRules(context, { side: "source", addresses: sourceIp, service: portNumberOrServiceName, actionType }),
});
