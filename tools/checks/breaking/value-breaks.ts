import type { Schema } from "./schema-breaks.ts";

/** The part of a request's schema that restricts its values. */
export interface ValueSchema extends Schema {
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly items?: ValueSchema;
  readonly anyOf?: readonly ValueSchema[];
}

interface ComparedValues {
  readonly before: ValueSchema;
  readonly after: ValueSchema;
  /** The name of the compared schema in sentences. */
  readonly place: string;
}

const LOWEST = ["minimum", "minLength", "minItems"] as const;
const HIGHEST = ["maximum", "maxLength", "maxItems"] as const;

/**
 * Describes the values that `before` accepts and `after` no longer accepts, because they are missing from the list of
 * values in `after` or are outside of a narrower limit.
 */
export function narrowedValues({ before, after, place }: ComparedValues): string[] {
  return [
    ...lostValues(before, after, place),
    ...narrowerLimits(before, after, place),
    ...inside(before, after, place),
  ];
}

function lostValues({ enum: before }: ValueSchema, { enum: after }: ValueSchema, place: string): string[] {
  if (after === undefined) return [];
  if (before === undefined) return [`${place} takes only a list of values now.`];
  return before
    .filter((value) => !after.includes(value))
    .map((value) => `${place} takes ${JSON.stringify(value)} no more.`);
}

function narrowerLimits(before: ValueSchema, after: ValueSchema, place: string): string[] {
  const says = (name: keyof ValueSchema) =>
    `${place} changed ${name} from ${before[name] ?? "none"} to ${after[name]}.`;
  return [
    ...LOWEST.filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity)).map(says),
    ...HIGHEST.filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity)).map(says),
  ];
}

function inside(before: ValueSchema, after: ValueSchema, place: string): string[] {
  const pair = (old: ValueSchema | undefined, now: ValueSchema | undefined, name: string) =>
    old && now ? narrowedValues({ before: old, after: now, place: name }) : [];
  const members = Object.entries(before.properties ?? {});
  return [
    ...members.flatMap(([name, member]) => pair(member, after.properties?.[name], `${place}.${name}`)),
    ...pair(before.items, after.items, `${place}[]`),
  ];
}
