import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Every figure of this process; `/metrics` prints it. */
export const registry = new Registry();

collectDefaultMetrics({ register: registry });

interface Naming<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** Seconds, from half a millisecond to half a minute. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function existing<Metric>(name: string, kind: new (...args: never[]) => Metric): Metric | undefined {
  const metric = registry.getSingleMetric(name);
  return metric instanceof kind ? metric : undefined;
}

/** A figure that only grows. Asking twice for one name gives the same counter. */
export function counter<Label extends string = never>({ name, help, labels = [] }: Naming<Label>): Counter<Label> {
  return (
    existing<Counter<Label>>(name, Counter) ??
    new Counter({ name, help, labelNames: [...labels], registers: [registry] })
  );
}

/** A figure that goes up and down. */
export function gauge<Label extends string = never>({ name, help, labels = [] }: Naming<Label>): Gauge<Label> {
  return (
    existing<Gauge<Label>>(name, Gauge) ?? new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
  );
}

/** A figure that is asked for when somebody reads the figures; one reading per text of `label`. */
export function askedGauge<Label extends string>(naming: {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
}) {
  const readings = new Map<string, () => Promise<number | undefined>>();
  const { name, help, label } = naming;
  new Gauge<string>({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [value, read] of readings) {
        const figure = await read();
        if (figure !== undefined) this.set({ [label]: value }, figure);
      }
    },
  });
  return readings;
}

/** How figures spread; the buckets are seconds unless given. */
export function histogram<Label extends string = never>({
  name,
  help,
  labels = [],
  buckets = durationBuckets,
}: Naming<Label> & { readonly buckets?: readonly number[] }): Histogram<Label> {
  return (
    existing<Histogram<Label>>(name, Histogram) ??
    new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] })
  );
}
