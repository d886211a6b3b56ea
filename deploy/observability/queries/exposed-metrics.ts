/**
 * The metrics that processes expose. The keys are names of metrics, the keys of the inner maps are names of labels, and
 * each set contains the values of a label.
 */
export type ExposedMetrics = Map<string, Map<string, Set<string>>>;

/** Parses a page in the text format of Prometheus, and adds its metrics, labels and label values to `exposed`. */
export function addExposedMetrics(exposed: ExposedMetrics, page: string): void {
  for (const line of page.split("\n")) {
    const [, name, pairs = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+/.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = exposed.get(name) ?? new Map<string, Set<string>>();
    exposed.set(name, labels);
    for (const [, label = "", value = ""] of pairs.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      const values = labels.get(label) ?? new Set();
      labels.set(label, values.add(value));
    }
  }
}
