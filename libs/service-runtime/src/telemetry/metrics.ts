import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** All metrics of this process; `/metrics` prints them. */
export const registry = new Registry();

collectDefaultMetrics({ register: registry });

interface MetricOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** The upper bounds of the buckets of durations, in seconds: from half a millisecond to half a minute. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function existing<Metric>(name: string, kind: new (...args: never[]) => Metric): Metric | undefined {
  const metric = registry.getSingleMetric(name);
  return metric instanceof kind ? metric : undefined;
}

/** Returns a counter: a value that only grows. Calls with the same name return the same counter. */
export function counter<Label extends string = never>({
  name,
  help,
  labels = [],
}: MetricOptions<Label>): Counter<Label> {
  return (
    existing<Counter<Label>>(name, Counter) ??
    new Counter({ name, help, labelNames: [...labels], registers: [registry] })
  );
}

/** Returns a gauge: a value that can rise and fall. Calls with the same name return the same gauge. */
export function gauge<Label extends string = never>({ name, help, labels = [] }: MetricOptions<Label>): Gauge<Label> {
  return (
    existing<Gauge<Label>>(name, Gauge) ?? new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
  );
}

/**
 * The time limit for reading one value of a gauge. It is shorter than the timeout of a scrape, so that a slow reader
 * never makes a whole scrape fail.
 */
const READING_MS = 2_000;

/**
 * Creates a gauge with one label. The gauge is computed whenever metrics are scraped. Returns a map to which the caller
 * adds one function for each value of the label. The function returns the number to report. If it returns undefined,
 * fails or takes longer than 2 s, this value of the label is not reported.
 */
export function collectedGauge<Label extends string>(options: {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
}) {
  const readers = new Map<string, () => Promise<number | undefined>>();
  const { name, help, label } = options;
  new Gauge<string>({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      const reading = Array.from(readers, async ([value, read]) => [value, await readInTime(read)] as const);
      for (const [value, found] of await Promise.all(reading))
        if (found !== undefined) this.set({ [label]: value }, found);
    },
  });
  return readers;
}

async function readInTime(read: () => Promise<number | undefined>): Promise<number | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, READING_MS, undefined);
  try {
    return await Promise.race([read(), late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a histogram, which counts values in buckets. By default the buckets are durations in seconds. */
export function histogram<Label extends string = never>({
  name,
  help,
  labels = [],
  buckets = durationBuckets,
}: MetricOptions<Label> & { readonly buckets?: readonly number[] }): Histogram<Label> {
  return (
    existing<Histogram<Label>>(name, Histogram) ??
    new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] })
  );
}
