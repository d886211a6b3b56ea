import type { Tool } from "./answers/tool.ts";
import type { DocumentationSearch } from "./documentation/documentation-search.ts";
import { countFirewallRules } from "./tools/count-firewall-rules.ts";
import { executeSiqlQuery } from "./tools/execute-siql-query.ts";
import { getSiqlReference } from "./tools/get-siql-reference.ts";
import { listAllDeviceGroups } from "./tools/list-all-device-groups.ts";
import { listAllDevices } from "./tools/list-all-devices.ts";
import { listAllSecurityRulesByDevice } from "./tools/list-all-security-rules-by-device.ts";
import { createSearchDocumentation } from "./tools/search-documentation.ts";
import { searchFirewallRulesByDestination } from "./tools/search-firewall-rules-by-destination.ts";
import { searchFirewallRulesBySource } from "./tools/search-firewall-rules-by-source.ts";

interface Needs {
  /** Returns the search of the documentation. Called when a tool searches, not when the tools are created. */
  readonly documentation: () => DocumentationSearch;
  /** The sections of the SIQL reference, by name. */
  readonly siqlSections: ReadonlyMap<string, string>;
}

/** Returns all tools, in the order in which clients see them. */
export function toolTable({ documentation, siqlSections }: Needs): readonly Tool[] {
  return [
    createSearchDocumentation(documentation),
    countFirewallRules,
    searchFirewallRulesBySource,
    searchFirewallRulesByDestination,
    listAllSecurityRulesByDevice,
    listAllDeviceGroups,
    listAllDevices,
    getSiqlReference(siqlSections),
    executeSiqlQuery,
  ];
}
