import { type Comparison, literalsOf, plain } from "./slow-comparisons.ts";
import { valueHolds } from "./slow-values.ts";

/** The usage and documentation of a rule as clients sent them. Times are in milliseconds since 1970. */
export interface SlowNotes {
  readonly reports: readonly { readonly end: number; readonly hits: number }[];
  /** The values of properties, by the keys of the properties in lower case. */
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

const DAY = 86_400_000;

/** Returns whether a comparison of usage or documentation holds. Returns undefined for other attributes. */
export function notesHold(comparison: Comparison, { reports, values }: SlowNotes, now: number): boolean | undefined {
  const { subject, operator } = comparison;
  const used = reports.filter(({ hits }) => hits > 0).map(({ end }) => end);
  const since = (days: number) => used.some((end) => end >= now - days * DAY);
  if (subject.kind === "call") {
    const [period] = subject.arguments;
    const [text] = period?.kind === "call" ? period.arguments : [];
    const days = text?.kind === "string" ? Number(/\d+/.exec(plain(text))?.[0]) : 30;
    return since(days) === (operator === ">");
  }
  const name = subject.name.toLowerCase();
  if (name === "unused") {
    const wanted = (plain(literalsOf(comparison)[0]).toLowerCase() === "true") !== (operator === "!=");
    return since(30) !== wanted;
  }
  if (name === "lastused") return valueHolds(comparison, used.length === 0 ? undefined : Math.max(...used), now);
  if (!name.startsWith("p.")) return undefined;
  return valueHolds(comparison, values[name.slice("p.".length)], now);
}
