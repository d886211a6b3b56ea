const HERE = 'namespace=~"$namespace"';

/**
 * Returns a PromQL selector for the series of a metric that match `matchers`. The selector also requires the namespaces
 * that the reader selected in the dashboard.
 */
export function select(metric: string, matchers = ""): string {
  return `${metric}{${[HERE, matchers].filter((text) => text !== "").join(", ")}}`;
}

/**
 * Returns the PromQL expression for the rate of a counter in events per second. The rates are summed and grouped by the
 * labels `by`.
 */
export function rate(metric: string, by: string, matchers = ""): string {
  return `sum by (${by}) (rate(${select(metric, matchers)}[$__rate_interval]))`;
}

/**
 * Returns the PromQL expression for a fraction of a counter's events: the number of events that match `among` and
 * `matchers`, divided by the number of events that match `among`. If no event matches `matchers`, the fraction is 0.
 */
export function share(metric: string, by: string, matchers: string, among = ""): string {
  const all = rate(metric, by, among);
  return `(${rate(metric, by, [among, matchers].filter((text) => text !== "").join(", "))} or 0 * ${all}) / ${all}`;
}

/** Returns a quantile of a histogram. */
export function quantile(q: number, metric: string, by: string, matchers = ""): string {
  const labels = by === "" ? "le" : `${by}, le`;
  return `histogram_quantile(${q}, ${rate(`${metric}_bucket`, labels, matchers)})`;
}

/**
 * Returns the PromQL expression for the largest value of a gauge among all replicas. Use it for example for a gauge
 * that describes the whole installation, because every replica reports such a gauge.
 */
export function largest(metric: string, by: string, matchers = ""): string {
  return `max by (${by}) (${select(metric, matchers)})`;
}

/**
 * Returns the PromQL expression for the sum of a gauge over all replicas. Each replica must report its own part of the
 * whole.
 */
export function total(metric: string, by: string, matchers = ""): string {
  return `sum by (${by}) (${select(metric, matchers)})`;
}
