const HERE = 'namespace=~"$namespace"';

/**
 * Returns a PromQL selector of one metric with `matchers`, in the namespaces that the reader selected in the dashboard.
 */
export function select(metric: string, matchers = ""): string {
  return `${metric}{${[HERE, matchers].filter((text) => text !== "").join(", ")}}`;
}

/** Returns the PromQL expression for the events per second of a counter, summed by the labels `by`. */
export function rate(metric: string, by: string, matchers = ""): string {
  return `sum by (${by}) (rate(${select(metric, matchers)}[$__rate_interval]))`;
}

/**
 * Returns the PromQL expression for a share of a counter's events: of the events with the labels `among`, the share
 * that also has the labels `matchers`. If no event has the labels `matchers`, the share is 0.
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
 * Returns the PromQL expression for a gauge that describes the whole installation. Every replica reports it, and the
 * largest reported value is used.
 */
export function largest(metric: string, by: string, matchers = ""): string {
  return `max by (${by}) (${select(metric, matchers)})`;
}

/** Returns the PromQL expression for the sum of a gauge over all replicas. Each of them reports its own part. */
export function total(metric: string, by: string, matchers = ""): string {
  return `sum by (${by}) (${select(metric, matchers)})`;
}
