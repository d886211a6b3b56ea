import type { EntityName } from "../src/siql/schema/entities.ts";
import type { Example } from "./examples.ts";

/** Returns the lines of a list of examples. The endpoint of an example is named unless it is `usual`. */
export function exampleLines(examples: readonly Example[], usual?: EntityName): string[] {
  return examples.map(({ endpoint, query, finds }) => {
    const place = endpoint === usual ? "" : ` on \`${endpoint}\``;
    return `- \`${query}\`${place}: ${finds}`;
  });
}
