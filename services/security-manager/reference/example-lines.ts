import type { EntityName } from "../src/siql/schema/entities.ts";
import type { Example } from "./examples.ts";

/**
 * Returns one Markdown list item for each example. An item states the endpoint of its example unless this endpoint is
 * `usual`.
 */
export function exampleLines(examples: readonly Example[], usual?: EntityName): string[] {
  return examples.map(({ endpoint, query, finds }) => {
    const place = endpoint === usual ? "" : ` on \`${endpoint}\``;
    return `- \`${query}\`${place}: ${finds}`;
  });
}
