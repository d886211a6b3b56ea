import { writeFileSync } from "node:fs";
import { resolverTypesFile, resolverTypesText, type SubgraphName } from "./resolver-types.ts";
import { subgraphs } from "./subgraphs.ts";

for (const name of Object.keys(subgraphs) as SubgraphName[]) {
  writeFileSync(resolverTypesFile(name), await resolverTypesText(name));
  console.log(`wrote services/${name}/src/graphql/resolver-types.generated.ts`);
}
