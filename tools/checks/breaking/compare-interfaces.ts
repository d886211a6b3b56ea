import { composeSupergraph } from "@network-access/gateway/compose-supergraph";
import { readSubgraphs } from "@network-access/gateway/read-subgraphs";
import { descriptionText } from "@network-access/inventory/describe-rest";
import { workspace } from "@network-access/local-stack/workspace";
import { toolSchemasText } from "@network-access/mcp-tools/tool-schemas";
import { managerDescriptionText } from "@network-access/security-manager/describe-rest";
import { checkInterfaces } from "./check-interfaces.ts";
import { graphChanges } from "./graph-changes.ts";
import { restChanges } from "./rest-changes.ts";
import { storedData } from "./stored-data.ts";
import { toolChanges } from "./tool-changes.ts";

/**
 * `npm run breaking` fails if there is a break that no decision record names. A break is a change of an interface that
 * breaks clients, or a change of stored data that breaks another release.
 */
const composition = composeSupergraph(readSubgraphs());
if (!composition.ok) {
  console.error(["the subgraphs do not compose:", ...composition.reasons].join("\n  "));
  process.exit(1);
}
const { text, isBroken } = checkInterfaces(workspace.root, [
  { name: "graph", file: "gateway/api-schema.graphql", now: composition.apiSchema, compare: graphChanges },
  { name: "REST", file: "services/inventory/openapi.json", now: descriptionText(), compare: restChanges },
  {
    ...{ name: "REST of the security manager", file: "services/security-manager/openapi.json" },
    ...{ now: managerDescriptionText(), compare: restChanges },
  },
  { name: "tools", file: "services/mcp-tools/tools.json", now: toolSchemasText(), compare: toolChanges },
  storedData(workspace.root),
]);
console.log(text);
process.exitCode = isBroken ? 1 : 0;
