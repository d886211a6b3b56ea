import type { ExposedMetrics } from "./exposed-metrics.ts";
import type { Query } from "./list-queries.ts";
import { readSelectors, type Selector } from "./read-selectors.ts";

/** The labels that the scrape configuration gives to every series. */
const targetLabels: ReadonlySet<string> = new Set(["namespace", "job", "instance", "pod"]);

/**
 * Finds metrics, labels and label values that a query uses and that no process exposes. Returns one sentence for each
 * of them.
 */
export function findUnknown(queries: readonly Query[], exposed: ExposedMetrics): string[] {
  return queries.flatMap(({ place, expression }) =>
    readSelectors(expression).flatMap((selector) =>
      problemsOf(selector, exposed).map((problem) => `${place}: ${problem}`),
    ),
  );
}

function problemsOf({ metric, matchers, groupedBy }: Selector, exposed: ExposedMetrics): string[] {
  const labels = exposed.get(metric);
  if (!labels) return [`no process exposes the metric ${metric}`];
  const known = (label: string) => labels.has(label) || targetLabels.has(label);
  const used = new Set([...matchers.map(({ label }) => label), ...groupedBy]);
  const missing = [...used].filter((label) => !known(label));
  const values = matchers.flatMap(({ label, operator, value }) => {
    const found = labels.get(label);
    return found
      ? literalsOf(operator, value)
          .filter((one) => !found.has(one))
          .map((one) => `${label}="${one}"`)
      : [];
  });
  return [
    ...missing.map((label) => `${metric} has no label ${label}`),
    ...values.map((pair) => `no process exposes ${metric} with ${pair}`),
  ];
}

/**
 * Returns the literal values that a matcher contains. A regular expression is split at "|". Parts that are patterns,
 * such as `5..`, are left out.
 */
function literalsOf(operator: string, value: string): string[] {
  if (operator === "=" || operator === "!=") return [value];
  return value.split("|").filter((one) => /^[\w /-]+$/.test(one));
}
