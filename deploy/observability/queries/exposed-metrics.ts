/** The samples that processes expose: for each metric its labels, and for each label its values. */
export type ExposedMetrics = Map<string, Map<string, Set<string>>>;

/** Adds the samples of one page in the text format of Prometheus. */
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
