import { z } from "zod";
import { actionArgument, addressArgument, serviceArgument } from "../arguments/rule-arguments.ts";
import { defineTool } from "./define-tool.ts";
import { RULE_SEARCH_OUTPUT, searchRules } from "./search-rules.ts";

export const searchFirewallRulesByDestination = defineTool({
  name: "search_firewall_rules_by_destination",
  title: "Search firewall rules by destination",
  description: [
    "Use this tool to list the firewall rules whose destination intersects an address, a network, a range or PUBLIC_INTERNET.",
    "It answers which rules concern traffic to these addresses, with device, action, source, service and hits.",
    "Rules that are Any in the destination are among them, and so are disabled ones.",
    "A listed rule does not prove that a connection is let through: an earlier rule may decide.",
    "Traffic from the addresses: search_firewall_rules_by_source. Direction unknown: call both.",
    "It cannot narrow to a source, a device or another device group, nor leave out Any: for these, or a number alone, call count_firewall_rules, then run its query for the rows.",
    "The search covers the device group of the header x-device-group-id, else the default group.",
    'Example: {"destinationIp": "10.2.3.4", "portNumberOrServiceName": "tcp/443"}.',
  ].join(" "),
  input: z.strictObject({
    destinationIp: addressArgument("destination"),
    portNumberOrServiceName: serviceArgument.optional(),
    actionType: actionArgument.optional(),
  }),
  output: RULE_SEARCH_OUTPUT,
  anonymous: false,
  answer: ({ destinationIp, portNumberOrServiceName, actionType }, context) =>
    searchRules(context, {
      side: "destination",
      addresses: destinationIp,
      service: portNumberOrServiceName,
      actionType,
    }),
});
