import fc from "fast-check";
import type { SlowNotes } from "./slow-interpreter/slow-notes.ts";

const DAY = 86_400_000;

/**
 * The properties whose values and comparisons this file generates. The names of a property's index fields contain its
 * `slot`.
 */
export const RANDOM_PROPERTIES = [
  { id: 31, key: "text", type: "STRING", slot: 5 },
  { id: 32, key: "list", type: "STRING_ARRAY", slot: 1 },
  { id: 33, key: "count", type: "INTEGER", slot: 7 },
  { id: 34, key: "large", type: "LONG", slot: 2 },
  { id: 35, key: "flag", type: "BOOLEAN", slot: 9 },
  { id: 36, key: "due", type: "DATE", slot: 200 },
] as const;

const TEXTS = ["", "web", "Team Web", "a*b", "é", "temporary \\ rule"];

/** Generates the usage and documentation of one rule. Many rules have neither. */
export function randomNotes(now: number): fc.Arbitrary<SlowNotes> {
  const days = fc.constantFrom(0, 1, 9, 10, 11, 29, 31, 61, 89, 95, 200);
  const values = fc.record(
    {
      text: fc.constantFrom(...TEXTS),
      list: fc.array(fc.constantFrom(...TEXTS), { maxLength: 2 }),
      count: fc.constantFrom(-3, 0, 1, 5, 30),
      large: fc.constantFrom(0, 1, 999_999_999_999_999),
      flag: fc.boolean(),
      due: days.chain((count) => fc.constantFrom(now - count * DAY, now + count * DAY)),
    },
    { requiredKeys: [] },
  );
  const report = fc.record({ end: days.map((count) => now - count * DAY - 1), hits: fc.constantFrom(0, 0, 1, 7) });
  return fc.record({
    reports: fc.oneof(fc.constant([]), fc.uniqueArray(report, { maxLength: 3, selector: ({ end }) => end })),
    values: fc.oneof(fc.constant({}), values),
  });
}

const nulls = fc.constantFrom("is null", "is not null");
const pair = (name: fc.Arbitrary<string>, rest: fc.Arbitrary<string>) =>
  fc.tuple(name, rest).map((words) => words.join(" "));
const text = fc.constantFrom("web", "", "Team*", "*", "a\\*b", "a*b", "Web", "é", "\\\\");
const compared = fc
  .tuple(fc.constantFrom("=", "!=", "~", "!~"), text)
  .map(([operator, operand]) => `${operator} '${operand}'`);
const dates = fc
  .tuple(
    fc.constantFrom("=", "!=", "~", "!~", "<", ">", "<=", ">="),
    fc.constantFrom("date('last 10 days')", "date('last 90 days')", "date('next 30 days')", "2026-05-03", "2026-05-22"),
  )
  .map((words) => words.join(" "));
const numbers = fc.constantFrom("= 0", "!= 1", "> 0", "< 1", ">= 5", "<= 30", "~ (0, 1, 30)", "!~ (5)");
const large = fc.constantFrom("= 999999999999999", "> 1", "< 999999999999999", "!= 0");

/**
 * Random comparisons of usage and documentation. The two fixed dates are written for tests in which `now` is
 * 2026-06-01: they are 29 and 10 days earlier, which are also ages in `randomNotes`.
 */
export const noteComparison: fc.Arbitrary<string> = fc.oneof(
  pair(fc.constantFrom("p.text", "p.TEXT", "p.list"), compared),
  pair(fc.constantFrom("p.text", "p.list"), fc.constantFrom("is empty", "is not empty")),
  pair(fc.constantFrom("p.text", "p.list", "p.count", "p.large", "p.flag", "p.due", "lastUsed"), nulls),
  pair(fc.constant("p.count"), numbers),
  pair(fc.constant("p.large"), large),
  pair(fc.constant("p.flag"), fc.constantFrom("= true", "= false", "!= true", "!= false")),
  pair(fc.constantFrom("p.due", "lastUsed"), dates),
  pair(fc.constant("unused"), fc.constantFrom("= true", "!= true", "= false")),
  fc
    .tuple(
      fc.constantFrom(
        "usage()",
        "usage(date('last 10 days'))",
        "usage(date('-60 days'))",
        "usage(date('last 90 days'))",
      ),
      fc.constantFrom("= 0", "> 0"),
    )
    .map((words) => words.join(" ")),
);
