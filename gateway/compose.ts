import { writeFileSync } from "node:fs";
import { composeSupergraph } from "./compose-supergraph.ts";
import { readSubgraphs } from "./read-subgraphs.ts";

/**
 * `npm run compose` writes supergraph.graphql and api-schema.graphql, or prints why the subgraphs do not fit together.
 */
const composition = composeSupergraph(readSubgraphs());
if (composition.ok) {
  writeFileSync(new URL("supergraph.graphql", import.meta.url), composition.supergraph);
  writeFileSync(new URL("api-schema.graphql", import.meta.url), composition.apiSchema);
  console.log("wrote gateway/supergraph.graphql and gateway/api-schema.graphql");
} else {
  console.error(["the subgraphs do not fit together:", ...composition.reasons].join("\n  "));
  process.exitCode = 1;
}
