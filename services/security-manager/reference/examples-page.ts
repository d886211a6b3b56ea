import { exampleLines } from "./example-lines.ts";
import { FURTHER_EXAMPLES } from "./examples.ts";

/** Returns the lines of the page `examples`. */
export function examplesPage(): string[] {
  return [
    "# SIQL: examples",
    "",
    "By endpoint, `/securitymanager/api/siql/{endpoint}/paged-search`.",
    ...[...Map.groupBy(FURTHER_EXAMPLES, ({ endpoint }) => endpoint)].flatMap(([endpoint, examples]) => [
      "",
      `## ${endpoint}`,
      "",
      ...exampleLines(examples, endpoint),
    ]),
  ];
}
